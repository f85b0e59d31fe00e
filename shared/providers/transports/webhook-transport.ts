import { createHmac } from 'node:crypto';
import { PublishRefused } from '../../domain/lib/errors.ts';
import { SECOND, type Instant } from '../../domain/time/instant.ts';
import type { Topic } from '../../use-cases/ports/messages.ts';
import type { Post } from './post.ts';
import type { ReadSecret } from './read-secret.ts';

/** What the transports below need. */
export interface TransportSettings {
  post: Post;
  secret: ReadSecret;
  now: () => Instant;
}

/**
 * The generic webhook: our JSON document by POST. `Bellwether-Signature: t=SECONDS,v1=HEX` signs the time and the body with the
 * secret of the channel: HMAC-SHA256 of `SECONDS.BODY`. `Bellwether-Message` is the id of the message, the same in each repeat.
 */
export function webhookTransport({ post, secret, now }: TransportSettings): Topic {
  return {
    async publish({ id, texts }, { transports }, limits) {
      const settings = transports?.webhook;
      if (!settings) throw new PublishRefused('The lane has no settings of a webhook.');
      const key = await secret(settings.secret);
      const at = Math.floor(now() / SECOND);
      const headers = {
        'user-agent': 'Bellwether',
        'bellwether-message': id,
        'bellwether-signature': `t=${at},v1=${webhookSignature(texts.json, { key, at })}`,
      };
      await post(settings.url, {
        body: texts.json,
        headers,
        deadline: limits?.deadline,
        service: 'the webhook',
      });
      return id;
    },
  };
}

/** The signature of a body at a time in seconds, as hex. */
export function webhookSignature(body: string, { key, at }: { key: string; at: number }): string {
  return createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
}
