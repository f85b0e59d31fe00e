import * as z from 'zod';
import { maybeFlag, maybeIdentifier, maybeInstant, maybeNumber, maybeText } from '../../http/lenient.ts';
import { records, type JobRecord } from './record.ts';

/** What every delivery may say about itself. */
interface DeliveryFacts {
  monitor_id?: string | undefined;
  reference_job_id?: string | undefined;
  /** The job whose records these are, where it is named. */
  job_id?: string | undefined;
  /** Records that came along; may be a part, or none although the job has some: then pull by `job_id`. */
  records: JobRecord[];
  /** Records without an id: of no use, and counted. */
  dropped: number;
  /** How many records the service says there are. */
  records_count?: number | undefined;
  updated_at?: number | undefined;
  status?: string | undefined;
}

/**
 * What arrived at our receiver. `monitor`: a run of a monitor is over. `job`: a job is over. `record`: one record of
 * either. `unknown`: anything else, such as a test: to be answered with success all the same.
 */
export type JobDelivery = DeliveryFacts & { kind: 'monitor' | 'job' | 'record' | 'unknown' };

const body = z.object({
  monitor_id: maybeIdentifier,
  reference_job_id: maybeIdentifier,
  latest_job_id: maybeIdentifier,
  job_id: maybeIdentifier,
  records_count: maybeNumber,
  updated_at: maybeInstant,
  status: maybeText,
  event: maybeText,
  resource_type: maybeText,
  test: maybeFlag,
  record: z.unknown().optional(),
  record_id: maybeIdentifier,
  records: z.unknown().optional(),
  all_records: z.unknown().optional(),
});

/**
 * Reads the body of a delivery. Its form is described nowhere for certain, so nothing is required and nothing fails
 * (extraction service, what arrives at the receiver).
 */
export function readWebhook(given: unknown): JobDelivery {
  const read = body.safeParse(given);
  if (!read.success) return { kind: 'unknown', records: [], dropped: 0 };
  const { record_id, record, records: new_, all_records, latest_job_id, job_id, ...rest } = read.data;
  const { event, resource_type, test, ...said } = rest;
  const isTest = test === true || [event, resource_type].some((word = '') => TEST.test(word));
  if (isTest) return { kind: 'unknown', records: [], dropped: 0 };
  const single = record ?? (record_id === undefined ? undefined : given);
  const { kept, dropped } = records.parse(single ?? (hasRecords(new_) ? new_ : all_records));
  const { records_count = typeof new_ === 'number' ? new_ : undefined } = said;
  const facts = { ...said, records_count, job_id: latest_job_id ?? job_id };
  return { ...facts, kind: kindOf({ ...facts, single, isEmpty: kept.length === 0 }), records: kept, dropped };
}

/** A body that only tries the way may hold a sample of a record. */
const TEST = /(^|[^a-z])test([^a-z]|$)/i;

/** Where all records stand under their older name, the newer one may be a count of them, or be empty. */
function hasRecords(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Records that come without any name are taken one by one, as in deliveries of one record each. */
function kindOf(facts: {
  monitor_id?: string | undefined;
  job_id?: string | undefined;
  single: unknown;
  isEmpty: boolean;
}) {
  if (facts.single !== undefined) return 'record';
  if (facts.monitor_id !== undefined) return 'monitor';
  if (facts.job_id !== undefined) return 'job';
  return facts.isEmpty ? 'unknown' : 'record';
}
