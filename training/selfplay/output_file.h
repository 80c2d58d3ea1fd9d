// A file that is whole or not there: written under another name, and renamed at the end.
#pragma once
#include <cerrno>
#include <cstdio>
#include <unistd.h>

#include "setup.h"

class OutputFile {
  public:
    OutputFile(const std::string& path, const void* header, size_t length) : path(path), part(path + ".part") {
        if (access(path.c_str(), F_OK) == 0) throw Problem(path + " exists already. Choose another --out, or remove it.");
        file = fopen(part.c_str(), "wb");
        if (!file) throw Problem("Cannot write " + part + ": " + strerror(errno) + ".");
        append(header, length);
        keep();
    }
    ~OutputFile() {
        if (!file) return;
        fclose(file);
        remove(part.c_str());
    }
    OutputFile(const OutputFile&) = delete;

    void append(const void* bytes, size_t length) {
        if (fwrite(bytes, 1, length, file) == length && fflush(file) == 0) {
            written += length;
            return;
        }
        throw Problem("Cannot write " + part + ": " + strerror(errno) + ". Games that were written before are kept.");
    }
    // What was appended so far stays, even if later appends fail.
    void keep() { kept = written; }

    // Gives the file its name, with what was kept.
    void finish() {
        bool done = fflush(file) == 0 || written != kept;
        done = ftruncate(fileno(file), (off_t)kept) == 0 && done;
        done = fclose(file) == 0 && done;
        file = nullptr;
        if (!done || rename(part.c_str(), path.c_str()) != 0)
            throw Problem("Cannot write " + path + ": " + strerror(errno) + ".");
    }
    const std::string path;

  private:
    std::string part;
    FILE* file;
    size_t written = 0, kept = 0;
};
