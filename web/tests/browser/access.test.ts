import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Table, type Visit } from './harness.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const table = new Table();
beforeAll(() => table.open());
afterAll(() => table.close());

/** What axe finds serious or worse. */
async function findings(visit: Visit): Promise<string[]> {
  await visit.page.evaluate(axe);
  return visit.page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }> } }).axe.run();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** Walks from one square to another by arrow keys. */
async function walk(visit: Visit, from: string, to: string): Promise<void> {
  const x = to.charCodeAt(0) - from.charCodeAt(0);
  const y = Number(to.charAt(1)) - Number(from.charAt(1));
  for (let step = 0; step < Math.abs(x); step++) await visit.page.keyboard.press(x > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(y); step++) await visit.page.keyboard.press(y > 0 ? 'ArrowUp' : 'ArrowDown');
}

describe('the keyboard alone', () => {
  it('starts a game, plays it to mate and hears every move', async () => {
    const visit = await table.visit();
    const { page } = visit;
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('radio', { name: 'White', exact: true }).focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Two players' }).isChecked()).toBe(true);
    await visit.button('Start').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('b');
    let at = 'e2';
    for (const [from, to, words] of [
      ['f2', 'f3', 'White: pawn f2 to f3.'],
      ['e7', 'e5', 'Black: pawn e7 to e5.'],
      ['g2', 'g4', 'White: pawn g2 to g4.'],
      ['d8', 'h4', 'Black: queen d8 to h4, checkmate. Black wins by checkmate.'],
    ] as const) {
      await walk(visit, at, from);
      await page.keyboard.press('Enter');
      expect(await page.locator(`[data-square="${from}"]`).getAttribute('aria-label')).toContain('picked up');
      await walk(visit, from, to);
      expect(await page.locator(`[data-square="${to}"]`).getAttribute('aria-label')).toContain('legal move');
      await page.keyboard.press('Enter');
      at = to;
      expect(await page.getByTestId('announcement').textContent()).toBe(words);
    }
    expect(await visit.result()).toBe('Black wins by checkmate');
    await visit.leave();
  });

  it('types moves, promotes, and goes through dialogs', async () => {
    const visit = await table.visit();
    await visit.newGame({ fen: '8/P6k/8/8/8/8/6PK/8 w - - 0 1' });
    await visit.page.keyboard.press('b');
    await walk(visit, 'e2', 'a7');
    await visit.page.keyboard.press('Enter');
    await walk(visit, 'a7', 'a8');
    await visit.page.keyboard.press('Enter');
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('Enter');
    expect(await visit.on('a8')).toBe('white knight');
    await visit.page.keyboard.press('m');
    await visit.page.locator('#typed-move:focus').waitFor();
    await visit.page.keyboard.type('Kg6\n');
    expect(await visit.movesUntil(2)).toEqual(['a8=N', 'Kg6']);
    await visit.page.keyboard.type('nonsense\n');
    await visit.notice('nonsense');
    await visit.leave();
  });
});

describe('axe', () => {
  it.each(['light', 'dark'] as const)('finds nothing serious on any page in %s colors', async (colorScheme) => {
    const visit = await table.visit({ colorScheme });
    await visit.newGame({ clock: '3 + 2' });
    await visit.tap('e2', 'e4', 'd7', 'd5', 'e4', 'd5');
    expect(await findings(visit)).toEqual([]);
    for (const dialog of ['New game', 'Games', 'Open', 'Share', 'Settings', 'Help']) {
      await visit.button(dialog).first().click();
      await visit.page.getByRole('dialog').waitFor();
      expect(await findings(visit), dialog).toEqual([]);
      await visit.page.keyboard.press('Escape');
    }
    await visit.paste('1. e4 (1. d4 {Yes.}) e5 2. Qh5 Ke7 3. Qxe5#');
    await visit.button('Review').click();
    await visit.page.getByText('Reviewing:').waitFor({ state: 'detached' });
    expect(await findings(visit), 'study').toEqual([]);
    await visit.button('Edit').click();
    expect(await findings(visit), 'editor').toEqual([]);
    await visit.leave();
  });
});

describe('every screen', () => {
  const SCREENS: [string, number, number][] = [
    ['small phone', 360, 740],
    ['phone', 390, 844],
    ['phone on its side', 844, 390],
    ['small window', 720, 450],
    ['tablet', 820, 1180],
    ['tablet on its side', 1180, 820],
    ['laptop', 1366, 768],
    ['4K', 3840, 2160],
  ];

  it.each(SCREENS)('shows the whole board and large enough buttons: %s', async (_, width, height) => {
    const visit = await table.visit({ viewport: { width, height }, hasTouch: width < 1200 });
    await visit.page.getByTestId('board').waitFor();
    const box = await visit.page.getByTestId('board').boundingBox();
    if (!box) throw new Error('there is no board');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.width).toBeGreaterThanOrEqual(Math.min(width, height) * 0.7);
    expect(box.width % 8).toBe(0);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const small = await visit.page.locator('button:visible, input:visible, select:visible').evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 24 || one.getBoundingClientRect().width < 24).map((one) => one.outerHTML),
    );
    expect(small).toEqual([]);
    const short = await visit.page.locator('.button:visible').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent));
    expect(short).toEqual([]);
    // Nothing is wider than the window, and what a dialog is for can be seen without scrolling.
    const overflow = () => visit.page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.panel, .dialog')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || one.tagName));
    await visit.button('New game').first().click();
    const start = await visit.button('Start').boundingBox();
    expect(start && start.y + start.height).toBeLessThanOrEqual(height);
    expect(await visit.button('Start').evaluate((one) => document.elementFromPoint(one.getBoundingClientRect().x + 5, one.getBoundingClientRect().y + 5)?.closest('button') === one)).toBe(true);
    expect(await overflow(), 'new game').toEqual([]);
    await visit.page.keyboard.press('Escape');
    await visit.page.keyboard.press('s');
    expect(await overflow(), 'study').toEqual([]);
    await visit.button('Edit').click();
    expect(await overflow(), 'editor').toEqual([]);
    // Wherever the button was, the board is in sight.
    await expect.poll(() => visit.page.evaluate(() => scrollY)).toBe(0);
    await visit.leave();
  });

  it('plays by touch', async () => {
    const visit = await table.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await visit.newGame();
    for (const square of ['e2', 'e4', 'e7', 'e5']) {
      const { x, y } = await visit.place(square);
      await visit.page.touchscreen.tap(x, y);
      await visit.settle();
    }
    expect(await visit.movesUntil(2)).toEqual(['e4', 'e5']);
    await visit.leave();
  });
});
