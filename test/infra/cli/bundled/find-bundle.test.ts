import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BundledProgram, LIST } from '../../../../infra/cli/bundled/bundled-programs.ts';
import { findBundle } from '../../../../infra/cli/bundled/find-bundle.ts';
import { makeBundle } from '../../../../infra/cli/bundled/make-bundle.ts';

let place: BundledProgram;
const source = (name: string) => join(place.root, name);

/** A program of two files, and a package. Its sources are older than the bundle. */
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'bellwether-bundle-'));
  place = {
    root,
    home: join(root, 'node_modules', '.cache', 'commands'),
    entry: 'program.ts',
    threads: [],
    external: [],
  };
  await mkdir(source('node_modules/said'), { recursive: true });
  await writeFile(source('package.json'), '{ "type": "module" }');
  await writeFile(source('node_modules/said/package.json'), '{ "main": "index.js" }');
  await writeFile(source('node_modules/said/index.js'), 'exports.said = "hello";');
  await writeFile(
    source('program.ts'),
    `import { said } from 'said';
     export const run = async (): Promise<string> => \`\${said}, \${(await import('./late.ts')).where}\`;`,
  );
  await writeFile(source('late.ts'), 'export const where: string = import.meta.dirname;');
  await pause(150);
});
afterEach(() => rm(place.root, { recursive: true }));

const make = () => makeBundle(place);

describe('a bundle', () => {
  it('runs as its sources do, and its sources find the files beside them', async () => {
    expect(await make()).toBe(true);
    const program = await import(pathToFileURL(findBundle(place) ?? '').href);
    expect(await program.run()).toBe(`hello, ${place.root}`);
  });

  it('starts the threads that are bundled with it, and others from their sources', async () => {
    const thread = (text: string) =>
      `import { parentPort } from 'node:worker_threads';
       const said: string = ${text};
       parentPort?.postMessage(said, []);`;
    await writeFile(source('said.ts'), "export { said } from 'said';");
    await writeFile(
      source('bundled-thread.ts'),
      thread("(await import('./said.ts')).said + import.meta.url"),
    );
    await writeFile(source('other-thread.ts'), thread('import.meta.url'));
    await writeFile(
      source('program.ts'),
      `import { Worker } from 'node:worker_threads';
       const heard = (worker: Worker): Promise<string> => new Promise((resolve) => worker.once('message', resolve));
       export const run = async (): Promise<string[]> => Promise.all([
         heard(new Worker(new URL('./bundled-thread.ts', import.meta.url))),
         heard(new Worker(new URL('./other-thread.ts', import.meta.url))),
       ]);`,
    );
    await pause(150);
    const program = { ...place, threads: ['bundled-thread.ts'] };
    expect(await makeBundle(program)).toBe(true);
    const { run } = await import(pathToFileURL(findBundle(place) ?? '').href);
    // The bundled one has the place of its source written into it. A package that it loads is in the bundle.
    await rm(source('node_modules/said'), { recursive: true });
    const url = (name: string) => pathToFileURL(source(name)).href;
    expect(await run()).toEqual([`hello${url('bundled-thread.ts')}`, url('other-thread.ts')]);
  });

  it('is not found before it was made, and after its list or a part of it is gone', async () => {
    expect(findBundle(place)).toBeUndefined();
    await make();
    const list = await readFile(join(place.home, LIST), 'utf8');
    const late = /late-\w+\.mjs/.exec(list)?.[0] ?? '';
    await rm(join(place.home, late));
    expect(findBundle(place)).toBeUndefined();
    await make();
    expect(findBundle(place)).toBeDefined();
    await rm(join(place.home, LIST));
    expect(findBundle(place)).toBeUndefined();
  });

  it.each(['late.ts', 'program.ts', 'node_modules/said/index.js', 'package.json'])(
    'is not found once %s has changed, also when its size and its time of change stay',
    async (name) => {
      await make();
      expect(findBundle(place)).toBeDefined();
      const text = await readFile(source(name), 'utf8');
      const then = new Date('2026-01-01T00:00:00Z');
      await writeFile(source(name), text.replace(/e/, 'f'));
      await utimes(source(name), then, then);
      expect(findBundle(place)).toBeUndefined();
    },
  );

  it('is not found by another version of Node', async () => {
    await make();
    const list = await readFile(join(place.home, LIST), 'utf8');
    await writeFile(join(place.home, LIST), list.replace(process.version, 'v22.19.0'));
    expect(findBundle(place)).toBeUndefined();
  });

  it('is not found in a copy of the project, whose files may be others by now', async () => {
    await make();
    const copy = `${place.root}-copy`;
    await cp(place.root, copy, { recursive: true, preserveTimestamps: true });
    expect(
      findBundle({ root: copy, home: join(copy, 'node_modules', '.cache', 'commands') }),
    ).toBeUndefined();
    await rm(copy, { recursive: true });
  });

  it('is not found where its list cannot be read', async () => {
    await mkdir(place.home, { recursive: true });
    await writeFile(join(place.home, LIST), `${process.version}\nprogram.mjs\n\u0000nonsense`);
    expect(findBundle(place)).toBeUndefined();
  });
});

describe('making a bundle', () => {
  it('gives none when a source has changed meanwhile', async () => {
    await writeFile(source('late.ts'), 'export const where = 1;');
    expect(await make()).toBe(false);
    expect(findBundle(place)).toBeUndefined();
  });

  it('fails for a package that is CommonJS and loaded late: its exports would have no names', async () => {
    await writeFile(source('late.ts'), "export const where = (await import('said')).said;");
    await expect(make()).rejects.toThrow('node_modules/said/index.js is CommonJS and loaded by import()');
    expect(findBundle(place)).toBeUndefined();
  });

  it('fails for sources that cannot be bundled, and keeps the bundle of before', async () => {
    await make();
    const list = await readFile(join(place.home, LIST), 'utf8');
    await writeFile(source('late.ts'), 'export const where = ;');
    await expect(make()).rejects.toThrow('Unexpected');
    expect(await readFile(join(place.home, LIST), 'utf8')).toBe(list);
  });

  it('leaves the parts of the bundle before it to commands that run, and deletes older ones after a day', async () => {
    await make();
    const [before = ''] = /late-\w+\.mjs/.exec(await readFile(join(place.home, LIST), 'utf8')) ?? [];
    const old = new Date('2026-01-01T00:00:00Z');
    const change = async (text: string) => {
      await writeFile(source('late.ts'), `export const where = '${text}';`);
      await pause(150);
      await utimes(join(place.home, before), old, old);
      await make();
    };
    await change('one');
    expect(await readFile(join(place.home, before), 'utf8')).toContain('where');
    await change('two');
    await expect(readFile(join(place.home, before))).rejects.toThrow('ENOENT');
  });

  it('twice at once gives whole files, of which the next one makes a bundle', async () => {
    expect(await Promise.all([make(), make()])).toEqual([true, true]);
    await make();
    const program = await import(pathToFileURL(findBundle(place) ?? '').href);
    expect(await program.run()).toContain('hello');
  });
});
