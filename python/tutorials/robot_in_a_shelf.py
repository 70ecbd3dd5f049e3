"""A robot reaches into a shelf: which configurations are free, how far is it from the boards, and on which way does it get there?

Editors that know `# %%` show this file as a notebook. It needs numpy and feeler alone; `python robot_in_a_shelf.py picture.png` draws the picture, with matplotlib.
Lengths are metres.
"""

# %% A world with a shelf, and an arm of four links
import time

import numpy as np

import feeler


def block(low, high):
    """A box between two corners."""
    cube = feeler.read("shape:box:12")  # from -1 to 1
    low, high = np.array(low, float), np.array(high, float)
    return feeler.Model((low + high) / 2 + cube.vertices * (high - low) / 2, cube.faces)


def together(*models):
    """One mesh of several."""
    firsts = np.cumsum([0] + [len(model.vertices) for model in models[:-1]])
    faces = [model.faces + first for model, first in zip(models, firsts.astype(np.uint32))]
    return feeler.Model(np.concatenate([model.vertices for model in models]), np.concatenate(faces))


world = feeler.World()
for number, z in enumerate([0.2, 0.6, 1.0, 1.4]):
    world.add(f"board {number}", block([0.55, -0.5, z], [0.95, 0.5, z + 0.03]))
for side, y in [("left", 0.5), ("right", -0.53)]:
    world.add(f"{side} side", block([0.55, y, 0], [0.95, y + 0.03, 1.43]))
world.add("back", block([0.95, -0.53, 0], [0.97, 0.53, 1.43]))
world.add("cup", block([0.66, -0.06, 0.63], [0.74, 0.02, 0.78]))
# Each link begins at its joint and goes along x; the turret stands.
LINKS = {
    "turret": block([-0.09, -0.09, 0], [0.09, 0.09, 0.55]),
    "upper arm": block([-0.06, -0.05, -0.06], [0.46, 0.05, 0.06]),
    "forearm": block([-0.04, -0.04, -0.04], [0.42, 0.04, 0.04]),
    "hand": together(
        block([-0.03, -0.05, -0.03], [0.08, 0.05, 0.03]),
        block([0.08, -0.05, -0.015], [0.16, -0.035, 0.015]),
        block([0.08, 0.035, -0.015], [0.16, 0.05, 0.015]),
    ),
}
for name, model in LINKS.items():
    world.add(name, model)
world.set_rules('rule = [{ chain = ["turret", "upper arm", "forearm", "hand"] }]')  # neighbours may touch

# %% Where the links are, for arrays of joint angles
LOW, HIGH = np.array([-1.5, -1.6, -2.4, -1.8, -3.1]), np.array([1.5, 0.9, 2.4, 1.8, 3.1])


def about(axis, angles, offset):
    """Rotations about an axis, at an offset."""
    half = angles[..., None] / 2
    return feeler.poses(offset, xyzw=np.concatenate([np.sin(half) * np.eye(3)[axis], np.cos(half)], axis=-1))


def placed(joints):
    """Poses of (..., links, 4, 4) of joint angles of (..., 5)."""
    turret = about(2, joints[..., 0], [0, 0, 0])
    upper = turret @ about(1, joints[..., 1], [0, 0, 0.55])
    fore = upper @ about(1, joints[..., 2], [0.45, 0, 0])
    hand = fore @ about(1, joints[..., 3], [0.42, 0, 0]) @ about(0, joints[..., 4], [0, 0, 0])
    return np.stack([turret, upper, fore, hand], axis=-3)


def ask(joints, **options):
    return world.configurations(list(LINKS), placed(joints), **options)


# %% 20 000 configurations in one call
random = np.random.default_rng(3)
joints = random.uniform(LOW, HIGH, (20_000, 5))
start = time.perf_counter()
found = ask(joints, clearance=True)
print(f"{len(joints)} configurations in {time.perf_counter() - start:.2f} s: {1 - found['touches'].mean():.0%} are free")
print(f"the forearm meets the turret in {found['links'][:, 2, 0].mean():.1%}, the forearm meets the shelf in {found['others'][:, 2].mean():.1%}")
assert np.array_equal(found["touches"], found["clearance"] == 0)

