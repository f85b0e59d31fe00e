import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { frozen, gone } from '../frozen.ts';

// A version says what a watch asks. Of the same question it must stay the same: under another one a watch that has run for
// years starts over, with a silent base over what it has missed meanwhile.

const folder = import.meta.dirname;
const root = join(folder, '..', '..', '..');
const NOW = Date.parse('2026-11-21T08:00:00Z');

/** The versions of the watches of a file by their ids; none of a file that is only a part, or wrong on purpose. */
function versionsIn(text: string): [id: string, version: string][] {
  const compiled = compileWatches(text, { file: 'watches.yaml', now: NOW });
  return compiled.ok ? compiled.desired.watches.map(({ id, version }) => [id, version]) : [];
}

/** The examples of a page. */
function examplesIn(page: string): string[] {
  return [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);
}

/** The texts of all files below a folder whose names end so, but for those that are frozen. */
function filesBelow(path: string, ending: string): string[] {
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.startsWith('frozen'))
    .map((name) => readFileSync(join(root, path, name), 'utf8'));
}

it('of a watch of each kind stay the same', async () => {
  const versions = versionsIn(readFileSync(join(folder, 'watches.yaml'), 'utf8'));
  const made = Object.fromEntries(versions);
  expect(made).toEqual(await frozen(made, { folder, file: 'versions.json' }));
  expect(made['search-again']).toBe(made['search']);
  expect(Object.keys(made)).toHaveLength(14);
});

it('of the watches that we hand out stay the same: stacks run them', async () => {
  const sample = versionsIn(readFileSync(join(root, 'watches.yaml'), 'utf8'));
  const pages = [readFileSync(join(root, 'README.md'), 'utf8'), ...filesBelow('docs', '.md')];
  const texts = [...pages.flatMap(examplesIn), ...filesBelow('test', '.yaml')];
  const all = [...sample, ...texts.flatMap(versionsIn)].map(([id, version]) => `${id}  ${version}`);
  expect(await gone([...new Set(all)], { folder, file: 'handed-out.txt' })).toEqual([]);
});
