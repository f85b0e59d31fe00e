import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';

/** The outcome of a test of a webhook. */
export type WebhookTest = { delivered: true; why?: undefined } | { delivered: false; why: string };

/** Our receiver recognises a test by these fields, and keeps no record of it. */
const PAYLOAD = { event: 'test', test: true };

/**
 * Lets the service send a test to a webhook (extraction service, webhooks). Returns whether the receiver took it, and else
 * why not.
 */
export function testWebhook({ webhooks }: Pick<ExtractionClient, 'webhooks'>) {
  return async (webhookId: string, { deadline }: CallLimits): Promise<WebhookTest> => {
    const answer = await webhooks.test(webhookId, { payload: PAYLOAD, deadline });
    const { success, message = 'the service gives no reason', http_status_code: status } = answer;
    const isRefused = success === false || (status !== undefined && status >= 300);
    return isRefused ? { delivered: false, why: message } : { delivered: true };
  };
}
