//! A clash report as the page of the viewer.

use crate::assembly::Assembly;
use anyhow::Result;
use feeler_world::Clashes;

/// Whether this build has the page.
pub(super) fn is_built() -> bool {
    #[cfg(feature = "view")]
    return feeler_view::is_built();
    #[cfg(not(feature = "view"))]
    false
}

#[cfg(not(feature = "view"))]
pub(super) fn page(_: &[String], _: &Assembly, _: &Clashes) -> Result<String> {
    Err(crate::picture::missing())
}

/// The page with these clashes, the worst first, as one file that needs no server.
#[cfg(feature = "view")]
pub(super) fn page(files: &[String], assembly: &Assembly, clashes: &Clashes) -> Result<String> {
    use super::report::worst_first;
    use crate::command::view::stage::of_assembly;
    let objects = assembly.world.objects().map(|(id, _)| id).collect();
    let found = worst_first(clashes).into_iter().copied().collect();
    let time = clashes.kinds_time + clashes.details_time;
    feeler_view::offline_clashes(
        of_assembly(files, assembly),
        objects,
        found,
        clashes.candidates,
        time,
    )
    .map_err(|error| anyhow::anyhow!("{error}"))
}
