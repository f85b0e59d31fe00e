import { expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { assignStories } from '../../../../shared/domain/stories/assign-stories.ts';
import { openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { openCandidates } from '../../../../shared/domain/stories/story-candidates.ts';
import type { StoryJoining } from '../../../../shared/domain/watches/watch.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

function assigned(runs: readonly (readonly Finding[])[], joining: StoryJoining = 'normal') {
  const read = { owners: new Map(), records: new Map(), open: openStories([]) };
  const candidates = openCandidates(read, { now: NOON, joining, memory: 30 * DAY, retention: 400 * DAY });
  for (const findings of runs)
    assignStories(
      candidates,
      findings.map((finding) => similarityProfileOf(finding)),
    );
  const reasons = runs.flat().map(({ fingerprint }) => candidates.joined.get(fingerprint));
  return { reasons, stories: new Set(candidates.assigned.values()).size };
}

const article = (n: number, title: string, changes: Partial<Finding> = {}) => {
  const at = NOON + n * MINUTE;
  const outlet = { domain: `outlet-${n}.example` };
  return aFinding(n, { title, snippet: '', outlet, indexedAt: at, publishedAt: at, ...changes });
};

it('each article that joins a story has a reason that a person can check', () => {
  const { stories, reasons } = assigned([
    [
      article(1, 'Acme to shut turbine plant in Leipzig', { duplicateGroup: 'g' }),
      article(2, 'Something else altogether', { duplicateGroup: 'g' }),
      article(3, 'Acme to shut turbine plant in Leipzig'),
      article(4, 'Unions to fight for Leipzig, where Acme gives up its turbine works'),
    ],
  ]);
  expect(stories).toBe(1);
  expect(reasons.slice(1)).toMatchObject([
    { by: 'group' },
    { by: 'headline' },
    { by: 'words', words: expect.arrayContaining(['leipzig', 'turbine']) },
  ]);
});

it('a loose watch joins an article that a strict one does not', () => {
  const runs = [
    [article(1, 'Acme to shut turbine plant in Leipzig')],
    [article(120, 'Leipzig mayor fears for welders')],
  ];
  expect(assigned(runs, 'strict').stories).toBe(2);
  expect(assigned(runs, 'loose').stories).toBe(1);
});

it('articles that were found together are one story though no pair of them proves it', () => {
  const found = [
    article(1, 'Acme to shut turbine plant in Leipzig'),
    article(2, 'Turbine plant in Leipzig to close, says Acme'),
    article(3, 'Leipzig loses its turbine plant'),
    article(4, 'Globex hires Solveig Dahl as its counsel'),
  ];
  expect(assigned([found]).stories).toBe(2);
  expect(assigned([found.toReversed()]).stories, 'in any order').toBe(2);
});

it('articles of one group of the service are one story, whatever their words', () => {
  const { reasons, stories } = assigned([
    [
      article(1, 'Acme hires', { duplicateGroup: 'g' }),
      article(2, 'Globex leaves Lisbon', { duplicateGroup: 'g' }),
    ],
  ]);
  expect(stories).toBe(1);
  expect(reasons[1]).toEqual({ by: 'group' });
});
