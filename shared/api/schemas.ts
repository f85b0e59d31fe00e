import * as z from 'zod';
import {
  alertDocumentSchema,
  amount,
  count,
  itemSchema,
  maybe,
  named,
  severity,
  text,
  texts,
} from '../contracts/message-document.ts';
import { silenceOrderSchema } from '../contracts/orders.ts';
import { HOLD_REASONS } from '../domain/alerts/alert.ts';
import { NAME } from '../domain/lib/fields.ts';
import { ALERT_STATES, SEARCHED } from '../domain/pages/search-match.ts';
import { ROLES } from '../domain/pages/viewer.ts';
import { isoOf } from '../domain/time/instant.ts';
import { shortLine } from '../render/text/plain-text.ts';

// What the API takes and answers. An answer is what was read, through its schema: that leaves out what it does not
// name, writes times as ISO 8601, and texts from the news on one line.

export const time = z
  .number()
  .transform((at) => isoOf(at))
  .pipe(z.iso.datetime());
const line = text.transform((news) => shortLine(news, 1_500)).pipe(text);

/** An id of what is stored: the store is not read for any other text. */
export const id = z.string().regex(/^[\w.:-]{1,64}$/);
export const name = z.string().regex(NAME).max(48).optional();
const code = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .optional();
const day = z.iso.date().optional();

/** A page of a list: `next` is the `after` of the next page. */
export function listOf<S extends z.ZodType>(of: string, item: S) {
  return named(`${of}Page`, z.object({ items: z.array(item), next: maybe }));
}

/** A place in a list. */
export const after = z
  .string()
  .regex(/^[\w.:~-]{1,150}$/)
  .optional();

/** What every list that is searched can be narrowed by. */
export const searchFields = {
  words: z.string().max(200).optional().describe('Beginnings of words; "phrases"; -excluded'),
  brand: name,
  watch: name,
  outlet: z
    .string()
    .regex(/^[\p{L}\p{N}.-]{1,100}$/u)
    .optional()
    .describe('A domain, with its subdomains'),
  country: code,
  from: day.describe('The first UTC day; default 31 days ago'),
  to: day.describe('The last UTC day; default today'),
  after: z
    .string()
    .regex(/^(\d{1,2}!)?(\d{1,15}~[a-z0-9.-]{0,64}~[\w.:-]{0,64})?$/)
    .optional(),
};
export const findingFields = { ...searchFields, language: code };
export const alertFields = {
  ...findingFields,
  channel: name,
  severity: severity.optional(),
  state: z.enum(ALERT_STATES).optional().describe('What became of it'),
};

export const alertSchema = named(
  'Alert',
  alertDocumentSchema.extend({
    channel: text,
    became: z.object({
      state: z.enum(ALERT_STATES),
      dueAt: time.optional(),
      heldFor: z.enum(HOLD_REASONS).optional(),
      messageId: maybe,
      reason: line.optional(),
    }),
  }),
);

export const findingSchema = named(
  'Finding',
  itemSchema.extend({
    type: z.enum(['article', 'event', 'record']),
    watchId: text,
    foundAt: time,
    indexedAt: time.describe('When the service had it.'),
    language: maybe,
    sentiment: amount.describe('-1 to 1'),
    snippet: line,
    fields: z.record(text, line).describe('Of a record or an event: what the service extracted.'),
    story: maybe,
  }),
);

export const storySchema = named(
  'Story',
  z.object({
    id: text,
    title: line,
    watches: texts,
    articles: count,
    outlets: texts,
    countries: texts,
    bestRank: amount,
    sentiment: amount,
    firstAt: time,
    lastAt: time,
  }),
);

/** One of what a search finds. */
export const hitSchema = z.object({
  kind: z.enum(SEARCHED),
  alert: alertSchema.optional(),
  story: storySchema.optional(),
  finding: findingSchema.optional(),
});

export const statusSchema = z.object({
  id: text,
  condition: text,
  detail: line.optional(),
  lastRunAt: time.optional(),
  coveredUntil: time.optional(),
  nextRunAt: time.optional(),
  quarantined: count,
});
export const incidentSchema = z.object({ kind: text, watchId: maybe, since: time, text: line });

export const explanationsSchema = named(
  'Explanations',
  z.object({
    explanations: z.array(
      z.object({
        standing: text.describe('How far it came.'),
        text: line,
        watchId: maybe,
        alertId: maybe,
        messageId: maybe,
        dueAt: time.optional(),
      }),
    ),
  }),
);

const { matchers, reason, owner } = silenceOrderSchema.shape;
export const silenceSchema = named(
  'Silence',
  z.object({ id: text, matchers, owner, reason, startsAt: time, endsAt: time }),
);
export const newSilence = { matchers, reason, owner: owner.optional(), endsAt: z.iso.datetime() };

export const acknowledgementSchema = named(
  'Acknowledgement',
  z.object({ alertId: text, watchId: text, lane: text, at: time }),
);

export const newKey = {
  name: z.string().min(1).max(100),
  role: z.enum(ROLES),
  brands: z.union([z.literal('all'), texts.min(1).max(100)]).default('all'),
  perMinute: z
    .number()
    .int()
    .min(1)
    .max(6_000)
    .default(120)
    .describe('How many calls it may make in a minute'),
};
export const keySchema = named(
  'Key',
  z.object({
    id: text,
    ...newKey,
    madeAt: time,
    usedAt: time.optional().describe('The minute of its latest call.'),
    revokedAt: time.optional(),
    key: maybe.describe('The key itself. Only the answer to its creation has it.'),
  }),
);

/** RFC 9457. */
export const problemSchema = named(
  'Problem',
  z.object({
    type: z.literal('about:blank'),
    title: text,
    status: count,
    detail: text,
    errors: z.array(z.object({ path: text, message: text })).optional(),
  }),
);
