// Bullet: moving triangle meshes are GImpact shapes.
//
// The default asks what btGImpactCollisionAlgorithm asks, in its order, but stops at the first pair of triangles, which the algorithm
// cannot. `--setting world` is btCollisionWorld::contactPairTest, the way of most users, and takes 1.6 to 2 times as long.
#include "../adapter.hpp"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <memory>

using adapter::Ask;

struct Model {
    btTriangleMesh mesh{true, false};
    std::unique_ptr<btGImpactMeshShape> shape;
    btCollisionObject object;

    explicit Model(const adapter::Mesh &from) {
        mesh.preallocateVertices(int(from.vertices.size()));
        mesh.preallocateIndices(int(3 * from.triangles.size()));
        for (auto &v : from.vertices) mesh.findOrAddVertex(btVector3(v[0], v[1], v[2]), false);
        for (auto &t : from.triangles) mesh.addTriangleIndices(t[0], t[1], t[2]);
        shape = std::make_unique<btGImpactMeshShape>(&mesh);
        shape->setMargin(0);
        shape->updateBound();
        object.setCollisionShape(shape.get());
    }
};

using Models = std::unique_ptr<Model>;

Models build(const adapter::Mesh &mesh) { return std::make_unique<Model>(mesh); }

btTransform place(const adapter::Pose &pose) {
    auto &r = pose.row;
    return btTransform(btMatrix3x3(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]),
        btVector3(r[0][3], r[1][3], r[2][3]));
}

// The trees first, then the triangles of all pairs of leaves.
double intersects(Models &a, Models &b, const adapter::Pose &pose) {
    auto *part_a = a->shape->getMeshPart(0), *part_b = b->shape->getMeshPart(0);
    btTransform at = place(pose);
    static btPairSet pairs;
    pairs.resize(0);
    btGImpactBoxSet::find_collision(part_a->getBoxSet(), btTransform::getIdentity(), part_b->getBoxSet(), at, pairs);
    part_a->lockChildShapes();
    part_b->lockChildShapes();
    bool found = false;
    for (int i = 0; i < pairs.size() && !found; i++) {
        btPrimitiveTriangle p, q;
        part_a->getPrimitiveTriangle(pairs[i].m_index1, p);
        part_b->getPrimitiveTriangle(pairs[i].m_index2, q);
        p.m_margin = q.m_margin = 0;
        q.applyTransform(at);
        p.buildTriPlane();
        q.buildTriPlane();
        GIM_TRIANGLE_CONTACT contact;
        found = p.overlap_test_conservative(q) && p.find_triangle_collision_clip_method(q, contact);
    }
    part_b->unlockChildShapes();
    part_a->unlockChildShapes();
    return found;
}

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    btGImpactCollisionAlgorithm::CreateFunc create;
    // registerAlgorithm is not enough: contactPairTest looks among the algorithms for closest points, finds none, and says nothing.
    World() { dispatcher.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE, &create); }
};

struct AnyContact : btCollisionWorld::ContactResultCallback {
    bool found = false;
    btScalar addSingleResult(btManifoldPoint &, const btCollisionObjectWrapper *, int, int, const btCollisionObjectWrapper *,
        int, int) override {
        found = true;
        return 0;
    }
};

int main(int count, char **arguments) {
    auto job = adapter::read_job(count, arguments);
    if (job.ask == Ask::distance) adapter::unsupported("Bullet has no distance between meshes");
    // The clip method takes a triangle behind another for one that touches it: 234 pairs of spheres where 72 touch.
    if (job.ask == Ask::contacts) adapter::unsupported("pairs of triangles that lie behind each other are counted too");
    adapter::About about{"Bullet", std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100), "", "f32"};
    if (job.setting == "world") {
        about.setting = "btGImpactMeshShape, margin 0, contactPairTest";
        World world;
        return adapter::serve(job, about, build, [&](Models &a, Models &b, const adapter::Pose &pose) -> double {
            b->object.setWorldTransform(place(pose));
            AnyContact contact;
            world.world.contactPairTest(&a->object, &b->object, contact);
            return contact.found;
        });
    }
    about.setting = "btGImpactMeshShape, margin 0, find_collision and clip method, first pair";
    return adapter::serve(job, about, build, intersects);
}
