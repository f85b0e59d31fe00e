import { DAY } from '../time/instant.ts';
import type { Need } from './demand.ts';
import type { Tempo } from '../watches/allowed-rate.ts';
import { compareSeverity } from '../watches/watch.ts';

/** What is kept back for what cannot be foreseen: retries, halved windows, runs by hand. As a share of what is left. */
const RESERVE = 0.05;
/** A watch that was slowed goes faster again only when this share of what could be spent is enough: no to and fro. */
const RELAXED = 0.9;

const FULL: Tempo = { state: 'full' };
const RANKS = { full: 0, slowed: 1, paused: 2 } as const satisfies Record<Tempo['state'], number>;

/** What there is to share out. */
export interface Share {
  /** Calls or credits left. */
  left: number;
  /** How long they must last, in milliseconds. */
  horizon: number;
  /** At what tempo watches were until now; full where left out. */
  before?: ReadonlyMap<string, Tempo['state']>;
}

/**
 * Shares out what is left of a plan. While it is enough for all, every watch runs at full tempo. Where it is short, the
 * watches of lowest severity, then of lowest priority, are slowed first, as far as each may be; when that is not enough
 * either, they are paused in the same order. Critical watches come last: none is slowed while another kind still runs.
 */
export function paceWatches(needs: readonly Need[], share: Share): Map<string, Tempo> {
  const ordered = needs.toSorted(leastFirst);
  const firm = allot(ordered, share);
  const relaxed = allot(ordered, { ...share, left: share.left * RELAXED });
  const held = { slowed: lastAt(ordered, share, RANKS.slowed), paused: lastAt(ordered, share, RANKS.paused) };
  const tempos = new Map<string, Tempo>();
  for (const [index, need] of ordered.entries()) {
    const now = firm.get(need.id) ?? FULL;
    const cautious = relaxed.get(need.id) ?? FULL;
    if (cautious.state === 'paused' && index > held.paused && index <= held.slowed) {
      tempos.set(need.id, now.state === 'paused' ? now : slowest(need));
    } else {
      tempos.set(need.id, index <= held.slowed ? cautious : now);
    }
  }
  return criticalLast(ordered, tempos);
}

/** What a watch takes of the plan within the horizon. */
export function costAt(need: Need, tempo: Tempo, horizon: number): number {
  if (tempo.state === 'paused') return 0;
  const interval = tempo.state === 'slowed' ? tempo.interval : need.period;
  if (!Number.isFinite(interval)) return 0;
  return Math.ceil(horizon / interval) * need.perRun + Math.ceil((need.perDay * horizon) / DAY);
}

/** In which order watches give way: lowest severity first, then lowest priority. */
export function leastFirst(a: Need, b: Need): number {
  return compareSeverity(a.severity, b.severity) || a.priority - b.priority || (a.id < b.id ? -1 : 1);
}

/** Slows, then pauses, from the least important on, until all fits. Critical watches may use the reserve too. */
function allot(ordered: readonly Need[], { left, horizon }: Share): Map<string, Tempo> {
  const tempos = new Map(ordered.map(({ id }) => [id, FULL]));
  let total = ordered.reduce((sum, need) => sum + costAt(need, FULL, horizon), 0);
  const change = (need: Need, tempo: Tempo) => {
    total += costAt(need, tempo, horizon) - costAt(need, tempos.get(need.id) ?? FULL, horizon);
    tempos.set(need.id, tempo);
  };
  const isCritical = ({ severity }: Need) => severity === 'critical';
  const groups = [
    { needs: ordered.filter((need) => !isCritical(need)), limit: left * (1 - RESERVE) },
    { needs: ordered.filter(isCritical), limit: left },
  ];
  for (const { needs, limit } of groups) {
    for (const need of needs) {
      if (total <= limit) return tempos;
      const room = limit - (total - costAt(need, FULL, horizon));
      change(need, slowedInto(need, room, horizon));
    }
    for (const need of needs) {
      if (total <= limit) return tempos;
      change(need, { state: 'paused' });
    }
  }
  return tempos;
}

/** The fastest tempo in whole periods that fits into the room; the slowest where none does. */
function slowedInto(need: Need, room: number, horizon: number): Tempo {
  const { period, perRun, perDay } = need;
  const most = mostPeriods(need);
  if (most < 2) return FULL;
  const runs = Math.floor((room - Math.ceil((perDay * horizon) / DAY)) / perRun);
  const wanted = runs > 0 ? Math.ceil(horizon / runs / period) : most;
  return { state: 'slowed', interval: Math.min(Math.max(wanted, 2), most) * period };
}

function slowest(need: Need): Tempo {
  const most = mostPeriods(need);
  return most < 2 ? FULL : { state: 'slowed', interval: most * need.period };
}

function mostPeriods({ period, slowest: longest }: Need): number {
  return Number.isFinite(period) ? Math.floor(longest / period) : 0;
}

/** The most important watch that was at this tempo or slower; it and all below it go on more cautiously. */
function lastAt(ordered: readonly Need[], { before }: Share, rank: number): number {
  return ordered.findLastIndex(({ id }) => RANKS[before?.get(id) ?? 'full'] >= rank);
}

/** Caution can slow a critical watch a little longer than need be: whatever else still runs then stops as well. */
function criticalLast(ordered: readonly Need[], tempos: Map<string, Tempo>): Map<string, Tempo> {
  const isShort = ordered.some(
    ({ id, severity }) => severity === 'critical' && tempos.get(id)?.state !== 'full',
  );
  if (!isShort) return tempos;
  for (const { id, severity } of ordered) if (severity !== 'critical') tempos.set(id, { state: 'paused' });
  return tempos;
}
