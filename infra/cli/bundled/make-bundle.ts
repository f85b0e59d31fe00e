import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type BuildResult, type Metafile, type Plugin } from 'esbuild';
import { type BundledProgram, LIST } from './bundled-programs.ts';
import { listOf } from './find-bundle.ts';

/** Beside the files that are bundled: what decides which version of a package is bundled, and how. From the root on. */
const SETTINGS = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** How long a file that no bundle has any more is kept at least, in milliseconds: a command that began before may still load it. */
const KEPT = 24 * 60 * 60 * 1_000;

/** How much the clock of a file system may be behind that of this process, in milliseconds. */
const COARSE = 100;

const OPTIONS = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  // Names follow from the content: what has not changed keeps its name, and is not compiled again.
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  // Errors are named by their classes.
  keepNames: true,
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles a program into its place, with a file for each part that is loaded late. The list is written last, so a bundle that is not
 * complete is never found. Two processes may do this at once: the same content has the same name, and a bundle that lacks what one of
 * them has written is not found.
 *
 * @returns false when a source has changed meanwhile; then there is no new bundle.
 * @throws when a source cannot be bundled, or would differ in a bundle, or when the disk cannot be written.
 */
export async function makeBundle(program: BundledProgram): Promise<boolean> {
  const { root, home, entry } = program;
  const began = Date.now() - COARSE;
  // First: the program names the files of its threads.
  const threads = program.threads.length > 0 ? [await run(program, program.threads, new Map())] : [];
  const built = [...threads, await run(program, [entry], programsIn(threads))];
  for (const { metafile } of built) assertNamed(metafile);
  const sources = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const made = [...new Set([...sources, ...(await present(root, SETTINGS))])];
  if (await changedSince(began, root, made)) return false;
  await mkdir(home, { recursive: true });
  for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles))
    await writeOnce(path, contents);
  const outputs = [...new Set(built.flatMap(({ metafile }) => Object.keys(metafile.outputs)))];
  const before = await readFile(join(home, LIST), 'utf8').catch(() => '');
  await replace(join(home, LIST), listOf(root, programsIn(built).get(entry) ?? '', [...made, ...outputs]));
  await removeOld(home, `${before}\n${outputs.join('\n')}`);
  return true;
}

/** Where a module of CommonJS is loaded late, `import()` gives its exports by their names, but in a bundle only the one named `default`. */
function assertNamed({ inputs, outputs }: Metafile): void {
  for (const { entryPoint = '' } of Object.values(outputs)) {
    if (inputs[entryPoint]?.format !== 'cjs') continue;
    throw new Error(
      `${entryPoint} is CommonJS and loaded by import(): load a module of ours late that imports it`,
    );
  }
}

type Built = BuildResult<typeof OPTIONS>;

function run(
  { root, home, external }: BundledProgram,
  entryPoints: readonly string[],
  threads: ReadonlyMap<string, string>,
): Promise<Built> {
  return build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    external: [...external],
    outdir: home,
    plugins: [ownPlaces(root, threads)],
  });
}

/** The files of bundled modules, by the paths of the modules. Both are from the root on. */
function programsIn(built: readonly Built[]): Map<string, string> {
  const outputs = built.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  return new Map(
    outputs.flatMap(([file, { entryPoint }]) => (entryPoint === undefined ? [] : [[entryPoint, file]])),
  );
}

/** A worker thread of the program, as its source names it. */
const THREAD = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g;

/**
 * Sources that ask where they are get the answer that they had before they were bundled. A thread that is bundled is beside what
 * starts it.
 */
function ownPlaces(root: string, threads: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'own-places',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(root, path).startsWith('node_modules')) return undefined;
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta')) return undefined;
        const from = (file: string) => relative(root, join(dirname(path), file)).replaceAll('\\', '/');
        const parts = text.split(THREAD).map((part, place) => {
          // Every second part is the name of a thread.
          if (place % 2 === 0) return withPlace(part, path);
          const thread = threads.get(from(part));
          return thread === undefined
            ? `new URL(${JSON.stringify(part)}, ${urlOf(path)})`
            : `new URL(${JSON.stringify(basename(thread))}, import.meta.url)`;
        });
        return { contents: parts.join(''), loader: 'ts' };
      });
    },
  };
}

const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href);

const withPlace = (text: string, path: string) =>
  text
    .replaceAll('import.meta.url', urlOf(path))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));

async function present(root: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map((file) =>
      access(join(root, file)).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}

async function changedSince(time: number, root: string, files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const { ctimeMs } = await stat(join(root, file));
    if (ctimeMs >= time) return true;
  }
  return false;
}

/** Writes a file whose name follows from its content, if it is not there. */
async function writeOnce(path: string, contents: Uint8Array): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== contents.length) await replace(path, contents);
}

/** Nobody sees half of a file. */
async function replace(path: string, contents: string | Uint8Array): Promise<void> {
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, contents);
  await rename(next, path);
}

/** Deletes files that neither this bundle nor the one before it has: a command that began before may still load a part. */
async function removeOld(home: string, used: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (used.includes(name)) continue;
    const path = join(home, name);
    const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > KEPT) await rm(path, { force: true });
  }
}
