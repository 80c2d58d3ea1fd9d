# How OpenBench and packagers build the program: `make EXE=mola` leaves it here under that name, built
# for the processor of this machine. `EVALFILE=` names a network to build in instead of the tree's own.
# Everything else is a chore of `cargo xtask`.

EXE ?= mola
TARGET := target/native
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

ifdef EVALFILE
# Absolute, because cargo builds each crate in its own folder.
export MOLA_EVALFILE := $(abspath $(EVALFILE))
endif

.PHONY: build clean

build:
	RUSTFLAGS="-C target-cpu=native" cargo build --profile dist --package mola --target-dir $(TARGET)
	cp $(TARGET)/dist/mola$(SUFFIX) $(basename $(EXE))$(SUFFIX)

clean:
	cargo clean --target-dir $(TARGET)
