"""Running code that a model wrote, and deciding whether it passes its tests.

Walls (`bubblewrap`, `inside.namespaces`, `inside.system_calls`). A worker runs in bubblewrap: no
network, a read-only root with this interpreter's folders and /usr, a cleared environment, new
namespaces of users, processes, IPC, names, network and control groups, no new privileges. It
imports the libraries once. Each program gets namespaces of processes, mounts and IPC of its own, an
empty file system of limited size and number of files (its working directory, /tmp and /dev/shm are
in it), a read-only /proc of its own, no capabilities, a filter of system calls, and rlimits. The
worker watches time, memory, processes and output from outside, and kills the program's process, the
first of its namespace, upon which the kernel ends all others; so a program can reach neither the
worker nor the next program. `weak` has only the rlimits, the filter, a folder, and the killing of
all descendants: a program can reach files and the network.

Verdict. The tests are counted from their source, outside. Every expected test must be reported as
come to its end, once, on a pipe. That would be easy to forge, since tests and program have to share
a process (tests use what the program returns), and nothing watches what the program does there.
Instead it is asked whether the program passes when it must not: each run is before tests of which a
random half of the expectations was altered outside (`altered`), and the worker reports of each
assertion whether it held, without knowing which should (`examination`). A program passes if in all
of its runs, at least two, everything held that is as its author wrote it, and nothing else. One
that always says yes, returns values that are equal to everything, replaces assertions, or reads
what is expected and returns it, agrees with what is false: `forged`. The runs have fresh processes
and file systems, the same code but for the altered values, and no order. Each process is a copy of
one that never reads anything of programs or tests (`inside.forker`), so that none finds in its
memory what another was told.

What remains. To pass, a program has to tell true expectations from false ones, as whoever has the
right answers can. Short of that:

- It can guess; it succeeds at most once in 64 times, and rarely more often than once in 1,000.
- It can judge by what looks odd: an opposite condition (`assertFalse` where `assertTrue` was), an
  exception that nobody expects, a random word in the place of a value that the tests compute.
- Where a test has nothing that can be altered (it only prints or plots), it can do as it likes in
  that test; if that is so of all of them, the outcome says `unaltered`.
- It can be a right program for what is asserted, and a wrong one otherwise: so can every program.
- In the weak sandbox it can trace or kill the worker, which runs as the same user.

Kernel bugs are out of scope; if you need more, run the whole evaluation in a virtual machine.
"""
