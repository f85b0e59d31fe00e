import type { RecordSight, SeenRecords } from '../../use-cases/upstream-ports.ts';
import type { JobRecord } from './record.ts';
import { toFinding } from './to-finding.ts';

/** Records as findings. */
export function seenRecords(
  { records, dropped }: { records: readonly JobRecord[]; dropped: number },
  { keepRaw, ...sight }: RecordSight,
): SeenRecords {
  const found = records.map((record) => ({ finding: toFinding(record, sight), raw: record.raw }));
  return {
    findings: found.map(({ finding }) => finding),
    refused: dropped,
    ...(keepRaw && {
      raw: new Map(found.map(({ finding, raw }) => [finding.fingerprint, JSON.stringify(raw)])),
    }),
  };
}
