import * as z from 'zod';
import type { StandInAnswer, StandInRequest } from './aws-transports.ts';
import type { Transports } from '../../shared/domain/channels/channel.ts';
import type { PresetName } from '../../shared/domain/channels/webhook-presets.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';

// Stand-ins of messengers. Each refuses what the documents of the service refuse. Sources: docs.ntfy.sh/publish ("Publish as
// JSON", "Limitations"); core.telegram.org/bots/api (sendMessage, HTML style, ResponseParameters);
// docs.discord.com/developers/resources/webhook (Execute Webhook) and topics/rate-limits;
// developers.google.com/workspace/chat (Send messages with webhooks, Usage limits); docs.mattermost.com (Incoming webhooks);
// spec.matrix.org/latest/client-server-api (room send, Size limits, Rate limiting). Rates: what they name for one sender and
// one address, else what their servers have by default (ntfy `visitor-request-limit`, Matrix Synapse `rc_message`).

/** What stands at the path of a messenger: what it refuses, in its own words; undefined where it accepts. */
interface Messenger {
  method: 'POST' | 'PUT';
  path: RegExp;
  refuses: (request: StandInRequest, body: unknown) => string | undefined;
  accepted: StandInAnswer;
}

const bytes = (text: string) => Buffer.byteLength(text);
const invalid = (schema: z.ZodType, body: unknown) => schema.safeParse(body).error?.message;

const ntfySchema = z.object({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  message: z.string().refine((text) => bytes(text) <= 4_096, 'it would become an attachment'),
  title: z
    .string()
    .refine((text) => bytes(text) <= 1_024, 'the title is too long')
    .optional(),
  priority: z.int().min(1).max(5).optional(),
  click: z.url().optional(),
  sequence_id: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/)
    .optional(),
});

const telegramSchema = z.object({
  chat_id: z.string().min(1),
  text: z.string().min(1),
  parse_mode: z.literal('HTML').optional(),
  message_thread_id: z.string().optional(),
  link_preview_options: z.object({ is_disabled: z.boolean() }).optional(),
});

