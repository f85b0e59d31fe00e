import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Message } from '../../domain/alerts/message.ts';
import type { Channel, Transports } from '../../domain/channels/channel.ts';
import { isAddressOf, PRESETS } from '../../domain/channels/webhook-presets.ts';
import { withMessage } from '../../domain/channels/incidents.ts';
import { PublishRefused } from '../../domain/lib/errors.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import type { Ports, Topic } from '../../use-cases/ports/ports.ts';
import { parseAnswerJson } from '../http/reader.ts';
import type { Post } from '../http/post.ts';

/** Reads a secret by the name that `watches.yaml` gives it. Throws PublishRefused while it has no value. */
type ReadSecret = (name: string) => Promise<string>;

/** What the transports below need. */
export interface TransportSettings {
  post: Post;
  secret: ReadSecret;
  now: () => Instant;
}

/**
 * The generic webhook: our JSON document by POST. `Bellwether-Signature: t=SECONDS,v1=HEX` signs the time and the
 * body with the secret of the channel: HMAC-SHA256 of `SECONDS.BODY`. `Bellwether-Message` is the id of the message,
 * the same in each repeat.
 */
export function webhookTransport({ post, secret, now }: TransportSettings): Topic {
  return {
    async publish({ id, texts }, { transports }, limits) {
      const settings = transports?.webhook;
      if (!settings) throw new PublishRefused('The lane has no settings of a webhook.');
      if (!('url' in settings))
        return toSecretAddress({ id, texts }, { settings, deadline: limits?.deadline, post, secret });
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

/** What a messenger or another receiver of the user's own gets: the body is made, its address and its token are secrets. */
async function toSecretAddress(
  { id, texts }: Pick<Message, 'id' | 'texts'>,
  {
    settings,
    deadline,
    post,
    secret,
  }: Omit<TransportSettings, 'now'> & {
    settings: Exclude<NonNullable<Transports['webhook']>, { url: string }>;
    deadline: Instant | undefined;
  },
): Promise<string> {
  const address = await secret(settings.urlSecret);
  const token = settings.tokenSecret && (await secret(settings.tokenSecret));
  const preset = 'preset' in settings ? PRESETS[settings.preset] : undefined;
  const body = texts.body ?? texts.json;
  if (preset && !isAddressOf(preset, address))
    throw new PublishRefused(
      `The secret ${settings.urlSecret} is not an address of ${preset.title}. Write one like ${preset.example}.`,
    );
  const url = URL.parse(address);
  const fields = preset?.fields && url ? preset.fields(url, id) : {};
  await post(preset?.target && url ? preset.target(url, id) : address, {
    method: preset?.method ?? 'POST',
    body: Object.keys(fields).length > 0 ? withFields(body, fields) : body,
    headers: {
      'content-type': 'contentType' in settings ? settings.contentType : 'application/json',
      'user-agent': 'Bellwether',
      'bellwether-message': id,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    deadline,
    service: preset?.title ?? 'the webhook',
  });
  return id;
}

const bodySchema = z.record(z.string(), z.unknown());

function withFields(body: string, fields: Readonly<Record<string, string>>): string {
  return JSON.stringify({ ...bodySchema.parse(parseAnswerJson(body).value), ...fields });
}

/** The signature of a body at a time in seconds, as hex. */
function webhookSignature(body: string, { key, at }: { key: string; at: number }): string {
  return createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
}

/**
 * A workflow of Microsoft Teams: an adaptive card by POST. The workflow has no memory, so each message is a post of
 * its own.
 */
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

const formSchema = z.object({
  events: z.array(z.looseObject({ dedup_key: z.string() })).min(1),
  /** The alerts of each event, by its key. A drill has none. */
  alerts: z.record(z.string(), z.array(z.string())).default({}),
});

interface PagerNeeds extends Omit<TransportSettings, 'now'> {
  /** Where incidents are recorded, so that they can be ended. */
  pagers: Ports['pagers'];
}

/**
 * PagerDuty, Events v2: one event for each story of a message. The key of the story is that of its incident, so a
 * repeat of an event changes nothing there. Each incident is recorded after its event was accepted: it ends when a
 * reader acknowledges it, or when its story is quiet.
 *
 * @param base the address of the service, without a slash at the end.
 */
export function pagerDutyTransport({ post, secret, pagers }: PagerNeeds, base: string): Topic {
  const send = async (event: object, { transports }: Channel, deadline: Instant | undefined) => {
    const settings = transports?.pagerduty;
    if (!settings) throw new PublishRefused('The lane has no settings of PagerDuty.');
    const body = JSON.stringify({ routing_key: await secret(settings.keySecret), ...event });
    await post(`${base}/v2/enqueue`, { body, headers: {}, deadline, service: 'PagerDuty' });
  };
  return {
    async publish({ id, alertIds, createdAt: at, texts }, lane, limits) {
      const { events, alerts } = formSchema.parse(parseAnswerJson(texts.body ?? '{}').value);
      for (const event of events) {
        await send(event, lane, limits?.deadline);
        // A drill has no alerts, and ends what it has opened itself.
        if (alertIds.length === 0) continue;
        const key = event.dedup_key;
        const was = await pagers.get(lane.name, key);
        await pagers.put(withMessage(was, { lane: lane.name, key, alertIds: alerts[key] ?? alertIds, at }));
      }
      return id;
    },
    resolve: (key, lane, limits) => send({ event_action: 'resolve', dedup_key: key }, lane, limits?.deadline),
  };
}
