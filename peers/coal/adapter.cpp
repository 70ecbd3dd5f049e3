// coal, once hpp-fcl: the successor of FCL in robotics. The library is that of its Python package, the headers too.
#include "../world.hpp"

#include <coal/BVH/BVH_model.h>
#include <coal/broadphase/broadphase_callbacks.h>
#include <coal/broadphase/broadphase_dynamic_AABB_tree.h>
#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/distance.h>
#include <limits>
#include <memory>

using adapter::Ask;

template <class Volume> struct Coal {
    using Model = std::unique_ptr<coal::BVHModel<Volume>>;

    static Model build(const adapter::Mesh &mesh) {
        std::vector<coal::Vec3s> points;
        std::vector<coal::Triangle> triangles;
        points.reserve(mesh.vertices.size());
        triangles.reserve(mesh.triangles.size());
        for (auto &v : mesh.vertices) points.emplace_back(v[0], v[1], v[2]);
        for (auto &t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
        auto model = std::make_unique<coal::BVHModel<Volume>>();
        model->beginModel(unsigned(triangles.size()), unsigned(points.size()));
        model->addSubModel(points, triangles);
        model->endModel();
        return model;
    }

    static coal::Transform3s place(const adapter::Pose &pose) {
        coal::Matrix3s rotation;
        coal::Vec3s translation;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) rotation(i, j) = pose.row[i][j];
            translation[i] = pose.row[i][3];
        }
        return coal::Transform3s(rotation, translation);
    }

    static double collide(const Model &a, const Model &b, const adapter::Pose &pose, size_t most) {
        coal::CollisionRequest request(coal::NO_REQUEST, most);
        request.break_distance = 0; // the default of 0.001 opens nodes that are apart
        coal::CollisionResult result;
        coal::collide(a.get(), coal::Transform3s::Identity(), b.get(), place(pose), request, result);
        return double(result.numContacts());
    }

    // The deepest of all pairs of triangles: coal knows no other depth of meshes.
    static double depth(const Model &a, const Model &b, const adapter::Pose &pose) {
        coal::CollisionRequest request(coal::CONTACT, std::numeric_limits<size_t>::max());
        request.break_distance = 0;
        coal::CollisionResult result;
        coal::collide(a.get(), coal::Transform3s::Identity(), b.get(), place(pose), request, result);
        double deepest = 0;
        for (size_t i = 0; i < result.numContacts(); i++) deepest = std::max(deepest, -result.getContact(i).penetration_depth);
        return deepest;
    }

    static double distance(const Model &a, const Model &b, const adapter::Pose &pose) {
        coal::DistanceRequest request(false, false, 0.0, 0.0);
        coal::DistanceResult result;
        coal::distance(a.get(), coal::Transform3s::Identity(), b.get(), place(pose), request, result);
        return result.min_distance;
    }

    static int serve(const adapter::Job &job, const std::string &volume) {
        size_t most = job.ask == Ask::intersects ? 1 : std::numeric_limits<size_t>::max();
        auto tell = [&](auto &a, auto &b) {
            std::string words = volume;
            if (job.ask == Ask::intersects) words += ", num_max_contacts 1, no contact points, break_distance 0";
            if (job.ask == Ask::contacts) words += ", all contacts, no contact points, break_distance 0";
            if (job.ask == Ask::distance) words += ", not signed";
            if (job.ask == Ask::depth) words += ", deepest of all contacts, break_distance 0";
            return adapter::About{"coal", COAL_VERSION, words, "f64", uint64_t(a->memUsage(false) + b->memUsage(false))};
        };
        if (job.ask == Ask::distance) return adapter::serve_telling(job, build, distance, tell);
        if (job.ask == Ask::depth) return adapter::serve_telling(job, build, depth, tell);
        auto collide_most = [=](auto &a, auto &b, auto &pose) { return collide(a, b, pose, most); };
        return adapter::serve_telling(job, build, collide_most, tell);
    }
};

