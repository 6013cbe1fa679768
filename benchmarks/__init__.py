"""Commands that measure groundrules: accuracy on labelled rows, speed, and growth on hostile text. Nothing here is shipped in the wheel."""
