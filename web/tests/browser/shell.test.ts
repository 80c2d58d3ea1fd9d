import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST, Table, plainHost, type Visit } from './harness.js';

const table = new Table();
beforeAll(() => table.open());
afterAll(() => table.close());

/** Waits until the service worker has everything and answers for the page. */
async function installed(visit: Visit): Promise<void> {
  await visit.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let tries = 0; !navigator.serviceWorker.controller && tries < 1_200; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

describe('offline', () => {
  it('the page loads, the engine plays and the game is still there', async () => {
    const visit = await table.visit({ serviceWorkers: 'allow' });
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('e2', 'e4');
    await visit.movesUntil(2);
    await installed(visit);
    await visit.context.setOffline(true);
    await visit.page.reload();
    expect((await visit.movesUntil(2))[0]).toBe('e4');
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('d2', 'd4');
    await visit.movesUntil(2);
    await visit.leave();
  });

  it('a plain host in a subfolder will do, and becomes isolated', async () => {
    const { server, address } = await plainHost(DIST);
    const visit = await table.visit({ address, serviceWorkers: 'allow' });
    expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(false);
    // Without shared memory a takeback replaces the worker.
    await visit.newGame({ side: 'White', level: 20 });
    await visit.tap('e2', 'e4');
    await visit.button('Take back').click();
    await visit.tap('d2', 'd4');
    expect((await visit.movesUntil(2))[0]).toBe('d4');
    await installed(visit);
    await visit.page.reload();
    await visit.movesUntil(2);
    expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(true);
    // Over plain http from another machine, browsers hold back what needs a secure connection.
    const guest = await table.visit({ address: address.replace('localhost', 'mola.test') });
    expect(await guest.page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
    await guest.newGame({ side: 'White', level: 1 });
    await guest.tap('e2', 'e4');
    const [, reply] = await guest.movesUntil(2);
    // Copying works there too, and what is said about it is true.
    await guest.button('Share').click();
    await guest.button('Copy PGN').click();
    await guest.notice('Game copied');
    await guest.page.keyboard.press('Escape');
    await guest.button('Open').click();
    await guest.page.locator('textarea').focus();
    await guest.page.keyboard.press('Control+v');
    expect(await guest.page.locator('textarea').inputValue()).toContain(`1. e4 ${reply}`);
    expect(guest.complaints).toEqual([]);
    await guest.leave();
    server.closeAllConnections();
    server.close();
    await visit.page.reload();
    await visit.movesUntil(2);
    expect(visit.complaints).toEqual([]);
    await visit.leave();
  });

  it('a new version is offered, and the game survives it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mola-'));
    cpSync(DIST, folder, { recursive: true });
    let version = 'mola-one';
    const { server, address } = await plainHost(folder, (path, content) => (path === 'sw.js' ? Buffer.from(content.toString().replace(/mola-[0-9a-f]{12}/, version)) : content));
    const visit = await table.visit({ address, serviceWorkers: 'allow' });
    await visit.newGame();
    await visit.tap('e2', 'e4');
    await installed(visit);
    await visit.page.reload();
    await visit.movesUntil(1);
    version = 'mola-two';
    await visit.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await visit.notice('A new version of Mola is ready.');
    await Promise.all([visit.page.waitForEvent('load'), visit.button('Update').click()]);
    expect(await visit.movesUntil(1)).toEqual(['e4']);
    expect(await visit.page.evaluate(() => caches.keys())).toEqual(['mola-two']);
    server.closeAllConnections();
    server.close();
    await visit.leave();
  });

  it('can be installed', async () => {
    const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.webmanifest'), 'utf8')) as { icons: { src: string; sizes: string }[]; display: string; start_url: string };
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.map(({ sizes }) => sizes)).toContain('512x512');
    for (const { src } of manifest.icons) expect(readdirSync(DIST)).toContain(src);
    const visit = await table.visit({ serviceWorkers: 'allow' });
    const session = await visit.context.newCDPSession(visit.page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map((one) => one.errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    await visit.leave();
  });
});

describe('when things break', () => {
  it('browsers without vectors get the other form of the engine', async () => {
    const loaded: string[] = [];
    const visit = await table.visit({
      before: async (page) => {
        page.on('request', (request) => request.url().endsWith('.wasm') && loaded.push(request.url()));
        await page.addInitScript(() => (WebAssembly.validate = () => false));
      },
    });
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('e2', 'e4');
    await visit.movesUntil(2);
    expect(loaded.map((url) => /(\w+)-[^/]*$/.exec(url)?.[1])).toEqual(['scalar']);
    await visit.leave();
  });

  it('the rules that do not load are said in words, and what was kept is not touched', async () => {
    const kept = '{"game":{"id":"precious"}}';
    const visit = await table.visit({
      before: async (page) => {
        await page.route('**/*.wasm', (route) => route.abort());
        await page.addInitScript((text) => localStorage.setItem('mola.kept', text), kept);
      },
    });
    await visit.page.getByRole('alert').getByText('Mola could not start').waitFor();
    expect(await visit.page.evaluate(() => localStorage.getItem('mola.kept'))).toBe(kept);
    await visit.page.unroute('**/*.wasm');
    await visit.button('Try again').click();
    await visit.page.getByTestId('board').waitFor();
    await visit.leave();
  });

  it('a worker that crashes is said, the game goes on, and it can be started again', async () => {
    const visit = await table.visit({
      before: (page) => page.route('**/thinker-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { throw new Error("boom"); };', headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } })),
    });
    await visit.notice('The engine stopped working');
    await visit.newGame({ side: 'White' });
    await visit.tap('e2', 'e4');
    expect(await visit.moves()).toEqual(['e4']);
    await visit.page.unroute('**/thinker-*.js');
    await visit.button('Restart the engine').click();
    await visit.movesUntil(2);
    await visit.leave();
  });
});

describe('budgets', () => {
  it('the first load is under 1.5 MB with the engine', () => {
    const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('scalar'));
    const size = files.reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
    console.log(`first load: ${Math.round(size / 1000)} kB compressed`);
    expect(size).toBeLessThan(1_500_000);
  });

  it('the page stays quick while the engine thinks', async () => {
    const visit = await table.visit();
    await visit.paste('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');
    await visit.page.locator('.line').nth(2).waitFor();
    // Other programs on the machine can steal time from any task, so a quiet stretch is waited for.
    let worst = Infinity;
    for (let attempt = 0; attempt < 30 && worst > 50; attempt++) {
      worst = await visit.page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let longest = 0;
            const observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => (longest = Math.max(longest, entry.duration))));
            observer.observe({ type: 'longtask' });
            setTimeout(() => (observer.disconnect(), resolve(longest)), 2_000);
          }),
      );
    }
    console.log(`longest task while the engine thinks: ${worst} ms`);
    expect(worst).toBeLessThanOrEqual(50);
    await visit.leave();
  });

  it('nothing is asked of other hosts', async () => {
    const asked: string[] = [];
    const visit = await table.visit({
      before: async (page) => {
        page.on('request', (request) => asked.push(request.url()));
      },
    });
    await visit.newGame({ side: 'White', level: 1 });
    await visit.tap('e2', 'e4');
    await visit.movesUntil(2);
    expect(asked.filter((url) => !url.startsWith(table.address) && !url.startsWith('data:'))).toEqual([]);
    expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(true);
    await visit.leave();
  });
});
