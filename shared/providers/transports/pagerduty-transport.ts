import * as z from 'zod';
import { PublishRefused } from '../../domain/lib/errors.ts';
import type { Topic } from '../../use-cases/ports/messages.ts';
import { parseAnswerJson } from '../http/parse-json.ts';
import type { TransportSettings } from './webhook-transport.ts';

const formSchema = z.object({ events: z.array(z.looseObject({ dedup_key: z.string() })).min(1) });

/**
 * PagerDuty, Events v2: one event for each story of a message. The key of the story is that of its incident, so a repeat of an
 * event changes nothing there.
 *
 * @param base the address of the service, without a slash at the end.
 */
export function pagerDutyTransport({ post, secret }: Omit<TransportSettings, 'now'>, base: string): Topic {
  return {
    async publish({ id, texts }, { transports }, limits) {
      const settings = transports?.pagerduty;
      if (!settings) throw new PublishRefused('The lane has no settings of PagerDuty.');
      const routingKey = await secret(settings.keySecret);
      const { events } = formSchema.parse(parseAnswerJson(texts.body ?? '{}').value);
      for (const event of events)
        await post(`${base}/v2/enqueue`, {
          body: JSON.stringify({ routing_key: routingKey, ...event }),
          headers: {},
          deadline: limits?.deadline,
          service: 'PagerDuty',
        });
      return id;
    },
  };
}
