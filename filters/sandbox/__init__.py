"""Running code that a model wrote, and deciding whether it passes its tests.

Walls (`bubblewrap`, `inside.namespaces`, `inside.system_calls`). A worker runs in bubblewrap: no
network, a read-only root with this interpreter's folders and /usr, a cleared environment, new
namespaces of users, processes, IPC, names, network and control groups, no new privileges. It
imports the libraries once. Each program gets namespaces of processes, mounts and IPC of its own,
an empty file system of limited size and number of files (its working directory, /tmp and /dev/shm
are in it), a read-only /proc of its own, no capabilities, a filter of system calls, and rlimits.
The worker watches time, memory, processes and output from outside, and kills the first process
of the namespace, upon which the kernel ends all others; so a program can reach neither the worker
nor the next program. `weak` has only the rlimits, the filter, a folder, and the killing of all
descendants: a program can reach files and the network.

Verdict. The tests are counted from their source, outside. The worker decides, and has never run
the program: every expected test must be reported as passed, once, on a pipe, each line with a
secret. Tests and program have to share a process, since tests use what the program returns. There:

1. Tests are loaded before the program, so that their classes and imports are genuine, and refer
   to the original builtins (`inside.rewriting`). They are kept by reference: a class or a loader
   that the program changes later is not consulted.
2. The examiner is a thread (`inside.tested`). Its secret and snapshots are in frames that none of
   the main thread's leads to. It counts a test as passed only if it sees the main thread's stack
   back in one frame, on one line. Exits, exceptions, forks, and forged lines do not do that.
3. Assertions cannot be assigned, on class or instance; the classes of unittest are immutable
   (`inside.comparisons`). Values that claim to be equal to everything are not believed.
4. After each step builtins, unittest, numpy, pandas and their classes, the test classes and
   their globals are compared with what they were (`inside.integrity`): a difference is `forged`.
5. An audit hook refuses the ways around 2: other threads' frames, the collector's object lists,
   tracing, new code for a function, foreign functions (`inside.guards`).

What remains. No scheme of this kind withstands a program written against this very code:

- It runs in the tests' process, so it can read the expected values in the tests (through its
  caller's frame) and return them.
- It can corrupt the process's memory (numpy's stride tricks and array interfaces, compiled
  extensions), find the secret there and report.
- It can try to have code of its own run in the examiner's thread (a finalizer, if another thread
  turns the garbage collector on at the right moment; a key whose hash collides).
- A replacement of a library's function that is undone before the step ends is not noticed, nor is
  one in a library that is not in `integrity`'s list, unless the tests use a builtin or assertion.
- An object whose own method the tests call (`result.equals(...)`) can return anything.
- In the weak sandbox it can trace or kill the worker, which runs as the same user.

Kernel bugs are out of scope; if you need more, run the whole evaluation in a virtual machine.
"""
