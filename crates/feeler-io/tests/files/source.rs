//! Tests of sources: files, parts of files, and the files beside them.

use std::path::PathBuf;

use feeler_io::{ErrorKind, Format, Source, parse, read, read_scene, read_source};

use crate::samples::{self, OBJ, PLY, STL, gltf_json, triangle_buffer};

/// A separate folder for each test, removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("feeler-io-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn errors_begin_with_the_file() {
    let folder = Folder::new("errors");
    let path = folder.write("knot.obj", "v 0 0 0\nf 1 2 3\n");
    let error = read(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("{path}:2: face names vertex 2, but there is 1"));
    assert_eq!((error.line(), error.byte(), error.kind()), (Some(2), None, ErrorKind::Malformed));
    let path = folder.write("cut.stl", [0; 90]);
    let error = read(&path).map(|mesh| mesh.triangles().len());
    assert_eq!(error, Ok(0), "no triangles announced, six bytes left over");
    let path = folder.write("cut.stl", [1; 90]);
    let expected = format!(
        "{path}: byte 84: the header announces 16843009 triangles, but there is room for 0"
    );
    assert_eq!(read(&path).unwrap_err().to_string(), expected);
    let path =
        folder.write("part.3mf", samples::archive(&[("3D/3dmodel.model", "<model>\n<oops")]));
    let error = read(&path).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{path}/3D/3dmodel.model:2: ")), "{error}");
    let path = folder.write("missing.obj", "");
    std::fs::remove_file(&path).unwrap();
    let error = read(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable(std::io::ErrorKind::NotFound));
    assert!(error.to_string().starts_with(&format!("{path}: No such file")), "{error}");
    assert!(matches!(read(&folder.0).unwrap_err().kind(), ErrorKind::Unreadable(_)));
    let path = folder.write("notes.txt", "nothing to see\n");
    let expected = "unknown format: neither name nor content is that of an OBJ, STL, PLY, OFF, glTF/GLB, 3MF or COLLADA file";
    assert_eq!(read(&path).unwrap_err().reason(), expected);
    assert_eq!(read(&path).unwrap_err().kind(), ErrorKind::UnknownFormat);
}

#[test]
fn content_decides_where_the_name_is_wrong() {
    let folder = Folder::new("sniff");
    for (name, format, bytes) in samples::all() {
        assert_eq!(Format::from_content(&bytes), Some(format), "{name}");
        let expected = parse(&bytes, format).unwrap().merged();
        for extension in ["", ".mesh", ".obj", ".stl", ".ply", ".off", ".glb", ".3mf"] {
            let path = folder.write(&format!("file{extension}"), &bytes);
            assert_eq!(read(&path).unwrap(), expected, "{name} as {path}");
        }
    }
}

#[test]
fn extensions_have_any_case() {
    assert_eq!(Format::from_extension("StL"), Some(Format::Stl));
    assert_eq!(Format::from_extension("gltf"), Some(Format::Gltf));
    assert_eq!(Format::from_extension("3MF"), Some(Format::ThreeMf));
    assert_eq!(Format::from_extension("step"), None);
}

#[test]
fn parts_are_named_after_a_hash() {
    let folder = Folder::new("parts");
    let path = folder.write("two.obj", OBJ);
    let count = |source: String| read_source(&source).map(|mesh| mesh.triangles().len());
    assert_eq!(count(path.clone()), Ok(6));
    assert_eq!(count(format!("{path}#rest")), Ok(4));
    let error = count(format!("{path}#sqare")).unwrap_err();
    let expected = "no part is called 'sqare', the file has 2 parts; did you mean 'square'?";
    assert_eq!(error.to_string(), format!("{path}: {expected}"));
    assert_eq!(error.kind(), ErrorKind::NoSuchPart);
    let error = count(format!("{path}#entirely else")).unwrap_err();
    let expected =
        "no part is called 'entirely else', the file has 2 parts; some names are 'square', 'rest'";
    assert_eq!(error.reason(), expected);
    let error = count(format!("{path}.gone#rest")).unwrap_err();
    assert_eq!(error.file().unwrap().to_str().unwrap(), format!("{path}.gone"));
}

#[test]
fn a_file_may_have_a_hash_in_its_name() {
    let folder = Folder::new("hash");
    let sharp = folder.write("c#.stl", STL);
    assert_eq!(read_source(&sharp).unwrap().triangles().len(), 2);
    let part = Source::new(&format!("{sharp}#second"));
    assert_eq!((part.path.to_str(), part.part.as_deref()), (Some(&*sharp), Some("second")));
    assert_eq!(part.read().unwrap().triangles().len(), 1);
    let plain = folder.write("plain.stl", STL.replace("second", "no #2"));
    assert_eq!(read_source(&format!("{plain}#no #2")).unwrap().triangles().len(), 1);
}

