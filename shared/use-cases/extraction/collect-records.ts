import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { pageTaken } from '../../domain/extraction/extraction-transitions.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import type { Judging } from '../context/judging.ts';
import { recordChanges } from '../findings/record-changes.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { storeFindings } from '../findings/store-findings.ts';
import type { Advance, CollectPorts } from './extraction-step.ts';
import { readRecords } from './read-records.ts';
import { emptyLog } from '../../domain/stories/usual-words.ts';

/**
 * Takes one page of records: a record is stored when it is not known yet, and judged and told as every finding is; one
 * that is known, by its id or from an earlier job, and has another content is stored anew and not told again. Taking the
 * same page twice changes nothing.
 */
export async function collectRecords(advance: Advance<CollectPorts>): Promise<ExtractionChange> {
  const { extraction, outcome, ports } = advance;
  const judging = judgingOf(advance);
  if (!(await judgeLeftOver(judging))) return sameAgain(advance);
  const page = await readRecords(advance, extraction.page + 1);
  const { id, expiresAt } = extraction;
  const recognising = { ...advance, originOf: () => id, expiresAt };
  const findings = unique(await recogniseRecords(recognising, page.findings));
  outcome.refused += page.refused;
  const changed = await recordChanges(advance, findings, { silent: extraction.silent });
  const { stored: found, complete } = await storeFindings(judging, findings, page.raw);
  outcome.changed += changed;
  if (!complete) return sameAgain(advance, { found, changed });
  const { pages, limit, findings: records } = page;
  return {
    ...pageTaken(extraction, { pages, records: records.length, limit, now: ports.clock.now() }),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
}

/** The time was up within a page: it is taken again, and what was stored of it is known then. */
function sameAgain(
  { extraction, ports }: Advance<CollectPorts>,
  { found = 0, changed = 0 } = {},
): ExtractionChange {
  return {
    state: extraction.state,
    dueAt: ports.clock.now(),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
}

/** The records of a watch's first job are its base: silent, however late they come. */
function judgingOf({ extraction, watch, ports: given, outcome, limits }: Advance<CollectPorts>): Judging {
  const state = extraction.silent ? { baseUntil: Number.POSITIVE_INFINITY } : {};
  const ports = { ...given, definitions: rememberChannels(given.definitions) };
  const order = { track: extraction.track };
  return {
    ports,
    watch,
    outcome,
    state,
    order,
    past: { words: emptyLog() },
    stories: new Set(),
    finish: limits.deadline,
  };
}

/** One finding per fingerprint: pages of a job at work can shift between calls. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}
