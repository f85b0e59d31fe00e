import { joinAlertsMade } from '../../domain/alerts/alert.ts';
import {
  extractionEnded,
  jobContinued,
  pageCollected,
} from '../../domain/extraction/extraction-transitions.ts';
import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import { limitWithin } from '../../domain/usage/demand.ts';
import { spaceOf } from '../../domain/watches/watch.ts';
import { type InsertScope, orderDeciding } from '../collect/insert-findings.ts';
import { recogniseRecords } from '../collect/recognise-records.ts';
import { storeKnownAndNew } from '../collect/record-changes.ts';
import { stepFunction } from './advance-extraction.ts';
import {
  type CollectPorts,
  readRecords,
  type StepContext,
  type StepResult,
  upstreamIdOf,
} from './extraction-step.ts';

/** Stores one page of the records of an extraction, or continues its job with a higher limit. */
export const collectExtraction = stepFunction('collect', async (context: StepContext<CollectPorts>) =>
  context.extraction.state === 'continuing'
    ? { change: await continueJob(context) }
    : collectRecords(context),
);

/**
 * Stores one page of records, and orders them to be decided. A record that is known, by its id or from an earlier job,
 * and has other content is stored again and not notified again. Taking the same page twice changes nothing.
 */
async function collectRecords(context: StepContext<CollectPorts>): Promise<StepResult> {
  const { extraction, watch, ports } = context;
  const { id, expiresAt, silent } = extraction;
  const scope = scopeOf(context);
  const page = await readRecords(context, extraction.page + 1);
  const recognising = { ...context, originOf: () => id, expiresAt };
  const { records, unusable: strange } = await recogniseRecords(recognising, page);
  const { sources, unusable = [] } = page;
  const discovery = { run: { id, track: extraction.track } };
  const inserted = await storeKnownAndNew(scope, {
    findings: records,
    sources,
    unusable: [...unusable, ...strange],
    silent,
    discoveryOf: () => discovery,
  });
  if (records.length > 0) await orderDeciding(ports, spaceOf(watch), { by: `${id}#${extraction.page}` });
  const { quarantined, faults, changed, stored } = inserted;
  const outcome = {
    quarantined,
    ...(faults.length > 0 && { faults }),
    ...joinAlertsMade(inserted),
    new: stored,
    refused: page.refused,
    changed,
  };
  const counts = {
    found: extraction.found + stored,
    changed: extraction.changed + changed,
  };
  const now = ports.clock.now();
  // The time was up within the page: it is taken again, and what was stored of it is known then.
  if (inserted.stop) return { change: { state: extraction.state, dueAt: now, ...counts }, outcome };
  const { pages, limit, findings } = page;
  const taken = { pages, records: findings.length, limit, now };
  return { change: { ...pageCollected(extraction, taken), ...counts }, outcome };
}

/** The records of a watch's first job are its baseline: they cause no alerts, however late they come. */
function scopeOf({ extraction, watch, ports, limits }: StepContext<CollectPorts>): InsertScope {
  return {
    ports,
    watch,
    track: extraction.track,
    ...(extraction.silent && { baseUntil: Number.POSITIVE_INFINITY }),
    finish: limits.deadline,
    isHolder: false,
  };
}

/**
 * Continues a completed job up to the limit that the watch asks for, or as far as the credits allow. The limit of the
 * job shows whether only the answer was lost, so a lower limit is recorded before it is sent. It is no failure when
 * the plan does not allow it: the records are stored.
 */
async function continueJob(context: StepContext): Promise<ExtractionChange> {
  const { extraction, watch, ports, limits } = context;
  const { continueTo = 0 } = extraction;
  const { limit = 0 } = await readRecords(context, 1);
  const now = ports.clock.now();
  if (limit >= continueTo) return jobContinued(now);
  const reason = await skipReason(context);
  if (reason !== undefined) return notContinued(context, reason);
  const { left = Number.POSITIVE_INFINITY } = await ports.jobs.credits(limits);
  if (left <= 0) return notContinued(context, 'no credits are left.');
  const reach = limitWithin(watch, { limit, wanted: continueTo, left });
  if (reach <= limit) return notContinued(context, `${left} credits are left, less than a record costs.`);
  if (reach < continueTo) return { state: 'continuing', dueAt: now, continueTo: reach };
  try {
    await ports.jobs.continue({ upstreamId: upstreamIdOf(context), limit: continueTo }, limits);
    return jobContinued(ports.clock.now());
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return notContinued(context, error.message);
  }
}

/** A watch that is slowed or paused by the budget keeps the limit it has. */
async function skipReason({ extraction, ports }: StepContext): Promise<string | undefined> {
  const { rate } = (await ports.states.read(extraction.watchId, 'live')) ?? {};
  return rate && rate.until > ports.clock.now() ? rate.reason : undefined;
}

function notContinued({ ports }: StepContext, reason: string): ExtractionChange {
  return extractionEnded('done', { error: `Not continued: ${reason}`, now: ports.clock.now() });
}
