import * as z from 'zod';
import {
  type MonthCounters,
  monthOf,
  type RunState,
  type StateChange,
  type WindowRecord,
} from '../../domain/runs/run-state.ts';
import { contains, DAY, dayOf, type Instant, isoOf, type Window } from '../../domain/time/instant.ts';
import { type AllowedRate, type RunOrder, type Track, TRACKS } from '../../domain/watches/watch.ts';
import { isFree } from '../operations.ts';
import { expiry, type Key, type Query, queryWork, type Table } from '../table.ts';
import type { Lease } from '../../domain/lib/in-parallel.ts';

const instant = z.number();

const countersSchema = z.object({
  month: z.string(),
  calls: z.number(),
  runs: z.number(),
  found: z.number(),
  foundOn: z.record(z.string(), z.number()),
  skipped: z.number().optional(),
  jobs: z.number().optional(),
  credits: z.number().optional(),
  slotMinutes: z.number().optional(),
  monitorRuns: z.array(z.string()).optional(),
}) satisfies z.ZodType<MonthCounters>;

const allowedRateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('slowed'), interval: z.number(), reason: z.string(), until: instant }),
  z.object({ state: z.literal('paused'), reason: z.string(), until: instant }),
]) satisfies z.ZodType<AllowedRate>;

/** A state item without its keys and its lease. What was never written is absent. */
const runStateSchema = z.object({
  watchId: z.string(),
  track: z.enum(TRACKS),
  fence: z.number(),
  releasedFence: z.number().optional(),
  version: z.string().optional(),
  coveredFrom: instant.optional(),
  firstRunAt: instant.optional(),
  coveredUntil: instant.optional(),
  baseUntil: instant.optional(),
  baseFound: z.number().default(0),
  openWindow: instant.optional(),
  openSince: instant.optional(),
  withdrawnUntil: instant.optional(),
  recountedOn: z.string().optional(),
  slow: z.object({ times: z.number(), until: instant }).optional(),
  failures: z.number().default(0),
  lastRunAt: instant.optional(),
  lastError: z.string().optional(),
  lastJob: z.string().optional(),
  rate: allowedRateSchema.optional(),
  schedule: z.object({ start: instant.optional() }).optional(),
  skipped: z.object({ at: instant, reason: z.string() }).optional(),
  incidents: z.array(z.string()).default([]),
  counters: countersSchema.default({ month: '', calls: 0, runs: 0, found: 0, foundOn: {} }),
});

/**
 * State and lease of each track of a watch, in one item: taking the lease also reads the state. Every write is
 * conditional on the fence that `acquire` gave.
 */
export function runStatesIn(table: Table) {
  return {
    /**
     * Takes the lease when it is free, ended, or held by the same owner; one write. Undefined: another run holds it.
     */
    async acquire(
      { watchId, track }: Pick<RunOrder, 'watchId' | 'track'>,
      lease: Lease,
      now: Instant,
    ): Promise<RunState | undefined> {
      const item = await table.update(
        keyOf(watchId, track),
        {
          set: { watchId, track, leaseOwner: lease.owner, leaseUntil: lease.until, removed: undefined },
          add: { fence: 1 },
          when: isFree(lease, now),
        },
        runStateSchema,
      );
      return item && stateOf(item);
    },

    /** Writes changes under the fence. False: another run has taken over, and this one must stop. */
    async save({ watchId, track, fence }: RunState, { set, release }: StateChange): Promise<boolean> {
      const released = release && {
        leaseOwner: undefined,
        leaseUntil: undefined,
        releasedFence: fence,
      };
      return table.change(keyOf(watchId, track), {
        set: { ...set, ...released },
        when: { is: { fence }, has: ['leaseOwner'] },
      });
    },

    /**
     * Adds to the findings of a month, whoever holds the lease. False: the state counts another month, or nothing yet.
     * A holder that writes its counters at the same moment may overwrite it.
     */
    addFound(watchId: string, { now, found }: { now: Instant; found: number }): Promise<boolean> {
      return table.change(keyOf(watchId, 'live'), {
        add: { 'counters.found': found, [`counters.foundOn.${dayOf(now)}`]: found },
        when: { is: { 'counters.month': monthOf(now) } },
      });
    },

    async read(watchId: string, track: Track): Promise<RunState | undefined> {
      const item = await table.get(keyOf(watchId, track), readSchema);
      return item && !item.removed ? stateOf(item) : undefined;
    },

    /** Both tracks of each watch that have a state, in any order; changes of the last moments may be missing. */
    async readAll(watchIds: readonly string[]): Promise<RunState[]> {
      const keys = watchIds.flatMap((watchId) => TRACKS.map((track) => keyOf(watchId, track)));
      const items = await table.getMany(keys, readSchema, { lag: true });
      return items.flatMap((item) => (item.removed ? [] : stateOf(item)));
    },

    /** Sets or removes the allowed rate of a watch that has run. Not under the fence: no run ever writes it. */
    async setRate(watchId: string, rate: AllowedRate | undefined): Promise<void> {
      const when = { exists: true, is: { removed: undefined } };
      await table.change(keyOf(watchId, 'live'), { set: { rate }, when });
    },

    /** Notes the schedule of a watch that there is, or that it has none. Not under the fence: no run ever writes it. */
    async setSchedule(watchId: string, schedule: RunState['schedule']): Promise<void> {
      const set = { watchId, track: 'live', schedule, removed: undefined };
      await table.change(keyOf(watchId, 'live'), { set, add: { fence: 0 } });
    },

    async remove(watchId: string): Promise<void> {
      for (const track of TRACKS) await removeState(table, { watchId, track });
    },
  };
}

