import type { ExtractionContext } from '../context.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { OutboundAnswer } from '../ports.ts';
import type { Resource } from './assign.ts';
import { ATTEMPT_DELAYS, type Attempt, type Delivery } from './delivery.ts';
import { type BuiltRequest, buildRequest } from './request.ts';
import type { Webhook } from './webhook.ts';

/** What a webhook gets: fields of the body, and records, all at once or one by one. */
export interface Notice {
  resource: Resource;
  jobId: string;
  fields: Readonly<Record<string, unknown>>;
  records: readonly unknown[];
}

/** Brings notices to webhooks. A delivery is stored before its first attempt and survives a kill. */
export interface Dispatcher {
  /** Starts the deliveries of a notice. A webhook that is switched off gets none. */
  notify(webhook: Webhook, notice: Notice): void;
  /** Sends one request at once and notes it under the type `test`. */
  test(webhook: Webhook, payload: Readonly<Record<string, unknown>>): Promise<OutboundAnswer>;
  /** Continues every delivery that an earlier process left. */
  resume(): void;
}

export function createDispatcher(context: ExtractionContext): Dispatcher {
  const { agenda, store, newId, clock, faults } = context;

  const appoint = (delivery: Delivery): void => {
    const delay = ATTEMPT_DELAYS[delivery.attempts];
    if (delay === undefined) return void store.deliveries.delete(delivery.id);
    agenda.put(`delivery ${delivery.id}`, delivery.dueAt + delay, () => attempt(delivery));
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const webhook = store.webhooks.get(delivery.webhookId);
    if (!webhook?.active) return void store.deliveries.delete(delivery.id);
    const { answer, warning } = await send(context, webhook, delivery.fields);
    const tried = { ...delivery, attempts: delivery.attempts + 1 };
    noteAttempt(context, {
      ...outcomeOf(answer),
      webhookId: webhook.id,
      deliveryId: delivery.id,
      resourceType: delivery.resourceType,
      resourceId: delivery.resourceId,
      info: { job_id: delivery.jobId, records_count: Number(delivery.fields['records_count']) },
      number: tried.attempts,
      warning,
    });
    if (isTaken(answer)) return void store.deliveries.delete(delivery.id);
    store.deliveries.put(delivery.id, tried, webhook.id);
    appoint(tried);
  };

  return {
    notify(webhook, notice) {
      if (!webhook.active) return;
      for (const fields of bodiesOf(webhook, notice)) {
        if (faults.strikes('webhook-never-sent')) continue;
        const { resource, jobId } = notice;
        const delivery: Delivery = {
          id: newId(),
          webhookId: webhook.id,
          resourceType: resource.type,
          resourceId: resource.id,
          jobId,
          fields,
          dueAt: clock.now(),
          attempts: 0,
        };
        store.deliveries.put(delivery.id, delivery, webhook.id);
        appoint(delivery);
      }
    },
    async test(webhook, payload) {
      const { answer, warning } = await send(context, webhook, payload);
      const about = {
        webhookId: webhook.id,
        resourceType: 'test',
        resourceId: webhook.id,
        info: null,
      } as const;
      noteAttempt(context, { ...outcomeOf(answer), ...about, number: 1, warning });
      return answer;
    },
    resume() {
      for (const delivery of store.deliveries.list()) appoint(delivery);
    },
  };
}

/** Full: one body with all records. Per record: one body for each, and none when there are none. */
function bodiesOf(webhook: Webhook, { fields, records }: Notice): Record<string, unknown>[] {
  if (webhook.mode === 'full') return [{ ...fields, records_count: records.length, records }];
  return records.map((record) => ({ ...fields, records_count: 1, record }));
}

async function send(
  { send: sendOutbound }: ExtractionContext,
  webhook: Webhook,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ answer: OutboundAnswer; warning: string | null }> {
  let built: BuiltRequest;
  try {
    built = buildRequest(webhook, fields);
  } catch (error) {
    return { answer: { failure: `The template failed: ${messageOf(error).split('\n')[0]}` }, warning: null };
  }
  return { answer: await sendOutbound(built.request), warning: built.warning };
}

/** True for any 2xx. */
export function isTaken(answer: OutboundAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

function outcomeOf(answer: OutboundAnswer): Pick<Attempt, 'statusCode' | 'error'> {
  if ('failure' in answer) return { statusCode: null, error: answer.failure };
  const error = isTaken(answer) ? null : `The receiver answered ${answer.status}`;
  return { statusCode: answer.status, error };
}

/** Lines of the history are never removed, so that their number is their id. */
function noteAttempt({ store, clock }: ExtractionContext, attempt: Omit<Attempt, 'id' | 'at'>): void {
  const id = store.attempts.count() + 1;
  store.attempts.put(String(id), { ...attempt, id, at: clock.now() }, attempt.webhookId);
}
