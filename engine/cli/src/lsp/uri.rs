//! Conversion between `file:` addresses and paths.

use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are not percent-encoded in the path of an address.
const KEPT: AsciiSet =
    NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// The path of a `file:` address; `None` for another address.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = rest.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // On Windows the drive follows the first slash.
    let path = match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() && cfg!(windows) => path.get(1..)?,
        _ => &path,
    };
    Some(normalized(Path::new(path)))
}

/// The address of a file.
pub fn from_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let lead = if text.starts_with('/') { "" } else { "/" };
    format!("file://{lead}{}", utf8_percent_encode(&text, &KEPT))
}

/// The path with `.` and `..` resolved, without touching the disk.
pub fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normalized.pop();
            }
            part => normalized.push(part),
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_its_path() {
        for (uri, expected) in [
            ("file:///a/b.yaml", "/a/b.yaml"),
            ("file://localhost/a/b.yaml", "/a/b.yaml"),
            ("file:///a/caf%C3%A9%20b.yaml", "/a/café b.yaml"),
            ("file:///a/./c/../b.yaml", "/a/b.yaml"),
        ] {
            assert_eq!(to_path(uri), Some(PathBuf::from(expected)), "{uri}");
        }
        for uri in ["untitled:Untitled-1", "http://x/a", "file://", "file:a", "", "file:///%FF"] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
        assert_eq!(from_path(Path::new("/a/café b.yaml")), "file:///a/caf%C3%A9%20b.yaml");
    }
}
