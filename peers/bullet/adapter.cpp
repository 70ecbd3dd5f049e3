// Bullet: moving triangle meshes are GImpact shapes.
//
// The default asks what btGImpactCollisionAlgorithm asks, in its order, but stops at the first pair of triangles, which the algorithm
// cannot. `--setting world` is btCollisionWorld::contactPairTest, the way of most users, and takes 1.6 to 2 times as long.
#include "../world.hpp"

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

// The trees first, then the triangles of all pairs of leaves; `at` is B in A's frame.
bool meet(btGImpactMeshShape &a, btGImpactMeshShape &b, const btTransform &at) {
    auto *part_a = a.getMeshPart(0), *part_b = b.getMeshPart(0);
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

double intersects(Models &a, Models &b, const adapter::Pose &pose) { return meet(*a->shape, *b->shape, place(pose)); }

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

// A world of many objects: the dynamic trees of Bullet find pairs, which are asked as above.
class ManyObjects {
public:
    ManyObjects(const std::vector<Models> &models, const adapter::Frame &frame) {
        objects.reserve(frame.objects.size());
        for (auto &placed : frame.objects) {
            auto object = std::make_unique<btCollisionObject>();
            object->setCollisionShape(models[placed.mesh]->shape.get());
            object->setWorldTransform(::place(placed.pose));
            object->setUserIndex(int(objects.size()));
            int bit = 1 << placed.group;
            bullet.world.addCollisionObject(object.get(), bit, placed.group == 0 ? -1 : ~bit);
            objects.push_back(std::move(object));
        }
    }

    // The world must not outlive its objects, nor they it: it knows them until they are removed.
    ~ManyObjects() {
        for (auto &object : objects) bullet.world.removeCollisionObject(object.get());
    }

    void place(size_t number, const adapter::Pose &pose) {
        objects[number]->setWorldTransform(::place(pose));
        bullet.world.updateSingleAabb(objects[number].get());
    }

    void touching(adapter::Pairs &pairs) {
        bullet.broadphase.calculateOverlappingPairs(&bullet.dispatcher);
        auto &found = bullet.broadphase.getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < found.size(); i++) {
            auto *a = static_cast<btCollisionObject *>(found[i].m_pProxy0->m_clientObject);
            auto *b = static_cast<btCollisionObject *>(found[i].m_pProxy1->m_clientObject);
            auto shape = [](btCollisionObject *object) { return static_cast<btGImpactMeshShape *>(object->getCollisionShape()); };
            if (meet(*shape(a), *shape(b), a->getWorldTransform().inverseTimes(b->getWorldTransform())))
                pairs.push_back({uint32_t(a->getUserIndex()), uint32_t(b->getUserIndex())});
        }
    }

private:
    World bullet;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
};

int serve_world(const adapter::WorldJob &job, adapter::About about) {
    for (auto &frame : job.frames)
        for (auto &placed : frame.objects)
            if (placed.group > 30) adapter::unsupported("more groups than bits");
    about.setting = "btDbvtBroadphase, btGImpactMeshShape, margin 0, find_collision and clip method, first pair";
    return adapter::serve_world(job, about, build,
        [](auto &models, auto &frame) { return std::make_unique<ManyObjects>(models, frame); });
}

int main(int count, char **arguments) {
    adapter::About about{"Bullet", std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100), "", "f32"};
    if (adapter::is_world(count, arguments)) return serve_world(adapter::read_world(count, arguments), about);
    auto job = adapter::read_job(count, arguments);
    if (job.ask == Ask::distance) adapter::unsupported("Bullet has no distance between meshes");
    // The clip method takes a triangle behind another for one that touches it: 234 pairs of spheres where 72 touch.
    if (job.ask == Ask::contacts) adapter::unsupported("pairs of triangles that lie behind each other are counted too");
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
