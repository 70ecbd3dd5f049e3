// What every adapter in C++ shares: arguments, reading, the protocol of README.md, and the clock.
//
// An adapter reads its job, chooses settings for it, and serves with two functions of its own: `build` makes the library's model of
// a mesh, `answer` places B and asks.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace adapter {

using Clock = std::chrono::steady_clock;

struct Mesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;
};

// B in A's frame: rows of [R | t].
struct Pose {
    double row[3][4];
};

enum class Ask { intersects, distance, contacts, relation, depth, build };

// What two solids are to each other. An answer to `relation` is one of these.
enum Relation { apart, touching, crossing, b_inside_a, a_inside_b, same };

inline const char *word(Relation relation) {
    static const char *words[] = {"apart", "touching", "crossing", "b-inside-a", "a-inside-b", "same"};
    return words[relation];
}

struct Job {
    Ask ask;
    std::string setting; // empty for the best
    Mesh a, b;
    std::vector<Pose> poses;
};

struct About {
    std::string name, version, setting, precision;
    uint64_t memory = 0; // bytes of both models, 0 where the library does not tell
};

// The protocol's own output. Libraries like to print: what they say goes to standard error.
class Voice {
public:
    Voice() : out(fdopen(dup(1), "w")) { dup2(2, 1); }
    template <class... Parts> void say(const char *format, Parts... parts) { std::fprintf(out, format, parts...); }
    void flush() {
        std::fflush(out);
        flushed = Clock::now();
    }
    void flush_if_old() {
        if (Clock::now() - flushed > std::chrono::milliseconds(100)) flush();
    }

private:
    FILE *out;
    Clock::time_point flushed = Clock::now();
};

inline Voice &voice() {
    static Voice voice;
    return voice;
}

[[noreturn]] inline void unsupported(const std::string &reason) {
    voice().say("unsupported %s\n", reason.c_str());
    voice().flush();
    std::exit(0);
}

[[noreturn]] inline void fail(const std::string &why) {
    std::cerr << why << std::endl;
    std::exit(2);
}

template <class T> void read_into(std::istream &file, std::vector<T> &items, size_t count) {
    items.resize(count);
    file.read(reinterpret_cast<char *>(items.data()), count * sizeof(T));
}

inline Mesh read_mesh(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<uint64_t> counts;
    read_into(file, counts, 2);
    Mesh mesh;
    if (file) read_into(file, mesh.vertices, counts[0]);
    if (file) read_into(file, mesh.triangles, counts[1]);
    if (!file) fail("cannot read the mesh " + path);
    return mesh;
}

inline std::vector<Pose> read_poses(const std::string &path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<Pose> poses;
    size_t count = file ? size_t(file.tellg()) / sizeof(Pose) : 0;
    file.seekg(0);
    read_into(file, poses, count);
    if (!file) fail("cannot read the poses " + path);
    return poses;
}

// A question about solids is answered by the few libraries that name it in `solid`.
inline Job read_job(int count, char **arguments, const std::vector<Ask> &solid = {}) {
    voice(); // before anything else can print
    Job job{};
    std::string ask;
    for (int i = 1; i + 1 < count; i += 2) {
        std::string name = arguments[i], value = arguments[i + 1];
        if (name == "--a") job.a = read_mesh(value);
        else if (name == "--b") job.b = read_mesh(value);
        else if (name == "--poses") job.poses = read_poses(value);
        else if (name == "--setting") job.setting = value;
        else if (name == "--ask") ask = value;
        else if (name == "--world") continue;
        else fail("unknown argument " + name);
    }
    if (ask == "world") unsupported("this adapter knows pairs only");
    if (ask == "intersects") job.ask = Ask::intersects;
    else if (ask == "distance") job.ask = Ask::distance;
    else if (ask == "contacts") job.ask = Ask::contacts;
    else if (ask == "relation") job.ask = Ask::relation;
    else if (ask == "depth") job.ask = Ask::depth;
    else if (ask == "build") job.ask = Ask::build;
    else fail("--ask must be intersects, distance, contacts, relation, depth or build");
    bool about_solids = job.ask == Ask::relation || job.ask == Ask::depth;
    if (about_solids && std::find(solid.begin(), solid.end(), job.ask) == solid.end())
        unsupported("it takes meshes as surfaces, and knows no " + ask);
    if (job.a.triangles.empty() || job.b.triangles.empty()) unsupported("a mesh without triangles");
    return job;
}

