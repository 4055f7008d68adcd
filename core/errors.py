"""What a user can mend, told in one line."""

from __future__ import annotations


class InputError(Exception):
    """The user's input is wrong: the message names the file, line or field, and the fix.

    The command line prints it without a traceback and exits with code 2.
    """
