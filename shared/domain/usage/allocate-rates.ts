import type { Incident } from '../incidents/incident.ts';
import type { Service } from '../lib/errors.ts';
import type { RunState } from '../runs/run-state.ts';
import { DAY, HOUR } from '../time/instant.ts';
import { compareSeverity, type RateLimit } from '../watches/watch.ts';
import type { Budget } from './budget.ts';
import type { Demand } from './demand.ts';

/** The share of what is left that is reserved for retries, split windows and runs by hand. */
const RESERVE = 0.05;
/**
 * A slowed watch becomes faster only when this share of what is left would be enough, so that rates do not oscillate.
 */
const RELAXED = 0.9;

const FULL: RateLimit = { state: 'full' };
const RANKS = { full: 0, slowed: 1, paused: 2 } as const satisfies Record<RateLimit['state'], number>;

/** What the watches of a service share. */
interface Share {
  /** The calls or credits that are left. */
  left: number;
  /** How long they must last, in milliseconds. */
  horizon: number;
  /** The rates of the watches until now; a missing one is full. */
  before?: ReadonlyMap<string, RateLimit['state']>;
}

/**
 * Allocates what is left of a plan. If it is enough for all, every watch runs as scheduled. If not, watches of the
 * lowest severity, then of the lowest priority, are slowed first, each as far as it may be; if that is not enough,
 * they are paused in the same order. Critical watches come last: none is slowed while another watch still runs.
 */
export function allocateRates(demands: readonly Demand[], share: Share): Map<string, RateLimit> {
  const ordered = demands.toSorted(leastImportantFirst);
  const firm = allot(ordered, share);
  const relaxed = allot(ordered, { ...share, left: share.left * RELAXED });
  const last = { slowed: lastAt(ordered, share, RANKS.slowed), paused: lastAt(ordered, share, RANKS.paused) };
  const rateLimits = new Map<string, RateLimit>();
  for (const [index, demand] of ordered.entries()) {
    const now = firm.get(demand.id) ?? FULL;
    const cautious = relaxed.get(demand.id) ?? FULL;
    if (cautious.state === 'paused' && index > last.paused && index <= last.slowed) {
      rateLimits.set(demand.id, now.state === 'paused' ? now : slowest(demand));
    } else {
      rateLimits.set(demand.id, index <= last.slowed ? cautious : now);
    }
  }
  return criticalLast(ordered, rateLimits);
}

/** What a watch uses of the plan within the horizon (milliseconds) at a rate. */
export function costAt(demand: Demand, rateLimit: RateLimit, horizon: number): number {
  if (rateLimit.state === 'paused') return 0;
  const interval = rateLimit.state === 'slowed' ? rateLimit.interval : demand.period;
  if (!Number.isFinite(interval)) return 0;
  return Math.ceil(horizon / interval) * demand.perRun + Math.ceil((demand.perDay * horizon) / DAY);
}

/** The order in which watches are slowed: lowest severity first, then lowest priority. */
export function leastImportantFirst(a: Demand, b: Demand): number {
  return compareSeverity(a.severity, b.severity) || a.priority - b.priority || (a.id < b.id ? -1 : 1);
}

/**
 * Slows, then pauses, the least important watches first, until the rest fits. Critical watches may use the reserve.
 */
function allot(ordered: readonly Demand[], { left, horizon }: Share): Map<string, RateLimit> {
  const rateLimits = new Map(ordered.map(({ id }) => [id, FULL]));
  let total = ordered.reduce((sum, demand) => sum + costAt(demand, FULL, horizon), 0);
  const change = (demand: Demand, rateLimit: RateLimit) => {
    total += costAt(demand, rateLimit, horizon) - costAt(demand, rateLimits.get(demand.id) ?? FULL, horizon);
    rateLimits.set(demand.id, rateLimit);
  };
  const isCritical = ({ severity }: Demand) => severity === 'critical';
  const groups = [
    { demands: ordered.filter((demand) => !isCritical(demand)), limit: left * (1 - RESERVE) },
    { demands: ordered.filter(isCritical), limit: left },
  ];
  for (const { demands, limit } of groups) {
    for (const demand of demands) {
      if (total <= limit) return rateLimits;
      const room = limit - (total - costAt(demand, FULL, horizon));
      change(demand, slowedInto(demand, room, horizon));
    }
    for (const demand of demands) {
      if (total <= limit) return rateLimits;
      change(demand, { state: 'paused' });
    }
  }
  return rateLimits;
}

/** The fastest rate, in whole periods, that fits into the room; the slowest rate if none does. */
function slowedInto(demand: Demand, room: number, horizon: number): RateLimit {
  const { period, perRun, perDay } = demand;
  const most = mostPeriods(demand);
  if (most < 2) return FULL;
  const runs = Math.floor((room - Math.ceil((perDay * horizon) / DAY)) / perRun);
  const wanted = runs > 0 ? Math.ceil(horizon / runs / period) : most;
  return { state: 'slowed', interval: Math.min(Math.max(wanted, 2), most) * period };
}

function slowest(demand: Demand): RateLimit {
  const most = mostPeriods(demand);
  return most < 2 ? FULL : { state: 'slowed', interval: most * demand.period };
}

function mostPeriods({ period, slowest: longest }: Demand): number {
  return Number.isFinite(period) ? Math.floor(longest / period) : 0;
}

/**
 * The index of the most important watch that had this rate or a slower one. It and all before it change cautiously.
 */
function lastAt(ordered: readonly Demand[], { before }: Share, rank: number): number {
  return ordered.findLastIndex(({ id }) => RANKS[before?.get(id) ?? 'full'] >= rank);
}

/** Caution can keep a critical watch slow a little too long. Then all other watches are paused. */
function criticalLast(
  ordered: readonly Demand[],
  rateLimits: Map<string, RateLimit>,
): Map<string, RateLimit> {
  const isShort = ordered.some(
    ({ id, severity }) => severity === 'critical' && rateLimits.get(id)?.state !== 'full',
  );
  if (!isShort) return rateLimits;
  for (const { id, severity } of ordered)
    if (severity !== 'critical') rateLimits.set(id, { state: 'paused' });
  return rateLimits;
}

/** How often one watch tries whether a used-up quota is back. */
const PROBE_GAP = HOUR;

export const QUOTA_REASON =
  'The service says that the calls of the plan are used up. One watch tries once an hour whether a new month has begun.';

/** The subject of a used-up quota. A refused run opens its incident. */
export function quotaSubject(service: Service): string {
  return `service:${service}:quota`;
}

/** The rates without quota: the most important watch runs once an hour, the others are paused. */
export function probingRates(demands: readonly Demand[]): Map<string, RateLimit> {
  const prober = demands.toSorted(leastImportantFirst).at(-1);
  return new Map(
    demands.map((demand): [string, RateLimit] => [
      demand.id,
      demand === prober ? { state: 'slowed', interval: PROBE_GAP } : { state: 'paused' },
    ]),
  );
}

/**
 * Whether the quota is back since its incident opened: a run has succeeded. A run that starts a job proves nothing, so
 * for the extraction service its figures decide.
 */
export function isQuotaBack(
  { since }: Incident,
  { budget, states }: { budget: Budget; states: readonly RunState[] },
): boolean {
  const { service, figures, readAt = 0 } = budget;
  if (service === 'extraction') return readAt > since && (figures?.left ?? 0) > 0;
  return states.some(
    ({ lastRunAt = 0, failures, lastError }) =>
      lastRunAt > since && failures === 0 && lastError === undefined,
  );
}
