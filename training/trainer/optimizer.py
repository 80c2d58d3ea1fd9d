"""AdamW with half a cosine for a schedule, all of it on the device, so that a graph of it can be replayed."""

import math

import torch

from .network import limits


# The inputs as pieces, ranks and files; and what `share` adds up: a piece's squares, those of a file, those of a rank.
BOARD = (12, 8, 8)
SHARED = {"of the piece": (1, 2), "of the file": (1,), "of the rank": (2,)}


class AdamW:
    """Adam with decoupled weight decay, which keeps weights in the range that the engine can take.

    With `share`, the weights of each piece also take steps that they have in common, by what all of them learned
    together. Pieces are worth much the same on most squares, and noise differs from square to square.
    """

    BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8

    def __init__(self, weights, rate, decay, steps, share=False):
        self.weights, self.rate, self.decay, self.limits = weights, rate, decay, limits(weights)
        device = weights["features"].device
        shapes = dict(weights)
        if share:
            board = weights["features"].detach().unflatten(0, BOARD)
            shapes |= {name: board.sum(axes, keepdim=True) for name, axes in SHARED.items()}
        self.mean = {name: torch.zeros_like(weight) for name, weight in shapes.items()}
        self.square = {name: torch.zeros_like(weight) for name, weight in shapes.items()}
        # Steps of this run, which the rate goes by, and of all runs that the means come from.
        self.step_count = torch.zeros((), dtype=torch.float64, device=device)
        self.age = torch.zeros((), dtype=torch.float64, device=device)
        self.total = torch.ones((), dtype=torch.float64, device=device)
        self.plan(steps)

    def plan(self, steps):
        """Spreads the schedule over this many steps; a captured graph follows."""
        self.total.fill_(max(steps, 1))

    def state(self):
        """All that has to be kept to resume later."""
        return {"mean": self.mean, "square": self.square, "step_count": self.step_count, "age": self.age}

    def load(self, state):
        """Resumes from a state, in place, so that a graph that was captured stays valid."""
        for name in self.mean.keys() & state["mean"].keys():
            self.mean[name].copy_(state["mean"][name])
            self.square[name].copy_(state["square"][name])
        self.step_count.copy_(state["step_count"])
        self.age.copy_(state.get("age", state["step_count"]))

    def current_rate(self):
        """The rate of the step that comes next, as a tensor."""
        progress = (self.step_count / self.total).clamp(max=1)
        return self.rate * (0.01 + 0.99 * 0.5 * (1 + torch.cos(math.pi * progress)))

    @torch.no_grad()
    def step(self, gradients):
        """Moves all weights by one step."""
        rate = self.current_rate()
        self.step_count += 1
        self.age += 1
        bias_1 = 1 - torch.exp(self.age * math.log(self.BETA_1))
        bias_2 = 1 - torch.exp(self.age * math.log(self.BETA_2))

        def direction(name, gradient):
            mean, square = self.mean[name], self.square[name]
            mean.lerp_(gradient, 1 - self.BETA_1)
            square.mul_(self.BETA_2).addcmul_(gradient, gradient, value=1 - self.BETA_2)
            spread = (square / bias_2.float()).sqrt_().add_(self.TINY)
            return (rate / bias_1).float() * mean / spread

        for (name, weight), gradient in zip(self.weights.items(), gradients):
            weight.mul_((1 - rate * self.decay).float())
            weight.sub_(direction(name, gradient))
            if name == "features":
                for shared, axes in SHARED.items():
                    if shared in self.mean:
                        weight.unflatten(0, BOARD).sub_(direction(shared, gradient.unflatten(0, BOARD).sum(axes, keepdim=True)))
            if name in self.limits:
                weight.clamp_(-self.limits[name], self.limits[name])
