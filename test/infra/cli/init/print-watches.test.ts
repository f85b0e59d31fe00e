import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Company } from '../../../../infra/cli/init/questions.ts';
import { printWatches, type Reads } from '../../../../infra/cli/init/print-watches.ts';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';

const ACME: Company = {
  name: 'Acme Corp',
  names: ['Acme Corp', 'Acme'],
  notMeant: ['acme comics'],
  competitors: ['Globex', 'Initech'],
  people: ['Jane Doe'],
  languages: ['en', 'no'],
  email: ['press@acme.example', 'boss@acme.example'],
  sms: ['+33600000000'],
  timezone: 'Europe/Paris',
  feeds: [],
};

const compile = (company: Company, reads?: Reads) =>
  compileWatches(printWatches(company, '../watches.schema.json', reads), {
    file: 'own/watches.yaml',
    now: Date.UTC(2026, 10, 21),
    readBeside: (file) => (file === 'feeds.opml' ? 'https://news.example/rss' : undefined),
  });

it('is a valid file without a warning, whose watches belong to the brand', () => {
  const compiled = compile(ACME);
  expect(compiled).toMatchObject({ ok: true, warnings: [] });
  if (!compiled.ok) throw new Error('It is not valid');
  const { watches } = compiled.desired;
  expect(watches.map(({ id }) => id).toSorted()).toEqual([
    'acme-corp-breaches',
    'acme-corp-deals',
    'acme-corp-layoffs',
    'acme-corp-news',
    'acme-corp-people',
    'acme-corp-trouble',
    'globex-news',
    'initech-news',
  ]);
  expect(watches.find(({ id }) => id === 'acme-corp-news')?.query).toEqual({
    q: '"Acme Corp" OR "Acme"',
    lang: ['en', 'no'],
  });
});

it('reads feeds alone where no service can be searched, so that it needs no key', () => {
  const compiled = compile(ACME, { services: false, feeds: 'feeds.opml' });
  expect(compiled).toMatchObject({ ok: true, warnings: [] });
  if (!compiled.ok) throw new Error('It is not valid');
  const { watches, feeds } = compiled.desired;
  expect(new Set(watches.map(({ kind }) => kind))).toEqual(new Set(['feeds', 'world']));
  expect(watches).toHaveLength(7);
  expect(feeds).toEqual([{ name: 'starter', urls: ['https://news.example/rss'] }]);
  expect(watches.find(({ id }) => id === 'acme-corp-news')).toMatchObject({
    query: { q: '"Acme Corp" OR "Acme"', feeds: ['starter'], lang: ['en', 'no'] },
    firstRun: 'tell',
  });
});

it('sends text messages of critical alerts only, and mail below a warning as a brief', () => {
  const text = printWatches(ACME, 'x');
  expect(text).toContain('min_severity: critical');
  expect(text).toContain('now: warning');
  const quiet = printWatches({ ...ACME, sms: [] }, 'x');
  expect(quiet).not.toContain('duty');
  expect(compile({ ...ACME, sms: [] })).toMatchObject({ ok: true, warnings: [] });
});

it('gives each competitor a key of its own, whatever its letters', () => {
  const competitors = ['東京電力', '関西電力', 'Globex', 'GLOBEX!', 'Acme Corp.'];
  const compiled = compile({ ...ACME, competitors });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const ids = compiled.desired.watches
    .map(({ id }) => id)
    .filter((id) => !id.startsWith('acme-corp-') || /2/.test(id));
  expect(ids).toEqual(['rival-news', 'rival-2-news', 'globex-news', 'globex-2-news', 'acme-corp-2-news']);
  expect(compiled.desired.reports?.[0]?.brand.competitors.map(({ names: [name] }) => name)).toEqual(
    competitors,
  );
});

it('is read back with the names as they were answered, whatever they contain', () => {
  const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(letters, (text) => {
      const phrase = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
      fc.pre(phrase !== '');
      const compiled = compile({ ...ACME, notMeant: [phrase] });
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
      expect(compiled.desired.watches[0]?.exclude.phrases).toContain(phrase);
    }),
    { numRuns: 60, examples: [['Yes'], ['- dash'], ['{brace}'], ['1e3'], ['A: B # c']] },
  );
});
