//! x
#[test]
fn t() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    crate::full().save(&folder);
    feeler_bench::report::write(&folder, &folder.join("report.html")).unwrap();
}
