import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adviseOnName, watchesFileOf } from '../../../infra/watches-file/find-file.ts';
import { openWorld } from '../cli/open-world.ts';

it.each([
  [{}, 'watches.yaml'],
  [{ BELLWETHER_WATCHES: '' }, 'watches.yaml'],
  [{ BELLWETHER_WATCHES: 'own/watches.yaml' }, 'own/watches.yaml'],
])('%j chooses %s', (environment, file) => {
  expect(watchesFileOf(environment)).toBe(file);
});

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), 'watches: {}\n');
  return folder;
}

it.each([
  ['watches.yaml', 'watches.yml'],
  ['watches.yaml', 'watches.yaml.txt'],
  ['watches.yaml', 'watchs.yaml'],
  ['watches.yml', 'watches.yaml'],
])('a missing %s is explained by %s', (file, other) => {
  const advice = adviseOnName({ file, folder: folderWith('notes.txt', 'package.json', other) });
  expect(advice).toBe(`the folder has ${other}: rename it to ${file}, or name it with --watches ${other}`);
});

it('keeps the folder that was named, and says nothing without a similar name or a folder', () => {
  const folder = folderWith('watches.yml');
  expect(adviseOnName({ file: `${folder}/watches.yaml`, folder: '.' })).toContain(
    `--watches ${folder}/watches.yml`,
  );
  expect(adviseOnName({ file: 'watches.yaml', folder: folderWith('package.json') })).toBeUndefined();
  expect(adviseOnName({ file: 'watches.yaml', folder: '/nowhere' })).toBeUndefined();
});

it('a command says which name is expected', async () => {
  const { folder, call, write } = openWorld();
  rmSync(join(folder, 'watches.yaml'));
  write('watches: {}\n', 'watches.yml');
  expect(await call('validate')).toMatchObject({
    code: 1,
    err: 'bellwether: Cannot read watches.yaml: it does not exist.\n  the folder has watches.yml: rename it to watches.yaml, or name it with --watches watches.yml\n',
  });
});
