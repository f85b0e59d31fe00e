import { channelNameOf } from '../../domain/channels/channel.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { TRACKS } from '../../domain/watches/watch.ts';
import { type Kept, takeApplyLease } from '../apply/apply-definitions.ts';
import { dropPending, forgetMessages, FORGETTING } from './forget-address.ts';
import {
  foldersOf,
  type ForgetContext,
  type ForgetPorts,
  type Obstacle,
  readTraces,
  silenceWithout,
  type Subject,
  type Traces,
} from './read-traces.ts';
import {
  forgetInSpaces,
  forgetRolledUpDays,
  forgetStories,
  rolledUpZones,
  spacesOfBrand,
  spacesOfWatch,
} from './forget-watch.ts';

/** How many of each thing were deleted. */
export interface Forgotten {
  findings: number;
  /** Windows, states, quarantined items and what else lies below its watches. */
  items: number;
  stories: number;
  alerts: number;
  messages: number;
  /** Messages that contained others too, and keep those. */
  shortened: number;
  extractions: number;
  incidents: number;
  /** Silences that were deleted, or that name it no more. */
  silences: number;
  reports: number;
  objects: number;
  /** Days of a brand's totals that the next report adds up again. */
  days: number;
}

export type ForgetOutcome =
  | {
      status: 'forgotten';
      forgotten: Forgotten;
      /** Days of a brand's totals that still contain a watch, because they cannot be made again. */
      keptDays: number;
    }
  | { status: 'blocked'; obstacle: Obstacle };

/** The computer may have slept meanwhile. */
const LOST =
  'An apply has begun, because this command was stopped for longer than 30 seconds. Run forget again to complete it.';

type InLease = ForgetContext & Kept;

/**
 * What began before a watch was removed has ended after this: no call of a function that writes below a watch takes
 * longer than five minutes.
 */
const SETTLED_AFTER = 6 * MINUTE;
/** How many alerts are deleted at a time. */
const ALERTS_AT_ONCE = 500;
/** Longer than it takes to delete what lies below a watch. */
const RUN_LEASE = 15 * MINUTE;

/**
 * Deletes everything that belongs to a subject, and nothing else. It holds the lease of apply meanwhile, so that
 * nobody adds the watch again. The order lets a repeat find what a crash left: messages go before the alerts that
 * name them, and the note of the removed watch last.
 */
export async function forgetSubject(
  subject: Subject,
  ports: ForgetPorts,
  context: ForgetContext,
): Promise<ForgetOutcome> {
  const { deadline } = context;
  const lease = await takeApplyLease(ports, { owner: FORGETTING, deadline, whenLost: LOST });
  if (!lease) return blocked({ by: 'apply' });
  try {
    const obstacle = await findObstacle(subject, ports);
    if (obstacle) return blocked(obstacle);
    return await forgetInLease(subject, ports, { ...context, keep: lease.keep });
  } finally {
    await lease.giveBack();
  }
}

/** Why a subject cannot be forgotten now; undefined when it can. */
export async function findObstacle(
  { watches, brand }: Subject,
  ports: Pick<ForgetPorts, 'definitions' | 'reportPlans' | 'resources' | 'removedWatches' | 'clock'>,
): Promise<Obstacle | undefined> {
  const applied = (await ports.definitions.watches()).filter(
    (one) => watches.includes(one.id) || (brand !== undefined && one.brand === brand),
  );
  const plans = brand === undefined ? [] : await ports.reportPlans.plans();
  const named = plans.filter((one) => [one.brand, ...one.brand.competitors].some(({ id }) => id === brand));
  if (applied.length + named.length > 0)
    return { by: 'file', watches: applied.map(({ id }) => id), reports: named.map(({ id }) => id) };
  const now = ports.clock.now();
  const removed = await ports.removedWatches.all(now);
  for (const { watchId, removedAt } of removed) {
    const until = removedAt + SETTLED_AFTER;
    if (watches.includes(watchId) && now < until) return { by: 'recent', watchId, until };
  }
  const upstream = (await ports.resources.all()).filter(
    ({ type, name }) => type === 'monitor' && watches.includes(name),
  );
  if (upstream.length > 0) return { by: 'upstream', watches: upstream.map(({ name }) => name) };
  return undefined;
}

/** Takes the leases of all runs. They end with the states of the watches; before that, only a repeat enters them. */
async function holdRuns({ watches }: Subject, ports: ForgetPorts): Promise<Obstacle | undefined> {
  for (const watchId of watches) {
    for (const track of TRACKS) {
      const now = ports.clock.now();
      const lease = { owner: FORGETTING, until: now + RUN_LEASE };
      if (!(await ports.states.acquire({ watchId, track }, lease, now))) return { by: 'run', watchId };
    }
  }
  return undefined;
}

