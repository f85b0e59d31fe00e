import * as z from 'zod';
import { parseJson } from '../../shared/contracts/parse-as.ts';

/** A message in a channel of the workspace. */
interface SlackPost {
  channel: string;
  ts: string;
  text: string;
  blocks: unknown;
  metadata?: unknown;
  threadTs?: string;
  broadcast?: boolean;
  /** How often it was edited. */
  edits: number;
}

/** An answer of the Web API: 200, whether it did what was asked or not. */
type SlackAnswer = { ok: true; [key: string]: unknown } | { ok: false; error: string };

/** A workspace of Slack with one app: its channels by name, and what was posted. */
export interface SlackWorkspace {
  posts: SlackPost[];
  /** The token that is valid; undefined: it was revoked. */
  token: string | undefined;
  /** The scopes of the app. */
  scopes: Set<string>;
  /** The ids of the channels by their names, and those that the bot is in. */
  channels: Map<string, string>;
  joined: Set<string>;
  call: (method: string, request: { token: string | undefined; body: string }) => SlackAnswer;
}

const SCOPES: Readonly<Record<string, string>> = {
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.history': 'channels:history',
  'conversations.replies': 'channels:history',
  'conversations.list': 'channels:read',
};

/** Arguments that are JSON inside a form. */
const JSON_ARGUMENTS = new Set(['blocks', 'metadata', 'reply_broadcast', 'unfurl_links', 'unfurl_media']);

/**
 * A workspace with the channel #press (C0PRESS), of which the bot is a member. Its answers are those of the Web API.
 */
export function openSlackWorkspace(token: string): SlackWorkspace {
  const workspace: SlackWorkspace = {
    posts: [],
    token,
    scopes: new Set(Object.values(SCOPES)),
    channels: new Map([
      ['press', 'C0PRESS'],
      ['other', 'C0OTHER'],
    ]),
    joined: new Set(['C0PRESS']),
    call: (method, { token: given, body }) => {
      if (given !== workspace.token)
        return failed(workspace.token === undefined ? 'token_revoked' : 'invalid_auth');
      const scope = SCOPES[method];
      if (scope === undefined) return failed('unknown_method');
      if (!workspace.scopes.has(scope)) return failed('missing_scope');
      return METHODS[method]?.(argumentsIn(body), workspace) ?? failed('unknown_method');
    },
  };
  return workspace;
}

function argumentsIn(body: string): Record<string, unknown> {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      JSON_ARGUMENTS.has(name) ? parseJson(value) : value,
    ]),
  );
}

type Method = (given: Record<string, unknown>, workspace: SlackWorkspace) => SlackAnswer;

// What Slack takes of a message. Sources: https://docs.slack.dev/reference/block-kit/blocks (50 blocks, 3,000
// characters of a section, 150 of a header, 10 fields of 2,000, 10 elements of a context),
// https://docs.slack.dev/reference/methods/chat.postMessage (40,000 characters of text, metadata),
// https://docs.slack.dev/messaging/message-metadata. How long all blocks may be together is not documented:
// https://github.com/slackapi/bolt-js/issues/2509 and 2867 say what Slack has taken and refused.

const textOf = (most: number) =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(most),
      verbatim: z.boolean().optional(),
    }),
    z.strictObject({
      type: z.literal('plain_text'),
      text: z.string().min(1).max(most),
      emoji: z.boolean().optional(),
    }),
  ]);

const blockId = { block_id: z.string().max(255).optional() };

const block = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('header'),
    text: z.strictObject({
      type: z.literal('plain_text'),
      text: z.string().min(1).max(150),
      emoji: z.boolean().optional(),
    }),
    ...blockId,
  }),
  z.strictObject({
    type: z.literal('section'),
    text: textOf(3_000),
    fields: z.array(textOf(2_000)).min(1).max(10).optional(),
    ...blockId,
  }),
  z.strictObject({ type: z.literal('context'), elements: z.array(textOf(3_000)).min(1).max(10), ...blockId }),
  z.strictObject({
    type: z.literal('actions'),
    elements: z
      .array(
        z.strictObject({
          type: z.literal('button'),
          text: z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(75) }),
          action_id: z.string().max(255),
        }),
      )
      .min(1)
      .max(25),
    ...blockId,
  }),
  z.strictObject({ type: z.literal('divider'), ...blockId }),
]);

/** The blocks of one message. */
const slackBlocksSchema = z.array(block).min(1).max(50);

/** In characters of JSON: fewer than the characters of text alone that were seen to be refused. */
const LONGEST_BLOCKS = 11_000;

const content = {
  text: z.string().min(1).max(40_000),
  blocks: slackBlocksSchema.optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
};

const timestamp = z.string().regex(/^\d{10}\.\d{6}$/);

/** The arguments of `chat.postMessage`. */
export const postMessageSchema = z.strictObject({
  channel: z.string().min(1),
  ...content,
  metadata: z
    .strictObject({
      event_type: z
        .string()
        .regex(/^[a-z0-9_]+$/)
        .max(255),
      event_payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    })
    .optional(),
  thread_ts: timestamp.optional(),
  reply_broadcast: z.boolean().optional(),
});

/** The arguments of `chat.update`. It takes the id of a channel, not its name. */
export const updateSchema = z.strictObject({
  channel: z.string().regex(/^[CGD][A-Z0-9]{3,}$/),
  ts: timestamp,
  text: content.text,
  blocks: content.blocks,
});

