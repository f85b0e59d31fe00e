import { channelNameOf, lanesOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  type BrandDay,
  type GrowingStory,
  type OverviewView,
  type ServiceUsage,
  usualOf,
  type WaitingAlerts,
} from '../../domain/pages/inbox.ts';
import { searchedState, type SearchedState } from '../../domain/pages/search-match.ts';
import { isFaulty, type WatchStatus } from '../../domain/pages/watch-status.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { FoundSoFar } from '../../store/findings/timeline.ts';
import type { PagePorts } from './page-ports.ts';
import { readStatuses } from './read-inbox.ts';

const DAYS = 8;
/** Of how many of today's latest findings of a watch the largest stories are taken. */
const MOST_FINDINGS = 200;
const MOST_ALERTS = 2_000;

/**
 * Today at a glance: volume by brand against the usual, the largest stories, what was sent, what waits, incidents and
 * usage.
 */
export async function readOverview(ports: PagePorts, now: Instant): Promise<OverviewView> {
  const day = dayOf(now);
  const watches = await ports.definitions.watches();
  const read = readStatuses(watches, ports, now);
  const [statuses, incidents, dead, brands, states, waiting] = await Promise.all([
    read,
    ports.incidents.open(),
    ports.messages.dead(),
    readBrands({ watches, now, statuses: read }, ports),
    ports.timeline.alertStates(day, MOST_ALERTS),
    readWaiting(ports),
  ]);
  const countOf = (wanted: SearchedState) => states.filter((state) => searchedState(state) === wanted).length;
  return {
    day,
    brands: brands.toSorted(byVolume),
    alerts: {
      sent: countOf('sent'),
      waiting: countOf('waiting'),
      muted: countOf('muted'),
      dropped: countOf('dropped'),
    },
    waiting,
    incidents,
    dead: dead.length,
    watches: {
      all: watches.length,
      faulty: statuses.filter(({ condition }) => isFaulty(condition)).length,
    },
    usage: usageOf(watches, statuses),
  };
}

/** The most findings of today first; what has no brand comes last. */
function byVolume(one: BrandDay, other: BrandDay): number {
  const [has, otherHas] = [one.brand !== undefined, other.brand !== undefined];
  return Number(otherHas) - Number(has) || (other.days.at(-1) ?? 0) - (one.days.at(-1) ?? 0);
}

async function readBrands(
  { watches, now, statuses }: { watches: readonly Watch[]; now: Instant; statuses: Promise<WatchStatus[]> },
  ports: PagePorts,
): Promise<BrandDay[]> {
  const day = dayOf(now);
  const past = Array.from({ length: DAYS - 1 }, (_, n) => dayAfter(day, n + 1 - DAYS));
  const { timeline } = ports;
  const [today, before] = await Promise.all([
    statuses.then((all) =>
      inParallel(all, (one) => timeline.soFar(one.id, { day, most: MOST_FINDINGS, state: runsOf(one) })),
    ),
    inParallel(watches, ({ id }) => timeline.counts(id, past)),
  ]);
  const found = today.flatMap(({ latest }) => latest);
  const largest = await largestStories({ watches, day, found }, ports);
  const byBrand = Map.groupBy(
    watches.map((watch, n) => ({ watch, today: today[n]?.count ?? 0, before: before[n] ?? [] })),
    ({ watch }) => watch.brand,
  );
  return Array.from(byBrand, ([brand, own]) => {
    const sumOf = (count: (one: (typeof own)[number]) => number) =>
      own.reduce((sum, one) => sum + count(one), 0);
    const counts = past.map((_, n) => sumOf((one) => one.before[n] ?? 0));
    const usual = usualOf(counts);
    const [name] = own.flatMap(({ watch }) => (watch.brand === undefined ? [] : (watch.brandName ?? [])));
    return {
      ...(brand !== undefined && { brand }),
      ...(name !== undefined && { name }),
      days: [...counts, sumOf((one) => one.today)],
      ...(usual !== undefined && { usual }),
      stories: largest.get(brand) ?? [],
    };
  });
}

const MOST_SHOWN = 5;
/** Of so many stories of a brand, those with the most of today's findings, the largest are taken. */
const MOST_CANDIDATES = 12;

/** By brand, the stories with the most articles today, of those that its latest findings are in. */
async function largestStories(
  { watches, day, found }: { watches: readonly Watch[]; day: string; found: FoundSoFar['latest'] },
  { stories }: Pick<PagePorts, 'stories'>,
): Promise<Map<string | undefined, GrowingStory[]>> {
  const brandOf = new Map(watches.map(({ id, brand }) => [id, brand]));
  const candidates = Array.from(
    Map.groupBy(found, ({ watchId }) => brandOf.get(watchId)),
    ([brand, own]) => [brand, mostOf(own.flatMap(({ story }) => story ?? []))] as const,
  );
  const records = await stories.read(candidates.flatMap(([, ids]) => ids));
  const begun = Date.parse(`${day}T00:00:00Z`);
  const growing = ([, ids]: (typeof candidates)[number]) =>
    ids
      .flatMap((id) => records.get(id) ?? [])
      .map((record): GrowingStory => {
        const today = record.articles.filter(({ at }) => at >= begun);
        return {
          story: storyOfRecord(record),
          today: new Set(today.map(({ fingerprint }) => fingerprint)).size,
        };
      });
  return new Map(candidates.map((one) => [one[0], growing(one).toSorted(byGrowth).slice(0, MOST_SHOWN)]));
}

/** The ids that come most often. */
function mostOf(ids: readonly string[]): string[] {
  const byId = [...Map.groupBy(ids, (id) => id)];
  const sorted = byId.toSorted(([, one], [, other]) => other.length - one.length);
  return sorted.slice(0, MOST_CANDIDATES).map(([id]) => id);
}

/** The most articles of today first, then the largest. */
function byGrowth(one: GrowingStory, other: GrowingStory): number {
  const size = other.story.members.length - one.story.members.length;
  return other.today - one.today || size || (one.story.id < other.story.id ? -1 : 1);
}

/** What is another text after each run of a watch that found something. */
function runsOf({ lastRunAt, coveredUntil, month, backfill }: WatchStatus): string {
  return [lastRunAt, coveredUntil, month.runs, month.found, backfill?.coveredUntil].join(' ');
}

/** What waits on each channel, and why: of several lanes of a channel the first, as all have the same alerts. */
async function readWaiting({ definitions, timeline }: PagePorts): Promise<WaitingAlerts[]> {
  const channels = await definitions.channels();
  const held = await inParallel(channels, async (channel) => {
    const [lane = channel] = lanesOf(channel);
    const reasons = (await timeline.waitingStates(lane.name, MOST_ALERTS)).map((state) =>
      state.state === 'pending' ? (state.heldFor ?? ('due' as const)) : undefined,
    );
    return [...Map.groupBy(reasons, (reason) => reason)].flatMap(([reason, all]) =>
      reason === undefined ? [] : [{ channel: channelNameOf(lane.name), reason, count: all.length }],
    );
  });
  return held.flat();
}

function usageOf(watches: readonly Watch[], statuses: readonly WatchStatus[]): ServiceUsage[] {
  const months = new Map(statuses.map(({ id, month }) => [id, month]));
  return [...Map.groupBy(watches, ({ kind }) => serviceOf(kind))].map(([service, own]) => {
    const used = own.flatMap(({ id }) => months.get(id) ?? []);
    return {
      service,
      calls: used.reduce((sum, { calls }) => sum + calls, 0),
      credits: used.reduce((sum, { credits = 0 }) => sum + credits, 0),
    };
  });
}
