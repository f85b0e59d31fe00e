import { channelNameOf, lanesOf } from '../../../domain/channels/lanes.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StatusView } from '../../../domain/pages/inbox.ts';
import {
  type BrandDay,
  type GrowingStory,
  type OverviewView,
  type ServiceUsage,
  usualOf,
  type WaitingAlerts,
} from '../../../domain/pages/overview-view.ts';
import { searchedState } from '../../../domain/pages/search/search-match.ts';
import { isFaulty } from '../../../domain/pages/watch-status.ts';
import { dayAfter, dayOf, type Instant } from '../../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../domain/watches/watch.ts';
import { smallestIds } from '../../../domain/stories/same-stories.ts';
import { readAsOne, readStories } from '../../stories/read-stories.ts';
import type { PagePorts } from '../page-ports.ts';
import { readStatus } from '../read-inbox.ts';
import { sameOfBrand } from '../story/stories-of-brand.ts';

const DAYS = 8;
const MOST_STORIES = 5;
/** Of how many of today's latest findings of a watch, and of how many of their stories, the largest are taken. */
const MOST_FINDINGS = 200;
const MOST_CANDIDATES = 20;
const MOST_ALERTS = 2_000;

/** Today at a glance: volume by brand against the usual, the largest stories, what was sent, what waits, incidents and usage. */
export async function readOverview(ports: PagePorts, now: Instant): Promise<OverviewView> {
  const day = dayOf(now);
  const watches = await ports.definitions.watches();
  const [status, brands, alerts, waiting] = await Promise.all([
    readStatus(ports, now),
    inParallel(
      Map.groupBy(watches, ({ brand }) => brand),
      ([brand, own]) => readBrand({ brand, own, now }, ports),
    ),
    ports.alerts.latestOn(day, MOST_ALERTS),
    readWaiting(ports),
  ]);
  const states = alerts.map(({ state }) => searchedState(state));
  const countOf = (wanted: string) => states.filter((state) => state === wanted).length;
  return {
    day,
    brands: brands.toSorted((a, b) => (b.days.at(-1) ?? 0) - (a.days.at(-1) ?? 0)),
    alerts: {
      sent: countOf('sent'),
      waiting: countOf('waiting'),
      muted: countOf('muted'),
      dropped: countOf('dropped'),
    },
    waiting,
    incidents: status.incidents,
    dead: status.dead.length,
    watches: {
      all: watches.length,
      faulty: status.watches.filter(({ condition }) => isFaulty(condition)).length,
    },
    usage: usageOf(watches, status),
  };
}

async function readBrand(
  { brand, own, now }: { brand: string | undefined; own: readonly Watch[]; now: Instant },
  ports: PagePorts,
): Promise<BrandDay> {
  const days = Array.from({ length: DAYS }, (_, n) => dayAfter(dayOf(now), n + 1 - DAYS));
  const [counts, stories] = await Promise.all([
    inParallel(days, async (day) => {
      const found = await inParallel(own, ({ id }) => ports.timeline.count(id, day));
      return found.reduce((sum, one) => sum + one, 0);
    }),
    readLargest({ own, now }, ports),
  ]);
  const usual = usualOf(counts.slice(0, -1));
  return {
    ...(brand !== undefined && { brand }),
    days: counts,
    ...(usual !== undefined && { usual }),
    stories,
  };
}

/** The stories with the most articles today, of those that today's latest findings are in; what watches of a brand have of one is one. */
async function readLargest(
  { own, now }: { own: readonly Watch[]; now: Instant },
  ports: PagePorts,
): Promise<GrowingStory[]> {
  const day = dayOf(now);
  const found = await inParallel(own, ({ id }) => ports.timeline.findings(id, { day, limit: MOST_FINDINGS }));
  const isBrand = own.some(({ brand }) => brand !== undefined) && own.length > 1;
  const smallest = smallestIds(isBrand ? sameOfBrand(found.flat()) : []);
  const byStory = Map.groupBy(found.flat(), ({ story = '' }) => smallest.get(story) ?? story);
  byStory.delete('');
  const candidates = [...byStory].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST_CANDIDATES);
  const read = await inParallel(candidates, async ([id, of]) => {
    const ids = [...new Set([id, ...of.flatMap(({ story }) => story ?? [])])];
    return ids.length > 1 ? readAsOne(ports, ids) : (await readStories(ports, ids)).get(id);
  });
  const whole = read.flatMap((one) => one ?? []);
  const begun = Date.parse(`${day}T00:00:00Z`);
  const growing = whole.map(({ story, articles }) => {
    const today = new Set(articles.filter(({ at }) => at >= begun).map(({ fingerprint }) => fingerprint))
      .size;
    return { story, today };
  });
  const each = [...new Map(growing.map((one) => [one.story.id, one])).values()];
  return each
    .toSorted(
      (a, b) =>
        b.today - a.today ||
        b.story.members.length - a.story.members.length ||
        (a.story.id < b.story.id ? -1 : 1),
    )
    .slice(0, MOST_STORIES);
}

/** What waits on each channel, and why: of several lanes of a channel the first, as all have the same alerts. */
async function readWaiting({ definitions, alerts }: PagePorts): Promise<WaitingAlerts[]> {
  const channels = await definitions.channels();
  const held = await inParallel(channels, async (channel) => {
    const [lane = channel] = lanesOf(channel);
    const reasons = (await alerts.held(lane.name, MOST_ALERTS)).map(({ state }) =>
      state.state === 'pending' ? (state.heldFor ?? ('due' as const)) : undefined,
    );
    return [...Map.groupBy(reasons, (reason) => reason)].flatMap(([reason, all]) =>
      reason === undefined ? [] : [{ channel: channelNameOf(lane.name), reason, count: all.length }],
    );
  });
  return held.flat();
}

function usageOf(watches: readonly Watch[], { watches: statuses }: StatusView): ServiceUsage[] {
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
