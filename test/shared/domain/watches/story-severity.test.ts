import { describe, expect, it } from 'vitest';
import { severityOf } from '../../../../shared/domain/watches/story-severity.ts';
import type { FactCondition } from '../../../../shared/domain/watches/watch.ts';
import { type Story } from '../../../../shared/domain/stories/story.ts';
import { summarizeStory } from '../../../../shared/domain/alerts/story-summary.ts';
import { aFinding } from '../../../ports/examples.ts';

const names = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}-${n}`);
const aStory = (changes: Partial<Story> = {}): Story => ({
  id: 's',
  title: 'Acme',
  members: names('article', 6),
  outlets: names('outlet', 3),
  countries: ['US'],
  firstAt: 0,
  lastAt: 0,
  ...changes,
});
it('an alert keeps a few of the silent siblings of its story, and counts the rest', () => {
  const silent = Array.from({ length: 59 }, (_, n) =>
    aFinding(n, {
      title: '東'.repeat(5_000),
      link: n === 0 ? `https://a.example/${'x'.repeat(900)}` : 'https://a.example/',
    }),
  );
  const note = summarizeStory(aStory({ bestRank: 5, sentiment: 0.5 }), silent);
  expect(note).toMatchObject({ id: 's', articles: 6, outlets: 3, countries: 1, bestRank: 5, sentiment: 0.5 });
  expect(note.silent?.count).toBe(59);
  expect(note.silent?.shown).toHaveLength(5);
  expect(note.silent?.shown[0]).not.toHaveProperty('link');
  const { others, ...kept } = note;
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(5_000);
  // Those that the JSON of the message lists besides, 20 in all.
  expect(others).toHaveLength(14);
  expect(Buffer.byteLength(JSON.stringify(others))).toBeLessThan(8_000);
  expect(summarizeStory(aStory())).not.toHaveProperty('silent');
});

describe('a rule on the fields of records', () => {
  const raised = (facts: Record<string, string>, where: Record<string, FactCondition>, areFields = true) =>
    severityOf(
      { severity: 'info', raise: [{ to: 'critical', where }] },
      { story: aStory(), facts: [facts], areFields },
      { isFirst: true },
    ).severity === 'critical';
  const cut = (text: string, gte = 500) => raised({ cut: text }, { cut: { gte } });

  it.each([
    '540',
    '1,540',
    'about 540 people',
    '540 employees (of Acme)',
    '$1.2 billion',
    '1.5k',
    'USD 3m',
    '501%',
  ])('reads the one number of "%s"', (text) => {
    expect(cut(text)).toBe(true);
  });

  it.each([
    '499',
    'about 120 people',
    '600 of 8,000',
    '500-600',
    '2026-11-21',
    '18:45',
    'hundreds',
    '',
    'Q600',
    '9/11',
  ])('takes "%s" for no number of 500 or more', (text) => {
    expect(cut(text)).toBe(false);
  });

  it('compares days as days, also where the field is a text with one number', () => {
    const since = (text: string) => raised({ day: text }, { day: { gte: '2026-11-21' } });
    expect([since('2026-11-22'), since('2026-11-20'), since('22 November')]).toEqual([true, false, false]);
  });

  it('finds a value in a list, which has commas in records and none in events', () => {
    const where = { places: ['France'] };
    expect(raised({ places: 'Germany, france' }, where)).toBe(true);
    expect(raised({ places: 'Germany; France' }, where)).toBe(true);
    expect(raised({ places: 'Germany, France' }, where, false)).toBe(false);
    expect(raised({ places: 'New France' }, where)).toBe(false);
  });
});
