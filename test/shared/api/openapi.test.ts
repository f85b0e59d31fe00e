import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import openapiTS from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { messageSchema, openApi } from '../../../shared/api/openapi.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import { problemSchema } from '../../../shared/api/schemas.ts';
import { composeDrillWithLinks } from '../../../shared/render/message/compose-drill.ts';
import { composeWithLinks } from '../../../shared/render/message/compose-message.ts';
import { DAY, isoOf } from '../../../shared/domain/time/instant.ts';
import { fullForm } from '../../full-form.ts';
import { aChannel, anAlert, aStoryAlert, NOON } from '../../ports/examples.ts';
import { compose } from '../render/message/message-examples.ts';
import { LINKS } from '../use-cases/pages/open-pages.ts';
import { openApi as openBench } from './open-api.ts';

const written = (file: string): any => JSON.parse(readFileSync(`docs/${file}`, 'utf8'));
const description: any = openApi('https://pages.acme.example');

describe('the description of the API', () => {
  it('is written from the routes of today, and so is the schema of messages (else: npm run schema)', () => {
    expect(written('openapi.json')).toEqual(JSON.parse(JSON.stringify(description)));
    expect(written('message.schema.json')).toEqual(JSON.parse(JSON.stringify(messageSchema())));
  });

  it('is served to anybody, as it is', async () => {
    const { ask } = await openBench();
    const { servers: _own, ...served } = (await ask('/openapi.json', { key: '' })).json;
    expect(written('openapi.json')).toMatchObject(served);
  });

  it('passes a public linter without a finding', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const found = await lintFromString({
      source: JSON.stringify(description),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('makes a client whose types check what a program sends, and what it reads', {
    timeout: 60_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-'));
    writeFileSync(join(folder, 'client.d.ts'), await openapiTS(description));
    const check = (program: string) => {
      writeFileSync(join(folder, 'program.ts'), `import type { paths } from './client.d.ts';\n${program}`);
      const options = '--ignoreConfig --noEmit --strict --allowImportingTsExtensions --lib es2024'.split(' ');
      const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
      return spawnSync(process.execPath, [tsc, ...options, join(folder, 'program.ts')], { encoding: 'utf8' })
        .stdout;
    };
    const program = (query: string, field: string) => `type Alerts = paths['/alerts']['get'];
      export const query: Alerts['parameters']['query'] = ${query};
      export const read = (page: Alerts['responses'][200]['content']['application/json']) =>
        page.items.map(({ ${field}, severity }) => [${field}, severity === 'critical']);`;
    expect(check(program("{ state: 'sent', brand: 'acme' }", 'became'))).toBe('');
    expect(check(program("{ state: 'gone' }", 'colour'))).toMatch(/"gone"[^]*'colour'/);
  });
});

describe('the schema of messages', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(messageSchema());

  const drill = composeDrillWithLinks(LINKS)(
    { id: 'aB3dE6gH9j' },
    { lane: aChannel(), targets: [{ channel: 'press-team', by: 'https', holds: [] }], now: NOON },
  );
  const incident = {
    type: 'incident',
    incident: 'key',
    resolved: false,
    text: 'The key is refused.',
  } as const;
  const entities = [{ name: 'Acme', score: 8 }];

  it.each([
    [
      'stories',
      composeWithLinks(LINKS)([aStoryAlert(1), aStoryAlert(2)], { channel: aChannel(), now: NOON }),
    ],
    ['an incident', compose([anAlert(3, { occasion: incident })])],
    ['a record', compose([aStoryAlert(4, { type: 'record', fields: { place: 'Lyon' }, entities })])],
    ['a drill', drill[0]!],
  ])('describes the document of %s', (_what, { texts }) => {
    expect([validate(JSON.parse(texts.json)), validate.errors]).toEqual([true, null]);
  });
});

// What generated calls send: the fields of a route, well formed, out of bounds or nonsense.
const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'acme',
    'acme-news',
    'acme-story',
    'acme-alert-1',
    'article-00001',
    '2026-11-20',
    '1~~',
    '~',
    '-1',
    '0',
  ),
);
const values = fc.oneof(texts, fc.integer(), fc.jsonValue({ maxDepth: 2 }));
const calls = fc.constantFrom(...ROUTES).chain((route) => {
  const fields = Object.keys(route.input.shape);
  const given = fc.dictionary(fc.constantFrom(...fields, 'other'), route.method === 'POST' ? values : texts, {
    maxKeys: 5,
  });
  const body = {
    silence: fc.record({
      matchers: fc.dictionary(
        fc.constantFrom('watch', 'brand', 'words', 'story', 'severity'),
        fc.array(texts),
      ),
      reason: texts,
      endsAt: fc.constantFrom(isoOf(NOON + DAY), isoOf(NOON), 'x'),
    }),
    acknowledge: fc.record({ alert: texts }),
    createKey: fc.record({
      name: texts,
      role: fc.constantFrom('reader', 'editor', 'x'),
      brands: fc.array(texts),
    }),
  }[route.name];
  return fc.record({ name: fc.constant(route.name), given: body ? fc.oneof(given, body) : given });
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

it('generated calls get an answer or a problem, and never a failure', {
  timeout: 120_000,
}, async () => {
  const { ask, tokenOf } = await openBench();
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(calls, async ({ name: called, given }) => {
      const route = ROUTES.find(({ name }) => name === called)!;
      const left = new Map(Object.entries(given));
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_field, name) => {
        const value = left.get(name);
        left.delete(name);
        return encodeURIComponent(textOf(value || 'none').toWellFormed());
      });
      const how = { method: route.method, key: tokenOf('editor') };
      const search = () =>
        new URLSearchParams([...left].map(([name, value]): [string, string] => [name, textOf(value)]));
      const { status, json } = await (route.method === 'POST'
        ? ask(path, { ...how, body: given })
        : ask(`${path}?${search().toString()}`, how));
      statuses.add(status);
      expect(status < 400 ? status : problemSchema.parse(json).status).toBe(status);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: fullForm(400, 2_000) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 422]));
});