const reading = {
  limit: z.coerce.number().int().min(1).max(999).default(100),
  cursor: z.string().min(1).optional(),
  include_all_metadata: z.enum(['true', 'false']).optional(),
  oldest: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
};

/** The arguments of `conversations.history`. */
const historySchema = z.strictObject({ channel: z.string().regex(/^[CGD][A-Z0-9]{3,}$/), ...reading });

/** The arguments of `conversations.replies`. */
const repliesSchema = z.strictObject({
  channel: z.string().regex(/^[CGD][A-Z0-9]{3,}$/),
  ts: timestamp,
  ...reading,
});

/** The arguments of `conversations.list`. */
const listSchema = z.strictObject({
  types: z.string().optional(),
  exclude_archived: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  cursor: z.string().min(1).optional(),
});

const METHODS: Readonly<Record<string, Method>> = {
  'chat.postMessage': checked(postMessageSchema, 'invalid_blocks', (given, workspace) => {
    const channel = workspace.channels.get(given.channel.replace(/^#/, '')) ?? given.channel;
    const problem = channelProblem(channel, workspace);
    if (problem) return failed(problem);
    if (areTooLong(given.blocks)) return failed('msg_blocks_too_long');
    const { thread_ts: threadTs, reply_broadcast: broadcast, text, blocks, metadata } = given;
    if (threadTs !== undefined && !find(workspace, { channel, ts: threadTs }))
      return failed('thread_not_found');
    const ts = `1763900000.${String(workspace.posts.length + 1).padStart(6, '0')}`;
    const post: SlackPost = { channel, ts, text, blocks, edits: 0 };
    if (metadata) post.metadata = metadata;
    if (threadTs !== undefined) post.threadTs = threadTs;
    if (broadcast) post.broadcast = true;
    workspace.posts.push(post);
    return { ok: true, channel, ts, message: { text } };
  }),
  'chat.update': checked(updateSchema, 'invalid_blocks', ({ channel, ts, text, blocks }, workspace) => {
    if (areTooLong(blocks)) return failed('msg_blocks_too_long');
    const post = find(workspace, { channel, ts });
    if (!post) return failed('message_not_found');
    Object.assign(post, { text, blocks, edits: post.edits + 1 });
    return { ok: true, channel, ts, text };
  }),
  'conversations.history': checked(historySchema, 'invalid_arguments', ({ channel, ...asked }, workspace) => {
    const problem = channelProblem(channel, workspace);
    if (problem) return failed(problem);
    const roots = workspace.posts.filter((one) => one.channel === channel && one.threadTs === undefined);
    return page(roots.toReversed(), asked);
  }),
  'conversations.replies': checked(
    repliesSchema,
    'invalid_arguments',
    ({ channel, ts, ...asked }, workspace) => {
      const problem = channelProblem(channel, workspace);
      if (problem) return failed(problem);
      if (!find(workspace, { channel, ts })) return failed('thread_not_found');
      const thread = workspace.posts.filter((one) => one.ts === ts || one.threadTs === ts);
      return page(thread, asked);
    },
  ),
  'conversations.list': checked(listSchema, 'invalid_arguments', (_asked, workspace) => ({
    ok: true,
    channels: [...workspace.channels].map(([name, id]) => ({ id, name, is_channel: true })),
    response_metadata: { next_cursor: '' },
  })),
};

function checked<S extends z.ZodType>(
  schema: S,
  error: string,
  answer: (given: z.output<S>, workspace: SlackWorkspace) => SlackAnswer,
): Method {
  return (given, workspace) => {
    const parsed = schema.safeParse(given);
    return parsed.success ? answer(parsed.data, workspace) : failed(error);
  };
}

function page(
  posts: readonly SlackPost[],
  {
    limit,
    cursor = '0',
    include_all_metadata: withMetadata,
  }: { limit: number; cursor?: string | undefined; include_all_metadata?: string | undefined },
): SlackAnswer {
  const start = Number(cursor);
  const end = start + limit;
  const messages = posts.slice(start, end).map(({ ts, text, metadata }) => ({
    type: 'message',
    ts,
    text,
    ...(withMetadata === 'true' && metadata !== undefined && { metadata }),
  }));
  return {
    ok: true,
    messages,
    has_more: end < posts.length,
    response_metadata: { next_cursor: end < posts.length ? String(end) : '' },
  };
}

function find(
  { posts }: SlackWorkspace,
  { channel, ts }: { channel: string; ts: string },
): SlackPost | undefined {
  return posts.find((one) => one.channel === channel && one.ts === ts);
}

function channelProblem(channel: string, { channels, joined }: SlackWorkspace): string | undefined {
  if (![...channels.values()].includes(channel)) return 'channel_not_found';
  return joined.has(channel) ? undefined : 'not_in_channel';
}

function failed(error: string): SlackAnswer {
  return { ok: false, error };
}

/** Whether all blocks together are longer than Slack takes. */
export function areTooLong(blocks: unknown): boolean {
  return JSON.stringify(blocks ?? []).length > LONGEST_BLOCKS;
}

/** The body of a post to an incoming webhook. It has a channel of its own. */
export const slackWebhookSchema = z.strictObject(content);
