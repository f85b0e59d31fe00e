import { fingerprintOf } from '../../../domain/findings/fingerprint.ts';
import type { RecordReading, SeenRecords } from '../../../use-cases/ports/upstream.ts';
import type { JobRecord } from './record.ts';
import { recordToFinding } from './to-finding.ts';

/** Records as findings. */
export function seenRecords(
  { records, dropped }: { records: readonly JobRecord[]; dropped: number },
  { keepRaw, ...sight }: RecordReading,
): SeenRecords {
  const found = records.map((record) => ({ finding: recordToFinding(record, sight), raw: record.raw }));
  return {
    findings: found.map(({ finding }) => finding),
    origins: new Map(records.flatMap(originOf)),
    refused: dropped,
    ...(keepRaw && {
      raw: new Map(found.map(({ finding, raw }) => [finding.fingerprint, JSON.stringify(raw)])),
    }),
  };
}

/** Articles in records of monitors name the job that found them. The job of the first one created the record. */
function originOf({ record_id, citations }: JobRecord): [string, string][] {
  const [first] = citations.toSorted((a, b) => (a.added_on ?? Infinity) - (b.added_on ?? Infinity));
  return first?.job_id === undefined ? [] : [[fingerprintOf(record_id), first.job_id]];
}
