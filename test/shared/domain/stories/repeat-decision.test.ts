import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { assignStories } from '../../../../shared/domain/stories/assign-stories.ts';
import type { DecidedStories } from '../../../../shared/domain/stories/decided-stories.ts';
import { openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { openCandidates } from '../../../../shared/domain/stories/story-candidates.ts';
import { storyIdOf } from '../../../../shared/domain/stories/story.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

const memory = { now: NOON, joining: 'normal', memory: 30 * DAY, retention: 400 * DAY } as const;
const titled = (n: number, title: string, changes: Partial<Finding> = {}) =>
  aFinding(n, { title, snippet: '', ...changes });

const PLANT = 'Acme closes its plant in Leipzig';
const first = titled(1, PLANT);
const copy = titled(2, PLANT);
const other = titled(3, 'Researchers store solar power in salt');

/** Assigns findings of which nothing is stored yet. */
function assign(findings: readonly Finding[], decided?: DecidedStories) {
  const read = { owners: new Map(), records: new Map(), open: openStories([]) };
  const candidates = openCandidates({ ...read, decided }, memory);
  assignStories(
    candidates,
    findings.map((finding) => similarityProfileOf(finding)),
  );
  return candidates;
}

const pairsOf = (...pairs: readonly (readonly [Finding, Finding])[]) =>
  pairs.map(([one, begins]) => [one.fingerprint, storyIdOf(begins)] as const);

describe('a part that is repeated', () => {
  it('is assigned to what was decided, in the same order', () => {
    const { assigned, merges, created } = assign([first, copy, other]);
    const again = assign([other, copy, first], { stories: [...assigned], merges });
    expect([...again.assigned]).toEqual([...assigned]);
    expect([...again.created.keys()]).toEqual([...created.keys()]);
  });

  it('is assigned so even where the rule would say otherwise by now', () => {
    const stories = pairsOf([other, other], [first, other], [copy, copy]);
    expect([...assign([first, copy, other], { stories, merges: [] }).assigned]).toEqual(stories);
  });

  it('begins a story with another article where the one that was to begin it was not stored', () => {
    const stories = pairsOf([first, first], [copy, first]);
    const { assigned, created } = assign([copy, other], { stories, merges: [] });
    expect([...assigned]).toEqual(pairsOf([copy, copy], [other, other]));
    expect([...created.keys()]).toEqual([copy, other].map(storyIdOf));
  });

  it('merges the stories that were to be merged, and no others', () => {
    const [one, two, absent] = [first, other, copy].map(storyIdOf);
    const stories = pairsOf([first, first], [other, other]);
    const merges = [[one, two] as const, [one, absent] as const].map(
      ([stays, goes]) => [stays!, goes!] as const,
    );
    expect(assign([first, other], { stories, merges }).merges).toEqual([[one, two]]);
    expect(assign([first, other], { stories, merges: [] }).merges).toEqual([]);
  });
});
