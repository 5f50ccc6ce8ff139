"""What holds for all tests: Ctrl-C means what it does at a keyboard."""

import signal

# A shell starts what runs in the background with Ctrl-C ignored, and its children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
