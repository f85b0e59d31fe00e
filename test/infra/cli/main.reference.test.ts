import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { watchesJsonSchema } from '../../../shared/contracts/watches-file/watches-json-schema.ts';

const read = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
const reference = read('watches.md');
const judge = read('judge.md');

/** Every key that a mapping of the file may have, at any depth. */
function keysIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties, ...rest } = { properties: {}, ...part };
  return [...Object.keys(properties), ...Object.values({ ...properties, ...rest }).flatMap(keysIn)];
}

it('names every key of the file', () => {
  const keys = new Set(keysIn(watchesJsonSchema()));
  const isNamed = (key: string) => reference.includes(`\`${key}\``) || judge.includes(` ${key}: `);
  const unnamed = [...keys].filter((key) => !isNamed(key));
  expect(keys.size).toBeGreaterThan(80);
  expect(unnamed).toEqual([]);
});

it('begins with a valid file', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(reference) ?? [];
  const compiled = compileWatches(example, { file: 'example', now: Date.UTC(2026, 10, 21) });
  expect(compiled).toMatchObject({ ok: true, warnings: [] });
});
