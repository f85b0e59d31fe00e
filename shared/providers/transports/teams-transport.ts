import { PublishRefused } from '../../domain/lib/errors.ts';
import type { Topic } from '../../use-cases/ports/messages.ts';
import type { TransportSettings } from './webhook-transport.ts';

/** A workflow of Microsoft Teams: an adaptive card by POST. The workflow has no memory, so each message is a post of its own. */
export function teamsTransport({ post, secret }: Omit<TransportSettings, 'now'>): Topic {
  return {
    async publish({ id, texts }, { transports }, limits) {
      const settings = transports?.teams;
      if (!settings) throw new PublishRefused('The lane has no settings of Teams.');
      const address = await secret(settings.webhookSecret);
      const body = texts.body ?? texts.json;
      await post(address, { body, headers: {}, deadline: limits?.deadline, service: 'Teams' });
      return id;
    },
  };
}
