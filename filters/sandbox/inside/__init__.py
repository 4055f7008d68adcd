"""What runs inside of the sandbox: plain modules without any import of the rest of the package.

`zygote` serves programs, `supervise` watches one and decides, `namespaces` and `system_calls`
wall it in, `tested` and its helpers run the tests beside the program.
"""
