// Whatever the page says stands in core/texts.ts, so that a translator has one file to read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/** Names of people, sets and notation are the same in all languages; these stand in the code. */
const NAMES = new Set(['Nf3', 'Mola']);

/** Words between tags, and in attributes that are read to people. */
function wordsIn(markup: string): string[] {
  const visible = markup.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!--[\s\S]*?-->/g, '').replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '');
  const between = [...visible.matchAll(/>([^<>]+)</g)].map(([, text]) => (text ?? '').trim());
  const said = [...visible.matchAll(/\b(?:label|aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text ?? '');
  return [...between, ...said].filter((text) => /[A-Za-z]{2}/.test(text) && !NAMES.has(text));
}

/** Sentences in code: a capital, small letters and a blank, in quotes. */
function sentencesIn(code: string): string[] {
  return [...code.replaceAll(/^\s*(\/\/|\/\*|\*).*$/gm, '').matchAll(/(['`])([A-Z][a-z]+ [a-z][^'`]*)\1/g)].map(([, , text]) => text ?? '');
}

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && entry.name !== 'texts.ts')
  .map((entry) => join(entry.parentPath, entry.name));

describe('texts', () => {
  it('are found where they are', () => {
    expect(wordsIn('<p class="x">Hello you {name}</p><b title="A hint">{t.x}</b>')).toEqual(['Hello you', 'A hint']);
    expect(sentencesIn("notify(state, 'You are here.');")).toEqual(['You are here.']);
  });

  it.each(files.map((file) => file.slice(SRC.length + 1)))('stand in one place, not in %s', (file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    expect(file.endsWith('.svelte') ? wordsIn(text) : []).toEqual([]);
    expect(sentencesIn(text)).toEqual([]);
  });
});
