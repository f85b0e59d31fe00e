import { describe, expect, it } from 'vitest';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { printPath } from '../../../../shared/contracts/watches-file/problem.ts';
import { desiredSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { EVENT_TYPES } from '../../../../shared/domain/services/event-filters.ts';
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
  it.each(EVENT_TYPES)('takes the type %s without a filter', (event_type) => {
    expect(problemsOf({ event_type })).toEqual([]);
  });

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
    [{}, 'w.query.event_type | event_type is missing', 'data_breach, fundraising, layoff'],
    [{ event_type: 'layof' }, 'unknown type of event', 'did you mean layoff?'],
    [
      { event_type: 'layoff', attach_articles_data: true },
      'attach_articles_data is set by the run itself',
      '',
    ],
    [{ event_type: 'layoff', page: 2 }, 'unknown key page', ''],
    [{ event_type: 'layoff', additional_article_fields: ['ranks'] }, 'wrong value', 'did you mean rank?'],
    [
      breach({ extraction_date: { gte: '2026-11-01' } }),
      'extraction_date is set by the run itself',
      'lookback',
    ],
    [breach({ company: 'Acme' }), 'unknown key company', ''],
    [breach({ data_breach: { title: 'x' } }), 'filters are not nested', 'write each with its dots'],
    [breach({ 'fundraising.amount': { gte: 1 } }), 'only for events of type fundraising', 'leave it out'],
    [breach({ 'data_breach.summary': 'x'.repeat(501) }), 'too long', ''],
    [breach({ company_name: [] }), 'the list is empty', ''],
    [breach({ company_name: '' }), '', 'a text'],
    [breach({ event_date: 'now' }), 'wrong kind of value', 'a range such as'],
    [breach({ event_date: {} }), 'neither gte nor lte is given', 'a range such as'],
    [breach({ event_date: { gte: 'tomorrow' } }), 'this is no day', 'now-30d'],
    [breach({ event_date: { gte: '2026-11-02', lte: '2026-11-01' } }), 'gte lies after lte', ''],
    [breach({ event_date: { gte: 'now', from: 'now' } }), 'unknown key from', ''],
    [
      { event_type: 'fundraising', additional_filters: { 'fundraising.amount': { gte: 2, lte: 1 } } },
      'gte is above lte',
      '',
    ],
    [
      { event_type: 'layoff', additional_filters: { 'layoff.how_much_related': 'Excelent' } },
      '',
      'Excellent',
    ],
  ])('refuses %j', (query, what, rest) => {
    const problems = problemsOf(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(what);
    expect(problems[0]).toContain(rest);
  });
});
