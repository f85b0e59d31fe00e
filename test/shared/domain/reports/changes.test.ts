import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../../shared/domain/reports/changes.ts';

type Numbers = Parameters<typeof growthOf>[0];

const numbers = (changes: Partial<Numbers> = {}) =>
  ({
    articles: { now: 60, before: 20 },
    topStories: [],
    topTopics: { theme: [{ key: 'Business', articles: { now: 31, before: 9 } }] },
    topCountries: [{ key: 'GB', articles: { now: 26, before: 12 } }],
    compared: { isEqual: true },
    ...changes,
  }) as unknown as Numbers;

describe('what grew', () => {
  it('is named with its articles in both periods, the story first', () => {
    const story = { central: { title: 'Acme recalls pumps' }, articles: 18, before: 2 };
    expect(growthOf(numbers({ topStories: [story] as unknown as Numbers['topStories'] }))).toBe(
      'Growth came from “Acme recalls pumps” (18 articles after 2), the theme Business (31 after 9) and outlets in the United Kingdom (26 after 12).',
    );
  });

  it.each<[string, Partial<Numbers>]>([
    ['the periods cannot be compared', { compared: { isEqual: false } }],
    ['nothing was found before: then everything grew', { articles: { now: 60, before: 0 } }],
    [
      'less than five articles or a quarter came in addition',
      {
        topTopics: {
          theme: [{ key: 'Business', articles: { now: 13, before: 9 } }],
        } as unknown as Numbers['topTopics'],
        topCountries: [{ key: 'GB', articles: { now: 106, before: 100 } }],
      },
    ],
  ])('is not named where %s', (_, changes) => {
    expect(growthOf(numbers(changes))).toBeUndefined();
  });
});
