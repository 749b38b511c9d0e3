// SPDX-License-Identifier: GPL-2.0-or-later
// busy.rs - a program of Rust whose stacks are looked at (tests/stacks/run).
use std::collections::{BTreeMap, HashMap};
use std::panic;

trait Shape {
    fn area(&self, depth: u32) -> f64;
}

struct Square(f64);

impl Shape for Square {
    fn area(&self, depth: u32) -> f64 {
        if depth == 0 {
            panic!("deep enough");
        }
        self.0 * self.0 + self.area(depth - 1)
    }
}

fn round_of(n: u64, seen: &mut HashMap<String, u64>) {
    let mut v: Vec<u64> = (0..300).map(|i| i * 7919 % (211 + n % 7)).collect();
    v.sort_by(|a, b| (a ^ n).cmp(&(b ^ n)));
    let tree: BTreeMap<u64, String> = v.iter().map(|x| (*x, format!("{:x}", x))).collect();
    for (k, text) in tree {
        *seen.entry(text).or_insert(0) += k;
    }
    let shape: Box<dyn Shape + Send + Sync> = Box::new(Square(2.0));
    let _ = panic::catch_unwind(panic::AssertUnwindSafe(|| shape.area((n % 12) as u32)));
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let mut seen = HashMap::new();
    for n in 0.. {
        round_of(n, &mut seen);
    }
}
