import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Hit, hitGroups } from '../../../../shared/domain/pages/search-view.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

const anArticle = (n: number, story?: string, at = NOON - n): Hit => ({
  kind: 'findings',
  at,
  found: aStoredFinding(n, { finding: aFinding(n), ...(story !== undefined && { story }) }),
});
function groupsOf(hits: readonly Hit[]) {
  const all = hitGroups();
  for (const hit of hits) all.add(hit);
  const groups = all.groups();
  expect(all.count()).toBe(groups.length);
  return groups;
}

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
