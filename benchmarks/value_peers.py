HOW_TO_INSTALL = ""
def report(rows, scores, python):
    return []
