"""Clearance of a gearbox: how much play have two gears, when do they jam, and which parts are nearer to each other than they should be?

Editors that know `# %%` show this file as a notebook. It needs numpy and feeler alone; `python gearbox_clearance.py picture.png` draws the picture, with matplotlib.
Lengths are millimetres.
"""

# %% Two gears with involute teeth, as closed meshes
import time

import numpy as np

import feeler

MODULE, PRESSURE, BACKLASH, WIDTH, BORE = 2.0, np.radians(20), 0.12, 8.0, 4.0
PINION, WHEEL = 18, 36
AXES = MODULE * (PINION + WHEEL) / 2


def involute(angle):
    return np.tan(angle) - angle


def outline(teeth):
    """The profile of a gear, counterclockwise: radii and angles. The first tooth points along x; half of the backlash is taken off each."""
    pitch = MODULE * teeth / 2
    base, root, tip = pitch * np.cos(PRESSURE), pitch - 1.25 * MODULE, pitch + MODULE
    radii = np.linspace(max(base, root), tip, 12)
    half = np.pi / (2 * teeth) - BACKLASH / (4 * pitch)
    flank = half + involute(PRESSURE) - involute(np.arccos(np.minimum(base / radii, 1)))
    if root < base:  # below the base circle the flank is radial
        radii, flank = np.append(root, radii), np.append(flank[0], flank)
    tooth, heights = np.append(-flank, flank[::-1]), np.append(radii, radii[::-1])
    return np.tile(heights, teeth), (tooth + 2 * np.pi * np.arange(teeth)[:, None] / teeth).ravel()


def wheel_of(radii, angles):
    """What lies between the bore and a profile: four outlines, joined by strips of triangles."""
    count = len(radii)
    directions = np.column_stack([np.cos(angles), np.sin(angles)])
    loops = [(np.full(count, BORE), -WIDTH / 2), (radii, -WIDTH / 2), (radii, WIDTH / 2), (np.full(count, BORE), WIDTH / 2)]
    vertices = [np.column_stack([radius[:, None] * directions, np.full(count, z)]) for radius, z in loops]
    i = np.arange(count)
    j = (i + 1) % count
    faces = []
    for loop in range(4):
        a, b = loop * count, (loop + 1) % 4 * count
        faces += [np.column_stack([a + i, b + i, b + j]), np.column_stack([a + i, b + j, a + j])]
    return feeler.Model(np.concatenate(vertices), np.concatenate(faces))


pinion, wheel = wheel_of(*outline(PINION)), wheel_of(*outline(WHEEL))
print(pinion, wheel, "closed" if pinion.is_closed and wheel.is_closed else "open")

# %% [markdown]
# A question takes the pose of B in A's frame. With the poses of both in the world it is a product of matrices, and `feeler.poses` makes arrays of them.


# %%
def turned(angles):
    """Rotations about z."""
    half = np.asarray(angles) / 2
    return feeler.poses(xyzw=np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=-1))


def wheel_seen_from_pinion(of_pinion, of_wheel, axes=AXES):
    beside = feeler.poses(np.stack([axes, 0 * np.asarray(axes), 0 * np.asarray(axes)], axis=-1))
    return turned(-np.asarray(of_pinion)) @ beside @ turned(of_wheel)


# %% 100 000 pairs of angles in one call: which of them can the gears have, and with which clearance?
pair = feeler.Pair(pinion, wheel)
of_pinion = np.linspace(0, 2 * np.pi / PINION, 250)
play = np.radians(np.linspace(-0.2, 0.2, 400))
middle = np.pi / WHEEL - of_pinion * PINION / WHEEL  # a gap of the wheel for each tooth of the pinion
of_wheel = middle[:, None] + play
poses = wheel_seen_from_pinion(np.broadcast_to(of_pinion[:, None], of_wheel.shape), of_wheel)
start = time.perf_counter()
clearance = pair.distance(poses)["distance"]
free = clearance > 0  # it is 0 if and only if the gears touch
seconds = time.perf_counter() - start
print(f"{free.size} pairs of angles in {seconds:.2f} s: {free.mean():.0%} are free, the largest clearance is {clearance.max():.4f} mm")

