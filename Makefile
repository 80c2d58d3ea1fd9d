# How OpenBench and packagers build the program: `make EXE=mola` leaves it here under that name, built
# for the processor of this machine. `EVALFILE=` names a network to build in instead of the tree's own.
# `CPU=` without a value builds for every processor, and `PROFILE=release` builds quickly.
# Everything else is a chore of `cargo xtask`.

EXE ?= mola
CPU ?= native
PROFILE ?= dist
TARGET := target$(addprefix /,$(CPU))
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

ifdef EVALFILE
# Absolute, because cargo builds each crate in its own folder.
export MOLA_EVALFILE := $(abspath $(EVALFILE))
endif

.PHONY: build clean

build:
	RUSTFLAGS="$(addprefix -C target-cpu=,$(CPU))" cargo build --profile $(PROFILE) --package mola \
		--target-dir $(TARGET)
	cp $(TARGET)/$(PROFILE)/mola$(SUFFIX) $(basename $(EXE))$(SUFFIX)

clean:
	cargo clean --target-dir $(TARGET)