# %% The configuration that has the hand at the cup with the most room
tips = placed(joints)[:, 3] @ np.array([0.12, 0, 0, 1])
inside = (np.abs(tips[:, :3] - [0.7, 0, 0.8]) < [0.12, 0.25, 0.15]).all(axis=1)
near_goal = np.where(inside & ~found["touches"])[0]
goal = near_goal[found["clearance"][near_goal].argmax()]
print(f"{inside.sum()} have the hand in the compartment, {len(near_goal)} of them are free; the best is {1000 * found['clearance'][goal]:.0f} mm from everything")

# %% The straight way there from the rest position
STEPS = 200
rest = np.array([1.2, -1.2, 2.2, 0.6, 0.0])


def way(*corners):
    """A path of straight parts through joint space."""
    share = np.linspace(0, 1, STEPS)[:, None]
    return np.concatenate([a + share * (b - a) for a, b in zip(corners, corners[1:])])


direct = way(rest, joints[goal])
of_direct = ask(direct, clearance=True)
print(f"the straight way {'touches something' if of_direct['touches'].any() else 'is free'}; at {of_direct['touches'].mean():.0%} of its steps")

# %% A thousand ways around, by one corner each: 400 000 configurations in one call, and the clearance of those that are free
corners = joints[~found["touches"]][:1000]
ways = np.stack([way(rest, corner, joints[goal]) for corner in corners])
start = time.perf_counter()
free = ~ask(ways)["touches"].any(axis=1)
print(f"{ways.shape[0] * ways.shape[1]} configurations in {time.perf_counter() - start:.2f} s: {free.sum()} ways of {len(ways)} are free")
of_ways = ask(ways[free], clearance=True)["clearance"]
chosen = of_ways.min(axis=1).argmax()
path, of_path = ways[free][chosen], of_ways[chosen]
print(f"the best way keeps {1000 * of_path.min():.0f} mm from everything")


# %% A picture
def picture(file):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    figure = plt.figure(figsize=(10, 4.8), layout="constrained")
    view = figure.add_subplot(1, 2, 1, projection="3d", computed_zorder=False)

    def draw(model, pose, colour, alpha, order):
        corners = (model.vertices @ pose[:3, :3].T + pose[:3, 3])[model.faces]
        view.add_collection3d(Poly3DCollection(corners, facecolors=colour, alpha=alpha, linewidth=0, shade=True, zorder=order))

    for name in world.names:
        if name not in LINKS:
            draw(world.model(name), world.pose(name), "#c05030" if name == "cup" else "#c8b898", 1.0 if name == "cup" else 0.35, 1)
    for number, step in enumerate([0, STEPS // 2, STEPS, 3 * STEPS // 2, 2 * STEPS - 1]):
        for (name, model), pose in zip(LINKS.items(), placed(path[step])):
            if name != "turret" or number == 0:
                draw(model, pose, plt.get_cmap("viridis")(number / 5), 0.9 if number == 4 else 0.5, 2 + number)
    view.set(xlim=(-0.3, 1), ylim=(-0.65, 0.65), zlim=(0.1, 1.4), aspect="equal", title="The way into the shelf")
    view.set_box_aspect((1, 1, 1), zoom=1.15)
    view.set_axis_off()
    view.view_init(22, -125)
    plot = figure.add_subplot(1, 2, 2)
    share = np.linspace(0, 100, len(path))
    plot.plot(np.linspace(0, 100, len(direct)), 1000 * of_direct["clearance"], color="#c05030", label="straight")
    plot.plot(share, 1000 * of_path, color="#4c78a8", label="the best of a thousand")
    plot.set(title="Distance from everything, in mm", xlabel="% of the way", ylim=(0, 330))
    plot.legend(loc="upper right")
    figure.savefig(file, dpi=80)


if __name__ == "__main__":
    import sys

    for file in sys.argv[1:]:
        picture(file)
