// The files beside the code: the module in two forms, and the network. Bundlers see their addresses here and bring
// them along; browsers fetch them, and Node reads them.
import init from '../wasm/mola.js';
import { builtin } from './node.js';

let loading: Promise<WebAssembly.Module> | undefined;

/**
 * Loads the rules, once. Every other function needs it.
 *
 * It finds the module by itself, the form with SIMD where there is SIMD. Give it the module or its bytes if you
 * load files in your own way.
 */
export function load(module?: WebAssembly.Module | BufferSource): Promise<WebAssembly.Module> {
  loading ??= begin(module).catch((error: unknown) => {
    // A download that failed may work the next time.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function begin(given: WebAssembly.Module | BufferSource | undefined): Promise<WebAssembly.Module> {
  const module =
    given instanceof WebAssembly.Module ? given : given ? await WebAssembly.compile(given) : await compile(moduleUrl());
  await init({ module_or_path: module });
  return module;
}

/** The network that the strong engine evaluates positions with. */
export async function loadNetwork(): Promise<Uint8Array> {
  const url = new URL('../wasm/mola.nnue', import.meta.url);
  const bytes = url.protocol === 'file:' ? await readFile(url) : await (await get(url)).arrayBuffer();
  return new Uint8Array(bytes);
}

function moduleUrl(): URL {
  return hasSimd() ? new URL('../wasm/simd.wasm', import.meta.url) : new URL('../wasm/scalar.wasm', import.meta.url);
}

/** Whether there is SIMD, tested with the smallest module that uses it. */
export function hasSimd(): boolean {
  // (module (func (result v128) (i8x16.splat (i32.const 0))))
  const module = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
  return WebAssembly.validate(new Uint8Array(module));
}

/** Compiles while downloading, if the server sends the right type. */
async function compile(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') return WebAssembly.compile(await readFile(url));
  const response = await get(url);
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    return WebAssembly.compile(await spare.arrayBuffer());
  }
}

async function get(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} could not be loaded: the server answered ${response.status}`);
  return response;
}

async function readFile(url: URL): Promise<ArrayBuffer> {
  const files = builtin<{ readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> }>('node:fs/promises');
  if (!files) throw new Error(`${url.href} cannot be read here: serve the page over HTTP`);
  const bytes = await files.readFile(url);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
