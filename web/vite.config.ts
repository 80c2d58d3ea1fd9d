import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Tells the service worker which files there are, once all are written. */
function listFiles(): Plugin {
  return {
    name: 'mola-list-files',
    apply: 'build',
    closeBundle() {
      const dist = join(import.meta.dirname, 'dist');
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && entry.name !== 'README.md')
        .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1).replaceAll('\\', '/'))
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
      const worker = join(dist, 'sw.js');
      const pages = files.map((file) => (file === 'index.html' ? './' : file));
      hash.update(readFileSync(worker));
      const text = readFileSync(worker, 'utf8')
        .replace('__FILES__', JSON.stringify(pages))
        .replace('__VERSION__', hash.digest('hex').slice(0, 12));
      writeFileSync(worker, text);
    },
  };
}

export default defineConfig({
  // Relative addresses, so that the page works in any folder of any host.
  base: './',
  plugins: [svelte(), listFiles()],
  build: {
    target: 'es2022',
    // Inlined files would need a looser policy, and are not cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { main: 'index.html', sw: 'src/sw.ts' },
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  // The package lies beside this folder.
  server: { fs: { allow: ['..'] } },
  test: { testTimeout: 300_000, hookTimeout: 180_000 },
});
