import * as z from 'zod';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { citationSchema, type ExtractedRecord, recordSchema } from '../jobs/work.ts';
import { comparedFrom, likeness } from '../../kit/group-stories.ts';

/** A record of a monitor, over all of its runs. */
export const monitorRecordSchema = z.object({
  record: recordSchema.omit({ citations: true }),
  citations: z.array(citationSchema.extend({ jobId: z.string(), addedAt: z.number() })),
  /** The run that found it first. */
  jobId: z.string(),
  addedAt: z.number(),
  updatedAt: z.number(),
});

export type MonitorRecord = z.infer<typeof monitorRecordSchema>;

/** Titles this alike report the same event. */
const ALIKE = 0.7;

/** Earlier records count as doubles so long after they were last seen (extraction service, monitors). */
const LOOK_BACK = EXTRACTION_LIMITS.backfillDays * DAY;

interface Merged {
  /** Records to be written: new ones, and earlier ones that gained citations. */
  changed: MonitorRecord[];
  /** Those that no earlier run had. */
  fresh: MonitorRecord[];
}

/**
 * Joins the records of a run to those of earlier runs. A record is a double of an earlier one that was seen in the
 * last 7 days when they share an article or nearly their title; the earlier one then gains the citations it had not.
 */
export function mergeRun(
  earlier: readonly MonitorRecord[],
  { records, jobId, now }: { records: readonly ExtractedRecord[]; jobId: string; now: Instant },
): Merged {
  const known = earlier.filter(({ updatedAt }) => updatedAt >= now - LOOK_BACK);
  const changed = new Map<string, MonitorRecord>();
  const fresh: MonitorRecord[] = [];
  for (const record of records) {
    const at = known.findIndex((other) => isDouble(other, record));
    const double = known[at];
    const merged = double ? joined(double, { record, jobId, now }) : begun(record, { jobId, now });
    if (double) known[at] = merged;
    else {
      known.push(merged);
      fresh.push(merged);
    }
    changed.set(merged.record.id, merged);
  }
  return { changed: [...changed.values()], fresh };
}

function isDouble(other: MonitorRecord, record: ExtractedRecord): boolean {
  if (other.record.id === record.id) return true;
  const links = new Set(other.citations.map(({ link }) => link));
  if (record.citations.some(({ link }) => links.has(link))) return isSameSubject(other, record);
  const isAlike = likeness(titleOf(other.record), titleOf(record)) >= ALIKE;
  return isAlike && isSameSubject(other, record);
}

function titleOf({ title }: Pick<ExtractedRecord, 'title'>) {
  return comparedFrom({ label: undefined, at: 0, title, text: undefined });
}

/** On a watchlist one article may make records of two companies: they are no doubles of each other. */
function isSameSubject(
  { record: { connections: a } }: MonitorRecord,
  { connections: b }: ExtractedRecord,
): boolean {
  if (!a?.length || !b?.length) return true;
  return a[0]?.entityId === b[0]?.entityId;
}

function begun(
  { citations, ...record }: ExtractedRecord,
  { jobId, now }: { jobId: string; now: Instant },
): MonitorRecord {
  return {
    record,
    citations: citations.map((citation) => ({ ...citation, jobId, addedAt: now })),
    jobId,
    addedAt: now,
    updatedAt: now,
  };
}

function joined(
  double: MonitorRecord,
  { record, jobId, now }: { record: ExtractedRecord; jobId: string; now: Instant },
): MonitorRecord {
  const links = new Set(double.citations.map(({ link }) => link));
  const added = record.citations.filter(({ link }) => !links.has(link));
  const citations = [...double.citations, ...added.map((citation) => ({ ...citation, jobId, addedAt: now }))];
  return { ...double, citations, updatedAt: now };
}
