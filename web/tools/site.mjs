// The built site in Chromium, from a subfolder of a plain host: pages on a phone and on a desktop, in light and dark, axe,
// a board that is played on, squares that are toggled, and a tree that unfolds. `node site.mjs FOLDER [PICTURES]`.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const [folder, pictures] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
const PREFIX = '/some/where/';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  try {
    if (!path.startsWith(PREFIX)) throw new Error('elsewhere');
    const file = path.slice(PREFIX.length) || 'index.html';
    const body = readFileSync(join(folder, file));
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}${PREFIX}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
const faults = [];

/** A new window. Whatever its pages complain about is a fault. */
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(`${page.url()}: ${message.text()}`));
  return page;
}

async function visit(name, options) {
  const page = await open(options);
  await page.goto(address + name);
  return page;
}

/** What axe finds serious or worse. */
async function findings(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await axe.run();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  });
}

/** Looks at a page with all its figures alive: nothing is wider than the window, and axe is content. */
async function look(page, name, theme) {
  await page.goto(address + name);
  for (const figure of await page.locator('figure[data-board], figure[data-bits]').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.and(page.locator('[data-live=yes]')).waitFor();
  }
  for (const finding of await findings(page)) faults.push(`${name}, ${theme}: ${finding}`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > page.viewportSize().width) faults.push(`${name}, ${theme}: ${width} pixels wide`);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${theme}.png`), fullPage: true });
}

const chapters = readdirSync(folder).filter((name) => name.endsWith('.html') && !['print.html', 'toc.html'].includes(name));
const phone = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'light' });
for (const name of chapters) await look(phone, name, 'phone');
// In the dark only colors are different: a page with live boards, one with a tree and one with tables are enough.
const night = await open({ colorScheme: 'dark' });
for (const name of pictures ? chapters : ['1-bitboards.html', '6-search.html', '16-protocols.html']) await look(night, name, 'dark');
for (const page of [phone, night]) await page.context().close();

// A board: legal moves are shown, one is played by hand, and the engine answers.
{
  const page = await visit('9-pocket-search.html');
  const figure = page.locator('figure[data-play]').first();
  await figure.scrollIntoViewIfNeeded();
  const square = (name) => figure.locator(`[data-square=${name}]`);
  await square('d2').click();
  assert.equal(await square('d4').getAttribute('aria-label'), 'd4, empty, legal move');
  await square('d4').click();
  await figure.getByText('It looked at').waitFor();
  assert.match(await figure.getByRole('status').textContent(), /White to move/);
  await figure.getByRole('button', { name: 'Take back' }).click();
  assert.equal(await figure.getByRole('status').textContent(), 'White to move.');
  // By keyboard alone.
  await square('a8').focus();
  for (const key of [...Array(6).fill('ArrowDown'), ...Array(4).fill('ArrowRight'), 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await figure.getByText('It looked at').waitFor();
  await page.context().close();
}
// Sets of squares.
{
  const page = await visit('1-bitboards.html');
  const figure = page.locator('figure[data-bits]').first();
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('[data-square=e4]').click();
  assert.equal(await figure.getByRole('status').textContent(), '0x8100_0000_1000_0081, 5 squares');
  await figure.getByRole('button', { name: 'up' }).click();
  assert.match(await figure.getByRole('status').textContent(), /^0x0000_0010_0000_8100, 3/);
  await page.context().close();
}
// A tree unfolds without JavaScript, and pictures are there too.
{
  const page = await visit('6-search.html', { javaScriptEnabled: false });
  const tree = page.locator('.tree');
  const hidden = tree.locator('details details summary').first();
  assert.equal(await hidden.isVisible(), false);
  await tree.locator('summary').first().click();
  assert.equal(await hidden.isVisible(), true);
  assert.ok(await page.locator('figure img').first().isVisible());
  await page.context().close();
}
// Search finds a word in another chapter.
{
  const page = await visit('index.html');
  await page.locator('body').press('s');
  await page.locator('#mdbook-searchbar').pressSequentially('zugzwang');
  await page.locator('#mdbook-searchresults a').first().waitFor();
  await page.context().close();
}
// What lies beside the book.
for (const [name, words] of [['api/index.html', 'mola-rules'], ['board/index.html', 'Mola']]) {
  const page = await visit(name);
  await page.getByText(words).first().waitFor({ state: 'attached' });
  await page.context().close();
}

await browser.close();
server.close();
for (const fault of new Set(faults)) console.error(fault);
console.log(`${chapters.length} pages`);
process.exit(faults.length ? 1 : 0);
