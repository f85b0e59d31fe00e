import { expect, it } from 'vitest';
import { dayRollupSchema } from '../../../../shared/contracts/stored/stored-rollup.ts';

it('a rollup of an earlier version is read with titles as readers see them', () => {
  const example = {
    fingerprint: 'a',
    watchId: 'acme-news',
    type: 'article',
    at: 0,
    title: 'UK#39;s plan for Acme &amp; Co - Reuters',
    domain: 'reuters.com',
    story: 's',
  };
  const mood = { count: 0, sum: 0, negative: 0, positive: 0 };
  const rollup = dayRollupSchema.parse({
    articles: 1,
    events: 0,
    records: 0,
    excluded: 0,
    mood,
    reach: [],
    outlets: {},
    authors: {},
    countries: {},
    languages: {},
    stories: {},
    examples: [example],
    items: [example],
    large: { s: { count: 1, mood, first: example, outlets: [] } },
  });
  const title = "UK's plan for Acme & Co";
  expect([rollup.examples, rollup.items, [rollup.large['s']?.first]].map((list) => list[0]?.title)).toEqual([
    title,
    title,
    title,
  ]);
});
