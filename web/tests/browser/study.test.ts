import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Table, type Visit } from './harness.js';

const table = new Table();
let visit: Visit;
beforeAll(() => table.open());
afterAll(() => table.close());
beforeEach(async () => {
  visit = await table.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.leave();
});

const clipboard = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());
const GAME = '[Event "Match"]\n[White "Anna"]\n[Black "Berta"]\n\n1. e4 e5 (1... c5 {Sharp.} 2. Nf3) 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n';

async function downloaded(click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([visit.page.waitForEvent('download'), click()]);
  return readFileSync(await download.path());
}

describe('a study', () => {
  it('shows a pasted game with its variations, and walks by keys', async () => {
    await visit.paste(GAME);
    expect(await visit.page.locator('.name').allTextContents()).toEqual(['Berta', 'Anna']);
    await visit.page.locator('.variation').getByText('Sharp.').waitFor();
    for (const _ of [1, 2, 3]) await visit.page.keyboard.press('ArrowRight');
    expect(await visit.on('f3')).toBe('white knight');
    await visit.page.keyboard.press('End');
    expect(await visit.page.getByTestId('status').textContent()).toBe('Black wins by checkmate');
    await visit.page.keyboard.press('Home');
    expect(await visit.on('g1')).toBe('white knight');
  });

  it('has lines, arrows, an evaluation bar and threats', async () => {
    await visit.paste('6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1');
    await visit.page.locator('.line').first().getByText('#1').waitFor();
    expect(await visit.page.locator('.line').count()).toBe(3);
    await visit.page.locator('.line').nth(1).locator('.line-move').nth(1).click();
    expect(await visit.moves()).toHaveLength(2);
    await visit.page.keyboard.press('u');
    expect(await visit.moves()).toHaveLength(0);
    await visit.page.locator('.cg-shapes line').nth(2).waitFor({ state: 'attached' });
    await visit.page.getByRole('img', { name: 'White mates in 1' }).waitFor();
    await visit.paste('6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1');
    await visit.button('Threat').click();
    await visit.page.locator('.line').getByText('Threat: 1... Ra1#').waitFor();
    await visit.button('Engine').click();
    await visit.page.getByText('The engine is off.').waitFor();
  });

  it('reviews a game: a graph with its mistakes', async () => {
    await visit.paste(GAME);
    await visit.button('Review').click();
    await visit.page.getByText('Reviewing:').waitFor({ state: 'detached', timeout: 120_000 });
    await visit.page.getByRole('img', { name: 'Evaluation of the game' }).waitFor();
    await visit.page.getByRole('button', { name: 'blunder 5. Nxf7' }).click();
    expect(await visit.on('f7')).toBe('white knight');
    expect((await visit.moves()).some((move) => move.startsWith('Nxf7??'))).toBe(true);
    expect(await visit.page.getByTestId('remark').textContent()).toContain('Best was');
    expect(await visit.page.getByTestId('report').getByRole('row').count()).toBe(3);
    expect(await visit.page.getByTestId('report').textContent()).toMatch(/Anna\s*\d+[.,]\d\s*%/);
    await visit.button('Practice the mistakes of Anna').click();
    expect(await visit.page.getByTestId('question').textContent()).toContain('Find a better move.');
    await visit.button('Hint').click();
    await visit.button('Show the move').click();
    expect(await visit.page.getByTestId('question').textContent()).toContain('The best move was');
    expect(await visit.button('Next').or(visit.button('Finish')).count()).toBe(1);
  });

  it('grows variations, and goes back to the game in play', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4', 'e7', 'e5');
    await visit.button('Study').click();
    await visit.page.keyboard.press('ArrowLeft');
    await visit.tap('c7', 'c5');
    expect(await visit.page.locator('.variation .move').allTextContents()).toHaveLength(1);
    await visit.button('Back to the game').click();
    expect(await visit.moves()).toEqual(['e4', 'e5']);
  });
});

