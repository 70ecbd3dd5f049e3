// trueform. The headers are those of its Python package, so that no interpreter stands between.
#include "../adapter.hpp"

#include <memory>
#include <tbb/global_control.h>
#include <trueform/spatial.hpp>
#include <trueform/version.hpp>

using adapter::Ask;

// The library divides its work among tasks by depth. For one thread there shall be one.
constexpr int in_one_task = 0, all_levels = 1000;

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
        model->tree.build(model->polygons(), tf::config_tree(2, 2));
        return model;
    }

    // tf::neighbor_search gives every branch below the fourth level to another task, which one thread comes to only
    // at the end. Here the same functions of the library search all levels in order.
    template <class A, class B> static double distance(const A &a, const B &b) {
        auto volumes = [&](const auto &v, const auto &w) {
            return tf::spatial::traversal_metrics(tf::transformed(v, tf::frame_of(a)), tf::transformed(w, tf::frame_of(b)));
        };
        auto triangles = [&](auto i, auto j) {
            return tf::closest_metric_point_pair(
                tf::transformed(a[i], tf::frame_of(a)), tf::transformed(b[j], tf::frame_of(b)));
        };
        using Info = tf::tree_metric_info_pair<int, int, decltype(triangles(0, 0))>;
        tf::spatial::local_tree_metric_result<Info> result;
        tf::spatial::traversal::dual_proximity(a.tree(), b.tree(), volumes, triangles, result, all_levels);
        return std::sqrt(result.metric());
    }

    static double answer(Ask ask, const Model &a, const Model &b, const adapter::Pose &pose) {
        tf::transformation<double, 3> transformation;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) transformation(i, j) = pose.row[i][j];
        auto form_a = a->polygons() | tf::tag(a->tree);
        auto form_b = b->polygons() | tf::tag(b->tree) | tf::tag(tf::make_frame(transformation));
        if (ask == Ask::intersects)
            return tf::spatial::dual_form_search_dispatch(form_a, form_b, tf::intersects_f, tf::intersects_f, in_one_task);
        if (ask == Ask::distance) return distance(form_a, form_b);
        size_t count = 0; // one thread: nobody else counts
        auto touching = [&](const auto &p, const auto &q) {
            count += tf::intersects(p, q);
            return false;
        };
        tf::spatial::dual_form_search_dispatch(form_a, form_b, tf::intersects_f, touching, in_one_task);
        return double(count);
    }

    static int serve(const adapter::Job &job, const std::string &volume) {
        adapter::About about{"trueform", tf::version, volume + " tree, 2 children, 2 triangles a leaf, in one task", "f64"};
        Ask ask = job.ask;
        return adapter::serve(job, about, build, [=](auto &a, auto &b, auto &pose) { return answer(ask, a, b, pose); });
    }
};

// Mean microseconds a pose, 20 000 triangles each, a bumpy ball / a knot, 200 poses around contact:
//   intersects  OBBRSS with 2 children and 2 triangles a leaf 25 / 37, with 4 and 4 39 / 52; OBB 4 4 39 / 61, AABB 4 4 60 / 94
//   contacts    573 / 2200, 745 / 3320; 773 / 3212, 919 / 4205
//   distance    328 / 326, 525 / 430; 890 / 702, 1368 / 863; by tf::neighbor_search OBBRSS 4 4 15 699 / 32 947
int main(int count, char **arguments) {
    tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    auto job = adapter::read_job(count, arguments);
    std::string setting = job.setting.empty() ? "obbrss" : job.setting;
    if (setting == "aabb") return Trueform<tf::aabb_tree<int, double, 3>>::serve(job, "AABB");
    if (setting == "obb") return Trueform<tf::obb_tree<int, double, 3>>::serve(job, "OBB");
    if (setting == "obbrss") return Trueform<tf::obbrss_tree<int, double, 3>>::serve(job, "OBBRSS");
    adapter::fail("unknown setting " + setting);
}
