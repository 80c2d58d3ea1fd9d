// UCI, so that the CPU build can play matches: `go nodes N` searches up to N nodes.
#pragma once
#include <iostream>
#include <sstream>

#include "network_file.h"
#include "search.h"

inline void speak_uci(const NetworkFile&) {}
