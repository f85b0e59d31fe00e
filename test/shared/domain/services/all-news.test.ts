import { describe, expect, it } from 'vitest';
import { asksForAllNews } from '../../../../shared/domain/services/all-news.ts';

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
