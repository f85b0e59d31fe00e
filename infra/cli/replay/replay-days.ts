import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import { runsHere, serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { applyDefinitions, putChannels } from '../../../shared/use-cases/apply/apply-definitions.ts';
import type { OpenModel } from '../../../shared/use-cases/ports/models.ts';
import type { Schedules, WatchSchedule } from '../../../shared/use-cases/ports/ports.ts';
import type { Store } from '../../../shared/store/open-store.ts';
import { type MadeAlert, type Order, replayedStack, virtualClock } from './replayed-stack.ts';
import { feedsOf, feedsSince, isReplayedFromStore } from './read-past.ts';
import { type Past, recordedSource, recordingKeyOf } from './recording.ts';
import { countingOf } from '../../../shared/domain/policies/registry.ts';
import { isPolled } from '../../../shared/domain/lib/errors.ts';
import type { SentMessage } from './compare-sent.ts';

/** What a stack with some watches would have sent in a span. */
export interface Replayed {
  sent: readonly SentMessage[];
  /** The alerts that it made, sent or not. */
  made: readonly MadeAlert[];
  /** Calls to the services that its runs would have made. */
  calls: number;
  runs: number;
  /**
   * Alerts that wait at the end of the span: for a brief, for the end of quiet hours, or for a limit. Each counts once
   * a lane.
   */
  waiting: number;
}

/** Something that was found at a time. */
type FoundThen = Pick<StoredFinding, 'finding' | 'foundAt'>;

interface ReplayOrder {
  desired: Desired;
  /** An empty one. Afterwards it has what the stack stored. */
  store: Store;
  past: Past;
  /** What the stack has found by itself, for watches that cannot be asked again, by watch. */
  stored: ReadonlyMap<string, readonly FoundThen[]>;
  span: Window;
  /** When the schedule of a watch has begun in the stack; other schedules begin as in a new stack. */
  starts: ReadonlyMap<string, Instant>;
  /** What judges ask, in shadow; at once, since the clock does not wait for it. Absent: nothing is judged. */
  models?: OpenModel | undefined;
}

/** As often as the stack reconciles, and as often as it looks for what is due. */
const RECONCILED = 5 * MINUTE;
const SWEPT = MINUTE;

/**
 * Lets a stack with an empty store live through a span: it is applied at the start, each new watch runs at once, and
 * then by its schedule; a watch of feeds at once when its feeds were first read, as in a stack, which waits for the
 * poller. The clock goes from one piece of work to the next, and work at the same time overlaps as it does in AWS.
 */
export async function replayDays({
  desired,
  store,
  past,
  stored,
  span,
  starts,
  models,
}: ReplayOrder): Promise<Replayed> {
  const clock = virtualClock(span.from);
  const source = recordedSource(past, { clock, feedLists: desired.feeds ?? [] });
  let runs = 0;
  /** Calls of quiet runs: a poller is asked none. */
  let quietCalls = 0;
  const take = (order: Order): Promise<void> => {
    if ('track' in order) runs += 1;
    return stack.take(order);
  };
  const queue = (order: Order, delay: number): void => clock.at(clock.now() + delay, () => take(order));
  const stack = replayedStack({ clock, source, store, queue, models });
  const schedules = keptSchedules(starts, span);
  const ports = { ...stack.ports, schedules: schedules.port, keep: async () => undefined };
  await putChannels(desired.channels, ports);
  // What would have been sent is what the rules alone send.
  const watches = desired.watches.map((watch): Watch => {
    const { judge, ...rules } = watch;
    return judge && models ? { ...rules, judge: { ...judge, shadow: true } } : rules;
  });
  await applyDefinitions(watches, ports);
  const lanes = await stack.lanes();

  const every = (period: number, work: () => Promise<void>): void =>
    clock.at((Math.floor(clock.now() / period) + 1) * period, () => {
      every(period, work);
      return work();
    });
  const runBySchedule = (
    schedule: WatchSchedule,
    { watch, after }: { watch: Watch; after: Instant },
  ): void => {
    const { watchId, expression, timezone, start = span.from } = schedule;
    const at = nextSlot(parseSchedule(expression, timezone), { after, start });
    if (at === undefined) return;
    clock.at(at, async () => {
      runBySchedule(schedule, { watch, after: at });
      if (isQuiet(watch, { from: after - SETTLED, to: at })) {
        runs += 1;
        quietCalls += isPolled(serviceOf(watch.kind)) ? 0 : 1;
      } else await take({ watchId, scheduledFor: at, track: 'live', continuation: 0 });
    });
  };
  const isQuiet = quietTimes(past);
  every(SWEPT, async () => {
    if ((await stack.firstDue(lanes)) <= clock.now()) await stack.sweep();
  });
  every(RECONCILED, () => stack.reconcile());
  for (const watch of desired.watches.filter((one) => runsHere(one) && !isReplayedFromStore(one))) {
    const at = beginOf(watch, { desired, past, span });
    clock.at(at, () => take({ watchId: watch.id, scheduledFor: at, track: 'live', continuation: 0 }));
    for (const schedule of schedules.all())
      if (schedule.watchId === watch.id) runBySchedule(schedule, { watch, after: at });
  }
  for (const watch of desired.watches)
    for (const [at, found] of Map.groupBy(stored.get(watch.id) ?? [], ({ foundAt }) => foundAt))
      clock.at(at, () => stack.insert(watch, found));
  await clock.runUntil(span.to);
  return {
    sent: stack.sent,
    made: stack.made,
    calls: stack.calls() + quietCalls,
    runs,
    waiting: await stack.waiting(lanes),
  };
}

/** After so long the runs that come upon new findings, or upon the end of a day, have done with them. */
const SETTLED = 3 * MINUTE;

/**
 * Whether nothing new comes to a watch in a span, and neither a day ends in it nor an hour that is counted: then a run
 * at its end changes nothing but what is covered, which the next run covers too.
 */
function quietTimes({ recordings, feeds = [] }: Past): (watch: Watch, span: Window) => boolean {
  const polled = feeds.flatMap(({ items }) => items.map(({ seenAt }) => seenAt));
  const known = new Map<string, number[]>();
  const timesOf = (watch: Watch): number[] => {
    const key = recordingKeyOf(watch);
    const read = () =>
      watch.kind === 'feeds' && polled.length > 0
        ? polled
        : (recordings.get(key)?.findings.map(({ indexedAt }) => indexedAt) ?? []);
    const times = known.get(key) ?? read().toSorted((a, b) => a - b);
    known.set(key, times);
    return times;
  };
  return (watch, { from, to }) => {
    const times = timesOf(watch);
    const next = times.findLastIndex((time) => time < to);
    const unit = countingOf(watch) ? HOUR : DAY;
    return Math.floor(from / unit) === Math.floor(to / unit) && (times[next] ?? -Infinity) < from;
  };
}

/** When a watch first runs. The poller has stored a round a second after its time. */
function beginOf(
  watch: Watch,
  { desired, past, span }: Pick<ReplayOrder, 'desired' | 'past' | 'span'>,
): Instant {
  const since = watch.kind === 'feeds' ? feedsSince(past.feeds ?? [], feedsOf(watch, desired)) : undefined;
  return since === undefined ? span.from : Math.max(span.from, since + SECOND);
}

/**
 * The schedules of the watches. Those that the stack has too run at the same minutes: their rates count from the same
 * start.
 */
function keptSchedules(starts: ReadonlyMap<string, Instant>, span: Window) {
  const schedules = new Map<string, WatchSchedule>();
  const port: Schedules = {
    list: async () => [...schedules.values()],
    put: async (schedule) => {
      const { watchId, expression, timezone } = schedule;
      const parsed = parseSchedule(expression, timezone);
      const since = starts.get(watchId);
      const start =
        since !== undefined && parsed.type === 'rate'
          ? since - Math.ceil((since - span.from) / parsed.period) * parsed.period
          : schedule.start;
      schedules.set(watchId, { ...schedule, ...(start !== undefined && { start }) });
    },
    remove: async (id) => void schedules.delete(id),
  };
  return { port, all: () => [...schedules.values()] };
}
