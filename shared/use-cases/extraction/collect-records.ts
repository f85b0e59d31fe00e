import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { pageTaken } from '../../domain/extraction/extraction-transitions.ts';
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
import { addStepOutcome, NOTHING_DONE } from './step-outcome.ts';
import { uniqueRecords } from './unique-records.ts';

/**
 * Takes one page of records. A new record is stored, judged and notified as every finding is. A record that is known, by
 * its id or from an earlier job, and has other content is stored again and not notified again. Taking the same page twice
 * changes nothing.
 */
export async function collectRecords(context: StepContext<CollectPorts>): Promise<StepResult> {
  const { extraction, ports } = context;
  const { id, expiresAt, silent } = extraction;
  const judging = judgingOf(context);
  const left = await collectCounts((outcome) => judgeLeftOver({ ...judging, outcome }));
  const judged = addStepOutcome(NOTHING_DONE, left.counts);
  if (!left.result) return { change: samePage(context), outcome: judged };
  const { answer: page, outcome: read } = await readRecords(context, extraction.page + 1, judged);
  const recognising = { ...context, originOf: () => id, expiresAt };
  const findings = uniqueRecords(await recogniseRecords(recognising, page.findings));
  const changes = await collectCounts((outcome) =>
    recordChanges({ ...context, outcome }, findings, { silent }),
  );
  const storing = await collectCounts((outcome) =>
    storeFindings({ ...judging, outcome }, findings, page.raw),
  );
  const { stored: found, complete } = storing.result;
  const changed = changes.result;
  const counts = { refused: page.refused, changed };
  const outcome = [counts, changes.counts, storing.counts].reduce(addStepOutcome, read);
  if (!complete) return { change: samePage(context, { found, changed }), outcome };
  const { pages, limit, findings: records } = page;
  const change = {
    ...pageTaken(extraction, { pages, records: records.length, limit, now: ports.clock.now() }),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
  return { change, outcome };
}

/** The time was up within a page: the page is taken again, and what was stored of it is known then. */
function samePage(
  { extraction, ports }: StepContext<CollectPorts>,
  { found = 0, changed = 0 } = {},
): ExtractionChange {
  return {
    state: extraction.state,
    dueAt: ports.clock.now(),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
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
