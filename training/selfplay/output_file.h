// A file that is whole or not there: written under another name, and renamed at the end.
#pragma once
#include <cstdio>
#include <unistd.h>

#include "text.h"

struct OutputFile {
    OutputFile(const std::string& path, const std::string& header) : path(path), part(path + ".part") {
        if (access(path.c_str(), F_OK) == 0) throw Problem(path + " exists already. Choose another --out, or remove it.");
        file = fopen(part.c_str(), "wb");
        if (!file) throw Problem("Cannot write " + part + ": " + strerror(errno) + ".");
        setvbuf(file, nullptr, _IONBF, 0);  // or bytes that did not fit would be tried again when the file is closed
        append(header.data(), header.size());
    }
    ~OutputFile() {
        if (!file) return;
        fclose(file);
        remove(part.c_str());
    }
    OutputFile(const OutputFile&) = delete;

    void append(const void* bytes, size_t length) {
        if (fwrite(bytes, 1, length, file) != length)
            throw Problem("Cannot write " + part + ": " + strerror(errno) + ". Games that were written before are kept.");
    }
    // Gives the file its name, with as many bytes as are whole: an append may have failed before.
    void finish(u64 length) {
        bool done = ftruncate(fileno(file), (off_t)length) == 0;
        done = fclose(file) == 0 && done;
        file = nullptr;
        if (!done || rename(part.c_str(), path.c_str()) != 0) throw Problem("Cannot write " + path + ": " + strerror(errno) + ".");
    }

  private:
    const std::string path, part;
    FILE* file;
};
