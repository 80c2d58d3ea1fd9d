// Loads the rules: one module, which the page and its worker share.
import scalarUrl from '../../wasm/scalar.wasm?url';
import simdUrl from '../../wasm/simd.wasm?url';
import * as mola from '../../wasm/mola.js';
import type { Rules } from '../core/rules.js';
import { t } from '../core/texts.js';
import { hasSimd } from './simd.js';

export interface Loaded {
  rules: Rules;
  module: WebAssembly.Module;
}

export async function loadRules(): Promise<Loaded> {
  const response = await fetch(hasSimd() ? simdUrl : scalarUrl);
  if (!response.ok) throw new Error(t.errors.server(response.status));
  const module = await compile(response);
  await mola.default({ module_or_path: module });
  return { rules: mola, module };
}

/** Compiles while downloading, if the server sends the right type. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    return WebAssembly.compile(await spare.arrayBuffer());
  }
}
