import * as z from 'zod';
import type { Message } from '../../domain/alerts/message.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import { DAY, type Instant, MINUTE, SECOND } from '../../domain/time/instant.ts';
import { compareSeverity, mostSevere } from '../../domain/watches/watch.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { StoryThread } from '../../domain/channels/message-plan.ts';
import type { Ports, Topic } from '../../use-cases/ports/ports.ts';
import { parseAnswerJson } from '../http/reader.ts';
import type { Post } from '../http/post.ts';
import type { TransportSettings } from './webhook-transport.ts';

interface SlackNeeds extends TransportSettings, Pick<Ports, 'threads'> {
  slack: SlackClient;
  /** Adds to the blocks of a message what readers did about its alerts. */
  showActions: (
    blocks: SlackForm['blocks'],
    said: { taken: readonly ReaderAction[]; timezone: string },
  ) => object[];
}

/** How long the thread of a story is remembered after its last message. */
const KEPT = 30 * DAY;
/** How many pages of a channel or a thread are looked through for a message whose answer was lost. */
const MOST_PAGES = 5;
/** Fewer where Slack limits it: an app that others distribute gets 15. */
const PAGE = 200;
/** The type of the metadata of our messages. */
const EVENT = 'bellwether_message';

const formSchema = z.object({
  text: z.string(),
  blocks: z.array(z.looseObject({ block_id: z.string().optional() })),
  story: z.string().optional(),
});
type SlackForm = z.infer<typeof formSchema>;

/**
 * Slack. With the token of a bot a story has one thread: its first message is the root, what follows is a reply, and
 * the root is edited so that it shows the latest state. A story that climbs is shown in the channel too. A message
 * whose answer was lost is looked for by its metadata before it is sent again. With an incoming webhook, every
 * message is a post of its own.
 */
export function slackTransport(needs: SlackNeeds): Topic {
  return {
    async edit(message, { name, transports, timezone }, { sentAs, taken, deadline }) {
      const settings = transports?.slack;
      if (!settings || 'webhookSecret' in settings) return;
      const { text, blocks, story } = formSchema.parse(parseAnswerJson(message.texts.body ?? '{}').value);
      const { ref: root, latest } =
        (story === undefined ? undefined : await needs.threads.find(name, story)) ?? {};
      const [own = ''] = sentAs.split(' ');
      const isLatest = root !== undefined && latest === message.id;
      // The first message of a thread shows the last one.
      const refs = new Set([...(own === root && !isLatest ? [] : [own]), ...(isLatest ? [root] : [])]);
      const token = await needs.secret(settings.tokenSecret);
      const shown = { text, blocks: needs.showActions(blocks, { taken, timezone }) };
      for (const ref of refs)
        await needs.slack.call('chat.update', { ...placeOf(ref), ...shown }, { token, deadline });
    },
    async publish(message, channel, { deadline, isRepeat = false } = { deadline: Infinity }) {
      const settings = channel.transports?.slack;
      if (!settings) throw new PublishRefused('The lane has no settings of Slack.');
      const form = formSchema.parse(parseAnswerJson(message.texts.body ?? '{}').value);
      if ('webhookSecret' in settings) return postToWebhook(message, { form, settings, deadline, needs });
      const token = await needs.secret(settings.tokenSecret);
      const given = {
        message,
        form,
        room: settings.channel,
        lane: channel.name,
        call: { token, deadline },
        needs,
      };
      return publishByToken({ ...given, isRepeat });
    },
  };
}

interface Given {
  message: Message;
  form: SlackForm;
  /** The channel of Slack, by name or id. */
  room: string;
  lane: string;
  call: { token: string; deadline: Instant };
  needs: SlackNeeds;
}

async function publishByToken({ isRepeat, ...given }: Given & { isRepeat: boolean }): Promise<string> {
  const { form, lane, needs, message } = given;
  const known = form.story === undefined ? undefined : await needs.threads.find(lane, form.story);
  const found = isRepeat ? await findSent(given, known) : undefined;
  const ref = found ?? (await send(given, known));
  await noteThread(given, { ref: known?.ref ?? ref, before: known });
  if (known) await editRoot(given, known);
  return `${ref} ${message.id}`;
}

