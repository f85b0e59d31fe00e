import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { pageCollected } from '../../domain/extraction/extraction-transitions.ts';
import type { Processed } from '../alerts/processed.ts';
import { recordChanges } from '../alerts/record-changes.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { judgeLeftOver, processFindings } from '../run/pipeline.ts';
import { noWords } from '../stories/recent-words.ts';
import type { CollectPorts, StepContext, StepResult } from './extraction-step.ts';
import { readRecords } from './read-records.ts';
import { addStepOutcome, NOTHING_DONE, type StepOutcome } from './step-outcome.ts';
import { uniqueRecords } from './unique-records.ts';

/**
 * Takes one page of records. A new record is stored, judged and notified as every finding is. A record that is known, by
 * its id or from an earlier job, and has other content is stored again and not notified again. Taking the same page twice
 * changes nothing.
 */
export async function collectRecords(context: StepContext<CollectPorts>): Promise<StepResult> {
  const { extraction, ports } = context;
  const { id, expiresAt, silent } = extraction;
  const scope = scopeOf(context);
  const left = await judgeLeftOver(scope, noWords());
  const judged = addStepOutcome(NOTHING_DONE, outcomeOf(left));
  if (!left.complete) return { change: samePage(context), outcome: judged };
  const { answer: page, outcome: read } = await readRecords(context, extraction.page + 1, judged);
  const recognising = { ...context, originOf: () => id, expiresAt };
  const findings = uniqueRecords(await recogniseRecords(recognising, page.findings));
  const changes = await recordChanges(scope, findings, { silent });
  const processed = await processFindings(scope, { findings, raw: page.raw }, left.recent);
  const { changed } = changes;
  const { stored: found } = processed;
  const outcome = [{ refused: page.refused }, changes, outcomeOf(processed)].reduce<StepOutcome>(
    addStepOutcome,
    read,
  );
  if (!processed.complete) return { change: samePage(context, { found, changed }), outcome };
  const { pages, limit, findings: records } = page;
  const change = {
    ...pageCollected(extraction, { pages, records: records.length, limit, now: ports.clock.now() }),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
  return { change, outcome };
}

function outcomeOf({ stored, stories, alerts, channels }: Processed): Partial<StepOutcome> {
  return { new: stored, stories: stories.size, alerts, channels };
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
