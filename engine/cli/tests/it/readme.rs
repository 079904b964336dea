//! Runs the commands of the read-me as they are written.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../../README.md");

/// The lines of the read-me's shell blocks that call the program; continued lines are joined.
fn commands() -> Vec<String> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    let joined = blocks.map(|block| block.replace("\\\n", " "));
    let lines = joined.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
    let ours = |line: &String| line.starts_with("pointsman ") && !line.contains("# needs");
    lines.filter(ours).collect()
}

#[test]
fn every_command_of_the_read_me_does_what_it_says() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    std::os::unix::fs::symlink(root.join("examples"), folder.path().join("examples")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_pointsman")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for command in commands {
        let ran = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let expected = i32::from(command.contains("# refused"));
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(expected), "{command}\n{told}");
        assert!(!ran.stdout.is_empty() || expected == 1, "{command} prints nothing");
    }
}
