// CGAL's collision detection of rigid meshes. It knows surfaces, not soups: every edge has at most two triangles.
#include "../adapter.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>
#include <memory>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;
using Tree = Detection::AABB_tree;
using Side = CGAL::Side_of_triangle_mesh<Surface, Kernel>;

struct Model {
    Surface surface;
    std::unique_ptr<Tree> tree;
    std::unique_ptr<Side> side; // only for a mesh without holes

    explicit Model(const adapter::Mesh &mesh) {
        std::vector<Surface::Vertex_index> vertices;
        for (auto &v : mesh.vertices) vertices.push_back(surface.add_vertex(Kernel::Point_3(v[0], v[1], v[2])));
        for (auto &t : mesh.triangles)
            if (surface.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]) == Surface::null_face())
                adapter::unsupported("CGAL takes no mesh that is not an oriented manifold");
        auto all = faces(surface);
        tree = std::make_unique<Tree>(all.begin(), all.end(), surface, get(CGAL::vertex_point, std::as_const(surface)));
        tree->build();
        if (CGAL::is_closed(surface)) side = std::make_unique<Side>(surface);
    }

    bool holds(const Kernel::Point_3 &point) const { return side && (*side)(point) == CGAL::ON_BOUNDED_SIDE; }

    const Kernel::Point_3 &corner() const { return surface.point(*surface.vertices().begin()); }
};

using Models = std::unique_ptr<Model>;

// The detection of two models, made when they are first asked about.
struct Together {
    const Model *a = nullptr, *b = nullptr;
    std::unique_ptr<Detection> detection;

    Detection &of(const Model &a, const Model &b) {
        if (this->a != &a || this->b != &b) {
            detection = std::make_unique<Detection>();
            detection->add_mesh(*a.tree, a.surface);
            detection->add_mesh(*b.tree, b.surface);
            this->a = &a;
            this->b = &b;
        }
        return *detection;
    }
};

int main(int count, char **arguments) {
    using adapter::Ask;
    auto job = adapter::read_job(count, arguments, {Ask::relation});
    if (job.ask == Ask::distance) adapter::unsupported("CGAL's trees measure distances of points only");
    if (job.ask == Ask::contacts) adapter::unsupported("CGAL tells whether, not which triangles");
    Together together;
    auto build = [](const adapter::Mesh &mesh) { return std::make_unique<Model>(mesh); };
    auto intersects = [&](Models &a, Models &b, const adapter::Pose &pose) -> double {
        auto &r = pose.row;
        auto &detection = together.of(*a, *b);
        detection.set_transformation(1, Kernel::Aff_transformation_3(r[0][0], r[0][1], r[0][2], r[0][3], r[1][0], r[1][1],
            r[1][2], r[1][3], r[2][0], r[2][1], r[2][2], r[2][3]));
        return !detection.get_all_intersections(1).empty();
    };
    // Where surfaces do not meet, one corner of each tells the rest: for meshes in one piece. It does not know touching from crossing.
    auto relation = [&](Models &a, Models &b, const adapter::Pose &pose) -> double {
        if (intersects(a, b, pose)) return adapter::crossing;
        auto &r = pose.row;
        Kernel::Aff_transformation_3 move(r[0][0], r[0][1], r[0][2], r[0][3], r[1][0], r[1][1], r[1][2], r[1][3], r[2][0],
            r[2][1], r[2][2], r[2][3]);
        if (a->holds(move(b->corner()))) return adapter::b_inside_a;
        return b->holds(move.inverse()(a->corner())) ? adapter::a_inside_b : adapter::apart;
    };
    if (job.ask == Ask::relation) {
        adapter::About about{"CGAL", CGAL_VERSION_STR, "the same, then Side_of_triangle_mesh of one corner", "f64"};
        for (auto *mesh : {&job.a, &job.b})
            if (!build(*mesh)->side) adapter::unsupported("CGAL knows the inside of closed meshes only");
        auto solid = [&](const adapter::Mesh &mesh) {
            auto model = build(mesh);
            model->holds(model->corner()); // the first question builds its tree
            return model;
        };
        return adapter::serve(job, about, solid, relation);
    }
    adapter::About about{"CGAL", CGAL_VERSION_STR, "Rigid_triangle_mesh_collision_detection, EPICK, get_all_intersections", "f64"};
    return adapter::serve(job, about, build, intersects);
}
