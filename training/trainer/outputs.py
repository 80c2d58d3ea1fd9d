"""The outputs alone, solved at once instead of trained step by step.

Behind fixed accumulators a network is linear, so the best outputs follow from one pass over the positions and a system
of equations for each number of pieces. There are fifty times fewer weights than in the accumulators. So labels may be
noisy, as results of games are: what they teach beyond noise is still found, and nothing is learned by heart.
"""

import torch

from .network import BUCKETS, CLIP, bucket_of, targets, value_and_active

# Positions that are looked at together.
CHUNK = 1 << 15


@torch.no_grad()
def solve(weights, positions, odds, wdl, pull, precision):
    """Moves the outputs, in place, to where the squared error is least (one step of Gauss and Newton). The weights that
    are there are believed as much as `pull` positions would be. Returns the mean loss before."""
    width = weights["outputs"].shape[1] + 1
    device = weights["outputs"].device
    curvature = torch.zeros((BUCKETS, width, width), dtype=torch.float64, device=device)
    slope = torch.zeros((BUCKETS, width), dtype=torch.float64, device=device)
    loss = torch.zeros((), dtype=torch.float64, device=device)
    for rows in torch.arange(len(positions), device=device).split(CHUNK):
        pieces = positions.pieces[rows]
        value, active = value_and_active(weights, pieces, precision)
        chance = torch.sigmoid(value)
        lacks = targets(positions.score[rows], positions.result[rows], odds, wdl) - chance
        loss += lacks.square().sum()
        # By how much the chance to win grows with each weight, the bias last.
        steep = torch.cat((active, active.new_ones((len(active), 1))), 1) * (chance * (1 - chance))[:, None]
        bucket = bucket_of(pieces)
        for number in range(BUCKETS):
            here = bucket == number
            curvature[number] += steep[here].T @ steep[here]
            slope[number] += steep[here].T @ lacks[here]
    pulled = curvature + pull * torch.eye(width, dtype=torch.float64, device=device)
    moves = torch.cholesky_solve(slope[:, :, None], torch.linalg.cholesky(pulled)).squeeze(2).float()
    weights["outputs"].add_(moves[:, :-1]).clamp_(-CLIP, CLIP)
    weights["output_biases"] += moves[:, -1]
    return loss.item() / len(positions)
