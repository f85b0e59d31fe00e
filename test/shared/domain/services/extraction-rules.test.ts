import { describe, expect, it } from 'vitest';
import { asksForAllNews, jobRequestBreaches } from '../../../../shared/domain/services/extraction-rules.ts';

const fieldsOf = (job: Parameters<typeof jobRequestBreaches>[0]) =>
  jobRequestBreaches(job).map((breach) => breach.fields);

it('ties the company options to a dataset', () => {
  expect(fieldsOf({ fetch_all_watchlist_news: true, ed_association_type: 'mention' })).toEqual([
    ['fetch_all_watchlist_news', 'connected_dataset_ids'],
    ['ed_association_type', 'connected_dataset_ids'],
  ]);
  expect(fieldsOf({ fetch_all_watchlist_news: true, connected_dataset_ids: [] })).toHaveLength(1);
  expect(fieldsOf({ fetch_all_watchlist_news: true, connected_dataset_ids: ['d'] })).toEqual([]);
  expect(fieldsOf({ fetch_all_watchlist_news: false })).toEqual([]);
});

it('bounds the range of dates to 30 days', () => {
  const start_date = '2026-10-01T00:00:00Z';
  expect(fieldsOf({ start_date })).toEqual([]);
  expect(fieldsOf({ start_date, end_date: '2026-10-31T00:00:00Z' })).toEqual([]);
  expect(fieldsOf({ start_date, end_date: '2026-10-31T00:00:01Z' })).toEqual([['start_date', 'end_date']]);
  expect(fieldsOf({ start_date, end_date: start_date })).toEqual([['start_date', 'end_date']]);
  expect(fieldsOf({ end_date: start_date })).toEqual([['end_date', 'start_date']]);
});

it('refuses a name that is given twice', () => {
  const twice = [{ name: 'city' }, { name: 'date' }, { name: 'city' }];
  expect(fieldsOf({ enrichments: twice })).toEqual([['enrichments']]);
  expect(fieldsOf({ validators: twice.slice(1) })).toEqual([]);
});

describe('a question for all news', () => {
  it.each([
    '*',
    '"*"',
    'all news',
    'All the latest news',
    'give me all articles.',
    'everything',
    'Everything about my companies!',
    'all company news',
    'all news about my companies',
    "Show me every story that mentions our suppliers' entities",
    'company news',
    'What is the news on these companies?',
    'All news of the last 24 hours',
  ])('%j', (query) => {
    expect(asksForAllNews(query)).toBe(true);
  });

  it.each([
    'news about Acme',
    'all news about Acme and Globex',
    'all layoffs',
    'Everything on data breaches',
    'New partners',
    'news',
    'companies',
    'Any company that opened a plant',
    '* recalls',
    '',
    '?',
  ])('%j is none', (query) => {
    expect(asksForAllNews(query)).toBe(false);
  });
});
