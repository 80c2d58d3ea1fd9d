"""The order of neurons: what is active together stands together.

The engine's first layer skips four products at a time if all of them are zero. Which pairs of neurons make up a four
does not change any value, but it decides how many fours are skipped.
"""

import numpy as np
import torch

from .network import inputs, sparse_sums

# Positions that tell which neurons are active: enough to tell, few enough for a minute's work on a CPU.
SAMPLE = 4096
# A product below this is zero in the engine's integers.
LEAST = 512 / 255**2


@torch.no_grad()
def activity(weights, pieces):
    """For each pair of neurons and each player's view of some positions, whether the product counts."""
    sample = pieces[:: max(len(pieces) // SAMPLE, 1)].to(weights["biases"].device)
    views = torch.cat(inputs(sample))
    sums = (sparse_sums(views, weights["features"]) + weights["biases"]).clamp(0, 1)
    half = sums.shape[1] // 2
    return (sums[:, :half] * sums[:, half:] >= LEAST).T.cpu().numpy()


def group(active):
    """An order of the pairs: each four begins with the least active pair that is left, and takes those that make it
    active in the fewest more positions."""
    left = list(np.argsort(active.mean(1), kind="stable"))
    order = []
    while left:
        order.append(left.pop(0))
        together = active[order[-1]].copy()
        for _ in range(3):
            best = int((active[left] | together).sum(1).argmin())
            order.append(left.pop(best))
            together |= active[order[-1]]
    return np.array(order)


def share_of_fours(active):
    """How many fours the engine cannot skip."""
    return active.reshape(-1, 4, active.shape[1]).any(1).mean()


def arrange(weights, pieces):
    """The same network with its neurons in another order."""
    order = torch.from_numpy(group(activity(weights, pieces)))
    half = len(order)
    pairs = torch.cat((order, order + half)).to(weights["biases"].device)
    # The first layer sees the products of one player and then those of the other, in the same order.
    return {**weights, "features": weights["features"][:, pairs], "biases": weights["biases"][pairs],
            "first": weights["first"][:, :, pairs]}