template <class Work> uint64_t nanoseconds(Work work) {
    auto start = Clock::now();
    work();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

// One pose: the time of `answer` alone, then its line.
template <class Answer> uint64_t one(Ask ask, const Pose &pose, Answer &answer) {
    double result = 0;
    std::string error;
    uint64_t ns = nanoseconds([&] {
        try {
            result = answer(pose);
        } catch (const std::exception &exception) {
            error = exception.what();
        }
    });
    if (!error.empty()) {
        for (char &c : error)
            if (std::isspace(static_cast<unsigned char>(c))) c = '_';
        voice().say("error:%s %llu\n", error.c_str(), (unsigned long long)ns);
    } else {
        bool is_length = ask == Ask::distance || ask == Ask::depth;
        if (ask == Ask::relation) voice().say("%s %llu\n", word(Relation(int(result))), (unsigned long long)ns);
        else voice().say(is_length ? "%.17g %llu\n" : "%.0f %llu\n", result, (unsigned long long)ns);
    }
    return ns;
}

// The first two triangles of a mesh and their corners alone.
inline Mesh two_triangles(const Mesh &mesh) {
    Mesh few;
    for (size_t t = 0; t < std::min<size_t>(2, mesh.triangles.size()); t++) {
        uint32_t next = uint32_t(few.vertices.size());
        for (uint32_t corner : mesh.triangles[t]) few.vertices.push_back(mesh.vertices[corner]);
        few.triangles.push_back({next, next + 1, next + 2});
    }
    return few;
}

// What it costs to ask at all, the median of 1000: two triangles against two others, a thousand sizes away. With all triangles there would
// be much to do for a distance; and one triangle is too few for ODE, whose trees of one crash.
template <class Build, class Place, class Answer>
uint64_t overhead(const Job &job, Build &build, Place &place, Answer &answer) {
    double size = 0;
    Mesh first[2] = {two_triangles(job.a), two_triangles(job.b)};
    for (Mesh &mesh : first)
        for (auto &v : mesh.vertices) size = std::max({size, std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    auto a = build(first[0]), b = build(first[1]);
    Pose far{{{1, 0, 0, 1000 * size}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    place(b, far);
    std::vector<uint64_t> times;
    for (int i = 0; i < 1000; i++) times.push_back(nanoseconds([&] {
        try {
            answer(a, b, far);
        } catch (const std::exception &) {
        }
    }));
    std::nth_element(times.begin(), times.begin() + 500, times.end());
    return times[500];
}

// `build(mesh)` gives a model that can be moved, `answer(a, b, pose)` a number: 0 or 1, a distance, a count, a depth, or a Relation.
// `place(b, pose)` is what is done before, and not timed: only for a library that would have to build B anew, and whose setting says so.
// `tell` is asked once both are built, for a library that knows how large they are.
template <class Build, class Place, class Answer, class Tell>
int serve_placing(const Job &job, Build build, Place place, Answer answer, Tell tell) {
    using Model = decltype(build(job.a));
    std::vector<Model> models;
    models.reserve(2);
    uint64_t ns[2];
    ns[0] = nanoseconds([&] { models.push_back(build(job.a)); });
    ns[1] = nanoseconds([&] { models.push_back(build(job.b)); });
    auto ask = [&](const Pose &pose) -> double { return answer(models[0], models[1], pose); };

    About about = tell(models[0], models[1]);
    voice().say("ready {\"name\":\"%s\",\"version\":\"%s\",\"setting\":\"%s\",\"precision\":\"%s\",\"build_ns\":[%llu,%llu]",
        about.name.c_str(), about.version.c_str(), about.setting.c_str(), about.precision.c_str(),
        (unsigned long long)ns[0], (unsigned long long)ns[1]);
    if (about.memory) voice().say(",\"memory\":%llu", (unsigned long long)about.memory);
    voice().say("}\n");
    voice().flush();

    bool first = true;
    for (std::string word; std::getline(std::cin, word) && word != "quit";) {
        if (word == "overhead") {
            voice().say("overhead %llu\n", (unsigned long long)overhead(job, build, place, answer));
        } else if (word == "pass" && job.ask == Ask::build) {
            for (int i : {0, 1}) ns[i] = nanoseconds([&] { build(i ? job.b : job.a); });
            voice().say("%llu %llu\ndone\n", (unsigned long long)ns[0], (unsigned long long)ns[1]);
        } else if (word == "pass") {
            for (const Pose &pose : job.poses) {
                place(models[1], pose);
                one(job.ask, pose, ask);
                // Only the first pass tells where a crash or a hang is.
                if (first) voice().flush();
                else voice().flush_if_old();
            }
            first = false;
            voice().say("done\n");
        } else {
            fail("unknown word " + word);
        }
        voice().flush();
    }
    return 0;
}

template <class Build, class Answer, class Tell>
int serve_telling(const Job &job, Build build, Answer answer, Tell tell) {
    return serve_placing(job, build, [](auto &, const Pose &) {}, answer, tell);
}

template <class Build, class Answer>
int serve(const Job &job, const About &about, Build build, Answer answer) {
    return serve_telling(job, build, answer, [&](auto &, auto &) { return about; });
}

} // namespace adapter
