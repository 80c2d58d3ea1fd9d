// A file that is whole or not there: written under another name, and renamed at the end.

struct OutputFile {
    OutputFile(const std::string& path, const std::string& header) : path(path), part(path + ".part") {
        if (std::filesystem::exists(path)) throw Problem(path + " exists already. Choose another --out, or remove it.");
        file.open(part, std::ios::binary);
        if (!file) throw Problem("Cannot write " + part + ": " + strerror(errno) + ".");
        append(header.data(), header.size());
    }
    ~OutputFile() { std::filesystem::remove(part, error); }

    void append(const char* bytes, size_t length) {
        if (!file.write(bytes, (std::streamsize)length).flush())
            throw Problem("Cannot write " + part + ": " + strerror(errno) + ". Games that were written before are kept.");
    }
    // Gives the file its name, with as many bytes as are whole: an append may have failed before.
    void finish(u64 length) {
        file.close();
        std::filesystem::resize_file(part, length, error);
        if (!error) std::filesystem::rename(part, path, error);
        if (error) throw Problem("Cannot write " + path + ": " + error.message() + ".");
    }

  private:
    const std::string path, part;
    std::ofstream file;
    std::error_code error;
};
