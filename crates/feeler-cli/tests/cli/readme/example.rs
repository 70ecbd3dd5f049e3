use feeler::{Budget, Mesh, Model, Pair, Pose};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let a = Model::new(Mesh::new(corners, faces)?); // or of a file: feeler_io::read("knot.obj")?
    let b = a.clone();
    let pair = Pair::new(&a, &b).at(Pose::translation([0.0, 0.0, 1.5]));

    if pair.intersects() {
        for contact in pair.contacts() {
            println!("triangle {} of A, {} of B", contact.a, contact.b);
        }
    } else if let Some(closest) = pair.distance() {
        println!("{} apart, from {:?} to {:?}", closest.distance, closest.on_a, closest.on_b);
    }
    pair.within(0.01); // is anything closer than this?
    pair.all_within(0.01); // every pair of triangles that is
    pair.first_contact([0.0, 0.0, -1.0]); // how far can B move this way before it touches?
    pair.guided(Budget::micros(100), 0.01); // a proof, or a probability in time
    Ok(())
}
