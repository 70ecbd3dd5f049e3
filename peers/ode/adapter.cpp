// ODE, the Open Dynamics Engine: triangle meshes are trees of OPCODE in f32, whatever the precision of the rest.
#include "../adapter.hpp"

#include <memory>
#include <ode/ode.h>

struct Model {
    std::vector<float> vertices;
    std::vector<dTriIndex> indices;
    dTriMeshDataID data = nullptr;
    dGeomID geom = nullptr;

    explicit Model(const adapter::Mesh &mesh) {
        vertices.reserve(3 * mesh.vertices.size());
        indices.reserve(3 * mesh.triangles.size());
        for (auto &v : mesh.vertices) vertices.insert(vertices.end(), v.begin(), v.end());
        for (auto &t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
        data = dGeomTriMeshDataCreate();
        // The library keeps pointers to both arrays.
        dGeomTriMeshDataBuildSingle(data, vertices.data(), 3 * sizeof(float), int(mesh.vertices.size()), indices.data(),
            int(indices.size()), 3 * sizeof(dTriIndex));
        geom = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
    }
    Model(const Model &) = delete;
    ~Model() {
        dGeomDestroy(geom);
        dGeomTriMeshDataDestroy(data);
    }
};

std::unique_ptr<Model> build(const adapter::Mesh &mesh) { return std::make_unique<Model>(mesh); }

double intersects(std::unique_ptr<Model> &a, std::unique_ptr<Model> &b, const adapter::Pose &pose) {
    dMatrix3 rotation;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) rotation[4 * i + j] = j < 3 ? pose.row[i][j] : 0;
    dGeomSetRotation(b->geom, rotation);
    dGeomSetPosition(b->geom, pose.row[0][3], pose.row[1][3], pose.row[2][3]);
    // Without CONTACTS_UNIMPORTANT it takes 1.4 times as long.
    dContactGeom contact;
    return dCollide(a->geom, b->geom, 1 | int(CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0;
}

int main(int count, char **arguments) {
    auto job = adapter::read_job(count, arguments);
    using adapter::Ask;
    if (job.ask == Ask::distance) adapter::unsupported("ODE has no distance");
    if (job.ask == Ask::contacts) adapter::unsupported("contacts are points, merged and limited, not pairs of triangles");
    dInitODE2(0);
    std::string trees = dCheckConfiguration("ODE_EXT_opcode") ? "OPCODE" : "GIMPACT";
    adapter::About about{"ODE", dODE_VERSION, "TriMesh (" + trees + "), dCollide, 1 contact, CONTACTS_UNIMPORTANT", "f32"};
    return adapter::serve(job, about, build, intersects);
}
