import type { Discovery } from '../../domain/findings/discovery.ts';
import { TransportError, UpstreamError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { firstRunOf, inBaseline, type RunState } from '../../domain/runs/run-state.ts';
import { dayOf, SECOND } from '../../domain/time/instant.ts';
import {
  contains,
  halvesOf,
  openRange,
  recountedDays,
  slicesOf,
  type Window,
} from '../../domain/time/window.ts';
import type { FoundPage } from '../ports/source.ts';
import { readChanging } from './insert-findings.ts';
import { type Progress, type Run, type Stop, withState } from './progress.ts';

/** What a source gave, or why it gives no more. `requests` were sent upstream since the one before. */
export type Fetched =
  | PageFetched
  | WindowFetched
  | { type: 'counted'; requests: number }
  | { type: 'stopped'; stop: Stop; requests: number };

export interface PageFetched {
  type: 'page';
  window: Window;
  page: FoundPage;
  requests: number;
  /** The recount fetched it. */
  late?: true;
}

/** All pages of a window have been given; `isLast` when no other window follows. */
export interface WindowFetched {
  type: 'window';
  window: Window;
  isLast: boolean;
  requests: number;
}

/** Whether what the run finds causes no alerts yet: it lies in a baseline, or in a backfill. */
export function isSilent({ order }: Run, { state }: Progress): boolean {
  return inBaseline(state) || order.track === 'backfill';
}

/** A window that is too heavy is halved; a service that never answers in time has failed. */
const MOST_TIMEOUTS = 3;

/**
 * The pages of windows, oldest window first, each followed by its end. A window over the service's cap, or too heavy for
 * its time limit, is halved until it fits. Nothing is asked for when the time is up.
 */
export async function* fetchWindows(run: Run, windows: readonly Window[]): AsyncGenerator<Fetched> {
  const open = windows.toReversed();
  let calls: Calls = { requests: 0, timeouts: 0, answered: false };
  for (let window = open.pop(); window; window = open.pop()) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const tried = await fetchPage(run, { window, page, calls });
      calls = tried.calls;
      const { requests } = calls;
      if ('stop' in tried) return yield { type: 'stopped', stop: tried.stop, requests };
      if ('halves' in tried) {
        open.push(...tried.halves.toReversed());
        window = undefined;
        break;
      }
      pages = tried.page.pages;
      calls = { ...calls, requests: 0 };
      yield { type: 'page', window, page: tried.page, requests };
    }
    if (window) yield { type: 'window', window, isLast: open.length === 0, requests: 0 };
  }
}

/** The items of a page that lie in its window, each once: pages can shift between calls. What may have changed is read. */
export function normalise({ watch }: Run, { page, window }: PageFetched) {
  const inside = page.items.filter(({ indexedAt }) => contains(window, indexedAt));
  const once = new Map(inside.map((item) => [item.fingerprint, item]));
  return readChanging(watch, [...once.values()], page);
}

/** Which window and request of this run gave a page. */
export function discoveryOf(
  { owner, order, watch }: Run,
  { window, page, late }: PageFetched,
  state: RunState,
): Discovery {
  const { hits, correlationId: requestId } = page;
  const lookedBack = window.to <= (firstRunOf(watch, state) ?? 0) ? true : undefined;
  const { track, scheduledFor } = order;
  const { from, to } = window;
  return defined<Discovery>({
    run: { id: owner, track, scheduledFor },
    window: { from, to },
    requestId,
    hits,
    late,
    lookedBack,
  });
}

/** The calls of a run so far: requests not reported yet, time-outs, and whether the service has answered at all. */
interface Calls {
  requests: number;
  timeouts: number;
  answered: boolean;
}

type Tried = { calls: Calls } & ({ page: FoundPage } | { halves: [Window, Window] } | { stop: Stop });

