"""`python -m groundrules`: the command line."""

from groundrules.cli import main

if __name__ == "__main__":
    main()