describe('games in and out', () => {
  it('go round as PGN without a loss', async () => {
    await visit.paste(GAME);
    await visit.button('Share').click();
    await visit.button('Copy PGN').click();
    await visit.notice('Game copied');
    const first = await clipboard();
    expect(first).toContain('1. e4 e5 (1... c5 {Sharp.} 2. Nf3) 2. Nf3');
    const saved = await downloaded(() => visit.button('Save PGN').click());
    expect(saved.toString()).toBe(first);
    await visit.page.keyboard.press('Escape');
    const file = join(mkdtempSync(join(tmpdir(), 'mola-')), 'game.pgn');
    writeFileSync(file, first);
    await visit.button('Open').click();
    await visit.page.locator('input[type=file]').setInputFiles(file);
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.button('Share').click();
    await visit.button('Copy PGN').click();
    expect(await clipboard()).toBe(first);
  });

  it('go round as FEN', async () => {
    const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    await visit.button('Open').click();
    await visit.page.getByLabel('Paste a PGN or a FEN').fill(fen);
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    expect(await visit.on('e5')).toBe('white knight');
    await visit.button('Share').click();
    await visit.button('Copy FEN').click();
    await visit.notice('Position copied');
    expect(await clipboard()).toBe(fen);
  });

  it('travel in a link', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4', 'e7', 'e5', 'g1', 'f3');
    await visit.button('Share').click();
    await visit.button('Copy a link').click();
    await visit.notice('Link copied');
    const link = await clipboard();
    expect(link.startsWith(`${table.address}#game=`)).toBe(true);
    const friend = await table.visit({ address: link });
    expect(await friend.movesUntil(3)).toEqual(['e4', 'e5', 'Nf3']);
    expect(await friend.on('f3')).toBe('white knight');
    await friend.leave();
    const broken = await table.visit({ address: link.replace('game=', 'game=*') });
    await broken.notice('does not contain a valid game');
    expect(await broken.on('e2')).toBe('white pawn');
    await broken.leave();
  });

  it('become pictures', async () => {
    await visit.button('Share').click();
    const svg = await downloaded(() => visit.button('Save SVG').click());
    expect(svg.toString()).toMatch(/^<svg /);
    const png = await downloaded(() => visit.button('Save PNG').click());
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(png.length).toBeGreaterThan(10_000);
  });

  it('drop onto the page, and the right one is picked of many', async () => {
    const text = `${GAME}\n[White "Carla"]\n[Black "Dora"]\n\n1. d4 d5 *\n`;
    await visit.page.evaluate((words) => {
      const data = new DataTransfer();
      data.items.add(new File([words], 'games.pgn'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await visit.page.getByLabel('Find').fill('carla');
    await visit.page.getByRole('button', { name: '2. Carla – Dora' }).click();
    expect(await visit.moves()).toEqual(['d4', 'd5']);
  });

  it('say what is wrong with them, and leave the game alone', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4');
    await visit.paste('hello');
    await visit.notice('is not a move');
    await visit.paste('8/8/8/8/8/8/8/4K3 w - - 0 1');
    await visit.notice('Black has no king');
    await visit.button('Open').click();
    const file = join(mkdtempSync(join(tmpdir(), 'mola-')), 'huge.pgn');
    writeFileSync(file, Buffer.alloc(20_000_000, '1. e4 e5 *\n'));
    await visit.page.locator('input[type=file]').setInputFiles(file);
    await visit.page.getByRole('alert').getByText('too large').waitFor();
    await visit.page.keyboard.press('Escape');
    expect(await visit.moves()).toEqual(['e4']);
    await visit.tap('e7', 'e5');
    expect(await visit.moves()).toEqual(['e4', 'e5']);
    await visit.paste('1. e4 e5 2. Ke3 Nf6');
    await visit.notice('"Ke3" is not a legal move here');
    expect(await visit.moves()).toEqual(['e4', 'e5']);
  });
});

describe('the board editor', () => {
  it('says what is wrong until all is right, then plays from there', async () => {
    const { page } = visit;
    const verdict = page.getByTestId('verdict');
    await visit.button('Open').click();
    await visit.button('Set up a position').click();
    await visit.button('Empty board').click();
    expect(await verdict.textContent()).toContain('White has no king');
    expect(await visit.button('Play from here').isDisabled()).toBe(true);
    await visit.button('white king').click();
    await visit.tap('e1');
    await visit.button('black king').click();
    await visit.tap('e8');
    await visit.button('white pawn').click();
    await visit.tap('a8');
    expect(await verdict.textContent()).toContain('There is a pawn on a8');
    await visit.tap('a8');
    await visit.tap('a2');
    expect(await verdict.textContent()).toContain('This position is legal and has 3 pieces');
    await page.getByLabel('White kingside').check();
    expect(await verdict.textContent()).toContain("castling right 'K' has no rook");
    await page.getByLabel('White kingside').uncheck();
    await visit.button('Move pieces').click();
    await visit.drag('a2', 'b4');
    expect(await page.getByLabel('FEN').inputValue()).toBe('4k3/8/8/8/1P6/8/8/4K3 w - - 0 1');
    await page.getByLabel('FEN').fill('4k3/8/8/8/1P6/8/8/4K3 x');
    expect(await verdict.textContent()).toContain('the side to move is');
    // The ring is around the player whose turn it is here, whatever the game behind the editor says.
    await page.getByLabel('FEN').fill('4k3/8/8/8/1P6/8/8/4K3 b');
    await page.locator('.strip.to-move .token.black').waitFor();
    await page.getByLabel('FEN').fill('4k3/8/8/8/1P6/8/8/4K3 w');
    await visit.button('Play from here').click();
    await page.getByRole('radio', { name: 'Two players' }).check();
    await visit.button('Start').click();
    await visit.tap('b4', 'b5');
    expect(await visit.moves()).toEqual(['b5']);
  });
});
