import type { ExtractionOutcome, ExtractionChange } from '../../domain/extraction/extraction.ts';
import { advanceExtraction } from './advance-extraction.ts';
import { continueJob } from './continue-job.ts';
import {
  type AdvanceContext,
  type CollectPorts,
  type StepContext,
  type StepResult,
  readRecords,
  type StepOutcome,
} from './extraction-step.ts';
import { joinAlertsMade } from '../../domain/alerts/alert.ts';
import { pageCollected } from '../../domain/extraction/extraction-transitions.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import { noWords } from '../stories/group-findings.ts';
import type { Processed } from '../run/progress.ts';
import { recordChanges, rememberChannels } from '../alerts/put-alerts.ts';
import type { ItemsQuarantined } from '../alerts/quarantine-items.ts';
import { joinQuarantined } from '../run/progress.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { processFindings } from '../run/pipeline.ts';
import { judgeLeftOver } from '../run/run-watch.ts';

/** Stores one page of the records of an extraction, or continues its job with a higher limit. */
export function collectExtraction(
  jobId: string,
  ports: CollectPorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'collect', take: collectOrContinue }, jobId, { ports, context });
}

function collectOrContinue(context: StepContext<CollectPorts>): Promise<StepResult> {
  return context.extraction.state === 'continuing' ? continueJob(context) : collectRecords(context);
}

/**
 * Stores and judges one page of records. A record that is known, by its id or from an earlier job, and has other content
 * is stored again and not notified again. Taking the same page twice changes nothing.
 */
async function collectRecords(context: StepContext<CollectPorts>): Promise<StepResult> {
  const { extraction, ports } = context;
  const { id, expiresAt, silent } = extraction;
  const scope = scopeOf(context);
  const left = await judgeLeftOver(scope, noWords());
  const judged = outcomeOf(left);
  if (!left.complete) return { change: samePage(context), outcome: judged };
  const page = await readRecords(context, extraction.page + 1).catch(asFailure);
  if (page instanceof UpstreamError) return { failure: page, outcome: judged };
  const recognising = { ...context, originOf: () => id, expiresAt };
  const { records, unusable: strange } = await recogniseRecords(recognising, page);
  const { raw, sources, unusable = [] } = page;
  const changes = await recordChanges(scope, records, { silent, sources });
  const items = { findings: records, raw, sources, unusable: [...unusable, ...strange, ...changes.unusable] };
  const discovery = { run: { id, track: extraction.track } };
  const processed = await processFindings(scope, { ...items, discovery }, left.recent);
  const outcome = {
    ...quarantineOf(joinQuarantined(left, processed)),
    ...joinAlertsMade(judged, changes, processed),
    new: processed.stored,
    stories: processed.stories.size,
    refused: page.refused,
    changed: changes.changed,
  };
  const counts = {
    found: extraction.found + processed.stored,
    changed: extraction.changed + changes.changed,
  };
  if (!processed.complete) return { change: { ...samePage(context), ...counts }, outcome };
  const { pages, limit, findings } = page;
  const taken = { pages, records: findings.length, limit, now: ports.clock.now() };
  return { change: { ...pageCollected(extraction, taken), ...counts }, outcome };
}

function asFailure(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

function outcomeOf({ stories, alerts, channels, ...processed }: Processed): Partial<StepOutcome> {
  return { stories: stories.size, alerts, channels, ...quarantineOf(processed) };
}

function quarantineOf({
  quarantined,
  faults,
}: Pick<ItemsQuarantined, 'quarantined' | 'faults'>): Partial<StepOutcome> {
  return { quarantined, ...(faults.length > 0 && { faults }) };
}

/** The time was up within a page: the page is taken again, and what was stored of it is known then. */
function samePage({ extraction, ports }: StepContext<CollectPorts>): ExtractionChange {
  const { state, found, changed } = extraction;
  return { state, dueAt: ports.clock.now(), found, changed };
}

/** The records of a watch's first job are its baseline: they cause no alerts, however late they come. */
function scopeOf({ extraction, watch, ports, limits }: StepContext<CollectPorts>): FindingScope {
  return {
    ports: { ...ports, definitions: rememberChannels(ports.definitions) },
    watch,
    track: extraction.track,
    ...(extraction.silent && { baseUntil: Number.POSITIVE_INFINITY }),
    finish: limits.deadline,
  };
}
