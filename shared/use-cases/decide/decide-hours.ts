import { isPolled } from '../../domain/lib/errors.ts';
import {
  type AlertsMade,
  detectionKey,
  joinAlertsMade,
  NO_ALERTS,
  policyAlertOf,
} from '../../domain/alerts/alert.ts';
import {
  countedItemsOf,
  type HourlyCounts,
  hourOf,
  isUncounted,
  judgeHours,
  shownFindings,
  subjectOf,
  type TimedDetection,
  withFindings,
  withFrames,
  withoutOldHours,
} from '../../domain/counting/hourly-counts.ts';
import { canonicalJson } from '../../domain/lib/hash.ts';
import type { Counting } from '../../domain/policies/policy.ts';
import { countingOf, detectionPolicyOf } from '../../domain/policies/registry.ts';
import { type DecideOutcome, emptyDecideOutcome } from '../../domain/runs/outcome.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { DAY, HOUR, type Instant, RECOUNTED_DAYS, type Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putOnChannels } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';
import type { DecideScope } from './group-findings.ts';

/** What judging hours needs. */
interface CountScope {
  ports: AlertPorts & Pick<Ports, 'findings' | 'hourlyCounts' | 'windows'>;
  watch: Watch;
  counting: Counting;
  state: RunState;
}

/** Judges the hours of a watch that counts, up to a full hour. Who repeats it puts the same alerts. */
export async function decideHours(
  { ports, held }: DecideScope,
  { watch, until }: { watch: Watch; until: Instant },
): Promise<DecideOutcome> {
  const nothing = emptyDecideOutcome(held.space);
  const counting = countingOf(watch);
  const state = await ports.states.read(watch.id, 'live');
  if (!counting || !state) return nothing;
  // It may have been ordered while the clock was ahead. A job that has ended closes the hour that it ended in.
  const closed = Math.min(until, hourOf(ports.clock.now()) + HOUR);
  const made = await judgeCounts({ ports, watch, counting, state }, closed);
  return {
    ...nothing,
    ...made,
    watches: [{ watchId: watch.id, findings: 0, stories: [], alerts: made.alerts }],
  };
}

/**
 * Closes the hours of a watch before `until` and puts alerts on what its policy detects in them. Detections are
 * written with the hours, before their alerts: who dies in between finds them there and puts the same alerts, under
 * the same ids.
 */
async function judgeCounts(scope: CountScope, until: Instant): Promise<AlertsMade> {
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

/** Spans of a poller that may have been missed, by when that was recognised. */
async function missedOf({ ports, watch }: CountScope, span: Window): Promise<Window[]> {
  if (!isPolled(watch.kind)) return [];
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
 * Every hour closed since the last time is judged, so that a late run misses none; of a new watch only the last one,
 * and without alerts unless the watch says `tell`. Between two jobs nothing was queried: only the end counts.
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
  const found = await ports.findings.foundIn(watch.id, { from: before.until, to: readAt });
  return withFindings(before, {
    found: found.filter((one) => isUncounted(one, { hourlyCounts: before, closedUntil: edge })),
    closedUntil: edge,
    readAt,
  });
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
