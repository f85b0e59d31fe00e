import * as fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import {
  type SchemaPart,
  watchesJsonSchema,
} from '../../../../shared/contracts/watches-file/watches-json-schema.ts';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { fullForm } from '../../../full-form.ts';
import { NOON } from '../../../ports/examples.ts';
import { wholeFile } from './json-schema/whole-file.ts';

const schema = watchesJsonSchema();
const defs = schema.$defs ?? {};

it('is closed: an editor marks every key that the file does not take', () => {
  const open: string[] = [];
  const visit = (each: SchemaPart, path: string) => {
    if (typeof each === 'boolean') return;
    // Where a condition picks the keys, each branch is closed by itself; the condition itself is no mapping.
    const isPicked = each.allOf?.every(({ then }) => typeof then === 'object' && then.$ref !== undefined);
    if (each.properties && each.additionalProperties !== false && !isPicked) open.push(path);
    for (const [key, child] of Object.entries(each.properties ?? {})) visit(child, `${path}.${key}`);
    for (const child of Object.values(each.patternProperties ?? {})) visit(child, `${path}.*`);
    for (const child of [each.then, each.else, each.items, each.additionalProperties, ...(each.allOf ?? [])])
      if (child !== undefined && !Array.isArray(child)) visit(child, path);
  };
  visit(schema, '');
  for (const [name, each] of Object.entries(defs)) visit(each, name);
  expect(open).toEqual([]);
});

it('is small: what several places share is written once', () => {
  expect(JSON.stringify(schema).length).toBeLessThan(86_500);
});

// The JSON Schema in the hands of a plain validator, which knows nothing of this project.

const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  watchesJsonSchema(),
);

/** This validator adds an error of these keywords to each error below them. */
const WRAPPERS = ['if', 'propertyNames'];

/** Each error as `PLACE KEYWORD`. */
function errorsOf(file: unknown): string[] {
  validate(file);
  return (validate.errors ?? [])
    .filter(({ keyword }) => !WRAPPERS.includes(keyword))
    .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

function root(name: string): string {
  return readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');
}

/** A copy of the whole file with one value set; undefined takes the key out. */
function fileWith(path: string, value: unknown): object {
  const file = wholeFile();
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const holder = parts.reduce<object>((below, part) => Reflect.get(below, part) as object, file);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return file;
}

describe('one mistake is one error, at its place', () => {
  it.each([
    [
      'a wrong key in a search query',
      'watches/news/query/countrys',
      ['US'],
      '/watches/news/query additionalProperties',
    ],
    [
      'a wrong form in a list',
      'watches/news/query/sources',
      ['acme.example', 'https://acme.example'],
      '/watches/news/query/sources/1 pattern',
    ],
    ['a misspelt kind', 'watches/news/kind', 'serch', '/watches/news/kind enum'],
    [
      'a wrong key where the policy is left out',
      'watches/once/alert/least',
      5,
      '/watches/once/alert additionalProperties',
    ],
    [
      'a filter of another type of event',
      'watches/breaches/query/additional_filters/layoff.summary',
      'x',
      '/watches/breaches/query/additional_filters additionalProperties',
    ],
    [
      'a wrong value of a filter',
      'watches/cuts/query/additional_filters/layoff.how_much_related',
      'Godo',
      '/watches/cuts/query/additional_filters/layoff.how_much_related enum',
    ],
  ])('%s', (_, path, value, error) => {
    expect(errorsOf(fileWith(path, value))).toEqual([error]);
  });
});

const KEYS = [undefined, undefined, 'kind', 'query', 'q', 'lang', 'mode', 'when', 'of', 'within', 'channel'];
const VALUES = [
  undefined,
  null,
  true,
  false,
  0,
  5,
  -0.5,
  '',
  'x',
  'Tech',
  'search',
  'events',
  'story',
  '7d',
  [],
  ['x'],
  {},
];

describe('what the checker accepts', () => {
  const [, reference = ''] = /```yaml\n(.*?)```/s.exec(root('docs/watches.md')) ?? [];

  it.each([
    ['the sample', parse(root('watches.yaml')) as unknown],
    ['the example of the reference', parse(reference) as unknown],
    ['the whole file', wholeFile() as unknown],
  ])('is accepted: %s', (_, file) => {
    expect(checkWatches(file, { now: NOON })).toMatchObject({ ok: true });
    expect(errorsOf(file)).toEqual([]);
  });

  it('is accepted after random changes as well', () => {
    const change = fc.record({
      at: fc.nat(),
      value: fc.constantFrom(...VALUES),
      key: fc.constantFrom(...KEYS),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const file = fileWith('watches/news/query/custom_tags.mine', undefined);
        for (const { at, value, key } of changes) changeOne(file, { at, value, key });
        const isValid = checkWatches(file, { now: NOON }).ok;
        expect(isValid ? errorsOf(file) : []).toEqual([]);
      }),
      { numRuns: fullForm(40, 300) },
    );
  });
});

/** Sets, adds or takes out one value somewhere in a file: at the same place in each run. */
function changeOne(
  file: object,
  { at, value, key }: { at: number; value: unknown; key: string | undefined },
) {
  const places = placesIn(file);
  const [holder, name] = places[at % places.length] ?? [file, 'watches'];
  if (value === undefined) Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, key ?? name, structuredClone(value));
}

function placesIn(part: object): [object, string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [object, string][] => [
    [part, key],
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}
