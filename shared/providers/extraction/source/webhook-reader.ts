import { defined } from '../../../domain/lib/fields.ts';
import type { WebhookReader } from '../../../use-cases/ports/upstream.ts';
import { parseAnswerJson } from '../../http/parse-json.ts';
import { readWebhook } from './read-webhook.ts';
import { seenRecords } from './seen-records.ts';

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
