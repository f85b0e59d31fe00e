import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** What is bundled, and where it is put. */
export interface BundleOrder {
  /** The entry file of each function, by the function's name. */
  entries: Readonly<Record<string, string>>;
  /**
   * Emptied first. `code/<name>` is what a function is deployed from: `index.mjs` and its parts. Their maps are in
   * `maps/<name>`.
   */
  outdir: string;
  /** True: code for people and debuggers, which carries its source map. Default: the smallest and quickest. */
  readable?: boolean;
  /** Files deployed beside the code of a function: text by file name, by the function's name. */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * The functions of which the parts that they load late, by `import()`, are files of their own. Each is a run of the
   * bundler. Default: none, and the whole code of a function is one file, of which these parts run late. So is code
   * for debuggers.
   */
  inParts?: readonly string[];
  /**
   * The largest code in KB that a function loads at its start, by its name. Default: any. Code for debuggers has no
   * budget.
   */
  budgets?: Readonly<Record<string, number>>;
}

/** Code that could not run, or that is too large: an entry file is missing, or a module is not in the bundle. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Modules of Node itself. */
const BUILT_INS = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);

/**
 * Loads Node's own modules through `require`. Imported as ES modules they load more than the code uses: `node:http`
 * also loads the undici that is built into Node.
 */
const builtInsByRequire: Plugin = {
  name: 'built-ins-by-require',
  setup(builder) {
    builder.onResolve({ filter: BUILT_INS }, ({ path, kind }) =>
      kind === 'require-call' || kind === 'require-resolve'
        ? { path, external: true }
        : { path, namespace: 'built-in' },
    );
    builder.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Puts an ES module of ours in the place of a package. An import that it does not export makes the bundler fail. */
function standIn({ name, contents }: { name: string; contents: string }): Plugin {
  return {
    name,
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path, resolveDir }) => ({
        path,
        namespace: name,
        pluginData: resolveDir,
      }));
      builder.onLoad({ filter: /.*/, namespace: name }, ({ pluginData }) => ({
        contents,
        resolveDir: String(pluginData),
      }));
    },
  };
}

/**
 * Only the parts of undici that we use: connections, requests and errors, without fetch, caches, proxies and mocks.
 * Its authors do not promise these paths. So the version is pinned, and a test of the bundles calls a server through
 * it.
 */
const leanUndici = standIn({
  name: 'undici',
  contents: `
    import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
    import Agent from 'undici/lib/dispatcher/agent.js';
    import Pool from 'undici/lib/dispatcher/pool.js';
    import request from 'undici/lib/api/api-request.js';
    import errors from 'undici/lib/core/errors.js';
    Dispatcher.prototype.request = request;
    export { Agent, Pool, errors };`,
});

/**
 * A function finds its credentials in its environment, in Lambda and on one machine. It needs no other source of them.
 */
const environmentCredentials = standIn({
  name: '@aws-sdk/credential-provider-node',
  contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
});

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * How a function is bundled: as one ES module that needs only Node. Source maps are not deployed: to read them costs
 * 12-70 ms of a cold start.
 */
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  inject: [join(import.meta.dirname, 'without-compiling.ts')],
  // What each gives: docs/decisions/bundles-are-plain.md.
  plugins: [builtInsByRequire, leanUndici, environmentCredentials],
  // The SDK would load it for browsers. What really imports it here is refused below.
  external: ['bowser'],
  minify: true,
  treeShaking: true,
  sourcemap: 'external',
  sourcesContent: false,
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

const { root: TOP } = parse(ROOT);

/**
 * What differs for a debugger: names stay as they were written, and the code itself carries its source map. Its
 * sources are named from the root of the file system on, so their names hold wherever the code is put.
 */
const READABLE = {
  minify: false,
  sourcemap: 'inline',
  sourceRoot: pathToFileURL(TOP).href,
} as const satisfies BuildOptions;

/**
 * Bundles all functions of one file each in one run, which takes half the time of one run for each. The same sources
 * give the same bytes, in whichever folder the project is.
 *
 * @returns the folder that holds one folder for each function.
 * @throws BundleError when an entry is missing, when a bundle would need a module that is not in it, or when it is
 * larger than its
 *   budget.
 */
export async function bundleFunctions({
  entries,
  outdir,
  readable = false,
  files = {},
  inParts = [],
  budgets = {},
}: BundleOrder): Promise<string> {
  await assertPresent(entries);
  const names = Object.keys(entries).toSorted();
  const parted = readable ? [] : names.filter((name) => inParts.includes(name));
  const whole = names.filter((name) => !parted.includes(name));
  const run = (together: readonly string[], options: PartOptions = {}) =>
    build({
      ...OPTIONS,
      ...options,
      ...(readable && READABLE),
      outdir: readable ? TOP : ROOT,
      entryPoints: together.map((name) => ({
        in: entries[name] ?? '',
        out: readable ? name : join(name, 'index'),
      })),
    });
  const built = await Promise.all([
    ...(whole.length > 0 ? [run(whole)] : []),
    ...parted.map((name) => run([name], { splitting: true, chunkNames: `${name}/[name]-[hash]` })),
  ]);
  for (const { metafile } of built) {
    assertAlone(metafile);
    if (!readable) assertWithin(budgets, metafile);
  }

  await rm(outdir, { recursive: true, force: true });
  for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles)) {
    const kind = path.endsWith('.map') ? 'maps' : 'code';
    const name = readable ? basename(path, '.mjs') : basename(dirname(path));
    await write(join(outdir, kind, name, readable ? 'index.mjs' : basename(path)), contents);
  }
  for (const [name, beside] of Object.entries(files)) {
    for (const [file, text] of Object.entries(beside)) await write(join(outdir, 'code', name, file), text);
  }
  return join(outdir, 'code');
}

/** How a function of several files differs. */
type PartOptions = Pick<BuildOptions, 'splitting' | 'chunkNames'>;

async function assertPresent(entries: BundleOrder['entries']): Promise<void> {
  for (const [name, path] of Object.entries(entries)) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      throw new BundleError(
        `the function ${name} has no code: its entry ${path} does not exist. Write it, or take ${name} out of FUNCTIONS`,
      );
    }
  }
}

function assertAlone({ outputs }: Metafile): void {
  for (const [file, { imports }] of Object.entries(outputs)) {
    const outside = imports.filter(({ external, path }) => external && !BUILT_INS.test(path));
    if (outside.length === 0) continue;
    const missing = outside.map(({ path }) => path).join(', ');
    throw new BundleError(`${file} would need ${missing} at run time, where there are no installed packages`);
  }
}

/** Counts what a function loads at its start: its file, and the parts that this file always needs. */
function assertWithin(budgets: Readonly<Record<string, number>>, { outputs }: Metafile): void {
  const loaded = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) loaded(path, seen);
    return seen;
  };
  for (const file of Object.keys(outputs).filter((path) => basename(path) === 'index.mjs')) {
    const bytes = [...loaded(file, new Set())].reduce((sum, part) => sum + (outputs[part]?.bytes ?? 0), 0);
    const name = basename(dirname(file));
    const [size, most] = [Math.ceil(bytes / 1_000), budgets[name]];
    if (most === undefined || size <= most) continue;
    throw new BundleError(
      `the code of ${name} has ${size} KB, and its budget is ${most} KB: each KB makes a cold start slower. Load what most calls do ` +
        'not need late, by import(), or raise the budget in infra/bundle/bundled-functions.ts and say why',
    );
  }
}

async function write(path: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
