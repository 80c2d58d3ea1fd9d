// The example that the README of the project shows works as it stands there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';

test('the example of the README works', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, example] = /```js\n([^]*?)```/.exec(readme) ?? [];
  assert.ok(example, 'an example in JavaScript');
  // Beside the code, where the package finds itself by its name.
  const file = new URL('../dist/readme.mjs', import.meta.url);
  writeFileSync(file, example);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file.pathname], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^[a-h][1-8][a-h][1-8] White wins by checkmate\n$/);
});
