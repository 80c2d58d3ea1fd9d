"""Loss curves as a picture, drawn without any library."""

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 45
COLORS = ("#0072b2", "#d55e00")


def ticks(low, high, count=5):
    """Round numbers between two bounds."""
    span = (high - low) or 1
    step = 10.0 ** int(f"{span / count:e}".split("e")[1])
    step = next(step * factor for factor in (1, 2, 5, 10) if span / (step * factor) <= count)
    first = int(low / step + (1 if low > 0 else 0))
    return [n * step for n in range(first, int(high / step) + 1)]


def draw(title, curves):
    """An SVG of curves, each a name and a list of (epoch, loss)."""
    points = [point for _, curve in curves for point in curve]
    if not points:
        return ""
    most_x = max(x for x, _ in points) or 1
    low, high = min(y for _, y in points), max(y for _, y in points)
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low) or 1

    def place(x, y):
        across = LEFT + x / most_x * (WIDTH - LEFT - RIGHT)
        return across, TOP + (high - y) / ((high - low) or 1) * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{title}</text>',
    ]
    for value in ticks(low, high):
        _, y = place(0, value)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.5g}</text>')
    for value in ticks(0, most_x, 8):
        x, _ = place(value, low)
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">epoch</text>')
    for number, ((name, curve), color) in enumerate(zip(curves, COLORS)):
        path = " ".join(f"{'M' if i == 0 else 'L'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(place(*p) for p in curve))
        out.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        x = WIDTH - RIGHT - 150
        out.append(f'<path d="M{x} {TOP + 10 + 18 * number}h24" stroke="{color}" stroke-width="2"/>')
        out.append(f'<text x="{x + 30}" y="{TOP + 14 + 18 * number}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"
