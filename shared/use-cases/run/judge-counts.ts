import type { StoredFinding } from '../../domain/findings/finding.ts';
import { DAY, HOUR, type Instant } from '../../domain/time/instant.ts';
import { judgeHours } from '../../domain/counting/judge-hours.ts';
import { policyAlertOf } from '../../domain/alerts/policy-alert.ts';
import { detectionPolicyOf } from '../../domain/policies/registry.ts';
import { canonicalJson } from '../../domain/lib/canonical.ts';
import { shownOf } from '../../domain/stories/shown-findings.ts';
import {
  hourOf,
  isUncounted,
  trimmed,
  withFindings,
  withFrames,
  type TimedDetection,
  type HourlyCounts,
} from '../../domain/counting/hourly-counts.ts';
import { countedOf, countingOf, subjectOf } from '../../domain/counting/watch-subject.ts';
import { RECOUNTED_DAYS } from '../../domain/time/window.ts';
import { inBaseline, note, type Run } from '../context/run.ts';
import { putAlert } from '../alerts/put-alert.ts';

/** What judging hours needs: a run has all of it, and so has a sweep that holds the lease of a watch. */
export interface Judged {
  ports: Pick<Run['ports'], 'alerts' | 'clock' | 'definitions' | 'findings' | 'countStore' | 'windows'>;
  watch: Run['watch'];
  state: Run['state'];
  outcome: Pick<Run['outcome'], 'alerts' | 'channels'>;
  /** Findings that this run has met, with the time that they were indexed: an index may not show them yet. */
  met: ReadonlyMap<string, Instant>;
}

/**
 * The full hour until which the hours of a watch can be judged now; undefined where nothing is new. Only hours that were
 * asked for are judged, each once. The records of a job are dated by when they are seen, after the time that the job
 * covers: its hours are judged when it has ended.
 */
export function hoursClosedUntil({
  watch,
  state,
  now,
}: Pick<Judged, 'watch' | 'state'> & { now: Instant }): Instant | undefined {
  const { coveredUntil, talliedUntil = 0 } = state;
  if (coveredUntil === undefined || inBaseline(state) || !countingOf(watch)) return undefined;
  if (watch.kind === 'extraction') return coveredUntil > talliedUntil ? hourOf(now) + HOUR : undefined;
  const edge = hourOf(Math.min(coveredUntil, now));
  return edge > talliedUntil ? edge : undefined;
}

/** At the end of a run: judges the hours that it has closed, and notes until when. */
export async function judgeClosedHours(run: Run): Promise<void> {
  const { watch, state, ports, order } = run;
  const now = ports.clock.now();
  const edge = order.track === 'live' ? hoursClosedUntil({ watch, state, now }) : undefined;
  if (edge === undefined) return;
  await judgeCounts(run, edge);
  note(run, { talliedUntil: edge });
}

/**
 * Closes the hours of a watch before `edge` and tells what its policy sees in them. What it sees is written with the
 * hours, before it is told: who dies in between finds it there and tells the same, under the same id.
 */
export async function judgeCounts(judged: Judged, edge: Instant): Promise<void> {
  const { ports, watch, state } = judged;
  const counting = countingOf(watch);
  if (!counting) return;
  const stored = await ports.countStore.get(watch.id);
  const policy = canonicalJson([watch.version, watch.alert.when, watch.alert.settings, state.coveredFrom]);
  const known = stored?.policy === policy ? stored : undefined;
  if (known) await notifyDetections(judged, known.rings);
  if (known && known.until >= edge) return;
  const before = known ?? startOf(judged, { policy, since: hourOf(edge - counting.history) });
  const closed = await close(judged, { before, edge });
  const next = judgeHours(closed, {
    counting,
    counted: countedOf(watch),
    ...edgesOf(judged, { known, edge }),
  });
  if (!(await ports.countStore.put(trimmed(next, counting.history), stored))) return;
  await notifyDetections(judged, next.rings);
}

/** Nothing is counted yet. What was covered before counts as history, as far back as the policy needs it. */
function startOf(
  { watch, state }: Judged,
  { policy, since }: { policy: string; since: Instant },
): HourlyCounts {
  const from = Math.max(since, hourOf((state.coveredFrom ?? since) + HOUR - 1));
  return {
    watchId: watch.id,
    policy,
    since: from,
    until: from,
    readAt: from,
    hours: [],
    recent: [],
    rings: [],
  };
}

/**
 * Every edge since the last time is judged, so that a run that comes late misses none; of a watch that begins only the
 * last one, and in silence unless the watch says `tell`. Between two jobs nothing was asked: only the end counts.
 */
function edgesOf(
  { watch: { kind, firstRun }, state }: Judged,
  { known, edge }: { known: HourlyCounts | undefined; edge: Instant },
): Pick<Parameters<typeof judgeHours>[1], 'after' | 'silent'> {
  const after = known && kind !== 'extraction' ? known.until : edge - HOUR;
  const isBase = firstRun === 'silent' || state.baseUntil !== undefined;
  return { after, silent: !known && isBase };
}

/** Reads what came into the hours that are closed now. */
async function close(
  judged: Judged,
  { before, edge }: { before: HourlyCounts; edge: Instant },
): Promise<HourlyCounts> {
  const { ports, watch } = judged;
  const readAt = ports.clock.now();
  const { finds, frame } = subjectOf(watch);
  if (finds === 'numbers') {
    const from = Math.max(before.since, before.until - (RECOUNTED_DAYS + 1) * DAY) - DAY;
    const windows = await ports.windows.between(watch.id, { from, to: edge });
    const frames = windows.flatMap(({ counts = [] }) => counts);
    return withFrames(before, { frames, length: frame === 'day' ? DAY : HOUR, edge, readAt });
  }
  const found = await foundSince(judged, before);
  return withFindings(before, {
    found: found.filter((one) => isUncounted(one, { hourlyCounts: before, edge })),
    edge,
    readAt,
  });
}

/**
 * What was found since the last edge. An index may lag: what this run has met itself, and what is listed there without
 * its story, is read by its key.
 */
async function foundSince({ ports, watch, met }: Judged, before: HourlyCounts): Promise<StoredFinding[]> {
  const span = { from: before.until, to: ports.clock.now() };
  const listed = await ports.findings.foundIn(watch.id, span);
  const whole = listed.filter(({ story }) => story !== undefined);
  const isWhole = new Set(whole.map(({ finding }) => finding.fingerprint));
  const lately = [...met].flatMap(([fingerprint, indexedAt]) =>
    indexedAt < before.until ? [] : [fingerprint],
  );
  const unread = [...listed.map(({ finding }) => finding.fingerprint), ...lately].filter(
    (fingerprint) => !isWhole.has(fingerprint),
  );
  const read = unread.length === 0 ? [] : await ports.findings.read(watch.id, [...new Set(unread)]);
  return [...whole, ...read];
}

async function notifyDetections(judged: Judged, rings: readonly TimedDetection[]): Promise<void> {
  const { ports, watch } = judged;
  const policy = detectionPolicyOf(watch.alert.when);
  if (!policy) return;
  for (const { at, sighting: detection } of rings) {
    const { period } = detection;
    const came = period ? await ports.findings.foundIn(watch.id, { ...period, to: ports.clock.now() }) : [];
    const findings = shownOf(came, period);
    const key = [new Date(at).toISOString()];
    await putAlert(judged, policyAlertOf(watch, { policy, key, sighting: detection, findings, now: at }));
  }
}
