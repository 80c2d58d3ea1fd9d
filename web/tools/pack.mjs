// Packs the built page into one file: `node tools/pack.mjs FILE 'KEY VALUE'...`. The program reads it in
// `crates/mola/src/web/pack.rs`; a browser gets each file as it lies here, compressed.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [target, ...facts] = process.argv.slice(2);
const dist = join(import.meta.dirname, '../dist');
const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'README.md')
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1).replaceAll('\\', '/'))
  .sort();
const files = names.map((name) => ({ name, content: gzipSync(readFileSync(join(dist, name)), { level: 9 }) }));
const lines = ['MOLA BOARD 1', ...facts, ...files.map(({ name, content }) => `file ${content.length} ${name}`)];
// Whole or not at all: a compiler may be reading it.
writeFileSync(`${target}.part`, Buffer.concat([Buffer.from(`${lines.join('\n')}\n\n`), ...files.map(({ content }) => content)]));
renameSync(`${target}.part`, target);
