import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gone } from '../frozen.ts';
import { schemaPaths } from './schema-paths.ts';

const text = readFileSync(new URL('../../../watches.schema.json', import.meta.url), 'utf8');

it('every key and word of watches.yaml is still taken', async () => {
  const paths = schemaPaths(JSON.parse(text) as Record<string, unknown>);
  expect(await gone(paths, { folder: import.meta.dirname, file: 'watches-file.txt' })).toEqual([]);
});

it('whatever the schema looks like', () => {
  const word = { enum: ['a', 'b'] };
  const own = { type: 'object', additionalProperties: { type: 'array', items: word } };
  const inPlace = {
    properties: { lists: own, one: { anyOf: [{ const: 'a' }, { properties: { b: word } }] } },
  };
  const inParts = {
    $ref: '#/$defs/file',
    $defs: {
      word,
      'own~lists': { additionalProperties: { items: { $ref: '#/$defs/word' } } },
      file: { allOf: [{ $ref: '#/$defs/one' }, { properties: { lists: { $ref: '#/$defs/own~0lists' } } }] },
      one: {
        properties: { one: { if: { const: 'a' }, else: { properties: { b: { $ref: '#/$defs/word' } } } } },
      },
    },
  };
  expect(schemaPaths(inPlace)).toEqual([
    'lists',
    'lists.*',
    'lists.*[]',
    'lists.*[] = a',
    'lists.*[] = b',
    'one',
    'one = a',
    'one.b',
    'one.b = a',
    'one.b = b',
  ]);
  expect(schemaPaths(inParts)).toEqual(schemaPaths(inPlace));
});
