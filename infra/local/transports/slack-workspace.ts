import type * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import {
  areTooLong,
  historySchema,
  listSchema,
  postMessageSchema,
  repliesSchema,
  updateSchema,
} from './slack-rules.ts';

/** A message in a channel of the workspace. */
export interface SlackPost {
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

/** A workspace with the channel #press (C0PRESS), of which the bot is a member. Its answers are those of the Web API. */
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
