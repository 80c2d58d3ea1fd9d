// No room of the page needs another that needs it: a file can be read after those that it imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** The files that each file imports, types included. */
function imports(): Map<string, string[]> {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file, imported(file).filter((other) => files.includes(other))]));
}

function imported(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import|new URL\()\s*\(?'(\.[^']+)'/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path as string)).replace(/\.js$/, '.ts'));
}

/** A chain of files that ends where it begins, if there is one. */
function cycle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  function walk(file: string, way: string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    for (const next of graph.get(file) ?? []) {
      const found = walk(next, [...way, file]);
      if (found) return found;
    }
    return undefined;
  }
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found) return found;
  }
  return undefined;
}

describe('imports', () => {
  it('are found', () => {
    const graph = imports();
    const core = (name: string) => join(SRC, 'core', name);
    expect(graph.get(core('update.ts'))).toContain(core('update/play.ts'));
    expect(graph.get(join(SRC, 'views/Page.svelte'))).toContain(join(SRC, 'views/Board.svelte'));
    expect(cycle(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b', 'c', 'b']);
  });

  it('have no cycles', () => {
    expect(cycle(imports())?.map((file) => file.slice(SRC.length + 1))).toBeUndefined();
  });

  it('of the headless core stay inside it', () => {
    for (const [file, others] of imports()) {
      if (file.startsWith(join(SRC, 'core'))) expect(others.filter((other) => !other.startsWith(join(SRC, 'core')))).toEqual([]);
    }
  });
});
