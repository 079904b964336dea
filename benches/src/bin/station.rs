//! Writes a whole market into a folder: `station FOLDER SEED` writes the station `market.yaml` and its document.

use std::path::Path;
use std::process::ExitCode;

use pointsman_benches::market::{DOCUMENT, market};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seed] = words.as_slice() else { return usage() };
    let Ok(seed) = seed.parse() else { return usage() };
    let (folder, market) = (Path::new(folder), market(seed));
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join("market.yaml"), market.station))
        .and_then(|()| std::fs::write(folder.join(DOCUMENT), market.document));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("station: {}: {fault}", folder.display());
            ExitCode::from(3)
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: station FOLDER SEED");
    ExitCode::from(2)
}
