"""The models of python-fcl and coal, and one call of each as people write it in a loop."""

import numpy as np


def of_fcl(model):
    import fcl

    tree = fcl.BVHModel()
    tree.beginModel(len(model.vertices), len(model))
    tree.addSubModel(model.vertices, model.faces.astype(np.int32))
    tree.endModel()
    return fcl.CollisionObject(tree)


def of_coal(model, tree):
    import coal

    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for point in model.vertices:
        points.append(point)
    for triangle in model.faces.tolist():
        triangles.append(coal.Triangle(*triangle))
    tree.beginModel(len(model), len(model.vertices))
    tree.addSubModel(points, triangles)
    tree.endModel()
    return tree


def fcl_calls(a, b):
    import fcl

    a, b = of_fcl(a), of_fcl(b)

    def touches(pose):
        b.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()) > 0

    def distance(pose):
        b.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return fcl.distance(a, b, fcl.DistanceRequest(), fcl.DistanceResult())

    return {"touches": touches, "distance": distance}


def coal_calls(a, b):
    import coal

    # The kinds of trees that are the fastest for each question: distances of others take a hundred times as long.
    a_boxes, b_boxes = (of_coal(model, coal.BVHModelOBB()) for model in (a, b))
    a_rounded, b_rounded = (of_coal(model, coal.BVHModelOBBRSS()) for model in (a, b))
    still = coal.Transform3s.Identity()
    request, distance_request = coal.CollisionRequest(), coal.DistanceRequest()
    request.break_distance = 0  # 1e-3 by default, which is slow for small meshes

    def touches(pose):
        return coal.collide(a_boxes, still, b_boxes, coal.Transform3s(pose[:3, :3], pose[:3, 3]), request, coal.CollisionResult()) > 0

    def distance(pose):
        return coal.distance(a_rounded, still, b_rounded, coal.Transform3s(pose[:3, :3], pose[:3, 3]), distance_request, coal.DistanceResult())

    return {"touches": touches, "distance": distance}


def calls(a, b):
    """The calls of the rivals that are installed, by their names."""
    found = {}
    for name, make in [("python-fcl", fcl_calls), ("coal", coal_calls)]:
        try:
            found[name] = make(a, b)
        except ImportError as error:
            print(f"{name} is left out: {error}")
    return found
