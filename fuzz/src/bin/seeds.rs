//! Writes the seeds of a fuzz run into a folder: `seeds PROJECT FOLDER`.

use std::error::Error;
use std::path::Path;

use pointsman_fuzz::seeds::seeds;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(project), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("seeds PROJECT FOLDER".into());
    };
    std::fs::create_dir_all(&folder)?;
    for (number, seed) in seeds(Path::new(&project))?.iter().enumerate() {
        let file = Path::new(&folder).join(format!("{}-{number}", seed.oracle));
        std::fs::write(file, seed.of_all())?;
    }
    Ok(())
}
