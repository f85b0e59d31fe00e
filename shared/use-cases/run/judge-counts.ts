import type { Ports } from '../ports/ports.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { DAY, HOUR, type Instant } from '../../domain/time/instant.ts';
import { judgeHours } from '../../domain/counting/judge-hours.ts';
import {
  detectionKey,
  policyAlertOf,
  type AlertsMade,
  joinAlertsMade,
  NO_ALERTS,
} from '../../domain/alerts/alert.ts';
import { detectionPolicyOf } from '../../domain/policies/registry.ts';
import { canonicalJson } from '../../domain/lib/hash.ts';
import { shownFindings } from '../../domain/counting/shown-findings.ts';
import {
  hourOf,
  isUncounted,
  withoutOldHours,
  withFindings,
  withFrames,
  type TimedDetection,
  type HourlyCounts,
} from '../../domain/counting/hourly-counts.ts';
import type { Counting } from '../../domain/policies/policy.ts';
import { countedItemsOf, subjectOf } from '../../domain/counting/watch-subject.ts';
import { RECOUNTED_DAYS, type Window } from '../../domain/time/window.ts';
import { inBaseline, type RunState } from '../../domain/runs/run-state.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putOnChannels } from '../alerts/put-alerts.ts';
import { addAlertsMade, type Progress, type Run, withState } from './progress.ts';

/** What judging hours needs: of a run, or of a sweep that holds the lease of a watch. */
export interface CountScope {
  ports: AlertPorts & Pick<Ports, 'findings' | 'hourlyCounts' | 'windows'>;
  watch: Watch;
  counting: Counting;
  state: RunState;
  /** When each finding of this run was indexed, by fingerprint: an index may not show it yet. */
  met: ReadonlyMap<string, Instant>;
}

/**
 * The full hour until which the hours of a watch that counts can be judged now; undefined where nothing is new. Only hours that were
 * asked for are judged, each once. The records of a job are dated by when they are seen, after the time that the job
 * covers: its hours are judged when it has ended.
 */
export function hoursClosedUntil({
  watch,
  state,
  now,
}: Pick<CountScope, 'watch' | 'state'> & { now: Instant }): Instant | undefined {
  const { coveredUntil, judgedUntil = 0 } = state;
  if (coveredUntil === undefined || inBaseline(state)) return undefined;
  if (watch.kind === 'extraction') return coveredUntil > judgedUntil ? hourOf(now) + HOUR : undefined;
  const edge = hourOf(Math.min(coveredUntil, now));
  return edge > judgedUntil ? edge : undefined;
}

/** At the end of a run: judges the hours that it has closed, and records until when. */
export async function judgeClosedHours(
  { watch, ports, order }: Run,
  progress: Progress,
  counting: Counting,
): Promise<Progress> {
  const { state, met } = progress;
  const now = ports.clock.now();
  const until = order.track === 'live' ? hoursClosedUntil({ watch, state, now }) : undefined;
  if (until === undefined) return progress;
  const made = await judgeCounts({ ports, watch, counting, state, met }, until);
  return withState(addAlertsMade(progress, made), { judgedUntil: until });
}

/**
 * Closes the hours of a watch before `until` and puts alerts on what its policy detects in them. Detections are written with
 * the hours, before their alerts: who dies in between finds them there and puts the same alerts, under the same ids.
 */
export async function judgeCounts(scope: CountScope, until: Instant): Promise<AlertsMade> {
  const { ports, watch, counting, state } = scope;
  const stored = await ports.hourlyCounts.get(watch.id);
  const policy = canonicalJson([watch.version, watch.alert.when, watch.alert.settings, state.coveredFrom]);
  const known = stored?.policy === policy ? stored : undefined;
  const before = known ? await putDetections(scope, known.detections) : NO_ALERTS;
  if (known && known.until >= until) return before;
  const first = known ?? startOf(scope, { policy, since: hourOf(until - counting.history) });
  const closed = await close(scope, { before: first, edge: until });
  const next = judgeHours(closed, {
    counting,
    counted: { ...countedItemsOf(watch), missed: await missedOf(scope, { from: closed.since, to: until }) },
    ...hoursToJudge(scope, { known, until }),
  });
  if (!(await ports.hourlyCounts.put(withoutOldHours(next, counting.history), stored))) return before;
  return joinAlertsMade(before, await putDetections(scope, next.detections));
}

/** Spans of feeds that may have been missed, by when that was recognised. */
async function missedOf({ ports, watch }: CountScope, span: Window): Promise<Window[]> {
  if (watch.kind !== 'feeds') return [];
  const windows = await ports.windows.between(watch.id, span);
  return windows.flatMap(({ missed = [] }) => missed);
}

/** Nothing is counted yet. What was covered before counts as history, as far back as the policy needs it. */
function startOf(
  { watch, state }: CountScope,
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
    detections: [],
  };
}

/**
 * Every hour closed since the last time is judged, so that a late run misses none; of a new watch only the last one, and
 * without alerts unless the watch says `tell`. Between two jobs nothing was queried: only the end counts.
 */
function hoursToJudge(
  { watch: { kind, firstRun }, state }: CountScope,
  { known, until }: { known: HourlyCounts | undefined; until: Instant },
): Pick<Parameters<typeof judgeHours>[1], 'after' | 'silent'> {
  const after = known && kind !== 'extraction' ? known.until : until - HOUR;
  const isBaseline = firstRun === 'silent' || state.baseUntil !== undefined;
  return { after, silent: !known && isBaseline };
}

/** Reads what came into the hours that are closed now. */
async function close(
  scope: CountScope,
  { before, edge }: { before: HourlyCounts; edge: Instant },
): Promise<HourlyCounts> {
  const { ports, watch } = scope;
  const readAt = ports.clock.now();
  const { finds, frame } = subjectOf(watch);
  if (finds === 'numbers') {
    const from = Math.max(before.since, before.until - (RECOUNTED_DAYS + 1) * DAY) - DAY;
    const windows = await ports.windows.between(watch.id, { from, to: edge });
    const frames = windows.flatMap(({ counts = [] }) => counts);
    return withFrames(before, { frames, length: frame === 'day' ? DAY : HOUR, closedUntil: edge, readAt });
  }
  const found = await foundSince(scope, before);
  return withFindings(before, {
    found: found.filter((one) => isUncounted(one, { hourlyCounts: before, closedUntil: edge })),
    closedUntil: edge,
    readAt,
  });
}

/**
 * What was found since the last edge. An index may lag: what this run has met itself, and what is listed there without
 * its story, is read by its key.
 */
async function foundSince({ ports, watch, met }: CountScope, before: HourlyCounts): Promise<StoredFinding[]> {
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

async function putDetections(
  { ports, watch }: CountScope,
  detections: readonly TimedDetection[],
): Promise<AlertsMade> {
  const policy = detectionPolicyOf(watch.alert.when);
  if (!policy) return NO_ALERTS;
  const made: AlertsMade[] = [];
  for (const { at, detection } of detections) {
    const { period } = detection;
    const came = period ? await ports.findings.foundIn(watch.id, { ...period, to: ports.clock.now() }) : [];
    const findings = shownFindings(came, period);
    const key = detectionKey(at);
    const discovery = came.find(({ finding }) => finding === findings[0])?.discovery;
    const alert = policyAlertOf(watch, { policy, key, detection, findings, discovery, now: at });
    made.push(await putOnChannels(ports, alert, watch));
  }
  return joinAlertsMade(...made);
}