#[test]
fn gltf_buffers_come_from_the_folder_and_from_nowhere_else() {
    let folder = Folder::new("buffers");
    std::fs::create_dir(folder.0.join("data")).unwrap();
    folder.write("data/a.bin", triangle_buffer());
    let file = |uri: &str| {
        gltf_json(&format!(
            r#""nodes":[{{"mesh":0}}],"buffers":[{{"byteLength":39,"uri":"{uri}"}}]"#
        ))
    };
    let path = folder.write("good.gltf", file("data/a.bin"));
    assert_eq!(read_scene(&path).unwrap().parts().len(), 1);
    let inside = folder.write("data/b.gltf", file("../data/a.bin"));
    let expected = "buffer 0: cannot read '../data/a.bin': it is not in the file's folder or below";
    assert_eq!(read(&inside).unwrap_err().reason(), expected);
    for uri in ["/etc/passwd", "%2e%2e/data/a.bin", "https://example.org/a.bin", "gone.bin"] {
        let path = folder.write("bad.gltf", file(uri));
        assert!(matches!(read(&path).unwrap_err().kind(), ErrorKind::Unreadable(_)), "{uri}");
    }
}

/// The error of a glTF file whose buffer is at this path beside it; fails if reading takes long.
#[cfg(unix)]
fn refused_neighbour(folder: &Folder, uri: &str) -> String {
    let json = gltf_json(&format!(
        r#""nodes":[{{"mesh":0}}],"buffers":[{{"byteLength":39,"uri":"{uri}"}}]"#
    ));
    let path = folder.write("file.gltf", json);
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || send.send(read(&path).map(drop)));
    let answer = receive.recv_timeout(std::time::Duration::from_secs(5));
    answer.expect("reading must not wait").unwrap_err().reason().to_owned()
}

#[cfg(unix)]
#[test]
fn symbolic_links_beside_a_file_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let outside = Folder::new("links-outside");
    outside.write("a.bin", triangle_buffer());
    folder.write("b.bin", triangle_buffer());
    symlink(outside.0.join("a.bin"), folder.0.join("a.bin")).unwrap();
    symlink(&outside.0, folder.0.join("down")).unwrap();
    symlink("b.bin", folder.0.join("same.bin")).unwrap();
    symlink("/dev/zero", folder.0.join("zero.bin")).unwrap();
    for uri in ["a.bin", "down/a.bin", "same.bin", "zero.bin"] {
        let expected = format!(
            "buffer 0: cannot read '{uri}': it is, or is behind, a symbolic link, which is not followed: \
             put the file itself there"
        );
        assert_eq!(refused_neighbour(&folder, uri), expected);
    }
}

/// A pipe without a writer once blocked the reader for ever.
#[cfg(unix)]
#[test]
fn pipes_and_folders_beside_a_file_are_not_read() {
    let folder = Folder::new("pipes");
    std::fs::create_dir(folder.0.join("folder.bin")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe.bin")).status();
    assert!(made.unwrap().success());
    for uri in ["pipe.bin", "folder.bin", ""] {
        let expected = format!("buffer 0: cannot read '{uri}': it is no regular file");
        assert_eq!(refused_neighbour(&folder, uri), expected);
    }
}

/// A terminal would execute them as commands.
#[test]
fn errors_hold_no_control_characters() {
    let folder = Folder::new("escapes");
    let named =
        folder.write("red\u{1b}[31m.obj", "v 0 0 0\ng a\u{7}\u{9b}2J\nf 1 1 1\ng b\nf 1 1 1\n");
    let json = gltf_json(
        r#""nodes":[{"mesh":0}],"buffers":[{"byteLength":39,"uri":"\u001b]0;x\u0007.bin"}]"#,
    );
    let extension = r#"{"asset":{"version":"2.0"},"extensionsRequired":["\u001b[2J"]}"#;
    let model = samples::MODEL.replacen("objectid=\"1\"", "objectid=\"1\" path=\"/&#27;[2J\"", 1);
    let far = gltf_json(
        r#""nodes":[{"mesh":0,"name":"\u001b[2J","scale":[1e301,1,1]}],"buffers":[{"byteLength":39}]"#,
    );
    let errors = [
        read_source(&format!("{named}#\u{1b}[2J")).unwrap_err(),
        read_source(&format!("{named}#a\u{7}\u{9b}3J")).unwrap_err(),
        parse(json.as_bytes(), Format::Gltf).unwrap_err(),
        parse(extension.as_bytes(), Format::Gltf).unwrap_err(),
        parse(&samples::archive(&[("3D/3dmodel.model", &model)]), Format::ThreeMf).unwrap_err(),
        parse(&samples::glb(&far, &triangle_buffer()), Format::Gltf).unwrap_err(),
        feeler_io::parse_pose("1,\u{1b}[2J").unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(!text.contains(char::is_control), "{text:?}");
        assert!(!error.reason().contains(char::is_control), "{text:?}");
        assert!(text.contains("\\u{1b}"), "{text}");
    }
    let plain = parse("v 1 2 \"é\"\n".as_bytes(), Format::Obj).unwrap_err();
    assert_eq!(plain.to_string(), "line 1: '\\\"é\\\"' is not a number");
}

#[test]
fn whole_files_are_what_their_scenes_are() {
    let folder = Folder::new("whole");
    let path = folder.write("a.ply", PLY);
    assert_eq!(read(&path).unwrap(), read_scene(&path).unwrap().merged());
}
