import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Table, Visit } from './harness.js';

const table = new Table();
beforeAll(() => table.open());
afterAll(() => table.close());

describe('games are kept', () => {
  it('through a reload, with side, clocks and what was taken back', async () => {
    const visit = await table.visit();
    await visit.newGame({ clock: '10 min' });
    await visit.tap('e2', 'e4', 'e7', 'e5', 'g1', 'f3');
    await visit.button('Take back').click();
    await visit.page.keyboard.press('f');
    await visit.page.reload();
    expect(await visit.movesUntil(2)).toEqual(['e4', 'e5']);
    expect((await visit.page.locator('[data-square]').first().getAttribute('data-square'))).toBe('h1');
    expect(await visit.page.getByRole('timer').first().textContent()).toMatch(/^(10:00|9:\d\d)$/);
    await visit.button('Redo').click();
    expect(await visit.moves()).toEqual(['e4', 'e5', 'Nf3']);
    expect(visit.complaints).toEqual([]);
    await visit.leave();
  });

  it('even if the page goes away while the engine thinks', async () => {
    const visit = await table.visit();
    await visit.newGame({ side: 'White', level: 20 });
    await visit.tap('e2', 'e4');
    await visit.page.reload();
    expect((await visit.movesUntil(2))[0]).toBe('e4');
    await visit.leave();
  });

  it('as a study, too, in a list from which it can be deleted and brought back', async () => {
    const visit = await table.visit();
    await visit.paste('[White "Anna"]\n\n1. d4 (1. c4) d5 *');
    await visit.movesUntil(3);
    await visit.page.reload();
    expect(await visit.movesUntil(3)).toContain('1. c4');
    await visit.page.locator('.pair .move').first().click();
    await visit.button('Delete').click();
    await visit.notice('2 moves deleted.');
    await visit.page.getByTestId('notice').getByRole('button', { name: 'Undo' }).click();
    await visit.movesUntil(3);
    await visit.button('Back to the game').click();
    await visit.button('Games').click();
    await visit.button('Delete this game').click();
    // A notice is above the dialog, not behind it.
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await visit.page.getByRole('button', { name: /Anna – \?/ }).click();
    expect(await visit.movesUntil(3)).toContain('1. c4');
    expect(visit.complaints).toEqual([]);
    await visit.leave();
  });

  it('by two tabs as one', async () => {
    const one = await table.visit();
    await one.newGame();
    await one.tap('e2', 'e4');
    const page = await one.context.newPage();
    const other = new Visit(one.context, page);
    await page.goto(table.address);
    expect(await other.movesUntil(1)).toEqual(['e4']);
    await other.tap('e7', 'e5');
    expect(await one.movesUntil(2)).toEqual(['e4', 'e5']);
    await one.tap('g1', 'f3');
    await other.movesUntil(3);
    await page.close();
    await one.page.reload();
    expect(await one.movesUntil(3)).toEqual(['e4', 'e5', 'Nf3']);
    expect([...one.complaints, ...other.complaints]).toEqual([]);
    await one.leave();
  });

  it('in a list, from which they come back, and all go into one file', async () => {
    const visit = await table.visit();
    await visit.newGame();
    await visit.tap('f2', 'f3', 'e7', 'e5', 'g2', 'g4', 'd8', 'h4');
    await visit.newGame();
    await visit.tap('d2', 'd4');
    await visit.button('Games').click();
    await visit.page.getByRole('button', { name: /Black wins by checkmate/ }).waitFor();
    expect(await visit.page.locator('.game').count()).toBe(2);
    const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export all as PGN').click()]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.match(/^\[Event /gm)).toHaveLength(2);
    expect(text).toContain('2. g4 Qh4# 0-1');
    await visit.button('Delete this game').first().click();
    await visit.page.locator('.game').nth(1).waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: /Black wins by checkmate/ }).click();
    expect(await visit.result()).toBe('Black wins by checkmate');
    await visit.leave();
  });
});

describe('when nothing can be kept', () => {
  it.each([
    ['blocked', () => { Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }); }],
    ['full', () => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }],
  ])('because storage is %s, it is said and the game goes on', async (_, spoil) => {
    const visit = await table.visit({ before: (page) => page.addInitScript(spoil) });
    await visit.newGame();
    await visit.tap('e2', 'e4');
    await visit.notice('could not be saved in this browser');
    await visit.tap('e7', 'e5', 'g1', 'f3');
    expect(await visit.moves()).toEqual(['e4', 'e5', 'Nf3']);
    expect(visit.complaints).toEqual([]);
    await visit.leave();
  });

  it('because what was kept is nonsense, a new game begins', async () => {
    const visit = await table.visit({ before: (page) => page.addInitScript(() => localStorage.setItem('mola.kept', '{"game":{"record":7},"mode":"study"}')) });
    await visit.tap('e2', 'e4');
    await visit.movesUntil(1);
    await visit.leave();
  });
});
