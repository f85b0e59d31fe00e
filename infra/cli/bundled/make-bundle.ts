import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { type BundlePlace, LIST } from './bundle-place.ts';
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
 * @param entry the module of the program, from the root on.
 * @returns false when a source has changed meanwhile; then there is no new bundle.
 * @throws when a source cannot be bundled, or when the disk cannot be written.
 */
export async function makeBundle({ root, home }: BundlePlace, entry: string): Promise<boolean> {
  const began = Date.now() - COARSE;
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: home,
    plugins: [ownPlaces(root)],
  });
  const settings = await present(root, SETTINGS);
  const sources = [...Object.keys(metafile.inputs), ...settings];
  if (await changedSince(began, root, sources)) return false;
  await mkdir(home, { recursive: true });
  for (const { path, contents } of outputFiles) await writeOnce(path, contents);
  const outputs = Object.keys(metafile.outputs);
  const program = outputs.find((output) => metafile.outputs[output]?.entryPoint === entry) ?? '';
  const before = await readFile(join(home, LIST), 'utf8').catch(() => '');
  await replace(join(home, LIST), listOf(root, program, [...sources, ...outputs]));
  await removeOld(home, `${before}\n${outputs.join('\n')}`);
  return true;
}

/** Sources that ask where they are get the answer that they had before they were bundled. */
function ownPlaces(root: string): Plugin {
  return {
    name: 'own-places',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(root, path).startsWith('node_modules')) return undefined;
        const text = await readFile(path, 'utf8');
        const contents = text
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        return contents === text ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

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
