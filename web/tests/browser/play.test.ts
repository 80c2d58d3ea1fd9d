import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Table, type Visit } from './harness.js';

const table = new Table();
let visit: Visit;
beforeAll(() => table.open());
afterAll(() => table.close());
beforeEach(async () => {
  visit = await table.visit();
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.leave();
});

describe('two players', () => {
  it('play to a mate by tapping and by dragging', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4', 'e7', 'e5');
    await visit.drag('d1', 'h5');
    await visit.drag('b8', 'c6');
    await visit.tap('f1', 'c4', 'g8', 'f6');
    await visit.drag('h5', 'f7');
    expect(await visit.result()).toBe('White wins by checkmate');
    expect(await visit.moves()).toEqual(['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#']);
    expect(await visit.page.getByTestId('announcement').textContent()).toBe('White: queen h5 takes pawn f7, checkmate. White wins by checkmate.');
    await visit.tap('e8', 'f7');
    expect(await visit.moves()).toHaveLength(7);
  });

  it.each(['queen', 'rook', 'bishop', 'knight'])('promote to a %s', async (role) => {
    await visit.newGame({ fen: '8/P6k/8/8/8/8/p6K/8 w - - 0 1' });
    await visit.drag('a7', 'a8');
    const choice = visit.page.getByRole('dialog', { name: 'What does the pawn become?' }).getByRole('button', { name: role });
    const [piece, square] = [await choice.locator('piece').boundingBox(), await visit.page.locator('[data-square="a8"]').boundingBox()];
    expect(piece?.width).toBe(square?.width);
    await choice.click();
    expect(await visit.on('a8')).toBe(`white ${role}`);
    await visit.tap('a2', 'a1');
    await visit.page.keyboard.press(role === 'knight' ? 'n' : role.charAt(0));
    expect(await visit.on('a1')).toBe(`black ${role}`);
  });

  it('may think again about a promotion', async () => {
    await visit.newGame({ fen: '8/P6k/8/8/8/8/7K/8 w - - 0 1' });
    await visit.drag('a7', 'a8');
    await visit.page.keyboard.press('Escape');
    expect(await visit.on('a7')).toBe('white pawn');
    expect(await visit.moves()).toEqual([]);
    await visit.tap('h2', 'h3');
    expect(await visit.moves()).toEqual(['Kh3']);
  });

  it('capture en passant', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4', 'a7', 'a6', 'e4', 'e5', 'd7', 'd5', 'e5', 'd6');
    expect((await visit.moves()).at(-1)).toBe('exd6');
    expect(await visit.on('d5')).toBe('empty');
    expect(await visit.on('d6')).toBe('white pawn');
  });

  it.each([
    ['its goal', 'g1', 'c8'],
    ['its rook', 'h1', 'a8'],
  ])('castle by moving the king to %s', async (_, white, black) => {
    await visit.newGame({ fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' });
    await visit.drag('e1', white);
    await visit.tap('e8', black);
    expect(await visit.moves()).toEqual(['O-O', 'O-O-O']);
    expect(await visit.on('f1')).toBe('white rook');
    expect(await visit.on('d8')).toBe('black rook');
  });

  it('castle in Chess960', async () => {
    await visit.newGame({ fen: 'rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1' });
    await visit.drag('b1', 'h1');
    await visit.tap('b8', 'a8');
    expect(await visit.moves()).toEqual(['O-O', 'O-O-O']);
    expect(await visit.on('g1')).toBe('white king');
    expect(await visit.on('c8')).toBe('black king');
  });

  it('begin a numbered Chess960 position', async () => {
    await visit.button('New game').click();
    await visit.page.getByRole('radio', { name: 'Two players' }).check();
    await visit.page.getByRole('radio', { name: 'Chess960' }).check();
    await visit.page.getByLabel('Number, 0 to 959').fill('0');
    await visit.page.getByLabel('Number, 0 to 959').press('Tab');
    await visit.button('Start').click();
    expect(await visit.on('a1')).toBe('white bishop');
    expect(await visit.on('g8')).toBe('black king');
  });

  it('agree on a draw, resign, and see why it is over', async () => {
    await visit.newGame();
    await visit.tap('e2', 'e4');
    await visit.button('Draw').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Draw', exact: true }).click();
    expect(await visit.result()).toBe('Draw by agreement');
    await visit.newGame();
    await visit.tap('e2', 'e4');
    await visit.button('Resign').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    expect(await visit.result()).toBe('White wins by resignation');
  });

  it('play with clocks that run', async () => {
    await visit.newGame({ clock: '3 + 2' });
    await visit.tap('e2', 'e4');
    await visit.page.getByRole('timer').filter({ hasText: /^2:/ }).waitFor();
    const [black, white] = await visit.page.getByRole('timer').allTextContents();
    expect(white).toBe('3:02');
    expect(black).toMatch(/^2:[0-5]\d$/);
  });
});

