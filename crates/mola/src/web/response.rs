//! Answers: files with the headers that keep the page to itself.

use super::request::Refusal;
use super::table::Put;

/// Scripts only from here, nothing inline, nothing from elsewhere; wasm may be compiled.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How another `mola web` knows us.
pub(super) const SERVER: &str = concat!("Server: Mola/", env!("CARGO_PKG_VERSION"));

/// Tells the page that there is a table for two devices.
const HAS_TABLE: &str = "\r\nSet-Cookie: mola-table=1; SameSite=Strict; Path=/";

/// The head of an answer with a compressed file in it.
pub(super) fn file_head(path: &str, length: usize, has_table: bool) -> String {
    // Files in `assets` have their content in their names.
    let cache = if path.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    // A page that was installed only asks whether there is a new version of its service worker.
    let cookie = if has_table && matches!(path, "index.html" | "sw.js") { HAS_TABLE } else { "" };
    head("200 OK", &format!("{}\r\nContent-Encoding: gzip{cookie}", content_type(path)), cache, length)
}

/// The head of an answer with the game on the table.
pub(super) fn table_head(length: usize) -> String {
    head("200 OK", "application/json", "no-store", length)
}

/// A whole answer to whoever put a game on the table.
pub(super) fn put_done(put: &Put) -> String {
    let status = match put {
        Put::Done => "204 No Content",
        Put::Stale => "409 Conflict",
        Put::Malformed => "400 Bad Request",
    };
    head(status, "text/plain; charset=utf-8", "no-store", 0)
}

/// A whole answer to a device that brought its token: a cookie instead of it, and the page without it.
pub(super) fn welcome(cookie: &str) -> String {
    let fields = format!("text/plain; charset=utf-8\r\nLocation: /\r\nSet-Cookie: {cookie}");
    head("303 See Other", &fields, "no-store", 0)
}

/// A whole answer that says why there is nothing.
pub(super) fn refusal(refusal: Refusal) -> String {
    let Refusal { status, text } = refusal;
    head(status, "text/plain; charset=utf-8", "no-store", text.len()) + text
}

fn head(status: &str, content_type: &str, cache: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{SERVER}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\
         Cache-Control: {cache}\r\nContent-Security-Policy: {POLICY}\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    )
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
