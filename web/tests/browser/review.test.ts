import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Table, type Visit } from './harness.js';

const GAME = `[White "Anna"]
[Black "Berta"]

1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 8. h4 h5 9. Bxb7 Bxb7 10. Qf5+ Kh6
11. d4+ g5 12. Qf7 Qe7 13. hxg5+ Qxg5 14. Rxh5# 1-0
`;

/** The nodes that the page's review gives each position. */
const NODES = 80_000;

const table = new Table();
let visit: Visit;
beforeAll(async () => {
  await table.open();
  visit = await table.visit();
});
afterAll(async () => {
  await visit.leave();
  await table.close();
});

/** The mark of each move, by `mola analyze`. */
function analyzed(pgn: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mola-'));
  writeFileSync(join(folder, 'game.pgn'), pgn);
  const { stdout, stderr, status } = spawnSync(process.env.MOLA ?? 'mola', ['analyze', join(folder, 'game.pgn'), '--nodes', String(NODES), '--json'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const data = JSON.parse(stdout) as { games: { moves: { judgment: string | null }[] }[] };
  return data.games[0]!.moves.map((move) => move.judgment ?? '');
}

it("the page's review of a game marks the same moves as mola analyze", async () => {
  await visit.paste(GAME);
  await visit.button('Review').click();
  await visit.page.getByText('Reviewing:').waitFor({ state: 'detached', timeout: 120_000 });
  const moves = await visit.page.locator('.pair .move').all();
  const marks = await Promise.all(moves.map(async (move) => ((await move.getAttribute('class')) ?? '').replace(/\bmove\b|svelte-\w+/g, '').trim()));
  const expected = analyzed(GAME);
  expect(expected).toHaveLength(27);
  // A test without marks would prove nothing.
  expect(new Set(expected).size).toBeGreaterThan(2);
  expect(marks).toEqual(expected);
});