// A world: a dynamic tree of boxes for each group, and a tree of OBBs for each mesh. OBBRSS takes up to 5 % longer, and trees in arrays
// differ by a fifth at most; sweep-and-prune takes ten times as long where everything moves, and misses pairs.
class World {
public:
    using Model = std::shared_ptr<coal::CollisionGeometry>;
    using Manager = coal::DynamicAABBTreeCollisionManager;
    using Trees = Coal<coal::OBB>;

    static Model build(const adapter::Mesh &mesh) {
        Model model = Trees::build(mesh);
        model->computeLocalAABB();
        return model;
    }

    World(const std::vector<Model> &models, const adapter::Frame &frame) {
        objects.reserve(frame.objects.size());
        for (auto &placed : frame.objects) {
            auto object = std::make_unique<coal::CollisionObject>(models[placed.mesh], Trees::place(placed.pose), false);
            object->computeAABB();
            object->setUserData(reinterpret_cast<void *>(objects.size()));
            managers.add(placed, object.get());
            objects.push_back({placed.group, std::move(object)});
        }
        managers.setup();
    }

    void place(size_t number, const adapter::Pose &pose) {
        auto &[group, object] = objects[number];
        object->setTransform(Trees::place(pose));
        object->computeAABB();
        managers.moved(group);
    }

    void touching(adapter::Pairs &pairs) {
        Meet meet(pairs);
        managers.ask([&](Manager &one) { one.collide(&meet); }, [&](Manager &one, Manager &other) { one.collide(&other, &meet); });
    }

private:
    struct Meet : coal::CollisionCallBackBase {
        adapter::Pairs &pairs;
        coal::CollisionRequest request{coal::NO_REQUEST, 1};

        explicit Meet(adapter::Pairs &pairs) : pairs(pairs) { request.break_distance = 0; }

        bool collide(coal::CollisionObject *a, coal::CollisionObject *b) override {
            coal::CollisionResult result;
            if (coal::collide(a, b, request, result)) {
                auto number = [](coal::CollisionObject *object) { return uint32_t(reinterpret_cast<size_t>(object->getUserData())); };
                pairs.push_back({number(a), number(b)});
            }
            return false; // go on
        }
    };

    std::vector<std::pair<uint64_t, std::unique_ptr<coal::CollisionObject>>> objects;
    adapter::Managers<Manager, coal::CollisionObject> managers;
};

int serve_world(const adapter::WorldJob &job) {
    if (!job.setting.empty()) adapter::unsupported("the setting " + job.setting + " is not tried for worlds");
    adapter::About about{"coal", COAL_VERSION, "DynamicAABBTreeCollisionManager, OBB, num_max_contacts 1, break_distance 0", "f64"};
    return adapter::serve_world(job, about, World::build,
        [](auto &models, auto &frame) { return std::make_unique<World>(models, frame); });
}

// Mean microseconds a pose, 20 000 triangles each, a bumpy ball / a knot, 200 poses around contact:
//   intersects  OBB 33 / 21, OBBRSS 34 / 23, kIOS 33 / 21; AABB and RSS copy the models for each query and take 30 to 2000 times as long
//   contacts    OBB 950 / 2507, OBBRSS 938 / 2489, kIOS 1044 / 2457
//   distance    RSS 526 / 522, OBBRSS 605 / 512, kIOS 598 / 617
int main(int count, char **arguments) {
    if (adapter::is_world(count, arguments)) return serve_world(adapter::read_world(count, arguments));
    auto job = adapter::read_job(count, arguments, {Ask::depth});
    std::string best = job.ask == Ask::distance ? "rss" : "obb";
    std::string setting = job.setting.empty() ? best : job.setting;
    if (setting == "obbrss") return Coal<coal::OBBRSS>::serve(job, "OBBRSS");
    if (setting == "rss") return Coal<coal::RSS>::serve(job, "RSS");
    if (setting == "kios") return Coal<coal::kIOS>::serve(job, "kIOS");
    if (job.ask == Ask::distance) adapter::unsupported("the volume " + setting + " has no distance in coal");
    if (setting == "obb") return Coal<coal::OBB>::serve(job, "OBB");
    if (setting == "aabb") return Coal<coal::AABB>::serve(job, "AABB");
    adapter::fail("unknown setting " + setting);
}
