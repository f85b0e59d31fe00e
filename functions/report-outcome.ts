import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import type { NextStep, ExtractionOutcome } from '../shared/domain/extraction/extraction.ts';
import type { DeliveryOutcome, ReconcileOutcome, RunOutcome } from '../shared/domain/runs/outcome.ts';
import { callAddress } from '../shared/providers/http/call-address.ts';
import { countMetric, logger, recordMetric, recordTime } from './handler.ts';

// Logs and metrics of what functions did.

/** Logs what a delivery sent, and counts it. */
export function reportDelivery(outcome: DeliveryOutcome): void {
  const states = outcome.messages.map(({ state }) => state);
  logger.info(EVENTS.deliveryEnded, { event: EVENTS.deliveryEnded, outcome });
  countMetric(METRICS.messages, states.filter((state) => state === 'accepted').length);
  countMetric(METRICS.deadMessages, states.filter((state) => state === 'dead').length);
  for (const { notifyTime } of outcome.messages)
    if (notifyTime) recordTime(METRICS.notifyTime, notifyTime.total);
}

/** Logs what a step of an extraction did, and counts it. Returns what the workflow has to know. */
export function reportExtraction(outcome: ExtractionOutcome): NextStep & { jobId: string } {
  logger.info(EVENTS.extractionStepped, { event: EVENTS.extractionStepped, outcome });
  countWork(outcome);
  const { jobId, next, waitSeconds } = outcome;
  return { jobId, next, waitSeconds };
}

/**
 * Logs and counts what a sweep did. After one that is done it calls the address of the heartbeat, if there is one: a call that
 * fails is only logged. A sweep that found another one working says nothing about missing runs.
 */
export async function reportSweep(outcome: ReconcileOutcome, heartbeat: string | undefined): Promise<void> {
  logger.info(EVENTS.reconciled, { event: EVENTS.reconciled, outcome });
  countQuarantined(outcome);
  if (outcome.status !== 'done') return;
  recordMetric(METRICS.missedRuns, outcome.missed.length);
  if (heartbeat === undefined) return;
  try {
    await callAddress(heartbeat);
  } catch (error) {
    logger.warn('The address of the heartbeat did not accept the call', { error });
  }
}

/** Counts quarantined items, and logs what our code threw at single items. */
export function countQuarantined({
  quarantined,
  faults = [],
}: Pick<RunOutcome, 'quarantined' | 'faults'>): void {
  for (const error of faults)
    logger.error('An item caused an error and is quarantined. The other items go on', { error });
  countMetric(METRICS.quarantined, quarantined);
}

/** Counts alerts, new findings and upstream calls, and quarantined items as {@link countQuarantined}. */
export function countWork({
  alerts,
  new: found = 0,
  calls = 0,
  ...quarantined
}: Pick<RunOutcome, 'alerts' | 'quarantined' | 'faults'> & Partial<Pick<RunOutcome, 'new' | 'calls'>>): void {
  countQuarantined(quarantined);
  countMetric(METRICS.findings, found);
  countMetric(METRICS.alerts, alerts);
  countMetric(METRICS.calls, calls);
}
