//! Prints seeded rows: `feed WORKLOAD ROWS SEED`; the workload is `menu` or `shop`.

use std::io::{BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use pointsman_benches::{menu, shop};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = |at: usize| words.get(at).and_then(|w| w.parse::<u64>().ok());
    let (Some(workload), Some(rows), Some(seed), 3) =
        (words.first(), numbers(1), numbers(2), words.len())
    else {
        return usage();
    };
    let lines: Box<dyn Iterator<Item = String>> = match workload.as_str() {
        "menu" => Box::new(menu::lines(seed)),
        "shop" => Box::new(shop::lines(seed)),
        _ => return usage(),
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let printed = (0..rows)
        .zip(lines)
        .try_for_each(|(_, line)| writeln!(out, "{line}"))
        .and_then(|()| out.flush());
    match printed {
        Err(fault) if fault.kind() != ErrorKind::BrokenPipe => {
            eprintln!("feed: {fault}");
            ExitCode::from(3)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: feed menu|shop ROWS SEED");
    ExitCode::from(2)
}
