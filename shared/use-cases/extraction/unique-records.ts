import type { Finding } from '../../domain/findings/finding.ts';

/** The last record of each fingerprint: pages of a job at work can shift between calls. */
export function uniqueRecords(records: readonly Finding[]): Finding[] {
  return [...new Map(records.map((record) => [record.fingerprint, record])).values()];
}
