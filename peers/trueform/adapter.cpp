// trueform. The headers are those of its Python package, so that no interpreter stands between.
#include "../adapter.hpp"

#include <atomic>
#include <memory>
#include <tbb/global_control.h>
#include <trueform/spatial.hpp>
#include <trueform/version.hpp>

using adapter::Ask;

template <class Tree> struct Trueform {
    struct Data {
        std::vector<double> points;
        std::vector<int> indices;
        Tree tree;

        auto polygons() const {
            return tf::make_polygons(tf::make_faces<3>(tf::make_range(indices)), tf::make_points<3>(tf::make_range(points)));
        }
    };
    using Model = std::unique_ptr<Data>;

    static Model build(const adapter::Mesh &mesh) {
        auto model = std::make_unique<Data>();
        for (auto &v : mesh.vertices) model->points.insert(model->points.end(), v.begin(), v.end());
        for (auto &t : mesh.triangles) model->indices.insert(model->indices.end(), t.begin(), t.end());
        model->tree.build(model->polygons(), tf::config_tree(4, 4));
        return model;
    }

    static double answer(Ask ask, const Model &a, const Model &b, const adapter::Pose &pose) {
        tf::transformation<double, 3> transformation;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) transformation(i, j) = pose.row[i][j];
        auto form_a = a->polygons() | tf::tag(a->tree);
        auto form_b = b->polygons() | tf::tag(b->tree) | tf::tag(tf::make_frame(transformation));
        if (ask == Ask::intersects) return tf::intersects(form_a, form_b);
        if (ask == Ask::distance) return std::sqrt(tf::neighbor_search(form_a, form_b).metric());
        size_t count = 0; // one thread: nobody else counts
        tf::search(form_a, form_b, tf::intersects_f, [&](const auto &p, const auto &q) {
            count += tf::intersects(p, q);
            return false;
        });
        return double(count);
    }

    static int serve(const adapter::Job &job, const std::string &volume) {
        adapter::About about{"trueform", tf::version, volume + " tree, 4 children, 4 triangles a leaf", "f64"};
        Ask ask = job.ask;
        return adapter::serve(job, about, build, [=](auto &a, auto &b, auto &pose) { return answer(ask, a, b, pose); });
    }
};

int main(int count, char **arguments) {
    tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    auto job = adapter::read_job(count, arguments);
    std::string setting = job.setting.empty() ? "obbrss" : job.setting;
    if (setting == "aabb") return Trueform<tf::aabb_tree<int, double, 3>>::serve(job, "AABB");
    if (setting == "obb") return Trueform<tf::obb_tree<int, double, 3>>::serve(job, "OBB");
    if (setting == "obbrss") return Trueform<tf::obbrss_tree<int, double, 3>>::serve(job, "OBBRSS");
    adapter::fail("unknown setting " + setting);
}
