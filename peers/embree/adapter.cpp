// Embree: rtcCollide finds the pairs of boxes, triangle.hpp says which triangles touch.
//
// Embree's trees cannot be moved: at each pose B's triangles are, and its tree is built anew. That is not timed, so that trees are
// compared with trees; the setting says how long it takes.
#include "../adapter.hpp"
#include "triangle.hpp"

#include <embree3/rtcore.h>
#include <limits>
#include <memory>
#include <stdexcept>

using adapter::Ask;

// The collision is computed in the calling thread alone.
RTCDevice device() {
    static RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
    return device;
}

void check() {
    RTCError error = rtcGetDeviceError(device());
    if (error != RTC_ERROR_NONE) throw std::runtime_error("Embree's error " + std::to_string(error));
}

struct Model {
    const adapter::Mesh mesh;
    std::vector<triangle::Triangle> triangles;
    RTCScene scene = nullptr;

    explicit Model(const adapter::Mesh &from) : mesh(from) {
        for (auto &t : mesh.triangles) triangles.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
        commit();
    }
    Model(const Model &) = delete;
    ~Model() { rtcReleaseScene(scene); }

    void move(const adapter::Pose &pose) {
        std::vector<triangle::Point> moved;
        moved.reserve(mesh.vertices.size());
        for (auto &v : mesh.vertices) {
            triangle::Point p;
            for (int i = 0; i < 3; i++) p[i] = pose.row[i][0] * v[0] + pose.row[i][1] * v[1] + pose.row[i][2] * v[2] + pose.row[i][3];
            moved.push_back(p);
        }
        for (size_t t = 0; t < triangles.size(); t++)
            for (int k = 0; k < 3; k++) triangles[t][k] = moved[mesh.triangles[t][k]];
        commit();
    }

    void commit() {
        if (scene) rtcReleaseScene(scene);
        scene = rtcNewScene(device());
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
        RTCGeometry geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
        rtcSetGeometryUserPrimitiveCount(geometry, unsigned(triangles.size()));
        rtcSetGeometryUserData(geometry, this);
        rtcSetGeometryBoundsFunction(geometry, bound, nullptr);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene);
        check();
    }

    // Boxes are f32: rounded outwards, or triangles that touch would be lost.
    static void bound(const RTCBoundsFunctionArguments *arguments) {
        const auto &t = static_cast<const Model *>(arguments->geometryUserPtr)->triangles[arguments->primID];
        float low[3], high[3];
        constexpr float infinity = std::numeric_limits<float>::infinity();
        for (int i = 0; i < 3; i++) {
            low[i] = std::nextafter(float(std::min({t[0][i], t[1][i], t[2][i]})), -infinity);
            high[i] = std::nextafter(float(std::max({t[0][i], t[1][i], t[2][i]})), infinity);
        }
        *arguments->bounds_o = {low[0], low[1], low[2], 0, high[0], high[1], high[2], 0};
    }
};

using Models = std::unique_ptr<Model>;

struct Hits {
    const Model &a, &b;
    size_t most, count = 0;
};

// There is no documented way to end rtcCollide from here: after the first pair that is enough, the others are only passed over. An
// exception does end it, but takes 1.0 to 1.5 times as long (spheres of 1000, knots of 10 000 triangles).
void collided(void *data, RTCCollision *pairs, unsigned count) {
    Hits &hits = *static_cast<Hits *>(data);
    for (unsigned i = 0; i < count && hits.count < hits.most; i++)
        hits.count += triangle::touch(hits.a.triangles[pairs[i].primID0], hits.b.triangles[pairs[i].primID1]);
}

int main(int count, char **arguments) {
    auto job = adapter::read_job(count, arguments);
    if (job.ask == Ask::distance) adapter::unsupported("Embree has no distance between meshes");
    size_t most = job.ask == Ask::intersects ? 1 : std::numeric_limits<size_t>::max();
    auto build = [](const adapter::Mesh &mesh) { return std::make_unique<Model>(mesh); };
    auto place = [](Models &b, const adapter::Pose &pose) { b->move(pose); };
    auto answer = [=](Models &a, Models &b, const adapter::Pose &) -> double {
        Hits hits{*a, *b, most};
        rtcCollide(a->scene, b->scene, collided, &hits);
        check();
        return double(hits.count);
    };
    auto tell = [&](Models &, Models &b) {
        adapter::About about{"Embree", RTC_VERSION_STRING, "rtcCollide of user geometries, quality high, triangle test in f64", "f64"};
        if (job.poses.empty()) return about;
        uint64_t ns = adapter::nanoseconds([&] { place(b, job.poses[0]); });
        char free[100];
        std::snprintf(free, sizeof free, "; not counted: %.1f ms a pose to move and build B", double(ns) / 1e6);
        about.setting += free;
        return about;
    };
    return adapter::serve_placing(job, build, place, answer, tell);
}
