# The user C module `mola_pocket`, for ports that are built with make:
#     make USER_C_MODULES=…/micropython/cmodule MOLA_POCKET_LIB=…/libmola_pocket_c.a
# On a computer say MOLA_POCKET_LIB="-lm …": otherwise Rust's own mathematics would stand in for the system's.
MOLA_POCKET_DIR := $(USERMOD_DIR)

SRC_USERMOD_C += $(MOLA_POCKET_DIR)/mola_pocket.c
CFLAGS_USERMOD += -I$(MOLA_POCKET_DIR)/../../../crates/mola-pocket-c/include
LDFLAGS_USERMOD += $(MOLA_POCKET_LIB)
