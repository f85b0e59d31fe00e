import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { type Instant, MINUTE, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import { runsHere, type Watch } from '../../../shared/domain/watches/watch.ts';
import { applyDefinitions, putChannels } from '../../../shared/use-cases/apply/apply-definitions.ts';
import type { Schedules, WatchSchedule } from '../../../shared/use-cases/ports/ports.ts';
import type { Store } from '../../../shared/store/open-store.ts';
import { type MadeAlert, type Order, replayedStack, virtualClock } from './replayed-stack.ts';
import { feedsOf, feedsSince, isReplayedFromStore } from './not-replayed.ts';
import { type Past, recordedSource } from './recorded-source.ts';
import type { SentMessage } from './sent-alert.ts';

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
}

type Work =
  | { order: Order }
  | { slotOf: WatchSchedule }
  | { stored: string; found: FoundThen[] }
  | 'reconcile';

/** As often as the stack reconciles. */
const RECONCILED = 5 * MINUTE;
/** How often it is looked for new orders while work is under way. */
const STEP = SECOND / 4;

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
}: ReplayOrder): Promise<Replayed> {
  const clock = virtualClock(span.from);
  const agenda = openAgenda<Work>();
  const source = recordedSource(past, { clock, feedLists: desired.feeds ?? [] });
  const queue = (order: Order, delay: number) => agenda.add(clock.now() + delay, { order });
  const stack = replayedStack({ clock, source, store, queue });
  const schedules = keptSchedules(starts, span);
  const ports = { ...stack.ports, schedules: schedules.port, keep: async () => undefined };
  await putChannels(desired.channels, ports);
  await applyDefinitions(desired.watches, ports);
  const windowed = desired.watches.filter((watch) => runsHere(watch) && !isReplayedFromStore(watch));
  const begins = new Map(windowed.map((watch) => [watch.id, beginOf(watch, { desired, past, span })]));
  for (const [watchId, at] of begins)
    agenda.add(at, { order: { watchId, scheduledFor: at, track: 'live', continuation: 0 } });
  for (const schedule of schedules.all()) {
    const at = begins.get(schedule.watchId);
    if (at !== undefined) addSlot(schedule, at);
  }
  for (const [id, found] of stored)
    for (const [at, same] of Map.groupBy(found, ({ foundAt }) => foundAt))
      agenda.add(at, { stored: id, found: same });
  agenda.add(span.from + RECONCILED, 'reconcile');
  const lanes = await stack.lanes();
  const failures: unknown[] = [];
  let runs = 0;
  const underWay = new Set<Promise<void>>();

  function addSlot(schedule: WatchSchedule, after: Instant): void {
    const { expression, timezone, start = span.from } = schedule;
    const at = nextSlot(parseSchedule(expression, timezone), { after, start });
    if (at !== undefined) agenda.add(at, { slotOf: schedule });
  }
  const begin = (work: Promise<void>): void => {
    const ended = work
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  const doWork = async (work: Work, at: Instant): Promise<void> => {
    if (work === 'reconcile') {
      agenda.add(at + RECONCILED, 'reconcile');
      return stack.reconcile();
    }
    if ('order' in work) {
      if ('track' in work.order) runs += 1;
      return stack.take(work.order);
    }
    if ('slotOf' in work) {
      addSlot(work.slotOf, at);
      runs += 1;
      const { watchId } = work.slotOf;
      return stack.take({ watchId, scheduledFor: at, track: 'live', continuation: 0 });
    }
    const watch = desired.watches.find(({ id }) => id === work.stored);
    return watch ? stack.insert(watch, work.found) : undefined;
  };
  /** The next minute in which a sweep finds something. */
  const nextSweep = async (): Promise<Instant> =>
    Math.max(Math.ceil((await stack.firstDue(lanes)) / MINUTE), Math.floor(clock.now() / MINUTE) + 1) *
    MINUTE;
  const live = async (): Promise<void> => {
    while (failures.length === 0 && clock.now() < span.to) {
      const now = clock.now();
      const next = agenda.next();
      if (next && next.at <= now) {
        agenda.take();
        begin(doWork(next.work, next.at));
        await clock.sleep(0);
        continue;
      }
      const sweep = await nextSweep();
      const at = Math.min(sweep, next?.at ?? span.to, span.to);
      // Work that is under way may queue more.
      const step = underWay.size > 0 ? Math.min(at, now + STEP) : at;
      await clock.sleep(step - now);
      if (step !== sweep) continue;
      begin(stack.sweep());
      await clock.sleep(0);
    }
    while (underWay.size > 0) await clock.sleep(STEP);
  };
  await clock.run(live());
  if (failures.length > 0) throw failures[0];
  return {
    sent: stack.sent,
    made: stack.made,
    calls: stack.calls(),
    runs,
    waiting: await stack.waiting(lanes),
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

/** Work that begins at given times. */
interface Agenda<T> {
  add(at: Instant, work: T): void;
  /** The soonest; of several at one time the one that was added first. */
  next(): { at: Instant; work: T } | undefined;
  take(): void;
}

function openAgenda<T>(): Agenda<T> {
  // The latest first, so that the soonest is taken from the end.
  const entries: { at: Instant; work: T }[] = [];
  return {
    add(at, work) {
      let [low, high] = [0, entries.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.at ?? at) > at) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { at, work });
    },
    next: () => entries.at(-1),
    take: () => void entries.pop(),
  };
}
