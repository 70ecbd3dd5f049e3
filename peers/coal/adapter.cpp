// coal, once hpp-fcl: the successor of FCL in robotics. The library is that of its Python package, the headers too.
#include "../adapter.hpp"

#include <coal/BVH/BVH_model.h>
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

// Mean microseconds a pose, 20 000 triangles each, a bumpy ball / a knot, 200 poses around contact:
//   intersects  OBB 33 / 21, OBBRSS 34 / 23, kIOS 33 / 21; AABB and RSS copy the models for each query and take 30 to 2000 times as long
//   contacts    OBB 950 / 2507, OBBRSS 938 / 2489, kIOS 1044 / 2457
//   distance    RSS 526 / 522, OBBRSS 605 / 512, kIOS 598 / 617
int main(int count, char **arguments) {
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
