"""What runs inside the sandbox: plain modules that import nothing else of the package.

`zygote` serves programs, `rehearsal` has libraries do beforehand what they do only once,
`supervise` watches a program and decides, `namespaces` and `system_calls` wall it in, `tested` and
its helpers run the tests beside it.
"""
