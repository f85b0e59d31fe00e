import type { WebhookReader } from '../../../use-cases/ports/upstream.ts';
import { readWebhook } from './read-webhook.ts';
import { seenRecords } from './seen-records.ts';

/** Reads the body of a delivery, whatever it is. */
export const webhookReader: WebhookReader = (body, sight) => {
  const json = jsonIn(body);
  if (json === undefined) return undefined;
  const { kind, monitor_id, reference_job_id, job_id, records_count, records, dropped } = readWebhook(json);
  return {
    kind,
    ...seenRecords({ records, dropped }, sight),
    ...(monitor_id !== undefined && { monitorId: monitor_id }),
    ...(reference_job_id !== undefined && { referenceJobId: reference_job_id }),
    ...(job_id !== undefined && { jobId: job_id }),
    ...(records_count !== undefined && { count: records_count }),
  };
};

/** Undefined for bytes that are no JSON. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
