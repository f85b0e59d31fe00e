import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { watchesJsonSchema } from '../../../shared/contracts/watches-file/watches-json-schema.ts';

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

it('notifies of what it finds at the start: critical alerts at once, by SMS too, and the rest in a brief', () => {
  const { watches, channels } = compiledSample().desired;
  const newsroom = channels.find(({ name }) => name === 'newsroom');
  expect(newsroom).toMatchObject({ now: 'critical', protocolSeverity: { sms: 'critical' } });
  expect(newsroom?.quietHours).toBeUndefined();
  const telling = watches.filter(
    ({ firstRun, alert }) => firstRun === 'tell' && alert.channel === 'newsroom',
  );
  const ofSeverity = (severity: string) =>
    telling.filter((watch) => watch.severity === severity).map(({ id }) => id);
  expect([ofSeverity('critical'), ofSeverity('info')]).toEqual([['acme-breaches'], ['sector-cuts']]);
  expect(watches.find(({ id }) => id === 'acme-now')?.schedule).toBe('rate(1 minute)');
});
