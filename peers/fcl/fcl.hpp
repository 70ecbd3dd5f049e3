// FCL, the Flexible Collision Library, with numbers of any kind: what its two adapters share.
#pragma once

#include "../adapter.hpp"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <limits>
#include <memory>

using adapter::Ask;

template <class S, template <class> class Volume> struct Fcl {
    using Model = std::unique_ptr<fcl::BVHModel<Volume<S>>>;

    static Model build(const adapter::Mesh &mesh) {
        std::vector<fcl::Vector3<S>> points;
        std::vector<fcl::Triangle> triangles;
        points.reserve(mesh.vertices.size());
        triangles.reserve(mesh.triangles.size());
        for (auto &v : mesh.vertices) points.emplace_back(S(v[0]), S(v[1]), S(v[2]));
        for (auto &t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
        auto model = std::make_unique<fcl::BVHModel<Volume<S>>>();
        model->beginModel(int(triangles.size()), int(points.size()));
        model->addSubModel(points, triangles);
        model->endModel();
        return model;
    }

    static fcl::Transform3<S> place(const adapter::Pose &pose) {
        fcl::Transform3<S> transform = fcl::Transform3<S>::Identity();
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) transform(i, j) = S(pose.row[i][j]);
        return transform;
    }

    // Without `enable_contact` each touching pair of triangles is one contact.
    static double collide(const Model &a, const Model &b, const adapter::Pose &pose, size_t most) {
        fcl::CollisionRequest<S> request(most, false);
        fcl::CollisionResult<S> result;
        fcl::collide(a.get(), fcl::Transform3<S>::Identity(), b.get(), place(pose), request, result);
        return double(result.numContacts());
    }

    // The deepest of all pairs of triangles: FCL knows no other depth of meshes.
    static double depth(const Model &a, const Model &b, const adapter::Pose &pose) {
        fcl::CollisionRequest<S> request(std::numeric_limits<size_t>::max(), true);
        fcl::CollisionResult<S> result;
        fcl::collide(a.get(), fcl::Transform3<S>::Identity(), b.get(), place(pose), request, result);
        double deepest = 0;
        for (size_t i = 0; i < result.numContacts(); i++) deepest = std::max(deepest, double(result.getContact(i).penetration_depth));
        return deepest;
    }

    static double distance(const Model &a, const Model &b, const adapter::Pose &pose) {
        fcl::DistanceRequest<S> request(false, false, 0, 0);
        fcl::DistanceResult<S> result;
        fcl::distance(a.get(), fcl::Transform3<S>::Identity(), b.get(), place(pose), request, result);
        return result.min_distance;
    }

    static int serve(const adapter::Job &job, const std::string &volume) {
        adapter::About about{"FCL", FCL_VERSION, volume, sizeof(S) == 8 ? "f64" : "f32"};
        size_t most = job.ask == Ask::intersects ? 1 : std::numeric_limits<size_t>::max();
        if (job.ask == Ask::distance) return adapter::serve(job, about, build, distance);
        if (job.ask == Ask::depth) {
            about.setting += ", deepest of all contacts";
            return adapter::serve(job, about, build, depth);
        }
        about.setting += most == 1 ? ", num_max_contacts 1, no contact points" : ", all contacts, no contact points";
        return adapter::serve(job, about, build, [=](auto &a, auto &b, auto &pose) { return collide(a, b, pose, most); });
    }
};

// Any setting; the best for the question without one.
template <class S> int serve_fcl(const adapter::Job &job, const std::string &best) {
    std::string setting = job.setting.empty() ? best : job.setting;
    if (setting == "obbrss") return Fcl<S, fcl::OBBRSS>::serve(job, "OBBRSS");
    if (setting == "rss") return Fcl<S, fcl::RSS>::serve(job, "RSS");
    if (setting == "kios") return Fcl<S, fcl::kIOS>::serve(job, "kIOS");
    if (job.ask == Ask::distance) adapter::unsupported("the volume " + setting + " has no distance in FCL");
    if (setting == "obb") return Fcl<S, fcl::OBB>::serve(job, "OBB");
    if (setting == "aabb") return Fcl<S, fcl::AABB>::serve(job, "AABB");
    adapter::fail("unknown setting " + setting);
}
