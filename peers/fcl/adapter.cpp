// FCL, the Flexible Collision Library. Debian's build is for any x86-64; its hot loops are in the shared library.
#include "../adapter.hpp"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <limits>
#include <memory>

using adapter::Ask;

template <class Volume> struct Fcl {
    using Model = std::unique_ptr<fcl::BVHModel<Volume>>;

    static Model build(const adapter::Mesh &mesh) {
        std::vector<fcl::Vector3d> points;
        std::vector<fcl::Triangle> triangles;
        points.reserve(mesh.vertices.size());
        triangles.reserve(mesh.triangles.size());
        for (auto &v : mesh.vertices) points.emplace_back(v[0], v[1], v[2]);
        for (auto &t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
        auto model = std::make_unique<fcl::BVHModel<Volume>>();
        model->beginModel(int(triangles.size()), int(points.size()));
        model->addSubModel(points, triangles);
        model->endModel();
        return model;
    }

    static fcl::Transform3d place(const adapter::Pose &pose) {
        fcl::Transform3d transform = fcl::Transform3d::Identity();
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) transform(i, j) = pose.row[i][j];
        return transform;
    }

    // Without `enable_contact` each touching pair of triangles is one contact.
    static double collide(const Model &a, const Model &b, const adapter::Pose &pose, size_t most) {
        fcl::CollisionRequestd request(most, false);
        fcl::CollisionResultd result;
        fcl::collide(a.get(), fcl::Transform3d::Identity(), b.get(), place(pose), request, result);
        return double(result.numContacts());
    }

    static double distance(const Model &a, const Model &b, const adapter::Pose &pose) {
        fcl::DistanceRequestd request(false, false, 0.0, 0.0);
        fcl::DistanceResultd result;
        fcl::distance(a.get(), fcl::Transform3d::Identity(), b.get(), place(pose), request, result);
        return result.min_distance;
    }

    static int serve(const adapter::Job &job, const std::string &volume) {
        adapter::About about{"FCL", FCL_VERSION, volume, "f64"};
        size_t most = job.ask == Ask::intersects ? 1 : std::numeric_limits<size_t>::max();
        if (job.ask == Ask::distance) return adapter::serve(job, about, build, distance);
        about.setting += most == 1 ? ", num_max_contacts 1, no contact points" : ", all contacts, no contact points";
        return adapter::serve(job, about, build, [=](auto &a, auto &b, auto &pose) { return collide(a, b, pose, most); });
    }
};

// Mean microseconds a pose, 20 000 triangles each, a bumpy ball / a knot, 200 poses around contact:
//   intersects  OBB 37 / 25, OBBRSS 41 / 30, kIOS 46 / 34; AABB and RSS copy the models for each query and take 30 to 2000 times as long
//   contacts    OBB 903 / 2356, OBBRSS 884 / 2593, kIOS 1228 / 3115
//   distance    RSS 550 / 542, OBBRSS 602 / 562, kIOS 781 / 698
int main(int count, char **arguments) {
    auto job = adapter::read_job(count, arguments);
    std::string best = job.ask == Ask::distance ? "rss" : "obb";
    std::string setting = job.setting.empty() ? best : job.setting;
    if (setting == "obbrss") return Fcl<fcl::OBBRSSd>::serve(job, "OBBRSS");
    if (setting == "rss") return Fcl<fcl::RSSd>::serve(job, "RSS");
    if (setting == "kios") return Fcl<fcl::kIOSd>::serve(job, "kIOS");
    if (job.ask == Ask::distance) adapter::unsupported("the volume " + setting + " has no distance in FCL");
    if (setting == "obb") return Fcl<fcl::OBBd>::serve(job, "OBB");
    if (setting == "aabb") return Fcl<fcl::AABBd>::serve(job, "AABB");
    adapter::fail("unknown setting " + setting);
}
