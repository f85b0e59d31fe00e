import type { StoryGroup } from '../../domain/channels/plan-alerts.ts';
import { type Finding, publicationTime, type StoredFinding } from '../../domain/findings/finding.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import { assignAsDecided, assignStories } from '../../domain/stories/assign-stories.ts';
import { beginPart, openStoriesNear } from '../../domain/stories/open-stories.ts';
import { earlierParts } from '../../domain/stories/series.ts';
import {
  isClustered,
  type SimilarityProfile,
  similarityProfileOf,
} from '../../domain/stories/similarity-profile.ts';
import {
  addArticle,
  beginStory,
  type Home,
  type KnownStories,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { StoriesToWrite } from '../../store/stories/stories.ts';
import { type DecideScope, storiesOf } from './decide-scope.ts';

/** Findings by story, and the stories of the space with them. */
interface Grouped {
  candidates: StoryCandidates;
  groups: StoryGroup[];
}

/** Groups findings of a watch, in their order, into the stories of its space. Nothing is written. What was decided is not decided again. */
export async function groupFindings(
  scope: DecideScope,
  {
    watch,
    found,
    decided,
  }: { watch: Watch; found: readonly StoredFinding[]; decided?: ReadonlyMap<string, Home> | undefined },
): Promise<Grouped> {
  const known = await storiesOf(scope);
  const queried = queriedStems(watch);
  const profiles = found.map((one) => similarityProfileOf(one, { space: known.space, queried }));
  const clustered = profiles.filter(({ finding }) => isClustered(finding));
  const candidates = await readCandidates(scope, { watch, known, profiles, decided });
  if (decided) assignAsDecided(candidates, profiles, decided);
  else assignStories(candidates, clustered);
  for (const profile of profiles)
    if (!isClustered(profile.finding) && !decided) assignAlone(candidates, profile);
  return { candidates, groups: groupsOf(candidates, found) };
}

/** The order in which findings are decided: the earliest one begins a story, and is the first with a value. */
export function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  return publicationTime(a) - publicationTime(b) || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/** An event is a story of its own. */
function assignAlone(candidates: StoryCandidates, profile: SimilarityProfile): void {
  const { newStoryId: id, finding } = profile;
  if (!candidates.records.get(id)) beginStory(candidates, id, profile);
  candidates.assigned.set(finding.fingerprint, { id });
  addArticle(candidates, id, { ...profile, keys: [] });
}

function groupsOf({ assigned, records }: StoryCandidates, found: readonly StoredFinding[]): StoryGroup[] {
  const members = Map.groupBy(found, ({ finding }) => assigned.get(finding.fingerprint)?.id);
  return [...members].flatMap(([id, all]) => {
    const story = id === undefined ? undefined : records.get(id);
    return story ? [{ story, members: all }] : [];
  });
}

/** One read finds the owners of the keys and the open stories that are likely; the stories of the owners may take another. */
async function readCandidates(
  { ports }: DecideScope,
  {
    watch,
    known,
    profiles,
    decided,
  }: {
    watch: Watch;
    known: KnownStories;
    profiles: readonly SimilarityProfile[];
    decided: ReadonlyMap<string, Home> | undefined;
  },
): Promise<StoryCandidates> {
  const { storyMemory: memory, retention, stories: joining = 'normal' } = watch;
  const now = ports.clock.now();
  beginPart(known.open, queriedStems(watch));
  const clustered = profiles.filter(({ finding }) => isClustered(finding));
  const alone = profiles.filter(({ finding }) => !isClustered(finding)).map(({ newStoryId }) => newStoryId);
  const near = clustered.flatMap((profile) => openStoriesNear({ open: known.open, joining }, profile));
  const before = [...(decided?.values() ?? [])].map(({ id }) => id);
  await readInto(known, ports, {
    keys: clustered.flatMap(({ keys }) => keys),
    ids: [...near, ...before, ...alone],
  });
  const owning = clustered.flatMap(({ keys }) => keys.flatMap((key) => known.owners.get(key)?.story ?? []));
  await readInto(known, ports, { keys: [], ids: owning });
  const likely = new Set([...near, ...owning]);
  const earlier = await readEarlier(ports, watch.id, { profiles: clustered, records: known.records, likely });
  return openCandidates(known, { now, memory, retention, joining, watchId: watch.id, earlier });
}

/** Reads what is not known yet. What does not exist is known as undefined. */
async function readInto(
  { space, owners, records }: KnownStories,
  { stories }: Pick<DecideScope['ports'], 'stories'>,
  wanted: { keys: readonly string[]; ids: readonly string[] },
): Promise<void> {
  const keys = [...new Set(wanted.keys)].filter((key) => !owners.has(key));
  const ids = [...new Set(wanted.ids)].filter((id) => !records.has(id));
  if (keys.length + ids.length === 0) return;
  const read = await stories.inSpace(space, { keys, ids });
  for (const key of keys) owners.set(key, undefined);
  for (const id of ids) records.set(id, undefined);
  for (const owner of read.owners) owners.set(owner.key, owner);
  for (const record of read.records) records.set(record.id, record);
}

/**
 * The articles of which some of these may be the next part of a series, by story, for stories that one of them is likely
 * to join. Mostly there are none, and nothing is read.
 */
async function readEarlier(
  { findings }: Pick<DecideScope['ports'], 'findings'>,
  watchId: string,
  {
    profiles,
    records,
    likely,
  }: {
    profiles: readonly SimilarityProfile[];
    records: KnownStories['records'];
    likely: ReadonlySet<string>;
  },
): Promise<Map<string, Finding[]>> {
  const asked = new Map<string, Set<string>>();
  for (const id of likely) {
    const record = records.get(id);
    const parts = record ? profiles.flatMap((profile) => earlierParts(profile, record)) : [];
    if (parts.length > 0) asked.set(id, new Set(parts));
  }
  const all = [...new Set([...asked.values()].flatMap((parts) => [...parts]))];
  if (all.length === 0) return new Map();
  const read = (await findings.read(watchId, all)).map(({ finding }) => finding);
  return new Map(
    Array.from(asked, ([id, parts]) => [id, read.filter(({ fingerprint }) => parts.has(fingerprint))]),
  );
}

/** What is to be written of the stories after a part. */
export function storiesToWrite({ records, changed, claimed, owners, open }: StoryCandidates): StoriesToWrite {
  return {
    records: [...changed].flatMap((id) => records.get(id) ?? []),
    keys: [...claimed].flatMap((key) => owners.get(key) ?? []),
    open: [...open.changed].flatMap((id) => open.stories.get(id) ?? []),
  };
}