describe('two devices', () => {
  it('play each other over the table of mola web --lan', async () => {
    let onTable = 'null';
    const before = async (page: Page): Promise<void> => {
      await page.clock.install();
      await page.context().addCookies([{ name: 'mola-table', value: '1', url: table.address }]);
      await page.route('**/table', async (route) => {
        if (route.request().method() === 'PUT') onTable = route.request().postData() ?? onTable;
        await route.fulfill({ contentType: 'application/json', body: onTable });
      });
    };
    const [one, other] = [await table.visit({ before }), await table.visit({ before })];
    await one.button('New game').click();
    await one.page.getByRole('radio', { name: 'White', exact: true }).check();
    await one.page.getByLabel('Play against another device').check();
    await one.button('Start').click();
    // An invitation waits, however long nobody looks at it.
    await other.button('Join').waitFor();
    await other.page.clock.fastForward(60_000);
    await other.button('Join').click();
    await one.page.getByText('Your turn').waitFor();
    await one.tap('e2', 'e4');
    expect(await other.movesUntil(1)).toEqual(['e4']);
    await other.tap('e7', 'e5');
    expect(await one.movesUntil(2)).toEqual(['e4', 'e5']);
    expect([...one.complaints, ...other.complaints]).toEqual([]);
    await Promise.all([one.leave(), other.leave()]);
  });
});

describe('against the engine', () => {
  it('gets an answer to every move, with either color', async () => {
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('e2', 'e4');
    expect(await visit.movesUntil(2)).toHaveLength(2);
    // Buttons stay where they are, and so does the cursor of whoever types.
    const places = () => Promise.all(['Take back', 'Study'].map((name) => visit.button(name).boundingBox()));
    const before = await places();
    await visit.page.locator('#typed-move').fill('Nf3');
    await visit.page.keyboard.press('Enter');
    expect(await places()).toEqual(before);
    await visit.movesUntil(4);
    expect(await places()).toEqual(before);
    await visit.page.keyboard.type('Nc3');
    expect(await visit.page.locator('#typed-move').inputValue()).toBe('Nc3');
    await visit.newGame({ side: 'Black', level: 1, pocket: true });
    expect(await visit.movesUntil(1)).toHaveLength(1);
    expect(await visit.page.getByTestId('status').textContent()).toBe('Your turn');
  });

  it('plays again with the other color, on a screen that has been turned', async () => {
    await visit.newGame({ side: 'Black', level: 1 });
    await visit.movesUntil(1);
    await visit.button('Resign').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await visit.page.getByTestId('result').waitFor();
    await visit.page.setViewportSize({ width: 800, height: 1200 });
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('e2', 'e4');
    expect((await visit.movesUntil(2))[0]).toBe('e4');
  });

  it('takes back while the engine thinks, and no late reply comes', async () => {
    await visit.newGame({ side: 'White', level: 20 });
    await visit.tap('e2', 'e4');
    await visit.page.getByText('is thinking…').waitFor();
    await visit.button('Take back').click();
    expect(await visit.moves()).toEqual([]);
    await visit.page.waitForTimeout(4_000);
    expect(await visit.moves()).toEqual([]);
    await visit.tap('d2', 'd4');
    const moves = await visit.movesUntil(2);
    expect(moves[0]).toBe('d4');
    await visit.button('Take back').click();
    await visit.button('Redo').click();
    expect(await visit.moves()).toEqual(moves);
  });

  it('moves at once when asked to', async () => {
    // Left alone it thinks for three seconds. Other programs on the machine can take its time, so it has some attempts.
    let quickest = Infinity;
    for (let attempt = 0; attempt < 10 && quickest > 1_500; attempt++) {
      await visit.newGame({ side: 'White', level: 20 });
      await visit.tap('e2', 'e4');
      const asked = performance.now();
      await visit.button('Move now').click();
      await visit.movesUntil(2);
      quickest = Math.min(quickest, performance.now() - asked);
    }
    expect(quickest).toBeLessThan(1_500);
  });

  it('lets a premove be played in its time', async () => {
    await visit.newGame({ side: 'White', level: 20 });
    await visit.tap('e2', 'e4');
    await visit.tap('g1', 'f3');
    expect((await visit.movesUntil(3))[2]).toBe('Nf3');
  });

  it('helps step by step', async () => {
    await visit.newGame({ side: 'White', fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' });
    await visit.button('Hint').click();
    await visit.page.getByText('There is a mate in one.').waitFor();
    await visit.button('Hint').click();
    await visit.page.getByText('Look at the rook on a1.').waitFor();
    await visit.button('Hint').click();
    await visit.page.getByText('Ra8# is a good move.').waitFor();
    await visit.page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
  });

  it('plays itself, pauses and goes on', async () => {
    await visit.newGame({ side: 'Watch', level: 1 });
    await visit.movesUntil(3);
    await visit.button('Pause').click();
    const { length } = await visit.moves();
    await visit.page.waitForTimeout(1_000);
    expect(await visit.moves()).toHaveLength(length);
    await visit.button('Resume').click();
    await visit.movesUntil(length + 1);
  });
});
