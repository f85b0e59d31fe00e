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
import { COUNTED_DAYS, type RunState } from '../../domain/runs/run-state.ts';
import { isFaulty, type WatchStatus } from '../../domain/pages/watch-status.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { PagePorts } from './page-ports.ts';
import { readStatuses } from './read-inbox.ts';

/** Stories are read for so many brands, those that found most today, */
const MOST_BRANDS = 20;
/** and among so many watches of all these, again those that found most. */
const MOST_READ = 100;
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
  const [runStates, incidents] = await Promise.all([
    ports.states.readAll(watches.map(({ id }) => id)),
    ports.incidents.open(),
  ]);
  const [statuses, dead, brands, states, waiting] = await Promise.all([
    readStatuses(watches, ports, { now, incidents, states: runStates }),
    ports.messages.dead(),
    readBrands({ watches, now, states: runStates }, ports),
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

/** What the watches of a brand have found, by day, the oldest first. */
interface CountedBrand {
  brand: string | undefined;
  watches: { watch: Watch; days: number[] }[];
  days: number[];
}

/** The days of each brand are added up from the states of its watches: a request for each watch would take long. */
async function readBrands(
  { watches, now, states }: { watches: readonly Watch[]; now: Instant; states: readonly RunState[] },
  ports: PagePorts,
): Promise<BrandDay[]> {
  const day = dayOf(now);
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) => dayAfter(day, n + 1 - COUNTED_DAYS));
  const byWatch = Map.groupBy(states, ({ watchId }) => watchId);
  const foundBy = ({ id }: Watch) =>
    days.map((one) => sumOf(byWatch.get(id) ?? [], ({ counters }) => counters.foundOn[one] ?? 0));
  const brands = [...Map.groupBy(watches, ({ brand }) => brand)].map(([brand, all]): CountedBrand => {
    const own = all.map((watch) => ({ watch, days: foundBy(watch) }));
    return { brand, watches: own, days: days.map((_, n) => sumOf(own, (one) => one.days[n] ?? 0)) };
  });
  const largest = await largestStories(brands, { day, ports });
  return brands.map(({ brand, watches: own, days: counts }) => {
    const usual = usualOf(counts.slice(0, -1));
    const [name] = own.flatMap(({ watch }) => (watch.brand === undefined ? [] : (watch.brandName ?? [])));
    return {
      ...(brand !== undefined && { brand }),
      ...(name !== undefined && { name }),
      days: counts,
      ...(usual !== undefined && { usual }),
      stories: largest.get(brand) ?? [],
    };
  });
}

function sumOf<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
}

/** Those that found something today, the most first. */
function mostToday<T extends { days: readonly number[] }>(all: readonly T[], most: number): T[] {
  const today = ({ days }: T) => days.at(-1) ?? 0;
  const active = all.filter((one) => today(one) > 0);
  return active.toSorted((one, other) => today(other) - today(one)).slice(0, most);
}

const MOST_SHOWN = 5;
/** Of so many stories of a brand, those with the most of today's findings, the largest are taken. */
const MOST_CANDIDATES = 12;

/** By brand, the stories with the most articles today, of those that its latest findings are in. */
async function largestStories(
  brands: readonly CountedBrand[],
  { day, ports: { timeline, stories } }: { day: string; ports: PagePorts },
): Promise<Map<string | undefined, GrowingStory[]>> {
  const active = mostToday(brands, MOST_BRANDS);
  const each = Math.floor(MOST_READ / Math.max(active.length, 1));
  const candidates = await inParallel(active, async ({ brand, watches }) => {
    const read = mostToday(watches, each).map(({ watch }) => watch.id);
    const found = await inParallel(read, (id) => timeline.latestOn(id, { day, most: MOST_FINDINGS }));
    return [brand, mostOf(found.flat().flatMap(({ story }) => story ?? []))] as const;
  });
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
