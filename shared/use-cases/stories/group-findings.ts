import {
  type Finding,
  isBaseline,
  type Joined,
  publicationTime,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import { assignStories } from '../../domain/stories/assign-stories.ts';
import type { DecidedStories } from '../../domain/stories/decided-stories.ts';
import { openStoriesNear } from '../../domain/stories/open-stories.ts';
import {
  isClustered,
  similarityProfileOf,
  type SimilarityProfile,
} from '../../domain/stories/similarity-profile.ts';
import {
  keptUntil,
  keyUntil,
  openCandidates,
  type StoryCandidates,
  type StoryMemory,
} from '../../domain/stories/story-candidates.ts';
import { singleFindingStory, storyArticleOf } from '../../domain/stories/story-record.ts';
import { channelsOf } from '../../domain/watches/watch.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import type { Ports } from '../ports/ports.ts';
import { mergeStories, readStoriesOfWatch } from './read-stories.ts';
import {
  beginPart,
  endPart,
  grownIn,
  type LeftStories,
  leftStories,
  type OwnStories,
  readEarlier,
  readOpenStories,
  recordsOfWatch,
  relatedRecords,
  type WholeStory,
  wholeStory,
} from './stories-of-run.ts';
import type { Decision, DecidingFrom, Grouped } from './story-group.ts';
import { type FreshStories, writeStories } from './stories-of-run.ts';

/** Where findings are grouped, and for which watch. */
type GroupScope = Pick<FindingScope, 'watch'> & {
  ports: Pick<FindingScope['ports'], 'clock' | 'findings' | 'stories'>;
};

/**
 * Groups findings into stories: those that the store holds, which get the findings, and new ones. Nothing is written yet, but where
 * stories are merged: `writeStories` writes what is `fresh`.
 */
export async function groupFindings(
  scope: GroupScope,
  found: readonly StoredFinding[],
  from: DecidingFrom,
): Promise<Grouped> {
  const { found: inOrder, candidates, known, channels } = await decideStories(scope, found, from);
  const own = known?.index.own ?? new Map();
  const placed = candidates ? await placeInStories(scope, candidates, own) : NOTHING;
  const groups = new Map<string, { whole: WholeStory; members: StoredFinding[] }>();
  for (const member of inOrder) {
    const { fingerprint } = member.finding;
    const whole = placed.stories.get(fingerprint) ?? alone(member.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    const joined = placed.joined.get(fingerprint);
    group.members.push({ ...member, ...(joined && { joined }) });
    groups.set(whole.story.id, group);
  }
  const left = candidates && known ? endPart(known, candidates) : known;
  return { groups: [...groups.values()], fresh: placed.fresh, known: left, channels };
}

/** An event or a record is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = singleFindingStory(finding);
  return { story, articles: [storyArticleOf(finding)], family: [story.id] };
}

/**
 * Decides the stories of a part before it is begun, so that what is decided can be recorded as it begins. Undefined where they are
 * decided later: those of a baseline come first, and one that cannot be grouped is looked for when all are stored.
 */
export async function decidePart(
  scope: GroupScope,
  found: readonly StoredFinding[],
  from: DecidingFrom,
): Promise<Decision | undefined> {
  const open = found.filter(({ verdict }) => !verdict);
  if (open.length === 0 || found.some(isBaseline)) return undefined;
  try {
    return await decideStories(scope, open, from);
  } catch (error) {
    if (isFaultOfItem(error)) return undefined;
    throw error;
  }
}

/** What a decision says, as it is recorded. */
export function decidedIn(decision: Decision | undefined): DecidedStories | undefined {
  const { assigned, merges } = decision?.candidates ?? {};
  return assigned && merges && { stories: [...assigned], merges };
}

/**
 * Decides to which story each of some findings belongs: one that the store holds, or a new one. What was decided before is not
 * decided again: about all of them, or about some, where others of their part cannot be stored or judged.
 */
async function decideStories(
  scope: GroupScope,
  found: readonly StoredFinding[],
  { known, decision, decided }: DecidingFrom,
): Promise<Decision> {
  if (decision?.found.length === found.length) return decision;
  const inOrder = found.toSorted(byPublication);
  const queried = queriedStems(scope.watch);
  const profiles = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map((finding) => similarityProfileOf(finding, queried));
  if (profiles.length === 0) return { found: inOrder, candidates: undefined, known, channels: new Map() };
  const read = known ?? leftStories([...(await readOpenStories(scope, queried)).values()], queried);
  const from = { known: read, decided: decidedIn(decision) ?? decided };
  return { found: inOrder, known: read, ...(await assignToStories(scope, profiles, from)) };
}

function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  return publicationTime(a) - publicationTime(b) || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/**
 * One read finds the owners of the keys, the open stories that are likely, and the channels; the stories of the owners may take
 * another.
 */
async function assignToStories(
  { ports, watch }: GroupScope,
  profiles: readonly SimilarityProfile[],
  { known, decided }: { known: LeftStories; decided: DecidedStories | undefined },
): Promise<Pick<Decision, 'channels'> & { candidates: StoryCandidates }> {
  const { storyMemory, retention, stories = 'normal' } = watch;
  const memory: StoryMemory = { now: ports.clock.now(), memory: storyMemory, retention, joining: stories };
  const open = beginPart(known);
  const keys = new Set(profiles.flatMap((one) => [...one.keys, one.fallbackKey]));
  const near = profiles.flatMap((one) => openStoriesNear({ open, joining: stories }, one));
  const before = [...(decided?.stories ?? []).map(([, story]) => story), ...(decided?.merges ?? []).flat()];
  const ids = [...new Set([...near, ...before])];
  const { own } = known.index;
  const { owners, records, channels } = await ports.stories.ofWatch(watch.id, {
    keys: [...keys].toSorted(),
    ids: ids.filter((id) => !own.has(id)),
    channels: channelsOf(watch.alert),
  });
  const owning = [...owners.values()].map(({ story }) => story);
  const related = [...ids.filter((id) => own.has(id)), ...owning];
  const all = await relatedRecords(related, recordsOfWatch(ports, watch.id, own), records);
  const earlier = await readEarlier(ports, watch.id, { profiles, records: all });
  const candidates = openCandidates({ owners, records: all, open, earlier, decided }, memory);
  assignStories(candidates, profiles);
  return { candidates, channels };
}

/** The story of each finding by its fingerprint, why it joined it, and what is to be written. */
interface Placed {
  stories: ReadonlyMap<string, WholeStory>;
  joined: ReadonlyMap<string, Joined>;
  fresh: FreshStories;
}

const NOTHING_FRESH: FreshStories = { stories: [], keys: [], open: [] };
const NOTHING: Placed = { stories: new Map(), joined: new Map(), fresh: NOTHING_FRESH };

/**
 * The stories of findings, for the holder of the lease. Merges need that all before them is written: where there are some, it is
 * written here. Each step can be repeated, however far an earlier try came.
 */
async function placeInStories(
  { ports, watch }: GroupScope,
  candidates: StoryCandidates,
  own: OwnStories,
): Promise<Placed> {
  const fresh = freshOf(candidates, own);
  const { joined, merges } = candidates;
  if (merges.length > 0) await writeStories({ ports, watch }, fresh, []);
  for (const pair of merges) await mergeStories(ports, watch.id, pair);
  const stories = await storiesOf(ports, watch.id, candidates);
  return { stories, joined, fresh: merges.length > 0 ? NOTHING_FRESH : fresh };
}

function freshOf(candidates: StoryCandidates, own: OwnStories): FreshStories {
  const until = keyUntil(candidates);
  const keys = Array.from(candidates.claims, ([key, { story }]) => ({ key, story, until }));
  const { created, open, records, additions, now } = candidates;
  const expiresAt = keptUntil(candidates);
  const times = { seenAt: now, expiresAt };
  const others = [...additions].filter(([id]) => !own.has(id));
  const grown = grownIn(candidates, own).flatMap((id) => records.get(id) ?? []);
  return {
    joining: others.map(([id, added]) => [id, { ...added, ...times }] as const),
    stories: [...created.values()],
    grown: grown.map((record) => ({ ...record, expiresAt })),
    keys,
    open: [...open.changed.keys()].flatMap((id) => open.stories.get(id) ?? []),
  };
}

/** The stories as they are now. What was merged is read again. */
async function storiesOf(
  ports: Pick<Ports, 'stories'>,
  watchId: string,
  { assigned, records, merges }: StoryCandidates,
): Promise<Map<string, WholeStory>> {
  const ids = [...new Set(assigned.values())];
  const whole =
    merges.length > 0
      ? await readStoriesOfWatch(ports, watchId, ids)
      : new Map(ids.map((id) => [id, wholeStory(records, id)] as const));
  return new Map(
    Array.from(assigned, ([fingerprint, id]) => {
      const story = whole.get(id);
      if (!story) throw new Error(`The story ${id} was placed into and is gone.`);
      return [fingerprint, story];
    }),
  );
}
