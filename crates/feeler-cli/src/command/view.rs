//! `feeler view`: look at meshes in a browser.

#[cfg(feature = "view")]
pub(super) mod stage;

use super::Outcome;
use crate::args::ViewArgs;
use anyhow::Result;

#[cfg(not(feature = "view"))]
pub(crate) fn run(_: &ViewArgs) -> Result<Outcome> {
    Err(crate::picture::missing())
}

#[cfg(feature = "view")]
pub(crate) fn run(args: &ViewArgs) -> Result<Outcome> {
    use crate::interrupt::Interrupt;
    use crate::output::Output;
    use crate::sources::Sources;
    use crate::{browser, output, voice};
    use anyhow::anyhow;
    use feeler_view::Viewer;
    use std::time::Duration;

    let interrupt = Interrupt::listen()?;
    let sources = Sources::of_meshes(&args.files).and(&args.poses);
    let file = args.html.as_ref().map(|path| Output::create(path, &sources)).transpose()?;
    let stage = stage::of(args, &interrupt)?;
    if let Some(mut file) = file {
        let page = feeler_view::offline(stage).map_err(|error| anyhow!("{error}"))?;
        file.bytes(page.as_bytes())?;
        file.finish()?;
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
