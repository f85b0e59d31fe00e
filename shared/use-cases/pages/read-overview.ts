import { channelNameOf, lanesOf } from '../../domain/channels/channel.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type BrandDay, type OverviewView, usualOf, type WaitingAlerts } from '../../domain/pages/inbox.ts';
import { searchedState, type SearchedState } from '../../domain/pages/search-match.ts';
import { COUNTED_DAYS, type RunState } from '../../domain/runs/run-state.ts';
import { isFaulty } from '../../domain/pages/watch-status.ts';
import { dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { PagePorts } from './page-ports.ts';
import { readStatuses } from './read-inbox.ts';

const MOST_ALERTS = 2_000;

/** Today at a glance: volume by brand against the usual, what was sent, what waits, and incidents. */
export async function readOverview(ports: PagePorts, now: Instant): Promise<OverviewView> {
  const day = dayOf(now);
  const watches = await ports.definitions.watches();
  const [runStates, incidents] = await Promise.all([
    ports.states.readAll(watches.map(({ id }) => id)),
    ports.incidents.open(),
  ]);
  const [statuses, dead, states, waiting] = await Promise.all([
    readStatuses(watches, ports, { now, incidents, states: runStates }),
    ports.messages.dead(),
    ports.timeline.alertStates(day, MOST_ALERTS),
    readWaiting(ports),
  ]);
  const countOf = (wanted: SearchedState) => states.filter((state) => searchedState(state) === wanted).length;
  return {
    day,
    brands: brandsOf({ watches, now, states: runStates }).toSorted(byVolume),
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
  };
}

/** The most findings of today first; what has no brand comes last. */
function byVolume(one: BrandDay, other: BrandDay): number {
  const [has, otherHas] = [one.brand !== undefined, other.brand !== undefined];
  return Number(otherHas) - Number(has) || (other.days.at(-1) ?? 0) - (one.days.at(-1) ?? 0);
}

/** The days of each brand are added up from the states of its watches: a request for each watch would take long. */
function brandsOf({
  watches,
  now,
  states,
}: {
  watches: readonly Watch[];
  now: Instant;
  states: readonly RunState[];
}): BrandDay[] {
  const day = dayOf(now);
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) => dayAfter(day, n + 1 - COUNTED_DAYS));
  const byWatch = Map.groupBy(states, ({ watchId }) => watchId);
  return [...Map.groupBy(watches, ({ brand }) => brand)].map(([brand, own]) => {
    const found = own.flatMap(({ id }) => byWatch.get(id) ?? []);
    const counts = days.map((one) => sumOf(found, ({ counters }) => counters.foundOn[one] ?? 0));
    const [name] = own.flatMap(({ brandName }) => (brand === undefined ? [] : (brandName ?? [])));
    return defined<BrandDay>({ brand, name, days: counts, usual: usualOf(counts.slice(0, -1)) });
  });
}

function sumOf<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
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
