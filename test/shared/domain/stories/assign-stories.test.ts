import { expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { assignStories } from '../../../../shared/domain/stories/assign-stories.ts';
import { openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { openCandidates } from '../../../../shared/domain/stories/story-candidates.ts';
import type { StoryJoining } from '../../../../shared/domain/watches/watch.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

function assigned(findings: readonly Finding[], joining: StoryJoining = 'normal') {
  const read = { owners: new Map(), records: new Map(), open: openStories([]) };
  const candidates = openCandidates(read, { now: NOON, joining, memory: 30 * DAY, retention: 400 * DAY });
  assignStories(
    candidates,
    findings.map((finding) => similarityProfileOf(finding)),
  );
  const reasons = findings.map(({ fingerprint }) => candidates.joined.get(fingerprint));
  return { reasons, stories: new Set(candidates.assigned.values()).size };
}

const article = (n: number, title: string, changes: Partial<Finding> = {}) => {
  const at = NOON + n * MINUTE;
  const outlet = { domain: `outlet-${n}.example` };
  return aFinding(n, { title, snippet: '', outlet, indexedAt: at, publishedAt: at, ...changes });
};

it('each article that joins a story has a reason that a person can check', () => {
  const { stories, reasons } = assigned([
    article(1, 'Acme to shut turbine plant in Leipzig', { duplicateGroup: 'g' }),
    article(2, 'Something else altogether', { duplicateGroup: 'g' }),
    article(3, 'Acme to shut turbine plant in Leipzig'),
    article(4, 'Unions to fight for Leipzig, where Acme gives up its turbine works'),
  ]);
  expect(stories).toBe(1);
  expect(reasons.slice(1)).toMatchObject([
    { by: 'group' },
    { by: 'copy' },
    { by: 'words', words: expect.arrayContaining(['leipzig', 'turbine']) },
  ]);
});

it('strict watches make more stories of the same articles, loose ones fewer', () => {
  const titles = [
    'Acme to shut turbine plant in Leipzig',
    'Leipzig turbine plant: unions protest',
    'Protest in Leipzig',
    'Acme workers in Leipzig protest against plan',
    'Turbine plant in Leipzig faces end',
    'Mayor fears for plant',
  ];
  const findings = titles.map((title, n) => article(n, title));
  const [strict, normal, loose] = (['strict', 'normal', 'loose'] as const).map(
    (joining) => assigned(findings, joining).stories,
  );
  expect(strict).toBeGreaterThanOrEqual(normal ?? 0);
  expect(normal).toBeGreaterThanOrEqual(loose ?? 0);
  expect(strict).toBeGreaterThan(loose ?? 0);
});
