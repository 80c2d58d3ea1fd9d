"""Starts PyPI's `sunfish` so that `go nodes N` means N nodes.

As it is, version 2026.1 looks at the limit only between two probes of its binary search and visits
up to twice as many nodes as asked. Here every node asks, and its own `Stop` ends the search.
"""

import sunfish

visit = sunfish.Searcher.bound


def bound(self, *args, **kwargs):
    cap = getattr(self, "node_cap", 0)
    if cap and self.nodes >= cap:
        raise sunfish.Stop
    return visit(self, *args, **kwargs)


sunfish.Searcher.bound = bound
sunfish.main()
