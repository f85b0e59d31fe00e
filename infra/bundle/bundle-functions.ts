import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { BUILT_INS, LEAN_DEFINITIONS, LEAN_MODULES } from './lean-modules.ts';

/** What one run of the bundler makes, and where it puts it. */
export interface BundleOrder {
  /** The entry file of each function, by the function's name. */
  entries: Readonly<Record<string, string>>;
  /** Emptied first. `code/<name>` is what a function is deployed from: `index.mjs` and its parts. Their maps are in `maps/<name>`. */
  outdir: string;
  /** True: code for people and debuggers, which carries its source map. Default: the smallest and quickest. */
  readable?: boolean;
  /** Files deployed beside the code of a function: text by file name, by the function's name. */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * The functions of which the parts that they load late, by `import()`, are files of their own. Each is a run of the bundler. Default:
   * none, and the whole code of a function is one file, of which these parts run late. So is code for debuggers.
   */
  inParts?: readonly string[];
  /** The largest code in KB that a function loads at its start, by its name. Default: any. Code for debuggers has no budget. */
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
  absWorkingDir: join(import.meta.dirname, '..', '..'),
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

const { root: TOP } = parse(OPTIONS.absWorkingDir);

/** What differs for a debugger: names stay as they were written, and the code itself carries its source map. */
const READABLE = { minify: false, sourcemap: 'inline' } as const satisfies BuildOptions;

/**
 * Bundles all functions of one file each in one run, which is several times quicker than one run for each. The same sources give the
 * same bytes, in whichever folder the project is.
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
      // Sources are named from the folder of the output on. From the root on, their names hold wherever the code is put. What is
      // deployed has the same names, and names of parts that follow from them, wherever it is put.
      ...(readable && { ...READABLE, sourceRoot: pathToFileURL(TOP).href }),
      outdir: readable ? TOP : OPTIONS.absWorkingDir,
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
        'not need late, by import(), or raise the budget in infra/bundle/size-budgets.ts and say why',
    );
  }
}

async function write(path: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
