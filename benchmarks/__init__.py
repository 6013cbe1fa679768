"""Commands that measure groundrules: accuracy on labelled rows, and speed. Nothing here is shipped in the wheel."""
