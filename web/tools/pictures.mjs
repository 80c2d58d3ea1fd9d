// Takes the pictures of the README: the page as it is, on a desk, in a hand and in between.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** The Immortal Game: Anderssen against Kieseritzky, London 1851. */
const GAME = `[Event "London"]
[Date "1851.06.21"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6
11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+
20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0`;

const SHOTS = [
  { name: 'desktop', width: 1440, height: 900, color: 'dark', scene: study },
  { name: 'tablet', width: 820, height: 1180, color: 'light', scene: play },
  { name: 'phone', width: 390, height: 844, color: 'light', scene: play },
  { name: 'phone-study', width: 390, height: 844, color: 'dark', scene: study },
];

const program = spawn(process.env.MOLA ?? 'mola', ['web', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => program.stdout.on('data', (text) => resolve(/http:\S+/.exec(text.toString())[0])));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
mkdirSync(FOLDER, { recursive: true });
for (const { name, width, height, color, scene } of SHOTS) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: width < 500 ? 2 : 1, colorScheme: color, serviceWorkers: 'block' });
  await page.goto(address);
  await page.getByTestId('board').waitFor();
  await scene(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await page.close();
}
await browser.close();
program.kill();

async function paste(page, text) {
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
}

/** A reviewed game with the engine's lines. */
async function study(page) {
  await paste(page, GAME);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByText('Reviewing:').waitFor({ state: 'detached', timeout: 120_000 });
  await page.getByRole('button', { name: /^17\. Nd5/ }).click();
  await page.locator('.line').nth(2).waitFor();
  await page.waitForTimeout(3_000);
}

/** A game in play, with a piece in the hand. */
async function play(page) {
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('slider', { name: 'Level' }).fill('13');
  await page.getByRole('radio', { name: '10 min' }).check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  for (const move of ['e4', 'Nf3', 'Nc3', 'Be2']) {
    await page.locator('#typed-move').fill(move);
    await page.locator('#typed-move').press('Enter');
    await page.waitForTimeout(1_200);
  }
  await page.evaluate(() => scrollTo(0, 0));
  const knight = await page.locator('[data-square="f3"]').boundingBox();
  await page.mouse.click(knight.x + knight.width / 2, knight.y + knight.height / 2);
  await page.waitForTimeout(400);
}
