// FCL as Debian has it: compiled for any x86-64; its hot loops are in the shared library.
#include "fcl.hpp"
#include "world.hpp"

// Mean microseconds a pose, 20 000 triangles each, a bumpy ball / a knot, 200 poses around contact:
//   intersects  OBB 37 / 25, OBBRSS 41 / 30, kIOS 46 / 34; AABB and RSS copy the models for each query and take 30 to 2000 times as long
//   contacts    OBB 903 / 2356, OBBRSS 884 / 2593, kIOS 1228 / 3115
//   distance    RSS 550 / 542, OBBRSS 602 / 562, kIOS 781 / 698
int main(int count, char **arguments) {
    if (adapter::is_world(count, arguments)) return serve_fcl_world<double>(adapter::read_world(count, arguments));
    auto job = adapter::read_job(count, arguments, {Ask::depth});
    return serve_fcl<double>(job, job.ask == Ask::distance ? "rss" : "obb");
}
