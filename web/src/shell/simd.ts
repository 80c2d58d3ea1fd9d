/** Whether the browser supports SIMD in wasm, tested with the smallest module that uses it. */
export function hasSimd(): boolean {
  // (module (func (result v128) (i8x16.splat (i32.const 0))))
  const module = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
  return WebAssembly.validate(new Uint8Array(module));
}
