// What adapters in C++ share that play a world of many objects: reading it, the protocol of README.md, and the clock.
//
// An adapter gives a type `World`, made of models and the first frame, with `place(object, pose)` and `touching(pairs)`.
#pragma once

#include "adapter.hpp"

#include <map>
#include <memory>

namespace adapter {

// An object in a frame, as the file has it: words of eight bytes.
struct Placed {
    uint64_t mesh, group, has_moved;
    Pose pose;
};

struct Frame {
    bool starts_world;
    std::vector<Placed> objects;
};

struct WorldJob {
    std::string setting; // empty for the best
    std::vector<Mesh> meshes;
    std::vector<Frame> frames;
};

// The numbers of two objects that touch.
using Pairs = std::vector<std::array<uint32_t, 2>>;

// Whether two objects are compared.
inline bool are_asked(const Placed &a, const Placed &b) { return a.group == 0 || a.group != b.group; }

// Whether the arguments are about a world.
inline bool is_world(int count, char **arguments) {
    for (int i = 1; i + 1 < count; i += 2)
        if (std::string(arguments[i]) == "--ask" && std::string(arguments[i + 1]) == "world") return true;
    return false;
}

inline WorldJob read_world(int count, char **arguments) {
    voice(); // before anything else can print
    WorldJob job;
    std::string folder;
    for (int i = 1; i + 1 < count; i += 2) {
        std::string name = arguments[i], value = arguments[i + 1];
        if (name == "--world") folder = value;
        else if (name == "--setting") job.setting = value;
        else if (name != "--ask") fail("unknown argument " + name);
    }
    std::ifstream file(folder + "/frames.bin", std::ios::binary);
    std::vector<uint64_t> counts;
    read_into(file, counts, 2);
    if (!file) fail("cannot read the frames in " + folder);
    for (uint64_t mesh = 0; mesh < counts[0]; mesh++) job.meshes.push_back(read_mesh(folder + "/" + std::to_string(mesh) + ".mesh"));
    job.frames.resize(counts[1]);
    for (Frame &frame : job.frames) {
        std::vector<uint64_t> head;
        read_into(file, head, 2);
        if (file) read_into(file, frame.objects, head[0]);
        if (!file) fail("cannot read the frames in " + folder);
        frame.starts_world = head[1] != 0;
    }
    return job;
}

// `build(mesh)` gives a model, `make(models, frame)` a `std::unique_ptr` to a world.
template <class Build, class Make>
int serve_world(const WorldJob &job, const About &about, Build build, Make make) {
    std::vector<decltype(build(job.meshes[0]))> models;
    models.reserve(job.meshes.size());
    uint64_t built = nanoseconds([&] {
        for (const Mesh &mesh : job.meshes) models.push_back(build(mesh));
    });
    voice().say("ready {\"name\":\"%s\",\"version\":\"%s\",\"setting\":\"%s\",\"precision\":\"%s\",\"build_ns\":%llu}\n",
        about.name.c_str(), about.version.c_str(), about.setting.c_str(), about.precision.c_str(), (unsigned long long)built);
    voice().flush();

    for (std::string word; std::getline(std::cin, word) && word != "quit";) {
        if (word != "pass") fail("unknown word " + word);
        decltype(make(models, job.frames[0])) world;
        Pairs pairs;
        for (const Frame &frame : job.frames) {
            std::string renewed = "-";
            if (frame.starts_world) {
                world.reset();
                renewed = std::to_string(nanoseconds([&] { world = make(models, frame); }));
            }
            pairs.clear();
            uint64_t ns = nanoseconds([&] {
                for (size_t i = 0; i < frame.objects.size(); i++)
                    if (frame.objects[i].has_moved) world->place(i, frame.objects[i].pose);
                world->touching(pairs);
            });
            voice().say("frame %s %llu %zu\n", renewed.c_str(), (unsigned long long)ns, pairs.size());
            for (auto &pair : pairs) voice().say("%u %u\n", pair[0], pair[1]);
            voice().flush();
        }
        voice().say("done\n");
        voice().flush();
    }
    return 0;
}

// The broad phases of FCL and of its successor: a manager for each group. The objects of group 0 are compared with each other, those of
// any group with those of all others.
template <class Manager, class Object> class Managers {
public:
    void add(const Placed &placed, Object *object) { groups[placed.group].objects.push_back(object); }

    // Makes the trees, once all objects are added.
    void setup() {
        for (auto &[number, group] : groups) {
            group.manager.registerObjects(group.objects);
            group.manager.setup();
        }
    }

    void moved(uint64_t group) { groups[group].is_stale = true; }

    // `inside(manager)` asks about one manager, `between(manager, other)` about two.
    template <class Inside, class Between> void ask(Inside inside, Between between) {
        for (auto &[number, group] : groups) {
            if (group.is_stale) group.manager.update();
            group.is_stale = false;
        }
        for (auto one = groups.begin(); one != groups.end(); ++one) {
            if (one->first == 0) inside(one->second.manager);
            for (auto other = std::next(one); other != groups.end(); ++other) between(one->second.manager, other->second.manager);
        }
    }

private:
    struct Group {
        Manager manager;
        std::vector<Object *> objects;
        bool is_stale = false;
    };
    std::map<uint64_t, Group> groups;
};

} // namespace adapter
