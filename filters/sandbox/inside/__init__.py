"""What runs inside the sandbox: plain modules that import nothing else of the package.

`zygote` serves programs, `supervise` watches one and decides, `namespaces` and `system_calls`
wall it in, `tested` and its helpers run the tests beside the program.
"""
