import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { BUILT_INS, LEAN_DEFINITIONS, LEAN_MODULES } from './lean-modules.ts';

/** What one run of the bundler makes, and where it puts it. */
export interface BundleOrder {
  /** The entry file of each function, by the function's name. */
  entries: Readonly<Record<string, string>>;
  /** Emptied first. Holds `code/<name>/index.mjs`, which is what a function is deployed from, and `maps/<name>.mjs.map`. */
  outdir: string;
  /** True: code for people and debuggers, which carries its source map. Default: the smallest and quickest. */
  readable?: boolean;
  /** Files deployed beside the code of a function: text by file name, by the function's name. */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The largest code of a function in KB, by its name. Default: any. Code for debuggers has no budget. */
  budgets?: Readonly<Record<string, number>>;
}

/** Code that could not run, or that is too large: an entry file is missing, or a module is not in the bundle. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/**
 * How a function is bundled: as one ES module that needs only Node, as small and as quick to load as possible. Names of
 * classes are kept, because the log names errors by them. Source maps are not deployed: to read them costs 12-70 ms.
 */
const OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  plugins: LEAN_MODULES,
  inject: [join(import.meta.dirname, 'without-compiling.ts')],
  define: LEAN_DEFINITIONS,
  minify: true,
  keepNames: true,
  treeShaking: true,
  sourcemap: 'external',
  sourcesContent: false,
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** What differs for a debugger: names stay as they were written, and the code itself carries its source map. */
const READABLE = { minify: false, sourcemap: 'inline' } as const satisfies BuildOptions;

/**
 * Bundles all functions in one run, which is several times quicker than one run for each. The same sources give the same
 * bytes, in whichever folder the project is.
 *
 * @returns the folder that holds one folder for each function.
 * @throws BundleError when an entry is missing, when a bundle would need a module that is not in it, or when it is larger than its
 *   budget.
 */
export async function bundleFunctions({
  entries,
  outdir,
  readable = false,
  files = {},
  budgets = {},
}: BundleOrder): Promise<string> {
  await assertPresent(entries);
  const root = join(import.meta.dirname, '..', '..');
  const names = Object.keys(entries).toSorted();
  // Sources are named from the folder of the output on. From the root on, their names hold wherever the code is put.
  const { root: top } = parse(root);
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    ...(readable && { ...READABLE, sourceRoot: pathToFileURL(top).href }),
    absWorkingDir: root,
    outdir: readable ? top : outdir,
    entryPoints: names.map((name) => ({ in: entries[name] ?? '', out: name })),
  });
  assertAlone(metafile);

  for (const { path, contents } of readable ? [] : outputFiles) assertWithin(budgets, path, contents);

  await rm(outdir, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    const name = basename(path);
    const map = name.endsWith('.map');
    await write(
      join(outdir, map ? `maps/${name}` : `code/${name.replace(/\.mjs$/, '')}/index.mjs`),
      contents,
    );
  }
  for (const [name, beside] of Object.entries(files)) {
    for (const [file, text] of Object.entries(beside)) await write(join(outdir, 'code', name, file), text);
  }
  return join(outdir, 'code');
}

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

function assertWithin(budgets: Readonly<Record<string, number>>, path: string, code: Uint8Array): void {
  const name = basename(path, '.mjs');
  const [size, most] = [Math.ceil(code.length / 1_000), budgets[name]];
  if (most === undefined || size <= most) return;
  throw new BundleError(
    `the code of ${name} has ${size} KB, and its budget is ${most} KB: each KB makes a cold start slower. Load what most calls do ` +
      'not need in another function, or raise the budget in infra/bundle/size-budgets.ts and say why',
  );
}

async function write(path: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