/** A removed state holds its fence only: of a later watch of that name, no earlier worker can write the state. */
const readSchema = runStateSchema.and(z.object({ removed: z.literal(true).optional() }));

/** Replaces a state by its next fence. Somebody may take its lease meanwhile: then it is read again. */
async function removeState(
  table: Table,
  { watchId, track }: Pick<RunState, 'watchId' | 'track'>,
): Promise<void> {
  const key = keyOf(watchId, track);
  for (let isRemoved = false; !isRemoved; ) {
    const state = await table.get(key, runStateSchema);
    if (!state) return;
    const fence = state.fence + 1;
    isRemoved = await table.putIf(
      { ...key, watchId, track, fence, releasedFence: fence, removed: true },
      { is: { fence: state.fence } },
    );
  }
}

function keyOf(watchId: string, track: Track): Key {
  return { pk: `WATCH#${watchId}`, sk: track === 'live' ? 'STATE' : 'BACKFILL' };
}

/** The last run ended in order when it released the fence before this one. */
function stateOf({ releasedFence = 0, ...state }: z.output<typeof runStateSchema>): RunState {
  return { ...state, clean: releasedFence === state.fence - 1 };
}

const OPEN = 'OPEN';
/** Windows prove coverage, so they are kept as long as findings are by default. */
const KEPT = 400 * DAY;
/** Only the latest windows that begin before an instant can contain it: each run looks back 1 hour at most. */
const MOST_COVERING = 50;

const windowSchema = z.object({ from: z.number(), to: z.number() });

const windowRecordSchema = z.object({
  watchId: z.string(),
  ...windowSchema.shape,
  state: z.enum(['done', 'open']),
  cut: z.boolean(),
  missed: z.array(windowSchema).optional(),
  late: z.boolean(),
  matched: z.number(),
  found: z.number(),
  calls: z.number(),
  failures: z.number(),
  retryAt: z.number().optional(),
  openSince: z.number().optional(),
  error: z.string().optional(),
  correlationId: z.string().optional(),
  counts: z.array(z.object({ from: z.number(), count: z.number() })).optional(),
}) satisfies z.ZodType<WindowRecord>;

/**
 * Windows that found something, came late, were cut, or are open. Open ones are in the index of work, by when they are
 * queried again.
 */
export function windowsIn(table: Table) {
  const read = (watchId: string, range: Omit<Query, 'partition'>): Promise<WindowRecord[]> =>
    table.query({ partition: `WATCH#${watchId}`, ...range }, windowRecordSchema);
  return {
    async put(record: WindowRecord): Promise<void> {
      const { watchId, from, to, state, retryAt } = record;
      const isOpen = state === 'open' && retryAt !== undefined;
      await table.put({
        pk: `WATCH#${watchId}`,
        sk: windowSort(from),
        ...record,
        ...expiry(to + KEPT),
        ...(isOpen && { workPk: OPEN, workSk: `${isoOf(retryAt)}#${watchId}#${isoOf(from)}` }),
      });
    },

    /** The windows of a watch, newest first; all, or the latest of them. */
    latest: (watchId: string, limit = Infinity): Promise<WindowRecord[]> =>
      read(watchId, { prefix: 'WINDOW#', limit, newestFirst: true }),

    /** Those of a watch in which an instant lies, as far as they are recorded; the latest first. */
    async covering(watchId: string, at: Instant): Promise<WindowRecord[]> {
      const range = { from: 'WINDOW#', upTo: windowSort(at), limit: MOST_COVERING, newestFirst: true };
      return (await read(watchId, range)).filter((window) => contains(window, at));
    },

    /** Those of a watch that begin in a span, oldest first. */
    between: (watchId: string, { from, to }: Window): Promise<WindowRecord[]> =>
      read(watchId, { from: windowSort(from), upTo: windowSort(to - 1) }),

    /** Open windows of all watches that are due to be queried again. */
    open: (before: Instant, limit: number): Promise<WindowRecord[]> =>
      queryWork(table, { partition: OPEN, upTo: `${isoOf(before)}#~`, limit }, windowRecordSchema),
  };
}

export type Windows = ReturnType<typeof windowsIn>;

function windowSort(from: Instant): string {
  return `WINDOW#${isoOf(from)}`;
}
