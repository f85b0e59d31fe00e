import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BundleError, bundleFunctions } from '../../../infra/bundle/bundle-functions.ts';
import { addressOf, FIXTURE_FUNCTIONS } from '../synthesised.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-bundle-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const fixture = (name: string) => join(FIXTURE_FUNCTIONS, `${name}.ts`);
const entry = async (text: string): Promise<string> => {
  const path = join(folder, 'entry.ts');
  await writeFile(path, text);
  return path;
};
const load = (code: string, name: string) => import(pathToFileURL(join(code, name, 'index.mjs')).href);

describe('bundleFunctions', () => {
  it('makes a module that runs in a folder from which no package can be reached', async () => {
    const outdir = join(folder, 'out');
    const code = await bundleFunctions({ entries: { 'run-watch': fixture('run-watch') }, outdir });
    const { handler } = await load(code, 'run-watch');
    expect(await handler({ a: 1 })).toEqual({ echo: { a: 1 }, http: 'function', require: 'function' });
  });

  it('fails with errors that have the names of their classes', async () => {
    const outdir = join(folder, 'out');
    const code = await bundleFunctions({ entries: { 'run-watch': fixture('run-watch') }, outdir });
    const { handler } = await load(code, 'run-watch');
    await expect(handler({ fail: true })).rejects.toMatchObject({ name: 'FixtureError' });
  });

  it('takes in the SDK and the logger, whose parts are CommonJS and ES modules', async () => {
    const path = join(import.meta.dirname, '..', 'fixtures', 'sdk-entry.ts');
    const code = await bundleFunctions({ entries: { sdk: path }, outdir: join(folder, 'out') });
    const { handler } = await load(code, 'sdk');
    expect(await handler()).toEqual({ region: 'eu-west-1', logs: 'function' });
  });

  it('calls a server through the connections of the functions, of whose library it takes in only a part', async () => {
    const server = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = addressOf(server);
    const path = join(import.meta.dirname, '..', 'fixtures', 'undici-entry.ts');
    const code = await bundleFunctions({ entries: { asks: path }, outdir: join(folder, 'out') });
    const { handler } = await load(code, 'asks');
    expect(await handler({ url })).toEqual({ status: 200, body: { asked: true } });
    server.close();
  });

  it('says which part of that library it has left out, when code comes to want it', async () => {
    const path = join(import.meta.dirname, '..', 'fixtures', 'fetch-entry.ts');
    const bundling = bundleFunctions({ entries: { fetches: path }, outdir: join(folder, 'out') });
    await expect(bundling).rejects.toThrow(/No matching export in .* for import "fetch"/);
  });

  it('deploys the code and what is laid beside it, but no source map', async () => {
    const outdir = join(folder, 'out');
    const code = await bundleFunctions({
      entries: { 'apply-watches': fixture('apply-watches'), reconcile: fixture('reconcile') },
      outdir,
      files: { 'apply-watches': { 'watches.json': '{"watches":[]}' } },
    });
    expect((await readdir(join(code, 'apply-watches'))).toSorted()).toEqual(['index.mjs', 'watches.json']);
    expect(await readdir(join(code, 'reconcile'))).toEqual(['index.mjs']);
    expect((await readdir(join(outdir, 'maps'), { recursive: true })).toSorted()).toEqual([
      'apply-watches',
      join('apply-watches', 'index.mjs.map'),
      'reconcile',
      join('reconcile', 'index.mjs.map'),
    ]);
    const { handler } = await load(code, 'apply-watches');
    expect(await handler()).toEqual({ watches: [] });
  });

  it('gives the same bytes for the same sources, wherever they are put, and leaves nothing of the last time', async () => {
    const outdirs = [join(folder, 'a'), join(folder, 'deeper', 'b')];
    const texts: string[] = [];
    for (const outdir of outdirs) {
      await bundleFunctions({ entries: { gone: fixture('reconcile') }, outdir });
      const code = await bundleFunctions({ entries: { 'run-watch': fixture('run-watch') }, outdir });
      expect(await readdir(code)).toEqual(['run-watch']);
      texts.push(await readFile(join(code, 'run-watch', 'index.mjs'), 'utf8'));
    }
    expect(texts[0]).toBe(texts[1]);
    const moved = join(folder, 'moved');
    await cp(FIXTURE_FUNCTIONS, moved, { recursive: true });
    await writeFile(join(moved, 'package.json'), '{"type":"module"}');
    const code = await bundleFunctions({
      entries: { 'run-watch': join(moved, 'run-watch.ts') },
      outdir: join(folder, 'c'),
    });
    expect(await readFile(join(code, 'run-watch', 'index.mjs'), 'utf8')).toBe(texts[0]);
  });

  it('puts what a function loads late into files of their own, which count in no budget and share what the function has', async () => {
    const path = join(import.meta.dirname, '..', 'fixtures', 'late-entry.ts');
    const order = { entries: { late: path, other: fixture('reconcile') }, inParts: ['late'] };
    const outdirs = [join(folder, 'a'), join(folder, 'deeper', 'b')];
    const made: string[][] = [];
    for (const outdir of outdirs) {
      const code = await bundleFunctions({ ...order, outdir, budgets: { late: 90 } });
      const files = (await readdir(join(code, 'late'))).toSorted();
      expect(files.filter((file) => file.startsWith('late-part-'))).toHaveLength(1);
      expect((await readdir(join(outdir, 'maps', 'late'))).toSorted()).toEqual(
        files.map((file) => `${file}.map`),
      );
      expect(await readdir(join(code, 'other'))).toEqual(['index.mjs']);
      const { handler } = await load(code, 'late');
      expect(await handler()).toEqual({ before: 0, after: 1, isSame: true });
      made.push(files);
    }
    expect(made[0]).toEqual(made[1]);
    await expect(
      bundleFunctions({ ...order, inParts: [], outdir: join(folder, 'out'), budgets: { late: 90 } }),
    ).rejects.toThrow(/the code of late has \d+ KB, and its budget is 90 KB/);
    const readable = await bundleFunctions({ ...order, outdir: join(folder, 'out'), readable: true });
    expect(await readdir(join(readable, 'late'))).toEqual(['index.mjs']);
  });

  it('refuses code that is larger than its budget, except for debuggers', async () => {
    const entries = { 'run-watch': fixture('run-watch') };
    const order = { entries, outdir: join(folder, 'out'), budgets: { 'run-watch': 0 } };
    await expect(bundleFunctions(order)).rejects.toThrow(
      /the code of run-watch has \d+ KB, and its budget is 0 KB/,
    );
    await bundleFunctions({ ...order, readable: true });
    await bundleFunctions({ ...order, budgets: { 'run-watch': 10_000 } });
  });

  it('says which function has no code', async () => {
    const bundling = bundleFunctions({
      entries: { 'write-report': join(folder, 'write-report.ts') },
      outdir: join(folder, 'out'),
    });
    await expect(bundling).rejects.toThrow(BundleError);
    await expect(bundling).rejects.toThrow(
      /write-report has no code: its entry .*write-report\.ts does not exist/,
    );
  });

  it('refuses a module that would be missing at run time', async () => {
    const path = await entry(
      "let extra; try { extra = require('not-installed'); } catch {}\nexport const handler = () => extra;",
    );
    const bundling = bundleFunctions({ entries: { odd: path }, outdir: join(folder, 'out') });
    await expect(bundling).rejects.toThrow(/odd.* would need not-installed at run time/);
  });
});
