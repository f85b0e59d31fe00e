import { idOf } from '../../domain/lib/hash.ts';
import { BEGINNING, executionName, type Extraction, hasEnded } from '../../domain/extraction/extraction.ts';
import { EXTRACTION_LIMITS } from '../../domain/services/extraction-rules.ts';
import { CLOCK_SKEW, LOOK_AFTER, LOOKS } from '../../domain/extraction/extraction-times.ts';
import type { MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import { DAY, MINUTE, wholeSecond } from '../../domain/time/instant.ts';
import type { DesiredMonitor, ReferenceState } from '../../domain/upstream/reconcile-monitor.ts';
import { REFERENCE_GAP } from '../../domain/upstream/upstream-times.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { UpstreamContext } from './upstream-context.ts';

/** The id of the n-th reference job of a question: the same however often it is worked out. */
export function referenceId({ watchId, question }: DesiredMonitor, round: number): string {
  return idOf('reference', watchId, question, String(round));
}

export interface ReferenceOrder {
  id: string;
  watch: Watch;
  desired: DesiredMonitor;
  projectId: string;
  silent: boolean;
  /** A job that an earlier store has sent: its records are taken, it is not sent again. */
  jobId?: string;
}

/**
 * Starts the job that a monitor will repeat, as an extraction like any other: it is sent once, its records are stored and
 * judged, and are the base of the watch. False while a run holds the state of the watch.
 */
export async function startReference({ ports }: UpstreamContext, order: ReferenceOrder): Promise<boolean> {
  const extraction = extractionOf(order, ports.clock.now());
  const { watchId, track, range, silent } = extraction;
  const now = ports.clock.now();
  const lease = { owner: extraction.id, until: now + MINUTE };
  const state = await ports.states.acquire({ watchId, track }, lease, now);
  if (!state) return false;
  const begun = {
    version: order.watch.version,
    coveredFrom: range.from,
    coveredUntil: undefined,
    baseUntil: silent ? range.to : undefined,
  };
  const isBegun = state.version === order.watch.version && state.coveredFrom !== undefined;
  await ports.states.save(state, { set: isBegun ? {} : begun, release: true });
  await ports.extractions.put(extraction);
  await ports.workflow.start(executionName(extraction), extraction.id);
  return true;
}

function extractionOf(
  { id, watch, desired, projectId, silent, jobId }: ReferenceOrder,
  now: number,
): Extraction {
  const to = wholeSecond(now);
  const span = Math.min(watch.lookback, EXTRACTION_LIMITS.rangeDays * DAY);
  return {
    id,
    watchId: watch.id,
    watchVersion: watch.version,
    track: 'live',
    scheduledFor: to,
    query: { ...desired.query, project_id: projectId },
    range: { from: to - span, to },
    silent,
    ...BEGINNING,
    state: 'waiting',
    ...(jobId !== undefined && { state: 'working', upstreamId: jobId, workingSince: now }),
    createdAt: now,
    dueAt: now,
    expiresAt: now + watch.retention,
  };
}

/** Where a reference job stands; undefined when nothing is known of it. */
export async function referenceState(
  { ports }: UpstreamContext,
  extractionId: string | undefined,
): Promise<ReferenceState | undefined> {
  const extraction = extractionId === undefined ? undefined : await ports.extractions.get(extractionId);
  if (!extraction) return undefined;
  const { state, upstreamId, range, endedAt = ports.clock.now() } = extraction;
  const { lookAt } = lostSending(extraction);
  if (!hasEnded(state) || ports.clock.now() < lookAt) return { state: 'working' };
  if (state === 'done' && upstreamId !== undefined)
    return { state: 'done', jobId: upstreamId, endedAt: range.to };
  return { state: 'failed', askAgainAt: state === 'removed' ? 0 : endedAt + REFERENCE_GAP };
}

/**
 * Deletes the job of a reference: the one that we know, and what came of sendings whose answer was lost. That is found as
 * it would be before it is sent again: in our project, by what it asks, and not claimed by another extraction.
 */
export async function removeReferenceJobs(
  { ports, limits }: UpstreamContext,
  { extractionId, jobId }: NonNullable<MonitorResource['reference']>,
): Promise<void> {
  const extraction = await ports.extractions.get(extractionId);
  // Where our record of the job was forgotten, it was asked again, and is another one.
  const known = new Set([jobId, extraction?.upstreamId].filter((id) => id !== undefined));
  for (const id of known) await ports.monitors.removeJob(id, limits);
  if (!extraction || !lostSending(extraction).isLost) return;
  const { query, range, expiresAt, intentAt = 0 } = extraction;
  const { upstreamIds } = await ports.jobs.find({ query, range, since: intentAt - CLOCK_SKEW }, limits);
  for (const id of upstreamIds) {
    const isOurs = !known.has(id) && (await ports.extractions.claim(id, { extractionId, expiresAt }));
    if (isOurs) await ports.monitors.removeJob(id, limits);
  }
}

/** Whether a job may be there that nobody knows, and from when on the list of jobs shows it for certain. */
function lostSending({ intentAt, sentAt = 0, upstreamId, sends }: Extraction): {
  isLost: boolean;
  lookAt: number;
} {
  const isLost = intentAt !== undefined && (upstreamId === undefined || sends > 1);
  return { isLost, lookAt: isLost ? sentAt + LOOKS * LOOK_AFTER : 0 };
}
