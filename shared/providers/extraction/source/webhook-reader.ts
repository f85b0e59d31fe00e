import * as z from 'zod';
import type { UnusableItem } from '../../../domain/findings/quarantine.ts';
import { defined, isObject } from '../../../domain/lib/fields.ts';
import type { SeenRecords, WebhookPayload, WebhookReader } from '../../../use-cases/ports/services.ts';
import { maybeFlag, maybeIdentifier, maybeNumber, maybeText } from '../../http/lenient.ts';
import { parseAnswerJson } from '../../http/reader.ts';
import { type JobRecord, records } from './record.ts';
import { seenRecords } from './to-finding.ts';

/** Reads the body of a webhook payload. */
export const webhookReader: WebhookReader = (body, sight) => {
  const json = jsonIn(body);
  if (json === undefined) return undefined;
  const { records: kept, unusable, dropped, ...facts } = readWebhook(json);
  return { ...facts, ...seenRecords({ records: kept, unusable, dropped }, sight) };
};

/** Undefined for invalid JSON. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return parseAnswerJson(new TextDecoder('utf-8', { fatal: true }).decode(body)).value;
  } catch {
    return undefined;
  }
}

/**
 * A payload at our receiver. `monitor`: a run of a monitor has ended. `job`: a job has ended. `record`: one record of
 * either. `unknown`: anything else, such as a test. Answer it with success too. Some or all records may be missing:
 * then they are pulled.
 */
interface Delivery extends Omit<WebhookPayload, keyof SeenRecords> {
  records: JobRecord[];
  /** Records without an id, which cannot be used, and their number. */
  unusable: UnusableItem[];
  dropped: number;
}

const body = z.object({
  monitor_id: maybeIdentifier,
  reference_job_id: maybeIdentifier,
  latest_job_id: maybeIdentifier,
  job_id: maybeIdentifier,
  records_count: maybeNumber,
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
export function readWebhook(given: unknown): Delivery {
  const read = body.safeParse(given);
  if (!read.success) return NO_RECORDS;
  const { record_id, record, records: newer, all_records, event, resource_type, test } = read.data;
  const isTest = test === true || [event, resource_type].some((word = '') => TEST.test(word));
  if (isTest) return NO_RECORDS;
  const single = record ?? (record_id === undefined ? undefined : given);
  const { kept, dropped, unusable } = records.parse(single ?? (hasRecords(newer) ? newer : all_records));
  const {
    monitor_id: monitorId,
    reference_job_id: referenceJobId,
    latest_job_id,
    job_id,
    records_count,
  } = read.data;
  const facts = defined<Omit<Delivery, 'kind' | 'records' | 'unusable' | 'dropped'>>({
    monitorId,
    referenceJobId,
    jobId: latest_job_id ?? job_id,
    count: records_count ?? (typeof newer === 'number' ? newer : undefined),
  });
  const isEmpty = kept.length === 0 && !unusable.some(({ raw }) => isObject(raw));
  const kind = single === undefined ? kindOf(facts, isEmpty) : 'record';
  // Where nothing looks like a record, the payload holds none.
  return { ...facts, kind, records: kept, unusable: isEmpty ? [] : unusable, dropped };
}

const NO_RECORDS: Delivery = { kind: 'unknown', records: [], unusable: [], dropped: 0 };

/** A test may contain a sample record. */
const TEST = /(^|[^a-z])test([^a-z]|$)/i;

/** When the older name contains all records, the newer one may be their count, or be empty. */
function hasRecords(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Records without any name are read one by one, as in payloads with one record each. */
function kindOf(
  { monitorId, jobId }: Pick<Delivery, 'monitorId' | 'jobId'>,
  isEmpty: boolean,
): Delivery['kind'] {
  if (monitorId !== undefined) return 'monitor';
  if (jobId !== undefined) return 'job';
  return isEmpty ? 'unknown' : 'record';
}
