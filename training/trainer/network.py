"""The network: (768 → N)×2 → 1×8, seen by both players, mirrored on the king's file, with SCReLU; or with
layers behind the accumulators: (768 → N)×2 → N → 16 → 32 → 1×8."""

import math

import torch

from .positions import NO_PIECE

INPUTS = 768
BUCKETS = 8
OWN_KING, THEIR_KING = 5, 11
# The width of multi-hot rows: one more than the inputs for empty slots, rounded up for tensor cores.
ROW = 784
# Neurons of the layers.
FIRST, SECOND = 16, 32
# Weights beyond these would overflow the engine's integers.
CLIP, LAYER_CLIP = 1.98, 3.98


def new_weights(hidden, generator, device, layers=False):
    """Random weights to begin with."""

    def uniform(shape, bound):
        return ((torch.rand(shape, generator=generator) * 2 - 1) * bound).to(device)

    weights = {
        "features": uniform((INPUTS, hidden), 1 / math.sqrt(32)),
        "biases": torch.full((hidden,), 0.1, device=device),
    }
    if layers:
        weights["first"] = uniform((BUCKETS, FIRST, hidden), 1 / math.sqrt(hidden))
        weights["first_biases"] = torch.zeros((BUCKETS, FIRST), device=device)
        weights["second"] = uniform((BUCKETS, SECOND, 2 * FIRST), 1 / math.sqrt(2 * FIRST))
        weights["second_biases"] = torch.full((BUCKETS, SECOND), 0.1, device=device)
        weights["outputs"] = uniform((BUCKETS, SECOND), 1 / math.sqrt(SECOND))
    else:
        weights["outputs"] = uniform((BUCKETS, 2 * hidden), 1 / math.sqrt(2 * hidden))
    weights["output_biases"] = torch.zeros(BUCKETS, device=device)
    return weights


def widened(weights, hidden, generator):
    """The same network with more hidden neurons. The new ones have no say yet, so that every value stays."""
    old, wide = len(weights["biases"]), new_weights(hidden, generator, weights["biases"].device)
    wide["features"][:, :old], wide["biases"][:old] = weights["features"], weights["biases"]
    wide["outputs"].zero_().unflatten(1, (2, hidden))[:, :, :old] = weights["outputs"].unflatten(1, (2, old))
    return wide | {"output_biases": weights["output_biases"]}


def limits(weights):
    """How large each kind of weight may become; kinds that are not named are free."""
    if "first" in weights:
        return {"features": CLIP, "biases": CLIP, "first": CLIP, "second": LAYER_CLIP, "outputs": LAYER_CLIP}
    return {"features": CLIP, "biases": CLIP, "outputs": CLIP}


def inputs(pieces):
    """The inputs that are on, for the player to move and for the other: two tensors [n, 32] of int64."""
    empty = pieces == NO_PIECE
    code, right = pieces >> 6, (pieces & 4) != 0

    def mirror(king):
        return 7 * ((code == king) & right).any(1, keepdim=True).to(pieces.dtype)

    own = pieces ^ mirror(OWN_KING)
    # The other player sees own and other pieces exchanged, and the board turned.
    their = ((pieces + INPUTS // 2) % INPUTS) ^ 56 ^ mirror(THEIR_KING)
    return own.masked_fill(empty, NO_PIECE).long(), their.masked_fill(empty, NO_PIECE).long()


def dense_sums(indices, weights, precision):
    """The rows of weights summed up, as a product with multi-hot rows: what tensor cores are made for."""
    rows = torch.zeros((len(indices), ROW), device=indices.device, dtype=precision)
    rows.scatter_(1, indices, 1)
    return (rows[:, :INPUTS] @ weights.to(precision)).float()


def sparse_sums(indices, weights):
    """The rows of weights summed up one by one: what processors are made for."""
    padded = torch.cat((weights, weights.new_zeros((1, weights.shape[1]))))
    return torch.nn.functional.embedding_bag(indices, padded, mode="sum")


def bucket_of(pieces):
    """Which output positions ask for, by the number of their pieces."""
    return ((pieces != NO_PIECE).sum(1) - 1) // (32 // BUCKETS)


def forward(weights, pieces, precision=None):
    """The value of positions for the player to move, as the logarithm of the odds.

    With a precision the sums are made by dense products, otherwise one by one.
    """
    return value_and_active(weights, pieces, precision)[0]


def value_and_active(weights, pieces, precision=None):
    """The value of positions, and what the neurons behind the accumulators gave."""
    own, their = inputs(pieces)
    both = torch.cat((own, their))
    if precision is None:
        sums = sparse_sums(both, weights["features"])
    else:
        sums = dense_sums(both, weights["features"], precision)
    active = (sums + weights["biases"]).clamp(0, 1)
    bucket = bucket_of(pieces)
    if "first" in weights:
        left, right = active.chunk(2, 1)
        active = side_by_side(left * right)
        return through_layers(weights, active, bucket), active
    active = side_by_side(active.square())
    everyone = active @ weights["outputs"].T + weights["output_biases"]
    return everyone.gather(1, bucket[:, None]).squeeze(1), active


def side_by_side(views):
    """The views of both players, which came one below the other, in one row."""
    return views.unflatten(0, (2, -1)).transpose(0, 1).flatten(1)


def through_layers(weights, pairs, bucket):
    """The output of the layers that belong to the number of pieces. All sets of weights are tried, and one is
    chosen: on a GPU that is faster than to sort positions."""

    def layer(active, name):
        neurons = weights[name].shape[1]
        everyone = active @ weights[name].flatten(0, 1).T + weights[f"{name}_biases"].flatten()
        return everyone.unflatten(1, (BUCKETS, neurons)).gather(1, bucket[:, None, None].expand(-1, 1, neurons)).squeeze(1)

    first = layer(pairs, "first")
    active = torch.cat((first.clamp(0, 1), first.clamp(-1, 1).square()), 1)
    active = layer(active, "second").clamp(0, 1)
    everyone = active @ weights["outputs"].T + weights["output_biases"]
    return everyone.gather(1, bucket[:, None]).squeeze(1)


def targets(score, result, odds, wdl):
    """How likely the player to move wins: what the search said, blended with how the game ended, if it did."""
    said = torch.sigmoid(score / odds)
    return torch.where(result > 1, said, wdl * result + (1 - wdl) * said)
