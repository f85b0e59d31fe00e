import * as z from 'zod';
import type { UnusableItem } from '../../../domain/findings/quarantine.ts';
import { defined, isObject } from '../../../domain/lib/fields.ts';
import type { WebhookReader } from '../../../use-cases/ports/services.ts';
import { maybeFlag, maybeIdentifier, maybeInstant, maybeNumber, maybeText } from '../../http/lenient.ts';
import { parseAnswerJson } from '../../http/reader.ts';
import { type JobRecord, records } from './record.ts';
import { seenRecords } from './to-finding.ts';

/** Reads the body of a webhook payload. */
export const webhookReader: WebhookReader = (body, sight) => {
  const json = jsonIn(body);
  if (json === undefined) return undefined;
  const { kind, monitor_id, reference_job_id, job_id, records_count, ...found } = readWebhook(json);
  return {
    kind,
    ...seenRecords(found, sight),
    ...defined({
      monitorId: monitor_id,
      referenceJobId: reference_job_id,
      jobId: job_id,
      count: records_count,
    }),
  };
};

/** Undefined for invalid JSON. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return parseAnswerJson(new TextDecoder('utf-8', { fatal: true }).decode(body)).value;
  } catch {
    return undefined;
  }
}

/** The facts that any payload may contain. */
interface DeliveryFacts {
  monitor_id?: string | undefined;
  reference_job_id?: string | undefined;
  /** The job of the records, if the payload names it. */
  job_id?: string | undefined;
  /** The records in the payload. Some or all may be missing: then pull them by `job_id`. */
  records: JobRecord[];
  /** Records without an id, which cannot be used, and their number. */
  unusable: UnusableItem[];
  dropped: number;
  /** The number of records according to the service. */
  records_count?: number | undefined;
  updated_at?: number | undefined;
  status?: string | undefined;
}

/**
 * A payload at our receiver. `monitor`: a run of a monitor has ended. `job`: a job has ended. `record`: one record of
 * either. `unknown`: anything else, such as a test. Answer it with success too.
 */
type JobDelivery = DeliveryFacts & { kind: 'monitor' | 'job' | 'record' | 'unknown' };

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
 * Reads the body of a payload. No documentation defines its form, so nothing is required and nothing fails
 * (extraction service, what arrives at the receiver).
 */
export function readWebhook(given: unknown): JobDelivery {
  const read = body.safeParse(given);
  if (!read.success) return NO_RECORDS;
  const { record_id, record, records: new_, all_records, latest_job_id, job_id, ...rest } = read.data;
  const { event, resource_type, test, ...said } = rest;
  const isTest = test === true || [event, resource_type].some((word = '') => TEST.test(word));
  if (isTest) return NO_RECORDS;
  const single = record ?? (record_id === undefined ? undefined : given);
  const { kept, dropped, unusable } = records.parse(single ?? (hasRecords(new_) ? new_ : all_records));
  const { records_count = typeof new_ === 'number' ? new_ : undefined } = said;
  const facts = { ...said, records_count, job_id: latest_job_id ?? job_id };
  const isEmpty = kept.length === 0 && !unusable.some(({ raw }) => isObject(raw));
  const kind = kindOf({ ...facts, single, isEmpty });
  // Where nothing looks like a record, the payload holds none.
  return { ...facts, kind, records: kept, unusable: isEmpty ? [] : unusable, dropped };
}

const NO_RECORDS: JobDelivery = { kind: 'unknown', records: [], unusable: [], dropped: 0 };

/** A test may contain a sample record. */
const TEST = /(^|[^a-z])test([^a-z]|$)/i;

/** When the older name contains all records, the newer one may be their count, or be empty. */
function hasRecords(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Records without any name are read one by one, as in payloads with one record each. */
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
