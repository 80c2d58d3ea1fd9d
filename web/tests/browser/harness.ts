// A real browser, and the program that serves the page. Tests see the page as people do: roles, labels, pixels.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP mola.test 127.0.0.1'];

export const DIST = join(import.meta.dirname, '../../dist');

export class Table {
  address = '';
  browser!: Browser;
  #program: ChildProcess | undefined;

  /** Starts the program named by `MOLA`, and a browser. */
  async open(): Promise<void> {
    const program = spawn(process.env.MOLA ?? 'mola', ['web', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#program = program;
    this.address = await new Promise<string>((resolve, reject) => {
      program.once('error', reject);
      program.once('exit', (code) => reject(new Error(`mola web ended with ${code}`)));
      let said = '';
      program.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        const found = /http:\S+/.exec(said)?.[0];
        if (found) resolve(found);
      });
    });
    this.browser = await launch();
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.#program?.kill();
  }

  /** A fresh visitor on the page. Whatever the page complains about fails the test. */
  async visit(options: BrowserContextOptions & { path?: string; address?: string; before?: (page: Page) => Promise<unknown> } = {}): Promise<Visit> {
    const { path = '', address = this.address, before, ...rest } = options;
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...rest });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const visit = new Visit(context, page);
    await before?.(page);
    await page.goto(address + path);
    await page.locator('[data-testid=board], [role=alert]').first().waitFor();
    return visit;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

interface Wishes {
  side?: string;
  fen?: string;
  level?: number;
  pocket?: boolean;
  clock?: string;
}

export class Visit {
  readonly complaints: string[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
  }

  async leave(): Promise<void> {
    await this.context.close();
  }

  async newGame({ side = 'Two players', fen, level, pocket = false, clock }: Wishes = {}): Promise<void> {
    await this.button('New game').first().click();
    await this.page.getByRole('radio', { name: side, exact: true }).check();
    if (side !== 'Two players') await this.page.getByLabel('Play the small engine').setChecked(pocket);
    if (level !== undefined && !pocket) await this.page.getByRole('slider', { name: 'Level' }).fill(String(level));
    await this.page.getByRole('radio', { name: clock ?? 'No clock', exact: true }).check();
    if (fen) {
      await this.page.getByRole('radio', { name: 'Position', exact: true }).check();
      await this.page.getByRole('dialog').getByLabel('FEN').fill(fen);
    } else await this.page.getByRole('radio', { name: 'Standard', exact: true }).check();
    await this.button('Start').click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The middle of a square on the screen. */
  async place(square: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(`[data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`${square} is not on the screen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async tap(...squares: string[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await this.place(square);
      await this.page.mouse.click(x, y);
      await this.settle();
    }
  }

  /** The board reports a move a millisecond later, and the page draws it in the next frame. No hand is faster. */
  settle(): Promise<void> {
    return this.page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done()), 5)));
  }

  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.place(from), await this.place(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
    await this.settle();
  }

  async on(square: string): Promise<string> {
    const label = await this.page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
    return (label ?? '').replace(`${square}, `, '');
  }

  async moves(): Promise<string[]> {
    return this.page.locator('.move').evaluateAll((all) => all.map((one) => (one.textContent ?? '').trim()));
  }

  /** Waits until the list has this many moves, and returns them. */
  async movesUntil(count: number): Promise<string[]> {
    await this.page.locator('.move').nth(count - 1).waitFor();
    return this.moves();
  }

  result(): Promise<string | null> {
    return this.page.getByTestId('result').locator('.why').textContent();
  }

  async notice(words: string): Promise<void> {
    await this.page.getByTestId('notice').filter({ hasText: words }).first().waitFor();
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((words) => {
      const data = new DataTransfer();
      data.setData('text/plain', words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, text);
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };

/** A host that knows nothing of us: files in a subfolder, no headers but the type. */
export async function plainHost(folder: string, edit: (path: string, content: Buffer) => Buffer = (_, content) => content): Promise<{ server: Server; address: string }> {
  const prefix = '/games/mola/';
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = path === prefix ? 'index.html' : path.slice(prefix.length);
    try {
      if (!path.startsWith(prefix)) throw new Error('elsewhere');
      const content = edit(file, readFileSync(join(folder, file)));
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}${prefix}` };
}
