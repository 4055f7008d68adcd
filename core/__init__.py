"""What every folder may use, whatever the paper: errors, files, text, HTTP, chat endpoints.

Only `suites` names the papers: it lists what the two suites consist of, for filters, metrics and
tasks alike.
"""
