import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandStories } from '../../../../shared/domain/stories/brand-stories.ts';
import type { SameStory } from '../../../../shared/domain/stories/same-stories.ts';
import type { Finding, StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

let n = 0;
const found = (place: string, changes: Partial<Finding>): StoredFinding => {
  const [watchId = '', story = ''] = place.split('/');
  n += 1;
  const at = NOON + n * MINUTE;
  const finding = aFinding(n, { snippet: '', matched: ['Acme'], indexedAt: at, ...changes });
  const { link: _link, ...rest } = finding;
  return aStoredFinding(n, {
    watchId,
    story,
    finding: changes.link === undefined ? rest : finding,
  });
};
const sameOf = (all: readonly StoredFinding[], known: readonly SameStory[] = []) => {
  const stories = brandStories();
  for (const one of all) stories.add(one);
  return stories.same(known);
};

const LINK = 'https://wire.example/acme/leipzig';
const CLOSING = { title: 'Acme to close its plant in Leipzig with 1,200 jobs' };
const BAKERS = { title: 'Bakers of the old town win a prize' };

describe('stories of two watches of a brand', () => {
  it('are one by a link to the same page, whatever their titles', () => {
    const tracked = `${LINK}/?utm_source=rss#top`;
    expect(
      sameOf([found('de/a', { ...CLOSING, link: LINK }), found('en/b', { ...BAKERS, link: tracked })]),
    ).toEqual([['a', 'b']]);
  });

  it('are one by the rule, and not when they only share what the watches ask for', () => {
    const like = { title: 'Leipzig plant of Acme to close, 1,200 jobs lost' };
    expect(sameOf([found('de/a', CLOSING), found('en/b', like)])).toEqual([['a', 'b']]);
    expect(sameOf([found('de/a', CLOSING), found('en/b', { title: 'Acme opens a school' })])).toEqual([]);
  });

  it('stay apart under a page that has several stories of one watch', () => {
    const all = [
      found('de/a', { ...CLOSING, link: LINK }),
      found('de/c', { title: 'Storm shuts schools on the coast', link: LINK }),
      found('en/b', { ...BAKERS, link: LINK }),
    ];
    expect(sameOf(all)).toEqual([]);
  });

  it('join no two stories that one watch keeps apart, also not through a common article', () => {
    const other = { title: 'Tunnel to the island opens in spring' };
    const all = [
      found('de/a', { ...CLOSING, link: LINK }),
      found('de/c', { ...other, link: 'https://wire.example/tunnel' }),
      found('en/b', { ...BAKERS, link: LINK }),
      found('en/b', { ...BAKERS, link: 'https://wire.example/tunnel' }),
    ];
    expect(sameOf(all)).toEqual([['a', 'b']]);
    expect(sameOf(all, [['b', 'c']])).toEqual([]);
  });
});

it('stories of one watch are never joined, nor what is excluded or waits to be judged', () => {
  const waiting = found('en/b', { ...CLOSING, link: LINK });
  const { story: _story, ...unjudged } = waiting;
  const all = [
    found('de/a', { ...CLOSING, link: LINK }),
    found('de/c', CLOSING),
    found('en/d', { ...CLOSING, excludedBy: 'plant' }),
    unjudged,
  ];
  expect(sameOf(all)).toEqual([]);
});

it('the order of the articles of different stories changes nothing', () => {
  const all = [
    found('de/a', { ...CLOSING, link: LINK }),
    found('en/b', { title: 'Acme closes Leipzig plant and 1,200 jobs go' }),
    found('en/c', { ...BAKERS, link: LINK }),
    found('fr/d', { title: 'Plant in Leipzig: Acme to close it, 1,200 jobs at risk' }),
  ];
  const wanted = sameOf(all);
  expect(wanted.length).toBeGreaterThan(1);
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const sameInAnyOrder = fc.property(shuffled, (order) => {
    expect(sameOf(order)).toEqual(wanted);
  });
  fc.assert(sameInAnyOrder, { numRuns: 20 });
});
