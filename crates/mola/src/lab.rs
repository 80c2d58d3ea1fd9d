//! The laboratory: what makes the engines stronger, and what proves it.

pub(crate) mod analysis;
pub(crate) mod bench;
pub(crate) mod data;
pub(crate) mod datagen;
pub(crate) mod experiment;
mod journal;
pub(crate) mod net;
mod parquet;
#[cfg(feature = "tune")]
pub(crate) mod spsa;
pub(crate) mod tournament;
