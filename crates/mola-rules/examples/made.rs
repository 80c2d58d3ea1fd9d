use mola_rules::Position;
use std::hint::black_box;
#[inline(never)]
fn made(p: &Position, depth: u32) -> u64 {
    let mut leaves = 0;
    p.for_each_child(|_, child| {
        black_box(child);
        leaves += if depth == 1 { 1 } else { made(child, depth - 1) };
    });
    leaves
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p: Position = a[1].parse().unwrap();
    let d = a[2].parse().unwrap();
    let mut best = f64::MAX;
    let mut n = 0;
    for _ in 0..a[3].parse().unwrap() {
        let t = std::time::Instant::now();
        n = made(&p, d);
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!("{n} {:.1} Mnps", n as f64 / best / 1e6);
}
