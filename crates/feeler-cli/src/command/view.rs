//! `feeler view`: look at meshes in a browser.

use super::Outcome;
use crate::args::ViewArgs;
use anyhow::Result;

#[cfg(not(feature = "view"))]
pub(crate) fn run(_: &ViewArgs) -> Result<Outcome> {
    Err(crate::picture::missing())
}

#[cfg(feature = "view")]
pub(crate) fn run(args: &ViewArgs) -> Result<Outcome> {
    use crate::assembly::Assembly;
    use crate::interrupt::Interrupt;
    use crate::output::Output;
    use crate::sources::Sources;
    use crate::{browser, output, poses, voice};
    use anyhow::{anyhow, ensure};
    use feeler::Pose;
    use feeler_view::{Part, Stage, Viewer};
    use std::time::Duration;

    let interrupt = Interrupt::listen()?;
    let files = match &args.files[..] {
        [] => ["shape:knot", "shape:ring"].map(str::to_owned).to_vec(),
        files => files.to_vec(),
    };
    let assembly = Assembly::read(&files, &interrupt)?;
    let part = |(_, object): (_, &feeler_world::Object)| Part {
        name: object.name().to_owned(),
        group: object.group().filter(|group| *group != object.name()).map(str::to_owned),
        model: object.model().clone(),
        pose: *object.pose(),
    };
    let mut parts: Vec<Part> = assembly.world.objects().map(part).collect();
    let placed = match args.files.is_empty() && !args.place.is_typed() {
        true => Pose::translation([0.0, 0.0, 1.5]), // that of most examples
        false => args.place.pose(),
    };
    if placed != Pose::IDENTITY {
        ensure!(
            parts.len() == 2,
            "--at and its like place the second of two meshes; there are {}",
            parts.len()
        );
        parts[1].pose = placed.then(&parts[0].pose);
    }
    let path = match &args.poses {
        Some(file) => poses::read(file, args.notation.notation(), &interrupt)?,
        None => Vec::new(),
    };
    let stage = Stage { title: files.join(", "), parts, path };
    if let Some(file) = &args.html {
        let mut page_file = Output::create(file, &Sources::of_meshes(&files).and(&args.poses))?;
        let page = feeler_view::offline(stage).map_err(|error| anyhow!("{error}"))?;
        page_file.bytes(page.as_bytes())?;
        page_file.finish()?;
        return Ok(Outcome::Done);
    }
    let viewer = Viewer::bind(stage).map_err(|error| anyhow!("{error}"))?;
    output::print(&format!("{}\n", viewer.address()))?;
    voice::note("the viewer is at this address until Ctrl-C");
    if !args.no_open {
        browser::open(&viewer.address());
    }
    std::thread::spawn(|| viewer.run());
    while !interrupt.noted() {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Outcome::Done)
}
