import type { Decision, Part } from '../../domain/alerts/decision.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { decisionFor } from '../../domain/channels/plan-alerts.ts';
import type { StoryGroup } from '../../domain/channels/story-notices.ts';
import { isBaseline, publicationTime, type StoredFinding } from '../../domain/findings/finding.ts';
import type { Judgement } from '../../domain/findings/newness.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import { decisionOn, firstSeenKindOf } from '../../domain/policies/registry.ts';
import { queriedTerms } from '../../domain/stories/terms.ts';
import {
  assignAsDecided,
  assignStories,
  type Home,
  isGrouped,
  knownStories,
  type KnownStories,
  openCandidates,
  type Profile,
  profileOf,
  type StoryCandidates,
} from '../../domain/stories/assign-stories.ts';
import { beginPart, likestStory } from '../../domain/stories/open-stories.ts';
import { OPEN_FOR } from '../../domain/stories/open-story.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { HeldSpace } from '../../store/stories/spaces.ts';
import type { StoriesToWrite } from '../../store/stories/stories.ts';
import type { AlertPorts, QuarantinePorts } from '../alerts/put-alerts.ts';
import type { OrderPorts } from '../collect/insert-findings.ts';
import type { Ports } from '../ports/ports.ts';

export type DecidePorts = AlertPorts &
  QuarantinePorts &
  OrderPorts &
  Pick<
    Ports,
    'findings' | 'stories' | 'storyOrders' | 'seenValues' | 'states' | 'windows' | 'hourlyCounts' | 'judging'
  > &
  // Where no watch has a judge there are no models.
  Partial<Pick<Ports, 'models'>>;

/** A space whose lease is held, for as long as one call decides. */
export interface DecideScope {
  ports: DecidePorts;
  held: HeldSpace;
  /** Nothing is begun after this. */
  finish: number;
  /** The stories of the space as the last part has left them; undefined until they are needed, and after a failure. */
  known: { stories: KnownStories | undefined };
}

/** Findings of a part that are decided, and all that is needed to do so. */
export interface Deciding {
  watch: Watch;
  part: Part;
  found: readonly StoredFinding[];
  channels: readonly Channel[];
  /** What a model said of them, by fingerprint. */
  judged?: ReadonlyMap<string, Judgement>;
  /** What is recorded of other findings of the part. */
  earlier?: Decision | undefined;
}

/** The stories of the space: as the last part has left them, or as they are stored. */
async function storiesOf({ ports, held, known }: DecideScope): Promise<KnownStories> {
  if (known.stories) return known.stories;
  const now = ports.clock.now();
  const open = (await ports.stories.open(held.space)).filter(({ lastAt }) => now - lastAt <= OPEN_FOR);
  known.stories = knownStories(held.space, open);
  return known.stories;
}

/** Findings by story, and the stories of the space with them. */
interface Grouped {
  candidates: StoryCandidates;
  groups: StoryGroup[];
}

/**
 * Groups findings of a watch, in their order, into the stories of its space. Nothing is written. What was decided is
 * not decided again.
 */
export async function groupFindings(
  scope: DecideScope,
  {
    watch,
    found,
    decided,
  }: { watch: Watch; found: readonly StoredFinding[]; decided?: ReadonlyMap<string, Home> | undefined },
): Promise<Grouped> {
  const known = await storiesOf(scope);
  const profiles = found.map((one) => profileOf(one, known.space));
  const candidates = await readCandidates(scope, { watch, known, profiles, decided });
  if (decided) assignAsDecided(candidates, profiles, decided);
  else assignStories(candidates, profiles);
  return { candidates, groups: groupsOf(candidates, found) };
}

/** The order in which findings are decided: the earliest one begins a story, and is the first with a value. */
export function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  return publicationTime(a) - publicationTime(b) || (a.fingerprint < b.fingerprint ? -1 : 1);
}

function groupsOf({ assigned, records }: StoryCandidates, found: readonly StoredFinding[]): StoryGroup[] {
  const members = Map.groupBy(found, ({ finding }) => assigned.get(finding.fingerprint)?.id);
  return [...members].flatMap(([id, all]) => {
    const story = id === undefined ? undefined : records.get(id);
    return story ? [{ story, members: all }] : [];
  });
}

interface Profiles {
  watch: Watch;
  known: KnownStories;
  profiles: readonly Profile[];
  decided: ReadonlyMap<string, Home> | undefined;
}

/**
 * One read finds the owners of the keys and the open stories that the findings are like; the stories of the owners may
 * take another.
 */
