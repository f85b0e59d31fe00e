import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { watchesJsonSchema } from '../../../shared/contracts/watches-file/json-schema/watches-json-schema.ts';

const root = new URL('../../../', import.meta.url);
const sample = readFileSync(new URL('watches.yaml', root), 'utf8');

function compiledSample() {
  const compiled = compileWatches(sample, { file: 'watches.yaml', now: Date.UTC(2026, 10, 21) });
  if (!compiled.ok) throw new Error('the sample has problems');
  return compiled;
}

it('names its schema in the first line, so that editors complete and check it', () => {
  expect(sample.split('\n')[0]).toBe('# yaml-language-server: $schema=./watches.schema.json');
});

it('has a schema that was written from the schemas of today (else: node infra/cli/write-schema.ts)', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('watches.schema.json', root), 'utf8'));
  expect(written).toEqual(watchesJsonSchema());
});

it('is sound, without a warning', () => {
  expect(compiledSample().warnings).toEqual([]);
});

it('has a watch that tells at once, every minute, on a channel that never waits', () => {
  const { watches, channels } = compiledSample().desired;
  const ringing = watches.filter((watch) => {
    const channel = channels.find(({ name }) => name === watch.alert.channel);
    const waits = channel?.quietHours !== undefined || channel?.digest !== undefined;
    return watch.firstRun === 'tell' && watch.schedule === 'rate(1 minute)' && !waits;
  });
  expect(ringing.map(({ id }) => id)).toEqual(['acme-now']);
});

it('asks all three services', () => {
  const kinds = new Set(compiledSample().desired.watches.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['search', 'authors', 'events', 'extraction']));
});
