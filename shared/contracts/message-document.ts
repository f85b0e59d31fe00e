import * as z from 'zod';
import { ARTICLE_MARKS, PUBLISHED_PRECISIONS } from '../domain/findings/finding.ts';
import { DETECTION_POLICIES } from '../domain/policies/registry.ts';
import { SEVERITIES } from '../domain/watches/watch.ts';

// The document that webhooks, queues and buses of EventBridge get. The API gives alerts in the same form. Titles,
// names and texts in it come from the news.

/** Schemas that others refer to, by their names. */
export const components = z.registry<{ id: string }>();

/** Gives a schema its name. */
export function named<S extends z.ZodType>(id: string, schema: S): S {
  components.add(schema, { id });
  return schema;
}

export const text = z.string();
export const maybe = text.optional();
export const texts = z.array(text);
export const count = z.number();
export const amount = count.optional();
export const severity = z.enum(SEVERITIES);
const some = texts.optional();
const time = z.iso.datetime().optional();

const articles = z.array(z.object({ title: text, link: maybe, outlet: maybe, publishedAt: time }));

/** An article, an event or a record. */
export const itemSchema = named(
  'Item',
  z.object({
    id: text,
    title: text,
    link: maybe,
    outlet: z.object({ domain: text, name: maybe, country: maybe, rank: amount }).optional(),
    publishedAt: time,
    publishedPrecision: z.enum(PUBLISHED_PRECISIONS).optional(),
    matched: texts,
    companies: z
      .array(
        z.object({
          name: text,
          key: maybe,
          score: amount,
          relation: maybe,
          role: maybe,
          website: maybe,
          people: some,
        }),
      )
      .optional(),
    marks: z.array(z.enum(ARTICLE_MARKS)).optional(),
    updatedAt: time,
    image: maybe,
    robotsCompliant: z.boolean().optional(),
    similar: articles.optional(),
    summary: maybe,
    translation: z.object({ title: maybe, text: maybe }).optional(),
    tags: z.record(text, maybe).optional(),
    themes: some,
    people: some,
    places: some,
    iptcTags: some,
    iptcCodes: some,
    iabTags: some,
    customTags: some,
  }),
);

const OCCASIONS = ['finding', 'story', 'baseline', 'incident', 'report', 'heartbeat'] as const;

/** An alert. */
export const alertDocumentSchema = z.object({
  id: text,
  receipt: maybe.describe('The page that explains the alert. Who has the link can act on it.'),
  watch: maybe,
  watches: some.describe('All watches that had found its story.'),
  kind: maybe.describe('The kind of the watch.'),
  brand: maybe,
  brandName: maybe,
  severity,
  occasion: z
    .object({ type: z.enum([...OCCASIONS, ...DETECTION_POLICIES]), text: maybe })
    .describe(
      'Why there is an alert. Each type has further fields of its own; times in it are milliseconds.',
    ),
  createdAt: z.iso.datetime(),
  items: z.array(itemSchema),
  all: z
    .object({ count, page: text, json: text })
    .optional()
    .describe('Where all findings behind it are, if it has only some of them.'),
  story: z
    .object({
      id: text,
      articles: count,
      outlets: count,
      countries: count,
      bestRank: amount,
      sentiment: amount,
    })
    .optional()
    .describe('Its story, as it was when the alert was made.'),
});

/** A message. Keys may be added. */
export const messageDocumentSchema = z.object({
  v: z.literal(1),
  channel: text,
  because: z.enum(['group', 'quiet-hours', 'brief', 'storm']),
  count: count.describe('How many alerts the message has: `alerts` may list fewer.'),
  critical: count.describe('How many stories are critical.'),
  alerts: z.array(alertDocumentSchema),
  stories: z.array(
    z.object({
      id: text,
      headline: text,
      update: maybe,
      brand: maybe,
      brandName: maybe,
      severity,
      alerts: texts,
      text: maybe,
      facts: z.array(z.object({ name: text, value: text })),
      outlets: amount,
      countries: amount,
      articleCount: count,
      articles,
      why: maybe,
      quieter: maybe,
    }),
  ),
  muted: some.describe('What readers have muted since the last message.'),
  all: z.object({ page: text, json: text }).optional(),
  drill: z.object({ id: text, text, confirm: maybe }).optional().describe('The message is a test.'),
});
