import { registerHooks } from 'node:module';

/** Another file of the project, as every import names it. */
const OWN_FILE = /^\.\.?\/.*\.ts$/;
/** Watching needs the graph of all imports, which the runner's own hook collects. */
const isWatching = process.env['VITEST_MODE'] === 'WATCH';

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    // The address of another file of the project is what is written. To ask Node, and the runner to send each import
    // to its main process, takes seconds in each worker.
    if (!isWatching && context.parentURL !== undefined && OWN_FILE.test(specifier)) {
      const url = new URL(specifier, context.parentURL).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    const found = nextResolve(specifier, context);
    // The runner adds the time to the address of each test file, so that Node would keep its compiled form anew in
    // each run. Without the addition Node finds it in its cache. A worker runs no file twice.
    return specifier.includes('vitest=') ? { ...found, url: found.url.replace(/\?vitest=\d+$/, '') } : found;
  },
});
