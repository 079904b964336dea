//! Makes the parser's tables from the grammar.

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .emit_rerun_directives(true)
        .process_dir("src")
        .unwrap_or_else(|fault| {
            println!("cargo::error=the grammar does not build: {fault}");
            std::process::exit(1);
        });
}
