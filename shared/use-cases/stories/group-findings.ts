import {
  type Finding,
  type Joined,
  publicationTime,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import {
  isClustered,
  similarityProfileOf,
  type SimilarityProfile,
} from '../../domain/stories/similarity-profile.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { earlierParts } from '../../domain/stories/series.ts';
import { singleFindingStory, storyArticleOf, type StoryRecord } from '../../domain/stories/story-record.ts';
import {
  beginPart,
  endPart,
  type LeftStories,
  leftStories,
  readOpenStories,
  type WholeStory,
  mergeStories,
  readStoriesOfWatch,
  recordsOfWatch,
  relatedRecords,
  wholeStory,
} from './read-stories.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { assignStories } from '../../domain/stories/assign-stories.ts';
import { openStoriesNear } from '../../domain/stories/open-stories.ts';
import {
  keyUntil,
  keptUntil,
  type StoryMemory,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import { channelsOf } from '../../domain/watches/watch.ts';
import type { FreshStories, Grouped, KnownChannels, KnownStories } from './story-group.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Groups findings into stories: those that the store holds, which get the findings, and new ones. The new ones are not written
 * yet: `claimStories` puts them.
 */
export async function groupFindings(
  scope: FindingScope,
  found: readonly StoredFinding[],
  known: KnownStories,
): Promise<Grouped> {
  const inOrder = found.toSorted(byPublication);
  const { stories, joined: reasons, ...read } = await assign(scope, inOrder, known);
  const groups = new Map<string, { whole: WholeStory; members: StoredFinding[] }>();
  for (const member of inOrder) {
    const whole = stories.get(member.finding.fingerprint) ?? alone(member.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    const joined = reasons.get(member.finding.fingerprint);
    group.members.push({ ...member, ...(joined && { joined }) });
    groups.set(whole.story.id, group);
  }
  return { groups: [...groups.values()], ...read };
}

async function assign(
  scope: FindingScope,
  inOrder: readonly StoredFinding[],
  known: KnownStories,
): Promise<Assigned> {
  const { ports, watch } = scope;
  const queried = queriedStems(watch);
  const profiles = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map((finding) => similarityProfileOf(finding, queried));
  if (profiles.length === 0) return { ...NOTHING, known };
  const { storyMemory: memory, retention, stories: joining = 'normal' } = watch;
  const read = known ?? leftStories([...(await readOpenStories(scope, queried)).values()], queried);
  return assignToStories(ports, profiles, {
    watchId: watch.id,
    now: ports.clock.now(),
    memory,
    retention,
    joining,
    known: read,
    channels: channelsOf(watch.alert),
  });
}

/** An event or a record is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = singleFindingStory(finding);
  return { story, articles: [storyArticleOf(finding)], family: [story.id] };
}

function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  return publicationTime(a) - publicationTime(b) || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/** Where stories are read and written. Without findings, no article is known to be the next part of a series. */
type GroupPorts = Pick<Ports, 'stories'> & Partial<Pick<Ports, 'findings'>>;

/** What the assignment depends on. */
interface Placing extends StoryMemory {
  watchId: string;
  known: LeftStories;
  /** The channels that are read with the stories. */
  channels?: readonly string[];
}

/** The story of each finding by its fingerprint, what is new, the open stories with these findings, and what was read with them. */
interface Assigned extends Omit<Grouped, 'groups'> {
  stories: ReadonlyMap<string, WholeStory>;
  joined: ReadonlyMap<string, Joined>;
}

const NOTHING_FRESH: FreshStories = { stories: [], keys: [], open: [] };
const NOTHING = { stories: new Map(), joined: new Map(), fresh: NOTHING_FRESH, channels: new Map() };

/**
 * Assigns findings to stories of a watch, in the order given, for the holder of its lease. Stories that there are get their
 * articles. What is new is given back, to be put: only where stories are merged it is put here. Each step can be repeated,
 * however far an earlier try came.
 */
export async function assignToStories(
  ports: GroupPorts,
  marks: readonly SimilarityProfile[],
  placing: Placing,
): Promise<Assigned> {
  const { watchId } = placing;
  const { candidates, channels } = await readCandidates(ports, marks, placing);
  assignStories(candidates, marks);
  await joinStories(ports, watchId, candidates);
  const fresh = freshOf(candidates);
  const { joined, merges } = candidates;
  if (merges.length > 0) await ports.stories.putNew(watchId, { ...fresh, claims: [] });
  for (const pair of merges) await mergeStories(ports, watchId, pair);
  const stories = await storiesOf(ports, watchId, candidates);
  return {
    stories,
    joined,
    fresh: merges.length > 0 ? NOTHING_FRESH : fresh,
    known: endPart(placing.known),
    channels,
  };
}

/**
 * One read finds the owners of the keys, the open stories that are likely, and the channels; the stories of the owners may take
 * another.
 */
async function readCandidates(
  ports: GroupPorts,
  marks: readonly SimilarityProfile[],
  { watchId, known, channels: names = [], ...memory }: Placing,
): Promise<{ candidates: StoryCandidates; channels: KnownChannels }> {
  const open = beginPart(known);
  const keys = new Set(marks.flatMap((one) => [...one.keys, one.fallbackKey]));
  const ids = new Set(marks.flatMap((one) => openStoriesNear({ open, joining: memory.joining }, one)));
  const { owners, records, channels } = await ports.stories.ofWatch(watchId, {
    keys: [...keys].toSorted(),
    ids: [...ids],
    channels: names,
  });
  const owning = [...owners.values()].map(({ story }) => story);
  const all = await relatedRecords(owning, recordsOfWatch(ports, watchId), records);
  const earlier = await readEarlier(ports, watchId, { marks, records: all });
  return { candidates: openCandidates({ owners, records: all, open, earlier }, memory), channels };
}

/** The articles of which some of these may be the next part of a series. Mostly there are none, and nothing is read. */
async function readEarlier(
  { findings }: GroupPorts,
  watchId: string,
  { marks, records }: { marks: readonly SimilarityProfile[]; records: ReadonlyMap<string, StoryRecord> },
): Promise<Map<string, Finding[]>> {
  const asked = new Map(
    Array.from(records, ([id, record]) => {
      const parts = marks.flatMap((profile) => earlierParts(profile, record));
      return [id, new Set(parts)] as const;
    }),
  );
  const all = [...new Set([...asked.values()].flatMap((parts) => [...parts]))];
  if (all.length === 0 || !findings) return new Map();
  const read = (await findings.read(watchId, all)).map(({ finding }) => finding);
  const partsOf = (parts: ReadonlySet<string>) => read.filter(({ fingerprint }) => parts.has(fingerprint));
  return new Map(Array.from(asked, ([id, parts]) => [id, partsOf(parts)]));
}

async function joinStories(
  { stories }: Pick<Ports, 'stories'>,
  watchId: string,
  candidates: StoryCandidates,
): Promise<void> {
  const { now, records, additions } = candidates;
  await inParallel(additions, async ([id, added]) => {
    const times = { seenAt: now, expiresAt: keptUntil(candidates) };
    const record = await stories.join(watchId, id, { ...added, ...times });
    if (record) records.set(record.id, record);
  });
}

function freshOf(candidates: StoryCandidates): FreshStories {
  const until = keyUntil(candidates);
  const keys = Array.from(candidates.claims, ([key, { story }]) => ({ key, story, until }));
  const { created, open } = candidates;
  return {
    stories: [...created.values()],
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
