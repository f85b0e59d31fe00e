import { idOf } from '../../domain/lib/hash.ts';
import {
  executionName,
  type Extraction,
  hasEnded,
  newExtraction,
} from '../../domain/extraction/extraction.ts';
import { EXTRACTION_LIMITS } from '../../domain/services/extraction-rules.ts';
import {
  CLOCK_SKEW,
  SUBMIT_CHECK_AFTER,
  SUBMIT_CHECKS,
} from '../../domain/extraction/extraction-transitions.ts';
import { type MonitorResource, REFERENCE_GAP } from '../../domain/upstream/upstream-resource.ts';
import { DAY, HOUR, type Instant, wholeSecond } from '../../domain/time/instant.ts';
import type { DesiredMonitor } from '../../domain/upstream/desired-monitor.ts';
import { changeState } from '../collect/change-state.ts';
import type { UpstreamSweep } from './take-step.ts';

/** The id of the n-th reference job of a query: a repeat gives the same id. */
export function referenceId({ watch, question }: DesiredMonitor, round: number): string {
  return idOf('reference', watch.id, question, String(round));
}

interface ReferenceOrder {
  id: string;
  desired: DesiredMonitor;
  projectId: string;
  silent: boolean;
  /** A job that was submitted from an earlier store: its records are collected, it is not submitted again. */
  jobId?: string;
}

/**
 * Starts the job that a monitor will repeat, as an extraction like any other: it is submitted once, its records are
 * stored and judged, and are the baseline of the watch. False while a run holds the state of the watch.
 */
export async function startReference(
  { ports, limits }: Pick<UpstreamSweep, 'ports' | 'limits'>,
  order: ReferenceOrder,
): Promise<boolean> {
  const { watch } = order.desired;
  const extraction = extractionOf(order, ports.clock.now());
  const { watchId, track, range, silent } = extraction;
  const begun = {
    version: watch.version,
    coveredFrom: range.from,
    coveredUntil: undefined,
    baseUntil: silent ? range.to : undefined,
  };
  const isBegun = await changeState(
    ports,
    { owner: limits.owner, watchId, track },
    ({ version, coveredFrom }) => (version === watch.version && coveredFrom !== undefined ? {} : begun),
  );
  if (!isBegun) return false;
  await ports.extractions.put(extraction);
  await ports.workflow.start(executionName(extraction), extraction.id);
  return true;
}

function extractionOf({ id, desired, projectId, silent, jobId }: ReferenceOrder, now: number): Extraction {
  const { watch } = desired;
  const to = wholeSecond(now);
  const span = Math.min(watch.lookback, EXTRACTION_LIMITS.rangeDays * DAY);
  const range = { from: to - span, to };
  const query = { ...desired.query, project_id: projectId };
  const extraction = newExtraction(watch, { id, track: 'live', scheduledFor: to, query, range, silent }, now);
  return jobId === undefined
    ? extraction
    : { ...extraction, state: 'working', upstreamId: jobId, workingSince: now };
}

/** The state of the reference job: the job that a monitor repeats. */
type ReferenceState =
  | { state: 'working' }
  | { state: 'done'; jobId: string; endedAt: Instant }
  /** It is submitted again at `askAgainAt`. */
  | { state: 'failed'; askAgainAt: Instant };

/** With a backfill the reference job's span must end within the last 7 days (extraction service, monitors). */
export function isTooOld({ backfill }: DesiredMonitor, endedAt: Instant, now: Instant): boolean {
  return backfill && endedAt < now - EXTRACTION_LIMITS.backfillDays * DAY + HOUR;
}

/** The state of a reference job; undefined when there is no record of it. */
export async function referenceState(
  { ports }: Pick<UpstreamSweep, 'ports'>,
  extractionId: string | undefined,
): Promise<ReferenceState | undefined> {
  const extraction = extractionId === undefined ? undefined : await ports.extractions.get(extractionId);
  if (!extraction) return undefined;
  const { state, upstreamId, range, endedAt = ports.clock.now() } = extraction;
  const { lookAt } = lostSubmit(extraction);
  if (!hasEnded(state) || ports.clock.now() < lookAt) return { state: 'working' };
  if (state === 'done' && upstreamId !== undefined)
    return { state: 'done', jobId: upstreamId, endedAt: range.to };
  return { state: 'failed', askAgainAt: state === 'removed' ? 0 : endedAt + REFERENCE_GAP };
}

/**
 * Deletes the job of a reference: the known one, and those of submits whose answer was lost. These are found as they
 * would be before another submit: in our project, by what they ask, and not claimed by another extraction.
 */
export async function removeReferenceJobs(
  { ports, limits }: UpstreamSweep,
  reference: MonitorResource['reference'],
): Promise<void> {
  if (!reference) return;
  const { extractionId, jobId } = reference;
  const extraction = await ports.extractions.get(extractionId);
  // An extraction without a record of its job has asked again, and may have another job.
  const known = new Set([jobId, extraction?.upstreamId].filter((id) => id !== undefined));
  for (const id of known) await ports.monitors.removeJob(id, limits);
  if (!extraction || !lostSubmit(extraction).isLost) return;
  const { query, range, expiresAt, intentAt = 0 } = extraction;
  const { upstreamIds } = await ports.jobs.find({ query, range, since: intentAt - CLOCK_SKEW }, limits);
  for (const id of upstreamIds) {
    const isOurs = !known.has(id) && (await ports.extractions.claim(id, { extractionId, expiresAt }));
    if (isOurs) await ports.monitors.removeJob(id, limits);
  }
}

/** Whether there may be an unknown job, and from when on the list of jobs shows it for certain. */
function lostSubmit({ intentAt, sentAt = 0, upstreamId, sends }: Extraction): {
  isLost: boolean;
  lookAt: number;
} {
  const isLost = intentAt !== undefined && (upstreamId === undefined || sends > 1);
  return { isLost, lookAt: isLost ? sentAt + SUBMIT_CHECKS * SUBMIT_CHECK_AFTER : 0 };
}
