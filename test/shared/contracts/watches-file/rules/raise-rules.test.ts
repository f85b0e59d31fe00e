import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';
import { NOON } from '../../../../ports/examples.ts';

const compile = (raise: string, watch = 'kind: search, query: { q: Acme }') =>
  compileWatches(
    `operators: { email: [oncall@acme.example] }
channels: { press: { email: [a@acme.example] } }
watches:
  acme: { ${/alert:/.test(watch) ? watch : `${watch}, alert: { channel: press }`}, raise: ${raise} }
`,
    { file: 'watches.yaml', now: NOON },
  );
const LAYOFFS = 'kind: events, query: { event_type: layoff }';

describe('rules of severity', () => {
  it('are stored with the names of the domain', () => {
    const compiled = compile(
      '[{ to: warning, outlets: 3 }, { to: critical, outlets: 10, top_rank: 1000, countries: 2 }]',
    );
    expect(compiled.ok && compiled.desired.watches[0]).toMatchObject({
      raise: [
        { to: 'warning', outlets: 3 },
        { to: 'critical', outlets: 10, topRank: 1000, countries: 2 },
      ],
      alert: { when: 'story', channel: 'press' },
    });
  });

  it('judge facts by values, by lists and by ranges', () => {
    const compiled = compile(
      '[{ to: critical, where: { number_of_people_laid_off: { gte: 500 }, company_name: [Acme, Globex], location: 12 } }]',
      LAYOFFS,
    );
    expect(compiled.ok && compiled.desired.watches[0]?.raise).toEqual([
      {
        to: 'critical',
        where: {
          number_of_people_laid_off: { gte: 500 },
          company_name: ['Acme', 'Globex'],
          location: ['12'],
        },
      },
    ]);
  });

  it('an empty list means that no story climbs', () => {
    const compiled = compile('[]');
    expect(compiled.ok && compiled.desired.watches[0]).not.toHaveProperty('raise');
  });

  it.each([
    ['[{ to: critical }]', undefined, 'raise[0]', 'no condition'],
    ['[{ to: critical, outlets: 1 }]', undefined, 'raise[0].outlets', 'too small'],
    ['[{ to: critical, where: { amount: { gte: 5 } } }]', undefined, 'raise[0].where.amount', 'no facts'],
    [
      '[{ to: critical, where: { amount: { gte: 5 } } }]',
      LAYOFFS,
      'raise[0].where.amount',
      'no fact "amount"',
    ],
  ])('%s of a watch with %s is refused', (raise, watch, path, what) => {
    const compiled = compile(raise, watch);
    const [problem, ...others] = compiled.ok ? [] : compiled.problems;
    expect([others, problem?.line, problem?.path.replaceAll(/["']/g, '')]).toEqual([
      [],
      4,
      `watches.acme.${path}`,
    ]);
    expect(problem?.what).toContain(what);
    expect(problem?.hint ?? problem?.expected).toBeTruthy();
  });
});

describe('a rule that never holds is warned of', () => {
  it.each([
    ['[{ to: info, outlets: 3 }]', undefined, 'no higher than the severity of the watch'],
    [
      '[{ to: critical, outlets: 3 }, { to: critical, outlets: 10 }]',
      undefined,
      'another rule raises to critical',
    ],
    [
      '[{ to: critical, where: { number_of_people_laid_off: { gte: 100 } } }, { to: warning, where: { number_of_people_laid_off: { gte: 500 } } }]',
      LAYOFFS,
      'another rule raises to critical',
    ],
    [
      '[{ to: critical, where: { number_of_people_laid_off: { gte: 500, lte: 100 } } }]',
      LAYOFFS,
      'no value of number_of_people_laid_off',
    ],
    [
      '[{ to: critical, where: { number_of_people_laid_off: { gte: 500 } } }]',
      'kind: events, query: { event_type: layoff, additional_filters: { layoff.number_of_people_laid_off: { lte: 300 } } }',
      'those of the query',
    ],
    [
      '[{ to: critical, outlets: 3 }]',
      'kind: search, query: { q: Acme }, alert: { when: finding, channel: press }',
      'by itself',
    ],
    [
      '[{ to: critical, outlets: 3 }]',
      'kind: search, query: { q: Acme }, alert: { when: spike, channel: press }',
      'judges hours',
    ],
    ['[{ to: critical, sentiment: -0.5 }]', undefined, 'no sentiment'],
    [
      '[{ to: critical, countries: 3 }]',
      'kind: search, query: { q: Acme, countries: [FR, DE] }',
      '2 countries only',
    ],
    ['[{ to: critical, countries: 3 }]', LAYOFFS, 'a story of its own'],
    ['[{ to: critical, top_rank: 100 }]', LAYOFFS, 'no rank of an outlet'],
    [
      '[{ to: critical, top_rank: 100 }]',
      'kind: search, query: { q: Acme, from_rank: 5000 }',
      'from rank 5000',
    ],
  ])('%s of a watch with %s', (raise, watch, what) => {
    const { warnings } = compile(raise, watch);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ line: 4, path: expect.stringContaining('watches.acme.raise[') });
    expect(warnings[0]?.what).toContain(`This rule never holds: `);
    expect(warnings[0]?.what).toContain(what);
    expect(warnings[0]?.hint).toBeTruthy();
  });

  it.each([
    ['[{ to: warning, outlets: 3 }, { to: critical, outlets: 10, top_rank: 1000 }]', undefined],
    ['[{ to: critical, outlets: 3, countries: 2 }, { to: critical, outlets: 10 }]', undefined],
    [
      '[{ to: critical, where: { event_date: { gte: "2026-11-01" } } }, { to: warning, where: { company_name: Acme } }]',
      LAYOFFS,
    ],
  ])('%s of a watch with %s may hold', (raise, watch) => {
    const compiled = compile(raise, watch);
    expect(compiled.ok).toBe(true);
    expect(compiled.warnings.filter(({ what }) => !what.includes('NLP'))).toEqual([]);
  });
});
