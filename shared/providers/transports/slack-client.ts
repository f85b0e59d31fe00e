import * as z from 'zod';
import { parseAnswerJson } from '../http/parse-json.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { Post } from './post.ts';

const answerSchema = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.unknown().optional(),
  ts: z.string().optional(),
  messages: z
    .array(
      z.object({
        ts: z.string(),
        metadata: z.object({ event_payload: z.record(z.string(), z.unknown()).optional() }).optional(),
      }),
    )
    .optional(),
  channels: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
export type SlackAnswer = z.infer<typeof answerSchema>;

/** Errors after which Slack may have done what was asked. */
const UNSURE: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);

/** What a person can do about an error of Slack. */
const ADVICE: Readonly<Record<string, string>> = {
  account_inactive: 'The bot was removed. Install the app again and set its new token.',
  channel_not_found: 'Write the name or the id of a channel that exists, and invite the bot to it.',
  invalid_auth: 'Set the token of the bot (xoxb-…).',
  is_archived: 'The channel is archived. Name another one.',
  missing_scope: 'Give the app the scopes that docs/watches.md lists, and install it again.',
  not_in_channel: 'Invite the bot to the channel.',
  token_expired: 'Set a token that does not expire.',
  token_revoked: 'Install the app again and set its new token.',
};

/** Calls methods of Slack's Web API. */
export interface SlackClient {
  /** @throws PublishRefused, PublishThrottled or PublishUnsure. */
  call(
    method: string,
    fields: Readonly<Record<string, unknown>>,
    call: { token: string; deadline?: Instant | undefined },
  ): Promise<SlackAnswer>;
}

/** @param base the address of the Web API, without a slash at the end. */
export function slackClient(post: Post, base: string): SlackClient {
  return {
    async call(method, fields, { token, deadline }) {
      // Methods that read take no JSON everywhere; all take forms, where what is not a text is JSON.
      const body = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]): [string, string][] => {
          if (value === undefined) return [];
          return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
        }),
      ).toString();
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      };
      const answer = await post(`${base}/${method}`, { body, headers, deadline, service: 'Slack' });
      return checked(answer.body);
    },
  };
}

function checked(body: string): SlackAnswer {
  const parsed = answerSchema.safeParse(parseAnswerJson(body).value);
  if (!parsed.success)
    throw new PublishUnsure('Slack answered with something that its API does not describe.');
  const { ok, error = 'without a reason' } = parsed.data;
  if (ok) return parsed.data;
  if (error === 'ratelimited') throw new PublishThrottled('Slack takes no more for now.', MINUTE);
  if (UNSURE.has(error)) throw new PublishUnsure(`Slack failed: ${error}.`);
  const advice = Object.hasOwn(ADVICE, error) ? ` ${ADVICE[error]}` : '';
  throw new PublishRefused(`Slack refused the message: ${error}.${advice}`);
}
