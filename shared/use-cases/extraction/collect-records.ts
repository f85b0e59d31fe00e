import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { pageTaken } from '../../domain/extraction/extraction-transitions.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import { emptyLog } from '../../domain/stories/usual-words.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import type { Judging } from '../context/judging.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { recordChanges } from '../findings/record-changes.ts';
import { storeFindings } from '../findings/store-findings.ts';
import { collectCounts } from './collect-alerts.ts';
import type { CollectPorts, StepContext, StepResult } from './extraction-step.ts';
import { readRecords } from './read-records.ts';
import { withOutcome } from './step-outcome.ts';
import { uniqueRecords } from './unique-records.ts';

/**
 * Stores and judges one page of records. A record that is known, by its id or from an earlier job, and has other content
 * is stored again and not notified again. Taking the same page twice changes nothing.
 */
export async function collectRecords(context: StepContext<CollectPorts>): Promise<StepResult> {
  const { extraction, ports } = context;
  const { id, expiresAt, silent } = extraction;
  const judging = judgingOf(context);
  const left = await collectCounts((outcome) => judgeLeftOver({ ...judging, outcome }));
  if (!left.result) return { change: samePage(context), outcome: left.counts };
  const page = await readRecords(context, extraction.page + 1).catch(asFailure);
  if (page instanceof UpstreamError) return { failure: page, outcome: left.counts };
  const recognising = { ...context, originOf: () => id, expiresAt };
  const records = uniqueRecords(await recogniseRecords(recognising, page.findings));
  const changes = await collectCounts((outcome) =>
    recordChanges({ ...context, outcome }, records, { silent }),
  );
  const storing = await collectCounts((outcome) => storeFindings({ ...judging, outcome }, records, page.raw));
  const outcome = {
    ...[left.counts, changes.counts, storing.counts].reduce(withOutcome),
    refused: page.refused,
    changed: changes.result,
  };
  const { stored, complete } = storing.result;
  const counts = { found: extraction.found + stored, changed: extraction.changed + changes.result };
  if (!complete) return { change: { ...samePage(context), ...counts }, outcome };
  const { pages, limit, findings } = page;
  const taken = { pages, records: findings.length, limit, now: ports.clock.now() };
  return { change: { ...pageTaken(extraction, taken), ...counts }, outcome };
}

function asFailure(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

/** The time was up within a page: the page is taken again, and what was stored of it is known then. */
function samePage({ extraction, ports }: StepContext<CollectPorts>): ExtractionChange {
  const { state, found, changed } = extraction;
  return { state, dueAt: ports.clock.now(), found, changed };
}

/** The records of a watch's first job are its baseline: silent, however late they come. */
function judgingOf({
  extraction,
  watch,
  ports,
  limits,
}: StepContext<CollectPorts>): Omit<Judging, 'outcome'> {
  return {
    ports: { ...ports, definitions: rememberChannels(ports.definitions) },
    watch,
    state: extraction.silent ? { baseUntil: Number.POSITIVE_INFINITY } : {},
    order: { track: extraction.track },
    past: { words: emptyLog() },
    stories: new Set(),
    finish: limits.deadline,
  };
}
