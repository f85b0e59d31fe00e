import { baselineAlertOf } from '../../domain/alerts/alert.ts';
import { TransportError } from '../../domain/lib/errors.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { openWindowSubject } from '../../domain/incidents/incident.ts';
import type { FrameCount } from '../../domain/runs/window-record.ts';
import { countingOf } from '../../domain/counting/watch-subject.ts';
import { contains, halvesOf, type Window } from '../../domain/time/window.ts';
import { recordChanges } from '../findings/record-changes.ts';
import { putAlert } from '../alerts/put-alert.ts';
import { counted, inBaseline, note, save, type Run } from '../context/run.ts';
import type { FoundPage } from '../ports/ports.ts';
import { storeFindings } from '../findings/store-findings.ts';
import { resolveIncident } from '../alerts/notify-incidents.ts';

/** How far a run came: all covered, its time is up, or another run holds the lease now. */
export type Progress = 'covered' | 'out-of-time' | 'taken-over';

/** A window that is too heavy is halved; a service that never answers in time has failed. */
const MOST_TIMEOUTS = 3;

/** What lies in one covered window. */
export interface Cover {
  window: Window;
  matched: number;
  found: number;
  calls: number;
  /** Even the shortest window holds more than the service gives. */
  cut: boolean;
  correlationId?: string;
  /** Numbers of items by the start of their time frame, where the kind holds counts. */
  counts?: readonly FrameCount[];
}

/**
 * Covers windows oldest first. A window over the service's cap, or too heavy for its time limit, is halved until it
 * fits. After each window the covered edge moves on; the last edge is written with the end of the run.
 */
export async function coverWindows(run: Run, windows: Window[]): Promise<Progress> {
  const open = windows.toReversed();
  for (let window = open.pop(); window; window = open.pop()) {
    if (run.ports.clock.now() >= run.finish) return 'out-of-time';
    run.current = window;
    const cover = await coverWindow(run, window);
    if (cover === 'too-big') {
      open.push(...(halvesOf(window, run.rule) ?? []).toReversed());
      continue;
    }
    if (cover === 'out-of-time') return 'out-of-time';
    await advance(run, cover);
    if (open.length > 0 && !(await save(run, {}))) return 'taken-over';
  }
  return 'covered';
}

/** Moves the covered edge. Who ends the silent base tells its one summary before the edge is written. */
async function advance(run: Run, cover: Cover): Promise<void> {
  const { state, watch, ports } = run;
  const { window } = cover;
  await recordWindow(run, cover);
  const wasInBase = inBaseline(state);
  note(run, {
    coveredUntil: window.to,
    ...(wasInBase && { baseFound: state.baseFound + cover.matched }),
  });
  if (!wasInBase || inBaseline(state) || run.order.track === 'backfill') return;
  const span = { from: state.coveredFrom ?? window.from, to: window.to };
  const summary = baselineAlertOf(watch, { found: state.baseFound, window: span, now: ports.clock.now() });
  await putAlert(run, summary);
}

/** Puts a record of a window that found something or was cut; quiet ones are only added up. */
export async function recordWindow(run: Run, cover: Cover, { late = false } = {}): Promise<void> {
  const { outcome, watch, ports } = run;
  outcome.windows += 1;
  outcome.matched += cover.matched;
  if (cover.cut) outcome.cut += 1;
  const wasOpen = run.state.openWindow === cover.window.from;
  if (wasOpen) {
    note(run, { openWindow: undefined, openSince: undefined });
    await resolveIncident(run, openWindowSubject(watch.id));
  }
  if (cover.found === 0 && !cover.cut && !wasOpen && !cover.counts) return;
  const { window, matched, found, calls, cut, correlationId, counts } = cover;
  await ports.windows.put({
    watchId: watch.id,
    ...window,
    state: 'done',
    cut,
    late,
    matched,
    found,
    calls,
    failures: 0,
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(counts && { counts }),
  });
}

/** Pages through one window, storing and judging page by page. */
export async function coverWindow(run: Run, window: Window): Promise<Cover | 'too-big' | 'out-of-time'> {
  const cover: Cover = { window, matched: 0, found: 0, calls: 0, cut: false };
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    if (run.ports.clock.now() >= run.finish) return 'out-of-time';
    const answer = await fetchPage(run, window, page);
    if (answer === 'out-of-time' || answer === 'too-big') return answer;
    if (answer.capped && page === 1 && halvesOf(window, run.rule)) return 'too-big';
    pages = answer.pages;
    cover.cut ||= answer.capped;
    cover.calls += answer.calls;
    if (answer.correlationId !== undefined) cover.correlationId = answer.correlationId;
    const inside = unique(answer.findings.filter((finding) => contains(window, finding.indexedAt)));
    cover.matched += inside.length;
    meet(run, inside);
    run.outcome.changed += await recordChanges(run, inside, { silent: isSilent(run) });
    const { stored, complete } = await storeFindings(run, inside, answer.raw);
    cover.found += stored;
    if (!complete) return 'out-of-time';
    if (answer.counts) addCounts(cover, answer.counts);
  }
  return cover;
}

/** Who judges hours at the end of the run must know what came, before any index shows it. */
function meet({ watch, met }: Run, findings: readonly Finding[]): void {
  if (!countingOf(watch)) return;
  for (const { fingerprint, indexedAt } of findings) met.set(fingerprint, indexedAt);
}

function isSilent({ state, order }: Run): boolean {
  return inBaseline(state) || order.track === 'backfill';
}

function addCounts(cover: Cover, counts: readonly FrameCount[]): void {
  const inside = counts.filter(({ from }) => contains(cover.window, from));
  cover.counts = [...(cover.counts ?? []), ...inside];
  cover.matched += inside.reduce((sum, { count }) => sum + count, 0);
}

async function fetchPage(
  run: Run,
  window: Window,
  page: number,
): Promise<FoundPage | 'too-big' | 'out-of-time'> {
  const { ports, watch, outcome, finish } = run;
  try {
    const answer = await counted(run, ports.source.fetchPage({ watch, window, page }, { deadline: finish }));
    outcome.refused += answer.refused;
    if (answer.correlationId !== undefined) outcome.correlationIds.push(answer.correlationId);
    run.answered = true;
    return answer;
  } catch (error) {
    if (!(error instanceof TransportError) || !error.timedOut) throw error;
    run.timeouts += 1;
    if (run.answered && ports.clock.now() >= finish - SECOND) return 'out-of-time';
    if (run.timeouts <= MOST_TIMEOUTS && halvesOf(window, run.rule)) return 'too-big';
    throw error;
  }
}

/** One finding per fingerprint: pages can shift between calls. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}