async function forgetInLease(subject: Subject, ports: ForgetPorts, context: InLease): Promise<ForgetOutcome> {
  const traces = await readTraces(subject, ports, context);
  const { alerts } = traces;
  const { keep, progress } = context;
  const running = await holdRuns(subject, ports);
  if (running) return blocked(running);
  const channel = await dropPending(alerts, ports);
  if (channel !== undefined) {
    for (const watchId of subject.watches) await ports.states.remove(watchId);
    return blocked({ by: 'delivery', channel });
  }
  progress('messages …');
  const { messages, shortened } = await forgetMessages(alerts, { ports, keep });
  await ports.removals.extractions(traces.extractions);
  await inParallel(traces.incidents, (incident) => ports.incidents.clear(incident.subject));
  const silences = await ports.removals.silences((silence) => silenceWithout(subject, silence));
  progress('stories …');
  const { watches, brand } = subject;
  const stories = await forgetStories(traces.stories, { watches, ports, keep });
  const zones = await rolledUpZones(ports);
  const removed = await ports.removedWatches.all(0);
  const applied = (await ports.definitions.watches()).map(({ id, retention }) => ({
    watchId: id,
    retention,
  }));
  const retentions = new Map([...removed, ...applied].map((one) => [one.watchId, one.retention]));
  const totals = { days: 0, kept: 0 };
  for (const watchId of watches) {
    await keep();
    // The brands that it had, as its note and its alerts name them.
    const named = [...removed, ...alerts].flatMap((one) =>
      one.watchId === watchId ? (one.brand ?? []) : [],
    );
    const order = { subject, brands: [...new Set(named)], zones, retentions, ports, progress, keep };
    const { days, kept } = await forgetWatch(watchId, order);
    totals.days += days;
    totals.kept += kept;
  }
  if (brand !== undefined) for (const space of spacesOfBrand(brand)) await ports.removals.space(space, keep);
  const objects = await forgetObjects(subject, { traces, zones, ports });
  for (const part of partsOf(alerts, ALERTS_AT_ONCE)) {
    await keep();
    await ports.removals.alerts(part);
  }
  for (const watchId of subject.watches)
    if (!(await finishWatch(watchId, { ports, keep }))) return blocked({ by: 'writer', watchId });
  const { days, kept: keptDays } = totals;
  const forgotten = { ...countsOf(traces), stories, messages, shortened, silences, objects, days };
  return { status: 'forgotten', forgotten, keptDays };
}

/** What forgetting one watch takes beside its name. */
interface ForgetWatchOrder extends Pick<InLease, 'progress' | 'keep'> {
  subject: Subject;
  /** The brands that it had. */
  brands: readonly string[];
  /** The time zones in which days may be rolled up. */
  zones: readonly string[];
  /** How long each known watch keeps its findings, in milliseconds. */
  retentions: ReadonlyMap<string, number>;
  ports: ForgetPorts;
}

/**
 * Deletes what only leads to a watch, then what lies below it. Returns the days of totals that were deleted, and
 * those that are kept.
 */
async function forgetWatch(
  watchId: string,
  { subject, brands, zones, retentions, ports, progress, keep }: ForgetWatchOrder,
): Promise<{ days: number; kept: number }> {
  await ports.schedules.remove(watchId);
  await ports.expectedRuns.remove(watchId);
  progress(`copies of ${watchId} …`);
  await forgetInSpaces(watchId, { spaces: spacesOfWatch(watchId, brands), ports, keep });
  const counts = { days: 0, kept: 0 };
  // The totals of the brand that is forgotten itself are all deleted.
  for (const brand of brands.filter((one) => one !== subject.brand)) {
    await keep();
    const { days, kept } = await forgetRolledUpDays(watchId, { brand, zones, retentions, ports });
    counts.days += days;
    counts.kept += kept;
  }
  progress(`items of ${watchId} …`);
  await ports.removals.watch(watchId, keep);
  return counts;
}

/** How often what somebody stored meanwhile is deleted too. */
const MOST_ROUNDS = 3;

/**
 * Checks that nothing lies below a watch any more, and forgets that it was removed.
 *
 * @returns whether that is so. Otherwise somebody still writes, and the note stays.
 */
async function finishWatch(
  watchId: string,
  { ports, keep }: { ports: ForgetPorts } & Kept,
): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const content = await ports.removals.contentOf(watchId);
    if (Object.values<number>({ ...content }).every((count) => count === 0)) {
      await ports.removedWatches.forget(watchId);
      return true;
    }
    await ports.removals.watch(watchId, keep);
  }
  return false;
}

/** Deletes objects before the records that lead to them, and totals before the records that name their time zone. */
async function forgetObjects(
  subject: Subject,
  { traces, zones, ports }: { traces: Traces; zones: readonly string[]; ports: ForgetPorts },
): Promise<number> {
  const { reports } = traces;
  let objects = 0;
  for (const folder of await foldersOf(subject, { reports, ports }))
    objects += await ports.objects.remove(folder);
  const { brand } = subject;
  if (brand !== undefined) for (const timezone of zones) await ports.removals.rollups({ brand, timezone });
  await ports.removals.reports(reports.map(({ id }) => id));
  return objects;
}

/** Counts what was read of a subject, as far as that does not change while it is deleted. */
export function countsOf({
  content,
  alerts,
  extractions,
  incidents,
  reports,
}: Traces): Pick<Forgotten, 'findings' | 'items' | 'alerts' | 'extractions' | 'incidents' | 'reports'> {
  const sums = [...content.values()];
  return {
    findings: sums.reduce((sum, { findings }) => sum + findings, 0),
    items: sums.reduce((sum, { windows, quarantined, others }) => sum + windows + quarantined + others, 0),
    alerts: new Set(alerts.map(({ id, channel }) => `${channelNameOf(channel)} ${id}`)).size,
    extractions: extractions.length,
    incidents: incidents.length,
    reports: reports.length,
  };
}

function blocked(obstacle: Obstacle): ForgetOutcome {
  return { status: 'blocked', obstacle };
}
