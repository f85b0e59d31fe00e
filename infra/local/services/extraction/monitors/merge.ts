import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { comparedFrom, likeness } from '../../kit/group-stories.ts';
import type { Citation, ExtractedRecord } from '../stored.ts';

/** A record of a monitor, over all of its runs. */
export interface MonitorRecord {
  record: Omit<ExtractedRecord, 'citations'>;
  citations: readonly (Citation & { jobId: string; addedAt: Instant })[];
  /** The run that found it first. */
  jobId: string;
  addedAt: Instant;
  updatedAt: Instant;
}

/** Titles this alike report the same event. */
const ALIKE = 0.7;

/** Earlier records count as doubles so long after they were last seen (extraction service, monitors). */
const LOOK_BACK = EXTRACTION_LIMITS.backfillDays * DAY;

/**
 * The records of earlier runs with those of one more. A record is a double of an earlier one that was seen in the last
 * 7 days when they share an article or nearly their title; the earlier one then gains the citations it had not.
 */
export function mergeRun(
  earlier: readonly MonitorRecord[],
  { records, jobId, now }: { records: readonly ExtractedRecord[]; jobId: string; now: Instant },
): MonitorRecord[] {
  const merged = [...earlier];
  for (const { citations, ...record } of records) {
    const found = citations.map((citation) => ({ ...citation, jobId, addedAt: now }));
    const at = merged.findIndex(
      (other) => other.updatedAt >= now - LOOK_BACK && isDouble(other, { ...record, citations }),
    );
    const double = merged[at];
    if (double) {
      const links = linksOf(double);
      const added = found.filter(({ link }) => !links.has(link));
      merged[at] = { ...double, citations: [...double.citations, ...added], updatedAt: now };
    } else merged.push({ record, citations: found, jobId, addedAt: now, updatedAt: now });
  }
  return merged;
}

function isDouble(other: MonitorRecord, record: ExtractedRecord): boolean {
  if (other.record.id === record.id) return true;
  const links = linksOf(other);
  const isShared = record.citations.some(({ link }) => links.has(link));
  const isAlike = isShared || likeness(titleOf(other.record), titleOf(record)) >= ALIKE;
  return isAlike && isSameSubject(other.record.connections, record.connections);
}

function linksOf({ citations }: MonitorRecord): Set<string> {
  return new Set(citations.map(({ link }) => link));
}

function titleOf({ title }: Pick<ExtractedRecord, 'title'>) {
  return comparedFrom({ label: undefined, at: 0, title, text: undefined });
}

type Connections = ExtractedRecord['connections'];

/** On a watchlist one article may make records of two companies: they are no doubles of each other. */
function isSameSubject(a: Connections, b: Connections): boolean {
  return !a?.length || !b?.length || a[0]?.entityId === b[0]?.entityId;
}
