import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Hit, hitGroups } from '../../../../shared/domain/pages/search-view.ts';
import { aFinding, anAlert, aStoredFinding, aStoryAlert, NOON } from '../../../ports/examples.ts';

const aStory = (id: string): Hit => ({
  kind: 'stories',
  at: NOON - 10,
  story: { id, title: id, members: [], outlets: [], countries: [], firstAt: NOON, lastAt: NOON },
  watches: ['acme-news'],
});
const anArticle = (n: number, story?: string, at = NOON - n): Hit => ({
  kind: 'findings',
  at,
  found: aStoredFinding(n, { finding: aFinding(n), ...(story !== undefined && { story }) }),
});
const alertOn = (n: number): Hit => ({
  kind: 'alerts',
  at: NOON,
  alert: aStoryAlert(n),
  state: { state: 'pending', dueAt: NOON },
});

function groupsOf(hits: readonly Hit[]) {
  const all = hitGroups();
  for (const hit of hits) all.add(hit);
  const groups = all.groups();
  expect(all.count()).toBe(groups.length);
  return groups;
}

it('makes one group of a story, its alerts and its articles, and leaves others alone', () => {
  const ofArticle = aStoryAlert(1).items[0]!.fingerprint;
  expect(ofArticle).toBe(aFinding(1).fingerprint);
  const groups = groupsOf([
    alertOn(1),
    anArticle(1, 's1'),
    anArticle(2, 's1'),
    anArticle(3, 's3'),
    aStory('s1'),
  ]);
  expect(groups.map(({ stories, alerts, found }) => [stories.length, alerts.length, found.length])).toEqual([
    [1, 1, 2],
    [0, 0, 1],
  ]);
});

it('does not join an alert that counts articles with any of them', () => {
  const spike: Hit = {
    kind: 'alerts',
    at: NOON,
    alert: anAlert(1, { occasion: { type: 'baseline', found: 3, window: { from: 0, to: 1 } } }),
    state: { state: 'pending', dueAt: NOON },
  };
  expect(groupsOf([spike, anArticle(1)])).toHaveLength(2);
});

it('has every hit in exactly one group, and no two groups with a story in common', () => {
  const hits = fc.array(fc.record({ n: fc.nat(6), story: fc.option(fc.nat(4), { nil: undefined }) }), {
    maxLength: 14,
  });
  fc.assert(
    fc.property(hits, (all) => {
      const given = all.map(({ n, story }) => anArticle(n, story === undefined ? undefined : `s${story}`));
      const groups = groupsOf(given).map(({ found }) => found);
      expect(new Set(groups.flat())).toEqual(new Set(given));
      expect(groups.flat()).toHaveLength(given.length);
      for (const key of ['story', 'article'] as const) {
        const named = groups.map(
          (group) =>
            new Set(
              group.flatMap(({ found }) =>
                key === 'story' ? (found.story ?? []) : found.finding.fingerprint,
              ),
            ),
        );
        expect(named.reduce((sum, { size }) => sum + size, 0)).toBe(
          new Set(named.flatMap((one) => [...one])).size,
        );
      }
    }),
    { numRuns: 60 },
  );
});