async function fetchPage(
  run: Run,
  { window, page, calls }: { window: Window; page: number; calls: Calls },
): Promise<Tried> {
  const { ports, watch, rule, finish } = run;
  if (ports.clock.now() >= finish) return { calls, stop: { because: 'out-of-time' } };
  try {
    const found = await ports.source.fetchPage({ watch, window, page }, { deadline: finish });
    const answered = { ...calls, requests: calls.requests + found.calls, answered: true };
    const halves = found.capped && page === 1 ? halvesOf(window, rule) : undefined;
    return halves ? { calls: answered, halves } : { calls: answered, page: found };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return afterFailure(run, { window, error, calls: { ...calls, requests: calls.requests + 1 } });
  }
}

/** A failed call counts as one request. Near the end of the time, a call that ran out of it is asked by the next run. */
function afterFailure(
  { ports, rule, finish }: Run,
  { window, error, calls: before }: { window: Window; error: UpstreamError; calls: Calls },
): Tried {
  const { answered } = before;
  const failed = { calls: before, stop: { because: 'failed', error, window, answered } } as const;
  if (!(error instanceof TransportError) || !error.timedOut) return failed;
  const calls = { ...before, timeouts: before.timeouts + 1 };
  if (answered && ports.clock.now() >= finish - SECOND) return { calls, stop: { because: 'out-of-time' } };
  const halves = calls.timeouts <= MOST_TIMEOUTS ? halvesOf(window, rule) : undefined;
  return halves ? { calls, halves } : { ...failed, calls };
}

/** Once a day, where an item can come late: articles become visible hours after they were parsed. */
export function isRecountDue({ now, rule }: Run, { state }: Progress): boolean {
  return rule.lookAgain !== 'never' && state.recountedOn !== dayOf(now) && !inBaseline(state);
}

/**
 * The pages of the last three days that hold more than is stored. Where the service can count, that is one call a day, and
 * only a day with more hits than findings is covered again; else the days are covered again as they are.
 */
export async function* fetchRecounted(run: Run, progress: Progress): AsyncGenerator<Fetched> {
  const { ports, watch, finish, now, rule } = run;
  for (const window of windowsAgain(run, progress)) {
    if (ports.clock.now() >= finish)
      return yield { type: 'stopped', stop: { because: 'out-of-time' }, requests: 0 };
    if (rule.lookAgain === 'count') {
      try {
        const { hits, calls } = await ports.source.count({ watch, window }, { deadline: finish });
        const stored = await ports.findings.count(watch.id, window, now);
        yield { type: 'counted', requests: calls };
        if (hits <= stored) continue;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        return yield { type: 'stopped', stop: { because: 'failed', error, answered: true }, requests: 1 };
      }
    }
    for await (const next of fetchWindows(run, [window]))
      yield next.type === 'page' ? { ...next, late: true } : next;
  }
}

/** A recount that ran out of time is done by the next run; one that failed leaves no window open, as it is repeated. */
export function endRecount({ now }: Run, progress: Progress): Progress {
  const { stop, ...rest } = progress;
  if (!stop) return withState(progress, { recountedOn: dayOf(now) });
  if (stop.because === 'out-of-time') return rest;
  return stop.because === 'failed'
    ? { ...rest, stop: { ...stop, window: undefined, answered: true } }
    : progress;
}

/** The last days since the first window: each by itself where they are counted, else as few windows as hold them. */
function windowsAgain({ now, rule }: Run, { state }: Progress): Window[] {
  const days = recountedDays(now);
  const [first] = days;
  const to = days.at(-1)?.to ?? now;
  const from = Math.max(first?.from ?? to, state.coveredFrom ?? to);
  if (from >= to) return [];
  if (rule.lookAgain === 'ask') {
    return slicesOf(openRange({ now: to, start: from, overlap: 0, grain: rule.grain }), rule);
  }
  return days
    .map((day) => ({ from: Math.max(day.from, from), to: day.to }))
    .filter((day) => day.from < day.to);
}
