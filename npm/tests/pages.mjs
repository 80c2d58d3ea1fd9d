// The samples in Chromium, from a folder with the packed package in `node_modules`: a plain page, a page that Vite
// serves while it is being written, and one that Vite has built. `node pages.mjs FOLDER`.
import { createServer as createHttpServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, createServer } from 'vite';

const folder = process.argv[2];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** A static host in its simplest form. */
function serve(root, port) {
  const server = createHttpServer((request, response) => {
    try {
      const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
      const body = readFileSync(join(root, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve({ server, address: `http://127.0.0.1:${server.address().port}/` })));
}

const vite = join(folder, 'vite');
await build({ root: vite, logLevel: 'warn', base: './' });
// Here the package lies above the page's folder, for all samples.
const developing = await createServer({ root: vite, logLevel: 'warn', server: { port: 0, host: '127.0.0.1', fs: { allow: [folder] } } });
await developing.listen();
const plain = await serve(folder, 0);
const built = await serve(join(vite, 'dist'), 0);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
let failed = false;
for (const [name, address] of [
  ['without a build', `${plain.address}page.html`],
  ['built by Vite', built.address],
  ['served by Vite', developing.resolvedUrls.local[0]],
]) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  const shown = async (id, start) => {
    await page.waitForFunction(([id, start]) => document.getElementById(id).textContent.startsWith(start), [id, start], { timeout: 60_000 });
    return page.locator(`#${id}`).textContent();
  };
  try {
    console.log(`${name}: ${await shown('best', 'a1a8 of 15, then stopped')}; ${await shown('uci', 'bestmove ')}`);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${error}\n${errors.join('\n')}\n${await page.locator('body').textContent()}`);
  }
  await page.close();
}
await browser.close();
await developing.close();
plain.server.close();
built.server.close();
if (failed) process.exit(1);
