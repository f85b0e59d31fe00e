import { registerHooks } from 'node:module';

// The runner adds the time to the address of each test file, so that Node would keep its compiled form anew in each run.
// Without the addition Node finds it in its cache. A worker runs no file twice.
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const found = nextResolve(specifier, context);
    return specifier.includes('vitest=') ? { ...found, url: found.url.replace(/\?vitest=\d+$/, '') } : found;
  },
});
