import { fingerprintOf } from '../../../domain/findings/fingerprint.ts';
import type { RecordReading, SeenRecords } from '../../../use-cases/ports/upstream.ts';
import { foundItems } from '../../http/found-items.ts';
import type { Items } from '../../http/lenient.ts';
import type { JobRecord } from './record.ts';
import { recordToFinding } from './to-finding.ts';

/** Records as findings. */
export function seenRecords(
  { records, unusable, dropped }: { records: readonly JobRecord[] } & Omit<Items<JobRecord>, 'kept'>,
  sight: RecordReading,
): SeenRecords {
  const toFinding = (record: JobRecord) => recordToFinding(record, sight);
  return {
    ...foundItems(records, { toFinding, unusable }),
    origins: new Map(records.flatMap(originOf)),
    refused: dropped,
  };
}

/** Articles in records of monitors name the job that found them. The job of the first one created the record. */
function originOf({ record_id, citations }: JobRecord): [string, string][] {
  const [first] = citations.toSorted((a, b) => (a.added_on ?? Infinity) - (b.added_on ?? Infinity));
  return first?.job_id === undefined ? [] : [[fingerprintOf(record_id), first.job_id]];
}
