import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { defined } from '../../domain/lib/fields.ts';
import { apart, inParallel } from '../../domain/lib/in-parallel.ts';
import { type Milestone, milestonesAtFirst } from '../../domain/stories/story-growth.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { groupFindings, type StoryGroup, type KnownStories, writeOpenStories } from './group-findings.ts';
import { readStories, type WholeStory } from './read-stories.ts';
import type { FoundItems } from '../ports/source.ts';
import type { NotifiedStory } from '../ports/stories.ts';
import { decisionOn, learnValues, unusableFinding } from '../findings/store-findings.ts';

/** Where a watch claims stories. */
type ClaimScope = Pick<FindingScope, 'watch'> & {
  ports: Pick<FindingScope['ports'], 'clock' | 'stories' | 'notifiedStories'>;
};

/** A group with what the watch has notified of its story, under each of its ids; the claim of the smallest id counts. */
export type Claimed = StoryGroup & { claims: readonly NotifiedStory[] };

/**
 * Claims stories for the first of their findings where the watch has notified none of them. Another watch may merge a story
 * at the same time with one that this watch is claiming: so the story is read again after the claim, and claimed under its
 * new id too. Whoever merges reads both stories after the merge; thus at least one of the two sees the other.
 */
export async function claimStories(scope: ClaimScope, groups: readonly StoryGroup[]): Promise<Claimed[]> {
  const stories = groups.map(({ whole }) => whole);
  const notified = await claimsOn(scope, stories);
  const claimed: Claimed[] = [];
  const fresh: Claimed[] = [];
  await inParallel(groups, async (group) => {
    const claims = notified.filter(({ story }) => group.whole.family.includes(story));
    if (claims.length > 0) claimed.push({ ...group, claims });
    else fresh.push({ ...group, claims: await claim(scope, group) });
  });
  const ids = fresh.map(({ whole }) => whole.story.id);
  const again = await readStories(scope.ports, ids);
  await inParallel(fresh, async (one) => {
    claimed.push(await settled(scope, one, again.get(one.whole.story.id)));
  });
  return claimed;
}

/** The claim that counts. */
export function holderOf(claims: readonly NotifiedStory[]): NotifiedStory | undefined {
  return claims.toSorted((a, b) => (a.story < b.story ? -1 : 1))[0];
}

/** Claims a story that was merged meanwhile under what it has become. Ids get smaller, so that it ends. */
async function settled(scope: ClaimScope, one: Claimed, now: WholeStory | undefined): Promise<Claimed> {
  const { whole, members } = one;
  const isMerged = now !== undefined && now.story.id !== whole.story.id;
  if (!now || (!isMerged && now.family.length === whole.family.length)) return one;
  if (isMerged) await claim(scope, { whole: now, members });
  const next = isMerged ? await readStories(scope.ports, [now.story.id]) : new Map<string, WholeStory>();
  const claims = await claimsOn(scope, [now]);
  return settled(scope, { whole: now, members, claims }, next.get(now.story.id));
}

/** The milestones that the first alert covers go with the claim, so that no further alert repeats them. */
async function claim(scope: ClaimScope, { whole, members }: StoryGroup): Promise<NotifiedStory[]> {
  const { ports, watch } = scope;
  const { story } = whole;
  const [first] = members;
  if (!first) return [];
  const now = ports.clock.now();
  const { fingerprint } = first.finding;
  const milestones: Milestone[] = watch.alert.grows ? milestonesAtFirst(story, watch.alert.grows) : [];
  const until = now + watch.retention;
  const notified = { watchId: watch.id, story: story.id, fingerprint, milestones, until };
  const held = await ports.notifiedStories.claim(notified, now);
  return held ? [held] : claimsOn(scope, [whole]);
}

/** What the watch has notified of some stories, under all their ids. */
async function claimsOn(
  { ports, watch }: ClaimScope,
  stories: readonly WholeStory[],
): Promise<NotifiedStory[]> {
  const ids = [...new Set(stories.flatMap(({ family }) => family))];
  return ports.notifiedStories.read(watch.id, ids, ports.clock.now());
}

/** Findings to be grouped or judged, and the JSON that they were made of. */
export interface WaitingFindings extends Pick<FoundItems, 'sources'> {
  found: readonly StoredFinding[];
  known: KnownStories;
  /** They were inserted by this very part of the run, and were not read. */
  inserted?: boolean;
}

/** Findings to be stored, those of a baseline with their story. */
interface WithBaseline {
  found: StoredFinding[];
  stories: ReadonlySet<string>;
  known: KnownStories;
}

/**
 * Groups the findings of a baseline before they are stored: what is stored with a verdict is not judged again. Their
 * stories count as notified and their values as seen, so that the next copies cause no alert. What cannot be grouped is not
 * stored.
 */
export async function groupBaseline(
  scope: FindingScope,
  { found, known, sources }: WaitingFindings,
): Promise<WithBaseline & { unusable: UnusableItem[] }> {
  let latest = known;
  const { results, failed } = await apart(found, async (part) => {
    const grouped = await groupTogether(scope, part, latest);
    latest = grouped.known;
    return grouped;
  });
  return {
    found: results.flatMap((part) => part.found),
    stories: new Set(results.flatMap((part) => [...part.stories])),
    known: latest,
    unusable: failed.map(({ item, error }) => unusableFinding(item, { error, sources, what: 'grouped' })),
  };
}

async function groupTogether(
  scope: FindingScope,
  found: readonly StoredFinding[],
  known: KnownStories,
): Promise<WithBaseline> {
  const baseline = found.filter(({ verdict }) => verdict && 'silent' in verdict && verdict.silent === 'base');
  if (baseline.length === 0) return { found: [...found], stories: new Set(), known };
  await learnValues(scope, baseline);
  const grouped = await groupFindings(scope, baseline, known);
  await claimStories(
    scope,
    grouped.groups.filter(({ members }) =>
      members.some((member) => decisionOn(scope.watch, member).notify === 'story'),
    ),
  );
  await writeOpenStories(scope, grouped.changed);
  const placed = new Map(
    grouped.groups.flatMap(({ whole, members }) =>
      members.map(({ finding, joined }) => {
        const place = defined<Pick<StoredFinding, 'story' | 'joined'>>({ story: whole.story.id, joined });
        return [finding.fingerprint, place] as const;
      }),
    ),
  );
  return {
    found: found.map((one) => ({ ...one, ...placed.get(one.finding.fingerprint) })),
    stories: new Set(grouped.groups.map(({ whole }) => whole.story.id)),
    known: grouped.known,
  };
}