/** `CHANNEL:TS`, as threads are stored. */
function refOf({ channel, ts }: SlackAnswer): string {
  if (typeof channel !== 'string' || ts === undefined)
    throw new PublishRefused('The answer of Slack names no message.');
  return `${channel}:${ts}`;
}

function placeOf(ref: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = ref.split(':');
  return { channel, ts };
}

async function send(
  { message, form, room, call, needs }: Given,
  known: StoryThread | undefined,
): Promise<string> {
  const { text, blocks, story } = form;
  const isClimb = known !== undefined && compareSeverity(message.severity, known.severity) > 0;
  const thread = known && {
    thread_ts: placeOf(known.ref).ts,
    ...(isClimb && { reply_broadcast: true }),
  };
  const answer = await needs.slack.call(
    'chat.postMessage',
    {
      channel: known ? placeOf(known.ref).channel : room,
      text,
      blocks,
      metadata: {
        event_type: EVENT,
        event_payload: { message: message.id, ...(story !== undefined && { story }) },
      },
      unfurl_links: false,
      unfurl_media: false,
      ...thread,
    },
    call,
  );
  return refOf(answer);
}

/** The first message of a thread shows the latest state. What a failure leaves, the next message mends. */
async function editRoot({ form, call, needs }: Given, { ref }: StoryThread): Promise<void> {
  const { text, blocks } = form;
  try {
    await needs.slack.call('chat.update', { ...placeOf(ref), text, blocks }, call);
  } catch (error) {
    // The reply is out, so the message is.
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
  }
}

async function noteThread(
  { form, lane, message, needs }: Given,
  { ref, before }: { ref: string; before: StoryThread | undefined },
): Promise<void> {
  if (form.story === undefined) return;
  const at = needs.now();
  const severity = before ? mostSevere(message.severity, before.severity) : message.severity;
  await needs.threads.note(lane, form.story, {
    ref,
    severity,
    latest: message.id,
    at,
    until: at + KEPT,
  });
}

/** The message, if an earlier try has sent it: in its thread, or in the channel since the message was made. */
async function findSent(given: Given, known: StoryThread | undefined): Promise<string | undefined> {
  const { message, room } = given;
  const channel = known ? placeOf(known.ref).channel : await roomId(room, given);
  // Without the id of its channel a message cannot be looked for.
  if (channel === undefined) return undefined;
  const method = known ? 'conversations.replies' : 'conversations.history';
  const fields = {
    channel,
    limit: String(PAGE),
    include_all_metadata: 'true',
    oldest: String(Math.floor(message.createdAt / SECOND) - 60),
    ...(known && { ts: placeOf(known.ref).ts }),
  };
  for await (const { messages = [] } of pagesOf(method, fields, given)) {
    const sent = messages.find(({ metadata }) => metadata?.event_payload?.['message'] === message.id);
    if (sent) return `${channel}:${sent.ts}`;
  }
  return undefined;
}

/** The first pages of what a method lists. */
async function* pagesOf(
  method: string,
  fields: Readonly<Record<string, string>>,
  { needs, call }: Given,
): AsyncGenerator<SlackAnswer> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: SlackAnswer = await needs.slack.call(method, { ...fields, cursor }, call);
    yield answer;
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return;
  }
}

/** The id of a channel that is written by its name. */
async function roomId(room: string, given: Given): Promise<string | undefined> {
  if (!room.startsWith('#')) return room;
  const fields = { types: 'public_channel,private_channel', exclude_archived: 'true', limit: '1000' };
  for await (const { channels = [] } of pagesOf('conversations.list', fields, given)) {
    const found = channels.find(({ name }) => `#${name}` === room);
    if (found) return found.id;
  }
  return undefined;
}

async function postToWebhook(
  { id }: Message,
  given: { form: SlackForm; settings: { webhookSecret: string }; deadline: Instant; needs: SlackNeeds },
): Promise<string> {
  const { form, settings, deadline, needs } = given;
  const { text, blocks } = form;
  const address = await needs.secret(settings.webhookSecret);
  const body = JSON.stringify({ text, blocks, unfurl_links: false, unfurl_media: false });
  await needs.post(address, { body, headers: {}, deadline, service: 'Slack' });
  return id;
}

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
interface SlackClient {
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