/** What its HTML style takes: few tags, each closed, and no other sign of markup. */
export function telegramFault(text: string): string | undefined {
  const open: string[] = [];
  const plain = text.replaceAll(/<(\/?)([a-z]+)((?: href="[^"<>]*")?)>/g, (_, end, tag, href) => {
    if (!['a', 'b', 'i', 'u', 's', 'code', 'pre'].includes(tag) || (tag === 'a' && end === '' && href === ''))
      open.push(`<${tag}> is not supported`);
    else if (end === '') open.push(tag);
    else if (open.pop() !== tag) open.push(`</${tag}> closes nothing`);
    return '';
  });
  if (open.length > 0 || /[<>]|&(?!lt;|gt;|amp;|quot;|#\d+;)/.test(plain)) return "can't parse entities";
  const seen = plain.replaceAll(/&(?:lt|gt|amp|quot|#\d+);/g, '.');
  return seen.length > 4_096 ? 'message is too long' : undefined;
}

const discordSchema = z.object({
  content: z.string().min(1).max(2_000),
  allowed_mentions: z.object({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  flags: z.int().optional(),
});

const matrixSchema = z.object({
  msgtype: z.enum(['m.text', 'm.notice']),
  body: z.string().min(1),
  format: z.literal('org.matrix.custom.html').optional(),
  formatted_body: z.string().optional(),
  'm.mentions': z.object({}).optional(),
});

const MESSENGERS: readonly Messenger[] = [
  {
    method: 'POST',
    path: /^\/(?:\?auth=.*)?$/,
    refuses: (_, body) => invalid(ntfySchema, body),
    accepted: { status: 200, body: '{"id":"x"}' },
  },
  {
    method: 'POST',
    path: /^\/bot123:secret\/sendMessage$/,
    refuses: (_, body) => invalid(telegramSchema, body) ?? telegramFault(telegramSchema.parse(body).text),
    accepted: { status: 200, body: '{"ok":true,"result":{"message_id":1}}' },
  },
  {
    method: 'POST',
    path: /^\/api\/webhooks\/1\/secret\?wait=true$/,
    refuses: (_, body) => invalid(discordSchema, body),
    accepted: { status: 200, body: '{"id":"1"}' },
  },
  {
    method: 'POST',
    path: /^\/v1\/spaces\/AAA\/messages\?key=k&token=secret$/,
    refuses: ({ body: text }, body) =>
      bytes(text) > 32_000
        ? 'Message is too long'
        : invalid(z.strictObject({ text: z.string().min(1) }), body),
    accepted: { status: 200, body: '{"name":"spaces/AAA/messages/1"}' },
  },
  {
    method: 'POST',
    path: /^\/hooks\/secret$/,
    refuses: (_, body) => invalid(z.object({ text: z.string().min(1).max(16_383) }), body),
    accepted: { status: 200, body: 'ok' },
  },
  {
    method: 'PUT',
    path: /^\/_matrix\/client\/v3\/rooms\/!r:example\/send\/m\.room\.message\/[\w-]+$/,
    refuses: ({ headers, body: text }, body) =>
      headers.authorization !== 'Bearer token'
        ? 'M_UNKNOWN_TOKEN'
        : bytes(text) > 65_000
          ? 'M_TOO_LARGE'
          : invalid(matrixSchema, body),
    accepted: { status: 200, body: '{"event_id":"$1"}' },
  },
];

/** The answer of the messenger at a path; undefined where none is there. EventBridge is at the root, too. */
export function answerOfMessenger(request: StandInRequest): StandInAnswer | undefined {
  const { method, path, headers, body } = request;
  if (headers['x-amz-target'] !== undefined) return undefined;
  const messenger = MESSENGERS.find((one) => one.path.test(path));
  if (!messenger) return undefined;
  if (method !== messenger.method) return { status: 405, body: 'Method Not Allowed' };
  const refused = messenger.refuses(request, parseJson(body));
  return refused === undefined ? messenger.accepted : { status: 400, body: refused };
}

/** Where the stand-in of a messenger is, and how often one sender may post there: `burst` at once, then one each `every`. */
const PLACES: Readonly<Record<PresetName, { path: string; isIdempotent?: true; rates: readonly Rate[] }>> = {
  ntfy: { path: '/alerts', isIdempotent: true, rates: [{ burst: 60, every: 5_000 }] },
  telegram: {
    path: '/bot123:secret/sendMessage?chat_id=-100',
    rates: [
      { burst: 1, every: 1_000 },
      { burst: 20, every: 3_000 },
    ],
  },
  discord: {
    path: '/api/webhooks/1/secret',
    rates: [
      { burst: 5, every: 400 },
      { burst: 30, every: 2_000 },
    ],
  },
  'google-chat': { path: '/v1/spaces/AAA/messages?key=k&token=secret', rates: [{ burst: 1, every: 1_000 }] },
  mattermost: { path: '/hooks/secret', rates: [{ burst: 100, every: 100 }] },
  matrix: {
    path: '/_matrix/client/v3/rooms/!r:example/send/m.room.message',
    isIdempotent: true,
    rates: [{ burst: 10, every: 5_000 }],
  },
};

interface Rate {
  burst: number;
  /** Milliseconds. */
  every: number;
}

/** A messenger of the stand-ins: the lane that posts there, its secrets, and what readers see. */
export function messengerOf(preset: PresetName) {
  const { path, isIdempotent = false, rates } = PLACES[preset];
  const token: Record<string, string> = preset === 'matrix' ? { TOKEN: 'token' } : {};
  const lane: Transports = {
    webhook: { urlSecret: 'ADDRESS', ...('TOKEN' in token && { tokenSecret: 'TOKEN' }), preset },
  };
  return {
    lane,
    secrets: (url: string): Record<string, string> => ({ ADDRESS: url + path, ...token }),
    isIdempotent,
    /** How many messages readers see: the transaction of Matrix and the sequence of ntfy are there once. */
    shown: (taken: readonly StandInRequest[]) =>
      isIdempotent
        ? new Set(taken.map(({ path: at, body }) => `${at} ${JSON.parse(body).sequence_id ?? ''}`)).size
        : taken.length,
    /** Counts requests, and refuses those above the rates. */
    counter: (now: () => number) => {
      const left = rates.map(({ burst }) => ({ tokens: burst, at: now() }));
      return (): StandInAnswer | undefined => {
        for (const [n, { burst, every }] of rates.entries()) {
          const bucket = left[n]!;
          bucket.tokens = Math.min(burst, bucket.tokens + (now() - bucket.at) / every);
          bucket.at = now();
          if (bucket.tokens < 1)
            return { status: 429, body: 'slow down', headers: { 'retry-after': String(every / 1_000) } };
          bucket.tokens -= 1;
        }
        return undefined;
      };
    },
  };
}