# %% The play of the wheel while the pinion stands: the width of what is free, measured on the pitch circle
play_of_wheel = free.sum(axis=1) * (play[1] - play[0]) * MODULE * WHEEL / 2
print(f"play {play_of_wheel.min():.3f} to {play_of_wheel.max():.3f} mm; the teeth were made for {BACKLASH}")

# %% How near may the axes come before the gears jam? The wheel stands in the middle of its play.
nearer = np.linspace(0, 0.4, 4001)
jams = pair.intersects(wheel_seen_from_pinion(0.0 * nearer, middle[0] + 0.0 * nearer, AXES - nearer))
jammed_at = nearer[jams.argmax()]
print(f"they jam when the axes are {jammed_at:.4f} mm nearer; the backlash says {BACKLASH / 2 / np.tan(PRESSURE):.4f}")


# %% The whole gearbox: shafts, a plate below, and a lid that somebody has made too low
def stretched(shape, factors):
    """A built-in shape with its axes stretched."""
    model = feeler.read(shape)
    return feeler.Model(model.vertices * factors, model.faces)


box = feeler.World()
box.add("pinion", pinion)
box.add("wheel", wheel, wheel_seen_from_pinion(0.0, middle[0]))
shaft = stretched("shape:cylinder:400", [BORE - 0.05, BORE - 0.05, 15])  # of radius 1, from -1 to 1
box.add("shaft of pinion", shaft)
box.add("shaft of wheel", shaft, feeler.poses([AXES, 0, 0]))
plate = stretched("shape:box:12", [70, 45, 2])
box.add("plate", plate, feeler.poses([AXES / 2, 0, -WIDTH / 2 - 2.5]))
box.add("lid", plate, feeler.poses([AXES / 2, 0, WIDTH / 2 + 1.8]))
box.set_rules('rule = [{ ignore = ["shaft*", "plate"] }, { ignore = ["shaft*", "lid"] }]')  # they have bearings there
clashes = box.clashes(clearance=0.3)
for clash in clashes:
    a, b = clash.objects
    measure = f"{clash.closest.distance:.3f} mm apart" if clash.depth is None else f"{clash.depth.upper:.3f} mm deep"
    print(f"{clash.kind:9} {a}, {b}: {measure}")


# %% A picture
def picture(file):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    for teeth, x, turn, colour in [(PINION, 0, 0, "#4c78a8"), (WHEEL, AXES, middle[0], "#e0a030")]:
        radii, angles = outline(teeth)
        left.fill(x + radii * np.cos(angles + turn), radii * np.sin(angles + turn), colour, alpha=0.8, linewidth=0)
    touch = pair.distance(wheel_seen_from_pinion(0.0, middle[0]))
    left.plot(*np.transpose([touch.on_a[:2], touch.on_b[:2]]), "k.-", markersize=4)
    left.annotate(f"{1000 * touch.distance:.0f} µm", touch.on_a[:2], (22.6, 3.1), arrowprops={"arrowstyle": "-"}, va="center")
    left.set(xlim=(12, 24.5), ylim=(-5, 5), aspect="equal", title="Teeth of the pinion and of the wheel, in mm")
    shown = np.where(free, 1000 * clearance, np.nan)
    extent = [0, 360 / PINION, *np.degrees(play[[0, -1]])]
    image = right.imshow(shown.T, origin="lower", aspect="auto", extent=extent, cmap="viridis")
    right.set(title="100 000 pairs of angles: the clearance", xlabel="pinion turns by (degrees)", ylabel="wheel turns beside its place by (degrees)", facecolor="#dddddd")
    figure.colorbar(image, label="µm; grey: the teeth meet")
    figure.savefig(file, dpi=90)


if __name__ == "__main__":
    import sys

    for file in sys.argv[1:]:
        picture(file)
