//! Pictures beside an answer: a page in a file, or an image of it.

use anyhow::Result;

#[cfg(not(feature = "view"))]
pub(crate) fn write(
    _: &crate::args::PictureArgs,
    _: [String; 2],
    _: &[feeler::Mesh; 2],
    _: feeler::Pose,
    _: &crate::sources::Sources,
) -> Result<()> {
    Err(missing())
}

/// The error of a build without the viewer.
#[cfg(not(feature = "view"))]
pub(crate) fn missing() -> anyhow::Error {
    anyhow::anyhow!(
        "this build has no viewer; with node installed, 'cargo xtask install' in a clone of feeler installs feeler with it"
    )
}

/// Writes the page, the image, or both.
#[cfg(feature = "view")]
pub(crate) fn write(
    args: &crate::args::PictureArgs,
    names: [String; 2],
    meshes: &[feeler::Mesh; 2],
    pose: feeler::Pose,
    sources: &crate::sources::Sources,
) -> Result<()> {
    use crate::browser;
    use crate::output::Output;
    use anyhow::anyhow;
    use feeler::{Model, Pose};
    use feeler_view::{Part, Stage};

    let title = names.join(" and ");
    let [a, b] = names;
    let part = |name, mesh: &feeler::Mesh, pose| Part {
        name,
        group: None,
        model: Model::new(mesh.clone()).into(),
        pose,
    };
    let parts = vec![part(a, &meshes[0], Pose::IDENTITY), part(b, &meshes[1], pose)];
    let page = feeler_view::offline(Stage { title, parts, ..Stage::default() })
        .map_err(|error| anyhow!("{error}"))?;
    if let Some(path) = &args.html {
        let mut file = Output::create(path, sources)?;
        file.bytes(page.as_bytes())?;
        file.finish()?;
    }
    if let Some(path) = &args.png {
        let mut file = Output::create(path, sources)?;
        file.bytes(&browser::image(&page)?)?;
        file.finish()?;
    }
    Ok(())
}
