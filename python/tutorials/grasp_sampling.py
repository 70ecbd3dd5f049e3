"""Grasp sampling: 100 000 places for a gripper at an object, of which those are kept where it fits and holds.

Editors that know `# %%` show this file as a notebook. It needs numpy and feeler alone; `python grasp_sampling.py picture.png` draws the picture, with matplotlib.
Lengths are centimetres.
"""

# %% An object, and a gripper with two fingers
import time

import numpy as np

import feeler

COUNT, OPENING, FRICTION = 100_000, 7.0, 0.5


def block(low, high):
    """A box between two corners."""
    cube = feeler.read("shape:box:12")  # from -1 to 1
    low, high = np.array(low, float), np.array(high, float)
    return feeler.Model((low + high) / 2 + cube.vertices * (high - low) / 2, cube.faces)


def together(*models):
    """One mesh of several: nothing forbids that they overlap."""
    firsts = np.cumsum([0] + [len(model.vertices) for model in models[:-1]])
    faces = [model.faces + first for model, first in zip(models, firsts.astype(np.uint32))]
    return feeler.Model(np.concatenate([model.vertices for model in models]), np.concatenate(faces))


knot = feeler.read("shape:knot:10000")
thing = feeler.Model(knot.vertices * (24 / np.ptp(knot.vertices, axis=0).max()), knot.faces)
# The gripper comes along its z axis, and closes along its y axis; the middle between the tips is its origin.
left = block([-0.8, -OPENING / 2 - 0.9, -4], [0.8, -OPENING / 2, 0.5])
right = block([-0.8, OPENING / 2, -4], [0.8, OPENING / 2 + 0.9, 0.5])
palm = block([-1.5, -OPENING / 2 - 1.2, -7], [1.5, OPENING / 2 + 1.2, -4])
gripper = together(left, right, palm)
print(thing, gripper)

# %% Places: near a random point of the surface, turned by any angle about its normal, and roughly so that the fingers close along it
random = np.random.default_rng(1)
corners = thing.vertices[thing.faces]
cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
area = np.linalg.norm(cross, axis=1)
faces = random.choice(len(area), COUNT, p=area / area.sum())
weights = random.dirichlet([1, 1, 1], COUNT)
points, normals = np.einsum("nk,nkd->nd", weights, corners[faces]), (cross / area[:, None])[faces]


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


y = unit(normals + random.normal(scale=0.4, size=normals.shape))
z = unit(np.cross(y, random.normal(size=y.shape)))
rotations = np.stack([np.cross(y, z), y, z], axis=-1)
depths = random.uniform(0, OPENING / 2, (COUNT, 1))
poses = feeler.poses(points - depths * y + random.normal(scale=0.8, size=points.shape), rotation=rotations)

# %% Where does the open gripper fit? 100 000 poses in one call.
start = time.perf_counter()
fits = ~feeler.Pair(thing, gripper).intersects(poses)
print(f"{fits.sum()} of {COUNT} places are free, found in {1000 * (time.perf_counter() - start):.0f} ms")

# %% What do the fingers meet when they close? Each moves along y, in a direction of its own at each place, by no more than to the middle of the other.
some = poses[fits]
start = time.perf_counter()
of_left = feeler.Pair(thing, left).first_contact(some[:, :3, 1], some, until=OPENING)
of_right = feeler.Pair(thing, right).first_contact(-some[:, :3, 1], some, until=OPENING)
print(f"{2 * len(some)} first contacts in {1000 * (time.perf_counter() - start):.0f} ms")
between = OPENING - of_left["time"] - of_right["time"]
meets = np.isfinite(between) & (between > 0)
print(f"{meets.sum()} have the object between the fingers, {between[meets].min():.2f} to {between[meets].max():.2f} cm thick")

# %% Does it hold? Both normals have to be in the cone of friction about the direction in which the fingers close.
closing = some[:, :3, 1]
slant = np.maximum(
    np.arccos(np.clip(np.abs(np.einsum("nd,nd->n", of_left["normal"], closing)), 0, 1)),
    np.arccos(np.clip(np.abs(np.einsum("nd,nd->n", of_right["normal"], closing)), 0, 1)),
)
holds = meets & (slant < np.arctan(FRICTION))
order = np.flatnonzero(holds)[np.argsort(slant[holds], kind="stable")]
print(f"{holds.sum()} hold with a friction of {FRICTION}; the best is off by {np.degrees(slant[order[0]]):.1f} degrees")

# %% The best that are not like each other
best = []
for i in order:
    if all(np.linalg.norm(some[i, :3, 3] - some[k, :3, 3]) > 1.5 for k in best):
        best.append(i)
    if len(best) == 24:
        break
print(f"{len(best)} different grasps are kept")


# %% A picture
def picture(file):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from mpl_toolkits.mplot3d.art3d import Line3DCollection

    figure = plt.figure(figsize=(10, 4.6), layout="constrained")
    axes = figure.add_subplot(1, 2, 1, projection="3d")
    axes.plot_trisurf(*thing.vertices.T, triangles=thing.faces, color="#b8c8d8", linewidth=0, alpha=0.55)
    fork = np.array([[0, -OPENING / 2, 0.5], [0, -OPENING / 2, -4], [0, 0, -4], [0, 0, -7], [0, 0, -4], [0, OPENING / 2, -4], [0, OPENING / 2, 0.5]])
    forks = np.einsum("nij,kj->nki", some[best, :3, :3], fork) + some[best, None, :3, 3]
    shades = plt.get_cmap("viridis")(np.degrees(slant[best]) / np.degrees(slant[best]).max())
    axes.add_collection3d(Line3DCollection(forks, colors=shades, linewidths=2))
    axes.set(aspect="equal", title=f"{len(best)} of the best grasps")
    axes.set_box_aspect(np.ptp([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()], axis=1), zoom=1.5)
    axes.set_axis_off()
    axes.view_init(55, -60)
    bars = figure.add_subplot(1, 2, 2)
    steps = [("places", COUNT), ("the open gripper fits", fits.sum()), ("the object is between", meets.sum()), ("friction holds it", holds.sum())]
    names, counts = zip(*steps)
    drawn = bars.barh(names, counts, color=["#bbbbbb", "#4c78a8", "#e0a030", "#58a058"])
    bars.bar_label(drawn, [f"{count:,}".replace(",", " ") for count in counts], padding=4)
    bars.invert_yaxis()
    bars.set(title="What is left of 100 000 places", xlim=(0, 1.2 * COUNT), xticks=[])
    bars.spines[["top", "right", "bottom"]].set_visible(False)
    figure.savefig(file, dpi=72)


if __name__ == "__main__":
    import sys

    for file in sys.argv[1:]:
        picture(file)
