"""Tests of which some say what is not true, so that a program cannot pass without being right.

A program shares a process with its tests, so whatever runs there can be made to say that all is
well. What it cannot know is what should be said. Each run of a program meets the test module with a
random half of its expectations altered (`sites`: another number, text, type or exception, the
opposite of a condition), chosen outside the sandbox and never named inside it; the next run has the
other half altered. Assertions do not end a test, they report whether they held (`assertions`). A
program passes if everything held that is as its author wrote it, and nothing that was altered: to
say which is which, one has to have the right answers. An honest program does not notice.
"""
