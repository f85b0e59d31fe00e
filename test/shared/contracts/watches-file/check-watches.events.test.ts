import { describe, expect, it } from 'vitest';
import { desiredSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { printPath } from '../../../../shared/contracts/watches-file/problem.ts';
import { NOON } from '../../../ports/examples.ts';

function check(query: unknown, more: object = {}) {
  return checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watches: { w: { kind: 'events', query, alert: { channel: 'press' }, ...more } },
    },
    { now: NOON },
  );
}

function problemsOf(query: unknown): string[] {
  const checked = check(query);
  if (checked.ok) return [];
  return checked.problems.map((problem) =>
    [printPath(problem.path), problem.what, problem.expected, problem.hint].filter(Boolean).join(' | '),
  );
}

describe('the query of a watch for events', () => {
  it('takes texts, lists, days and numbers, and hands them on as they are', () => {
    const query = {
      event_type: 'layoff',
      additional_filters: {
        company_name: ['Acme', 'Globex'],
        event_date: { gte: 'now-30d', lte: '2026-12-31' },
        'layoff.number_of_people_laid_off': { gte: 100 },
        'layoff.how_much_related': 'Excellent',
      },
      additional_article_fields: ['rank', 'nlp.sentiment'],
    };
    const checked = check(query);
    expect(checked.ok && checked.warnings).toEqual([]);
    const watch = checked.ok ? checked.desired.watches[0] : undefined;
    expect(watch?.query).toEqual(query);
    const crossed: unknown = JSON.parse(JSON.stringify(checked.ok && checked.desired));
    expect(desiredSchema.parse(crossed).watches[0]?.query).toEqual(query);
  });

  it('is refused where it cannot be stored, at the filter that is too large', () => {
    const company_name = Array.from({ length: 1_000 }, (_, n) => `${n} `.padEnd(400, 'Acme '));
    const filters = { company_name, 'layoff.how_much_related': 'Excellent' };
    const [problem = '', ...others] = problemsOf({ event_type: 'layoff', additional_filters: filters });
    expect(problem).toMatch(
      /^watches\.w\.query\.additional_filters\.company_name \| The query has 4\d{5} bytes, the maximum is 300000 \| split the watch into several/,
    );
    expect(others).toEqual([]);
  });

  it('is the same question however its filters are ordered, and another one with another bound', () => {
    const version = (filters: object) => {
      const checked = check({ event_type: 'layoff', additional_filters: filters });
      return checked.ok ? checked.desired.watches[0]?.version : undefined;
    };
    const people = 'layoff.number_of_people_laid_off';
    const first = version({ company_name: ['A', 'B'], [people]: { gte: 1, lte: 9 } });
    expect(version({ [people]: { lte: 9, gte: 1 }, company_name: ['B', 'A'] })).toBe(first);
    expect(version({ company_name: ['A', 'B'], [people]: { gte: 2, lte: 9 } })).not.toBe(first);
  });

  const breach = (filters: object) => ({ event_type: 'data_breach', additional_filters: filters });
  it.each([
    [{}, 'w.query.event_type | The key "event_type" is missing', 'data_breach, fundraising, layoff'],
    [{ event_type: 'layof' }, 'Unknown type of event "layof"', 'did you mean layoff?'],
    [{ event_type: 'layoff', attach_articles_data: true }, 'Each run sets "attach_articles_data" itself', ''],
    [
      { event_type: 'layoff', additional_article_fields: ['ranks'] },
      'Invalid value "ranks"',
      'did you mean rank?',
    ],
    [
      breach({ extraction_date: { gte: '2026-11-01' } }),
      'Each run sets "extraction_date" itself',
      'lookback',
    ],
    [
      breach({ data_breach: { title: 'x' } }),
      'Filters cannot be nested',
      'write each filter with its full name, such as data_breach.title',
    ],
    [
      breach({ 'fundraising.amount': { gte: 1 } }),
      'Events of type data_breach have no filter "fundraising.amount"',
      'remove it, or use event_type fundraising',
    ],
    [breach({ event_date: 'now' }), 'Wrong type of value', 'a range such as'],
    [breach({ event_date: {} }), 'The range has neither gte nor lte', 'a range such as'],
    [breach({ event_date: { gte: 'tomorrow' } }), 'This is not a date', 'now-30d'],
    [breach({ event_date: { gte: '2026-11-02', lte: '2026-11-01' } }), 'gte is later than lte', ''],
  ])('refuses %j', (query, what, rest) => {
    const problems = problemsOf(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(what);
    expect(problems[0]).toContain(rest);
  });
});
