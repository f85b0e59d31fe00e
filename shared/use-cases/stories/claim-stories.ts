import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { defined } from '../../domain/lib/fields.ts';
import { apart } from '../../domain/lib/in-parallel.ts';
import { type Milestone, milestonesAtFirst } from '../../domain/stories/story-growth.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import {
  type FreshStories,
  groupFindings,
  type StoryGroup,
  type KnownStories,
  writeOpenStories,
} from './group-findings.ts';
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
 * Claims stories for the first of their findings where the watch has notified none of them. The claims are put together with
 * the new stories and their keys, in any order, and before any alert: so who dies in between has sent nothing, and whatever
 * is found of them later is put again.
 */
export async function claimStories(
  scope: ClaimScope,
  groups: readonly StoryGroup[],
  fresh: FreshStories,
): Promise<Claimed[]> {
  const notified = await claimsOn(scope, groups, fresh);
  const claimed = groups.map((group) => {
    const known = notified.filter(({ story }) => group.whole.family.includes(story));
    return { ...group, known, claims: known.length > 0 ? known : claimsOf(scope, group) };
  });
  const claims = claimed.flatMap(({ known, claims: all }) => (known.length > 0 ? [] : all));
  if (claims.length + fresh.stories.length + fresh.keys.length > 0)
    await scope.ports.stories.putNew(scope.watch.id, { ...fresh, claims });
  return claimed;
}

/** The claim that counts. */
export function holderOf(claims: readonly NotifiedStory[]): NotifiedStory | undefined {
  return claims.toSorted((a, b) => (a.story < b.story ? -1 : 1))[0];
}

/** The milestones that the first alert covers go with the claim, so that no further alert repeats them. */
function claimsOf({ ports, watch }: ClaimScope, { whole: { story }, members }: StoryGroup): NotifiedStory[] {
  const [first] = members;
  if (!first) return [];
  const { fingerprint } = first.finding;
  const milestones: Milestone[] = watch.alert.grows ? milestonesAtFirst(story, watch.alert.grows) : [];
  const until = ports.clock.now() + watch.retention;
  return [{ watchId: watch.id, story: story.id, fingerprint, milestones, until }];
}

/** What the watch has notified of the stories of some groups, under all their ids. Of a new story it cannot have. */
async function claimsOn(
  { ports, watch }: ClaimScope,
  groups: readonly StoryGroup[],
  fresh: FreshStories,
): Promise<NotifiedStory[]> {
  const created = new Set(fresh.stories.map(({ id }) => id));
  const known = groups.filter(({ whole }) => !created.has(whole.story.id));
  const ids = [...new Set(known.flatMap(({ whole }) => whole.family))];
  return ids.length === 0 ? [] : ports.notifiedStories.read(watch.id, ids, ports.clock.now());
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
    grouped.fresh,
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
