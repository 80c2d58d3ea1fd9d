export default {
  // The sample waits at its top level. The package itself needs no setting for a build.
  build: { target: 'es2022' },
  // While developing, Vite bundles packages ahead of time, and would lose the files beside the code.
  optimizeDeps: { exclude: ['mola-chess'] },
};
