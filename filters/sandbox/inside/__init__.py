"""What runs inside the sandbox: plain modules that import nothing else of the package.

`zygote` serves programs, each in a copy of a `forker`, where libraries are loaded and have done
what they do only once (`rehearsal`); `supervise` watches it and decides, `namespaces` and
`system_calls` wall it in, `tested` and its helpers run the tests beside it.
"""