async function readCandidates(
  { ports }: DecideScope,
  { watch, known, profiles, decided }: Profiles,
): Promise<StoryCandidates> {
  const { storyMemory: memory, retention, stories: width = 'normal' } = watch;
  beginPart(known.open, queriedTerms(watch));
  const grouped = profiles.filter(({ found }) => isGrouped(found));
  const alone = profiles.filter((profile) => !grouped.includes(profile));
  const like = grouped.flatMap(({ article }) => likestStory(known.open, article, { width })?.story.id ?? []);
  const before = [...(decided?.values() ?? [])].map(({ id }) => id);
  const keys = grouped.flatMap((profile) => profile.keys);
  await readInto(known, ports, {
    keys,
    ids: [...like, ...before, ...alone.map(({ newStoryId }) => newStoryId)],
  });
  const owning = keys.flatMap((key) => known.owners.get(key)?.story ?? []);
  await readInto(known, ports, { keys: [], ids: owning });
  return openCandidates(known, { now: ports.clock.now(), memory, retention, width, watchId: watch.id });
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

/** What is to be written of the stories after a part. */
export function storiesToWrite({ records, changed, claimed, owners, open }: StoryCandidates): StoriesToWrite {
  return {
    records: [...changed].flatMap((id) => records.get(id) ?? []),
    keys: [...claimed].flatMap((key) => owners.get(key) ?? []),
    open: [...open.changed].flatMap((id) => open.stories.get(id) ?? []),
  };
}

// The values of which a watch alerts on the first appearance: outlets, authors, countries, companies.

/** So far back, what is stored counts as seen when a watch begins to look for first values. */
const LEARNED = 30 * DAY;

type ValuePorts = Pick<Ports, 'clock' | 'seenValues'>;

/**
 * Puts the values of findings on record that cause no alert themselves: those of a baseline, and of what the watch has
 * found before it looked for first values, once for each kind of value. Else every outlet would be new.
 */
export async function learnValues(
  ports: ValuePorts & Pick<Ports, 'findings'>,
  { watch, found, before }: { watch: Watch; found: readonly StoredFinding[]; before: Instant },
): Promise<void> {
  const kind = firstSeenKindOf(watch);
  if (kind === undefined) return;
  if ((await ports.seenValues.learned(watch.id)) !== kind) {
    const past = await ports.findings.foundIn(watch.id, { from: before - LEARNED, to: before - 1 });
    await learn(
      ports,
      watch,
      past.filter(({ verdict }) => verdict),
    );
    await ports.seenValues.noteLearned(watch.id, kind);
  }
  await learn(ports, watch, found.filter(isBaseline));
}

async function learn(ports: ValuePorts, watch: Watch, found: readonly StoredFinding[]): Promise<void> {
  await inParallel(found, async (member) => {
    const decision = decisionOn(watch, member.finding);
    if (decision.notify === 'first') await claimValues(ports, { watch, member, decision });
  });
}

/** By fingerprint: the values that findings are the first to bring. Only of those that may be notified of them. */
export async function claimFirstValues(
  ports: ValuePorts,
  { watch, found, channels }: { watch: Watch; found: readonly StoredFinding[]; channels: readonly Channel[] },
): Promise<Map<string, string[]>> {
  if (firstSeenKindOf(watch) === undefined) return new Map();
  const asked = found.flatMap((member) => {
    const decision = member.verdict ? undefined : decisionFor(watch, member.finding, channels);
    return decision?.notify === 'first' ? [{ member, decision }] : [];
  });
  // Findings with the same values ask one after the other: the first of them in order brings the values, however busy
  // the table is.
  const alike = Map.groupBy(asked, ({ decision }) => decision.values.join('\n'));
  const claimed = await inParallel(alike.values(), async (group) => {
    const first: (readonly [string, string[]])[] = [];
    for (const { member, decision } of group)
      first.push([member.finding.fingerprint, await claimValues(ports, { watch, member, decision })]);
    return first;
  });
  return new Map(claimed.flat());
}

/**
 * The values of a finding that no other finding has brought, such as its outlet. Each is put on record in the name of
 * this finding, so that the same question gets the same answer.
 */
async function claimValues(
  { clock, seenValues: known }: ValuePorts,
  {
    watch,
    member,
    decision: { of, values },
  }: { watch: Watch; member: StoredFinding; decision: Extract<ItemDecision, { notify: 'first' }> },
): Promise<string[]> {
  const now = clock.now();
  const { fingerprint } = member.finding;
  const seen = { watchId: watch.id, of, fingerprint, now, until: now + watch.retention };
  const fresh: string[] = [];
  for (const value of values) if (await known.isFirst({ ...seen, value })) fresh.push(value);
  return fresh;
}
