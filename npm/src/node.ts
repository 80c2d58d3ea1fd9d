// Node's own modules, without an import that a bundler for browsers would stumble over.

interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

/** A module of Node's, or nothing in a browser. */
export function builtin<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name) as T | undefined;
}
