import type { ExtractionChange } from '../../domain/extraction.ts';
import { pageTaken } from '../../domain/extraction-turns.ts';
import type { Finding } from '../../domain/finding.ts';
import { type Judging, judgeLeftOver, storeFindings } from '../judge-findings.ts';
import { noteChanges } from '../note-changes.ts';
import type { Advance, CollectPorts } from './advance.ts';
import { readRecords } from './read-records.ts';
import { recogniseRecords } from './recognise-records.ts';

/**
 * Takes one page of records: a record is stored when it is not known yet, and judged and told as every finding is; one
 * that is known, by its id or from an earlier job, and has another content is stored anew and not told again. Taking the
 * same page twice changes nothing.
 */
export async function collectRecords(advance: Advance<CollectPorts>): Promise<ExtractionChange> {
  const { extraction, outcome, ports } = advance;
  const judging = judgingOf(advance);
  await judgeLeftOver(judging);
  const page = await readRecords(advance, extraction.page + 1);
  const findings = unique(await recogniseRecords(advance, page.findings));
  outcome.refused += page.refused;
  const changed = await noteChanges(advance, findings);
  const found = await storeFindings(judging, findings, page.raw);
  outcome.changed += changed;
  const { pages, limit, findings: records } = page;
  return {
    ...pageTaken(extraction, { pages, records: records.length, limit, now: ports.clock.now() }),
    found: extraction.found + found,
    changed: extraction.changed + changed,
  };
}

/** The records of a watch's first job are its base: silent, however late they come. */
function judgingOf({ extraction, watch, ports, outcome }: Advance<CollectPorts>): Judging {
  const state = extraction.silent ? { baseUntil: Number.POSITIVE_INFINITY } : {};
  return { ports, watch, outcome, state, order: { track: extraction.track } };
}

/** One finding per fingerprint: pages of a job at work can shift between calls. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}
