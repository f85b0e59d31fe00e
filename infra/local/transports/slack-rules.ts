import * as z from 'zod';

// What Slack takes of a message. Sources: https://docs.slack.dev/reference/block-kit/blocks (50 blocks, 3,000 characters of a section,
// 150 of a header, 10 fields of 2,000, 10 elements of a context), https://docs.slack.dev/reference/methods/chat.postMessage (40,000
// characters of text, metadata), https://docs.slack.dev/messaging/message-metadata. How long all blocks may be together is not
// documented: https://github.com/slackapi/bolt-js/issues/2509 and 2867 say what Slack has taken and refused.

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
  z.strictObject({ type: z.literal('divider'), ...blockId }),
]);

/** The blocks of one message. */
const slackBlocksSchema = z.array(block).min(1).max(50);

/** In characters of JSON: fewer than the characters of text alone that were seen to be refused. */
const LONGEST_BLOCKS = 11_000;

/** Whether all blocks together are longer than Slack takes. */
export function areTooLong(blocks: unknown): boolean {
  return JSON.stringify(blocks ?? []).length > LONGEST_BLOCKS;
}

const content = {
  text: z.string().min(1).max(40_000),
  blocks: slackBlocksSchema.optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
};

/** The body of a post to an incoming webhook. It has a channel of its own. */
export const slackWebhookSchema = z.strictObject(content);

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
export const historySchema = z.strictObject({ channel: z.string().regex(/^[CGD][A-Z0-9]{3,}$/), ...reading });

/** The arguments of `conversations.replies`. */
export const repliesSchema = z.strictObject({
  channel: z.string().regex(/^[CGD][A-Z0-9]{3,}$/),
  ts: timestamp,
  ...reading,
});

/** The arguments of `conversations.list`. */
export const listSchema = z.strictObject({
  types: z.string().optional(),
  exclude_archived: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  cursor: z.string().min(1).optional(),
});
