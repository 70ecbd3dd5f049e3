//! Tests of `feeler view` and of pictures beside an answer.

use crate::run::Desk;

#[cfg(not(feature = "view"))]
#[test]
fn a_build_without_the_viewer_names_the_command_that_is_missing() {
    let desk = Desk::new();
    for line in ["view parts.obj", "check parts.obj triangle.obj --html page.html"] {
        desk.refuses(line, "'cargo xtask install' in a clone of feeler installs feeler with it");
    }
    assert_eq!(desk.names(), ["parts.obj", "triangle.obj"]);
}

#[cfg(feature = "view")]
mod with_the_viewer {
    use super::*;
    use crate::run::lifted;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;

    /// Whether the page is in this build, which took node.
    fn has_page() -> bool {
        let desk = Desk::new();
        let run = desk.feeler("check parts.obj triangle.obj --html page.html");
        let there = run.code != 2;
        if !there {
            assert!(run.stderr.contains("'cargo xtask install'"), "{}", run.stderr);
            std::io::stderr()
                .write_all(b"\nNOT TESTED: 'feeler view', because its page was not built.\n")
                .unwrap();
        }
        there
    }

    #[test]
    fn errors_come_before_the_server() {
        let desk = Desk::new();
        desk.refuses("view nowhere.obj --no-open", "nowhere.obj");
        desk.refuses(
            "view --scene nowhere --no-open",
            "there is no scene 'nowhere'; known are around-contact",
        );
        desk.refuses(
            "view parts.obj triangle.obj parts.obj#lid --at 0,0,1 --no-open",
            "--at and its like place the second of two meshes",
        );
        desk.refuses("view parts.obj triangle.obj --poses nowhere.csv --no-open", "nowhere.csv");
        desk.put("robot.csv", "part,x,y,z\nhand,0,0,1\n");
        desk.refuses(
            "view parts.obj triangle.obj --poses robot.csv --no-open",
            "the poses speak of a part 'hand'; known are parts/tub, parts/lid, triangle",
        );
        desk.put("robot.csv", "part,x,y,z\nhand,0,0,1\nhand,0,up,1\n");
        desk.refuses("view parts.obj --poses robot.csv --no-open", "robot.csv:3: field 2");
    }

    #[test]
    fn a_page_in_a_file_stands_beside_the_answer() {
        if !has_page() {
            return;
        }
        let desk = Desk::new();
        let run = desk.feeler("check parts.obj triangle.obj --at 0,0,3 --html page.html");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.starts_with("apart"), "{}", run.stdout);
        let page = desk.get("page.html");
        assert!(
            page.contains("\"kind\":\"look\"") && page.contains("parts and triangle"),
            "the answer is inside"
        );
        desk.refuses("check parts.obj triangle.obj --html parts.obj", "would be lost");
    }

    #[test]
    fn poses_with_a_column_of_parts_move_these() {
        if !has_page() {
            return;
        }
        let desk = Desk::new();
        let rows = "part,x,y,z\nlid,0,0,1\ntub,5,0,0\nlid,0,0,2\ntub,6,0,0\n";
        desk.put("robot.csv", rows);
        let run = desk.feeler("view parts.obj --poses robot.csv --html page.html");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let page = desk.get("page.html");
        let turned = "1.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,1.0";
        let lid =
            format!("{{\"part\":1,\"poses\":[[{turned},0.0,0.0,1.0],[{turned},0.0,0.0,2.0]]}}");
        let tub =
            format!("{{\"part\":0,\"poses\":[[{turned},5.0,0.0,0.0],[{turned},6.0,0.0,0.0]]}}");
        assert!(page.contains(&lid) && page.contains(&tub), "{run:?}");
    }

    /// The address is printed, and answers until the process is told to end.
    #[cfg(unix)]
    #[test]
    fn a_viewer_is_at_the_address_that_it_prints() {
        if !has_page() {
            return;
        }
        let desk = Desk::new();
        desk.put("poses.csv", lifted(1.0));
        let mut child = desk
            .command("view parts.obj#tub triangle.obj --poses poses.csv --no-open")
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim_end().strip_prefix("http://").expect("an address");
        let (host, path) = rest.split_once('/').unwrap();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{path}stage HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let stage: serde_json::Value =
            serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        assert_eq!(
            (&stage["parts"][0]["name"], &stage["parts"][1]["name"]),
            (&"tub".into(), &"triangle".into())
        );
        assert_eq!(stage["path"][0][11], 1.0);
        let ended = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(ended.success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
