use mola_rules::{Position, perft};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p: Position = a[1].parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, a[2].parse().unwrap());
    println!("{n} {:.1} Mnps", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
