// FCL compiled for this processor, with f32: the shared library has f64 only, so all of this is made from the headers.
//
// It stands for PQP, which no distribution packages: FCL's trees and tests of OBBs and RSSs are PQP's.
#include "../fcl/fcl.hpp"

// Median microseconds a pose, spheres of 1000 / knot and ring of 10 000 triangles, 40 poses around contact:
//   intersects  OBB 9 / 5, OBBRSS 9 / 5, kIOS 5 / 8; RSS copies the models for each query and takes hundreds of times as long
//   contacts    OBB 74 / 400, OBBRSS 65 / 350, kIOS 107 / 540
//   distance    RSS 101 / 270, OBBRSS 117 / 250, kIOS 136 / 320
int main(int count, char **arguments) {
    auto job = adapter::read_job(count, arguments, {Ask::depth});
    return serve_fcl<float>(job, job.ask == Ask::distance ? "rss" : "obb");
}
