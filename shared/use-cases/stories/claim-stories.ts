import { isBaseline, type StoredFinding } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { defined } from '../../domain/lib/fields.ts';
import { apart } from '../../domain/lib/in-parallel.ts';
import { type Judged, type ReachedSeverity, severityOf } from '../../domain/stories/story-severity.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { climbAlertOf } from '../../domain/alerts/update-alert.ts';
import { storyWithout } from '../../domain/stories/story-record.ts';
import { summarizeStory } from '../../domain/stories/story.ts';
import { compareSeverity, mostSevere, type Severity, type Watch } from '../../domain/watches/watch.ts';
import { decisionOn } from '../../domain/policies/registry.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { groupFindings } from './group-findings.ts';
import type { KnownStories, StoryGroup } from './story-group.ts';
import { type FreshStories, writeStories } from './stories-of-run.ts';
import type { FoundItems } from '../ports/source.ts';
import type { NotifiedStory } from '../ports/stories.ts';
import { learnValues } from '../findings/learn-values.ts';
import { unusableFinding } from '../findings/store-findings.ts';

/** Where a watch claims stories. */
type ClaimScope = Pick<FindingScope, 'watch'> & {
  ports: Pick<FindingScope['ports'], 'clock' | 'notifiedStories'>;
};

/** A group with what the watch has notified of its story, under each of its ids; the claim of the smallest id counts. */
export type Claimed = StoryGroup & {
  claims: readonly NotifiedStory[];
  /** The watch has notified of none of them: the claim is to be written (`newClaims`). */
  isNew: boolean;
};

/** What the watch has notified of stories. Where it is nothing, their first finding claims them. Nothing is written. */
export async function claimStories(
  scope: ClaimScope,
  groups: readonly StoryGroup[],
  fresh: FreshStories,
): Promise<Claimed[]> {
  const notified = await claimsOn(scope, groups, fresh);
  return groups.map((group) => {
    const known = notified.filter(({ story }) => group.whole.family.includes(story));
    const isNew = known.length === 0;
    return { ...group, isNew, claims: isNew ? claimsOf(scope, group) : known };
  });
}

/** The claims that are to be written, before any alert. */
export function newClaims(claimed: readonly Claimed[]): NotifiedStory[] {
  return claimed.flatMap(({ isNew, claims }) => (isNew ? claims : []));
}

/** The claim that counts. */
export function holderOf(claims: readonly NotifiedStory[]): NotifiedStory | undefined {
  return claims.toSorted((a, b) => (a.story < b.story ? -1 : 1))[0];
}

/** What the rules of severity judge of a story: an event has facts, a record fields beside them, and each is a story of its own. */
export function judgedIn(story: Judged['story'], members: readonly StoredFinding[]): Judged {
  const facts = members.map(({ finding: { facts: known = {}, fields = {} } }) => ({ ...fields, ...known }));
  return { story, facts, areFields: members.some(({ finding }) => finding.type === 'record') };
}

/** The severity that the first alert covers goes with the claim, so that no further alert repeats it. */
function claimsOf({ ports, watch }: ClaimScope, { whole: { story }, members }: StoryGroup): NotifiedStory[] {
  const [first] = members;
  if (!first) return [];
  const { fingerprint } = first.finding;
  const until = ports.clock.now() + watch.retention;
  const severities = watch.raise && [severityOf(watch, judgedIn(story, members), { isFirst: true }).severity];
  return [{ watchId: watch.id, story: story.id, fingerprint, ...(severities && { severities }), until }];
}

/** An alert on a story that was notified, and what is recorded with it. */
export interface PlannedUpdate {
  alert: Alert;
  noted: { of: NotifiedStory; severity: Severity };
  /** Fingerprints of the articles of the story. */
  members: readonly string[];
}

/** The severity of the first alert: the one that its claim says, so that a repeat is the same alert. */
export function reachedAtFirst(
  watch: Watch,
  { whole, members, claims }: Claimed,
): ReachedSeverity | undefined {
  if (!watch.raise) return undefined;
  const reached = severityOf(watch, judgedIn(whole.story, members), { isFirst: true });
  const [severity = reached.severity] = (holderOf(claims)?.severities ?? []).toSorted(compareSeverity);
  return severity === reached.severity ? reached : { severity, by: [] };
}

/**
 * The alert that a notified story has climbed above all that was notified of it, about the latest of its findings. What it had
 * reached before its watch had rules counts as notified.
 */
export function planClimb(watch: Watch, { whole, members, claims }: Claimed): PlannedUpdate[] {
  const holder = holderOf(claims);
  const latest = members.at(-1);
  if (!watch.raise || !holder || !latest) return [];
  const { story, articles } = whole;
  const reached = severityOf(watch, judgedIn(story, members), { isFirst: false });
  const [first, ...others] = claims.flatMap(({ severities = [] }) => severities);
  const fresh = new Set(members.map(({ finding }) => finding.fingerprint));
  const before = () =>
    severityOf(watch, { story: storyWithout(story, articles, fresh), facts: [] }, { isFirst: true });
  const from = first === undefined ? before().severity : mostSevere(first, ...others);
  if (compareSeverity(reached.severity, from) <= 0) return [];
  const { finding, discovery, foundAt: now } = latest;
  const alert = climbAlertOf(watch, {
    finding,
    story: summarizeStory(story),
    reached,
    from,
    holder: holder.fingerprint,
    discovery,
    now,
  });
  return [{ alert, noted: { of: holder, severity: reached.severity }, members: story.members }];
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

/** Findings to be grouped, and the JSON that they were made of. */
interface GroupedFrom extends Pick<FoundItems, 'sources'> {
  found: readonly StoredFinding[];
  known: KnownStories;
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
  { found, known, sources }: GroupedFrom,
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
  const baseline = found.filter(isBaseline);
  if (baseline.length === 0) return { found: [...found], stories: new Set(), known };
  await learnValues(scope, baseline);
  const grouped = await groupFindings(scope, baseline, { known });
  const notified = grouped.groups.filter(({ members }) =>
    members.some((member) => decisionOn(scope.watch, member.finding).notify === 'story'),
  );
  const claimed = await claimStories(scope, notified, grouped.fresh);
  await writeStories(scope, grouped.fresh, newClaims(claimed));
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
