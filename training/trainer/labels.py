"""What positions are learned as: chances to win."""

import torch

from .network import BUCKETS, bucket_of, forward, targets

# Positions that are looked at together.
CHUNK = 1 << 16


@torch.no_grad()
def write(weights, train, held_out, recipe, precision):
    """Gives all positions their labels. With `hold_scale`, what a change of the network's scale alone would explain
    is taken out of them.

    Labels that look ahead are nearer to a draw where games often end in one. That makes values smaller, which is most
    of what such labels ask for, and doesn't help to choose a move.
    """
    for positions in (train, held_out):
        positions.wanted = targets(positions.score, positions.result, recipe.odds, recipe.wdl)
    if not recipe.hold_scale:
        return
    parts = {positions: curves(weights, positions, precision) for positions in (train, held_out)}
    for number in range(BUCKETS):
        bucket, curve, chance = parts[train]
        here = bucket == number
        both, lacks = curve[here].double(), (train.wanted - chance)[here].double()
        # The small number is for buckets without positions.
        among = both.T @ both + 1e-6 * torch.eye(2, dtype=torch.float64, device=both.device)
        factors = torch.linalg.solve(among, both.T @ lacks).float()
        for positions, (bucket, curve, _) in parts.items():
            here = bucket == number
            positions.wanted[here] -= curve[here] @ factors


def curves(weights, positions, precision):
    """Of each position: the bucket, the two curves along which a change of scale moves chances, and the chance."""
    parts = positions.pieces.split(CHUNK)
    chance = torch.cat([torch.sigmoid(forward(weights, pieces, precision)) for pieces in parts])
    ahead = chance - 0.5
    return torch.cat([bucket_of(pieces) for pieces in parts]), torch.stack((ahead, ahead**3), 1), chance
