use feeler::{Budget, Mesh, Model, Pair, Pose};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let a = Model::new(Mesh::new(corners, faces)?); // or of a file: feeler_io::read("knot.obj")?
    let b = a.clone();
    let pair = Pair::new(&a, &b).at(Pose::translation([0.0, 0.0, 1.5]));

    if pair.intersects() {
        pair.contacts().iter().for_each(|contact| println!("{contact}")); // triangle 1 of A and …
    } else if let Some(closest) = pair.distance() {
        println!("{closest}"); // 0.5 from (0, 0, 1) on triangle 1 of A to …
    }
    let near = pair.within(0.01); // is anything closer than this?
    let all = pair.all_within(0.01); // every pair of triangles that is
    let way = pair.first_contact([0.0, 0.0, -1.0]); // how far can B move this way before it touches?
    let verdict = pair.guided(Budget::micros(100), 0.01); // a proof, or a probability in time
    println!("{near}, {} pairs, {way:?}, {verdict}", all.len());
    Ok(())
}
