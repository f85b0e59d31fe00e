import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { threadFile } from './aws/thread-file.ts';
import { cacheFolder } from './cache-folder.ts';

/** A synthesised stack, read back: its template, parsed, and the folder of its assets. */
interface SynthesisedStack {
  stackName: string;
  template: unknown;
  assets: string;
}

/** What the thread is given: where to put the stack. */
export interface SynthesisOrder {
  outdir: string;
  /** True: the code of the functions is for people and debuggers. */
  readable: boolean;
  /** True: with the poller of feeds, and with the reader of the archive. */
  feeds: boolean;
  world: boolean;
}

/** What the thread writes beside the stack. */
const summarySchema = z.object({ stackName: z.string(), template: z.string() });
export type SynthesisSummary = z.infer<typeof summarySchema>;
export const SUMMARY = 'summary.json';

const ROOT = join(import.meta.dirname, '..', '..');
/** What template and bundles are made of, and the folders in it that have no part in them. */
const SOURCES = ['cdk.json', 'package.json', 'package-lock.json', 'functions', 'bundles', 'infra', 'shared'];
const APART = ['cli', 'local', 'watches-file'].map((folder) => join('infra', folder));
/** How many stacks are kept. A running process loads code from its own. */
const KEPT = 4;

/**
 * The stack as the CDK synthesises it, kept in `folder` by the hash of all that it is made of. While no code changes,
 * a start neither loads the CDK nor bundles. With `readable` the code of the functions is for people and debuggers.
 */
export async function synthesise(
  folder: string,
  choice: Omit<SynthesisOrder, 'outdir'>,
): Promise<SynthesisedStack> {
  const { readable, feeds, world } = choice;
  const home = join(
    folder,
    `${await hashOfSources()}${readable ? '-readable' : ''}${feeds ? '-feeds' : ''}${world ? '-world' : ''}`,
  );
  const summary = (await readSummary(home)) ?? (await synthesiseInto(home, choice));
  const now = new Date();
  // In a container the folder may be read-only. Then nothing is removed either.
  await utimes(home, now, now).catch(() => undefined);
  await removeOld(folder);
  const template: unknown = JSON.parse(await readFile(join(home, summary.template), 'utf8'));
  return { stackName: summary.stackName, template, assets: home };
}

/** Where stacks are kept: beside the packages that they are bundled from. */
export const STACKS = cacheFolder('bellwether');

async function readSummary(home: string): Promise<SynthesisSummary | undefined> {
  const text = await readFile(join(home, SUMMARY), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : summarySchema.parse(JSON.parse(text));
}

/**
 * Makes the stack in a folder beside its place and moves it there in one step. Another process may have been faster.
 */
async function synthesiseInto(
  home: string,
  choice: Omit<SynthesisOrder, 'outdir'>,
): Promise<SynthesisSummary> {
  const outdir = `${home}.${process.pid}`;
  await mkdir(outdir, { recursive: true });
  await runThread({ outdir, ...choice });
  await rename(outdir, home).catch(() => rm(outdir, { recursive: true }));
  const summary = await readSummary(home);
  if (!summary)
    throw new Error(`The synthesised stack in ${home} is incomplete. Delete this folder and start again.`);
  return summary;
}

async function runThread(order: SynthesisOrder): Promise<void> {
  // The checks of the CDK over a template take two seconds. `npm run synth` runs them.
  const env = { ...process.env, CDK_VALIDATION: 'false' };
  const thread = new Worker(threadFile('synthesis-thread', import.meta.url), {
    workerData: order,
    env,
    execArgv: [],
  });
  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      hash.update(`\n${file}\n`).update(await readFile(join(ROOT, file)));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** The files below a folder of the project in a fixed order, or the one file that the path names. */
async function filesOf(path: string): Promise<string[]> {
  if (APART.includes(path)) return [];
  const entries = await readdir(join(ROOT, path), { withFileTypes: true }).catch((cause: unknown) =>
    cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR' ? undefined : [],
  );
  // The installed package has no lock and no sources of functions, and a clone no bundles.
  if (!entries) return [path];
  const below = await Promise.all(entries.map(({ name }) => filesOf(join(path, name))));
  return below.flat().toSorted();
}

/** Deletes all stacks but the few that were used last. */
async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder);
  const stacks = await Promise.all(
    names.map(async (name) => ({
      name,
      usedAt: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const old = stacks.toSorted((one, other) => other.usedAt - one.usedAt).slice(KEPT);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}
