import * as z from 'zod';
import type { NewsKind } from '../../domain/services/news-kinds.ts';
import { NEWS_PARAMETERS } from '../../domain/services/news-parameters.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { alertSchema, channelName } from './alert-schema.ts';
import { channelSchema, operatorsSchema } from './channel-schema.ts';
import { eventQuerySchema } from './event-query-schema.ts';
import { expecting } from './expectations.ts';
import { jobQuerySchema } from './job-query-schema.ts';
import { brandSchema, reportSchema } from './report-schema.ts';
import { jobFields, watchlistSchema } from './watchlist-schema.ts';
import { FILE_KINDS, querySchema } from './query-schema.ts';
import {
  duration,
  LONGEST_NAME,
  NAME,
  numberBetween,
  oneOf,
  scheduleSchema,
  textSchema,
  yesOrNo,
  zoneSchema,
} from './values.ts';

/** What a watch can set for itself, and `defaults` for every watch. */
const settings = {
  schedule: scheduleSchema
    .optional()
    .describe(
      'When the watch runs: rate(15 minutes) (the default), cron(0 8 ? * MON-FRI *) or at(2026-12-01T08:00:00). Watches of kind extraction run once a day unless they say otherwise themselves.',
    ),
  timezone: zoneSchema.optional().describe('The IANA zone in which cron() and at() are read. Default UTC.'),
  overlap: duration({ min: '0s', max: '7d' })
    .optional()
    .describe(
      'How far each run looks back behind what is covered, for articles that arrive late. Default 1h.',
    ),
  lookback: duration({ min: '1m', max: '400d' })
    .optional()
    .describe('The span of the first window. Default 24h; for extraction 5d, as its service has it.'),
  first_run: oneOf(['silent', 'tell'])
    .optional()
    .describe(
      'What the first window does: silent (default) lays a base and tells one summary, tell alerts on everything.',
    ),
  severity: oneOf(SEVERITIES).optional().describe('How grave the alerts of the watch are. Default info.'),
  priority: numberBetween({ whole: true, min: 1, max: 9 })
    .optional()
    .describe('Who slows down last when the calls of the plan are short: 9 last. Default 5.'),
  keep: oneOf(['summary', 'full'])
    .optional()
    .describe('full keeps the raw JSON of each finding as well. Default summary.'),
  retention: duration({ min: '7d', max: '3650d' })
    .optional()
    .describe('How long findings and alerts are kept. Default 400d.'),
};

/** One value for all watches: they share their stories. */
const storyMemory = duration({ min: '8d', max: '400d' }).describe(
  'For how long after its latest article a story is remembered, so that copies of it are no news. Default 30d.',
);

/** Whether a brand of this name exists is a rule of the whole file. */
const brandName = expecting(z.string(), { expected: 'the name of a channel or brand of this file' });

const domain = expecting(z.string().regex(NEWS_PARAMETERS.not_sources.pattern), {
  expected: 'a domain without https://, such as spam.example',
});

const exclude = z
  .strictObject({
    domains: z.array(domain).optional().describe('Outlets left out by the service itself.'),
    phrases: z
      .array(textSchema)
      .optional()
      .describe('Findings that hold one of these are stored and never told.'),
  })
  .optional();

/** The fields of a watch beside its kind and query. */
const watchFields = {
  ...settings,
  brand: brandName
    .optional()
    .describe('The brand that the watch belongs to: its excluded phrases count here as well.'),
  enabled: yesOrNo.optional().describe('false: the watch keeps what it has and does not run. Default true.'),
  alert: alertSchema.optional().describe('When the watch tells, and where.'),
  exclude: exclude.describe('What this watch never tells, beside the exclusions of the file.'),
};

/** The kinds of watch, each with the parameters that its query takes. */
function watchSchema(taxonomies: readonly string[]) {
  const ofKind = <K extends NewsKind>(kind: K, about: string) =>
    z.strictObject({
      kind: z.literal(kind).describe(about),
      query: querySchema(kind, taxonomies).describe(
        "The service's own parameters, spelled as it spells them.",
      ),
      ...watchFields,
    });
  return z.discriminatedUnion('kind', [
    ofKind('search', 'Articles that match a query.'),
    ofKind('headlines', 'The latest headlines, narrowed by country, language, topic or source.'),
    ofKind('breaking', 'What breaks now: the articles of the events of the last 24 hours.'),
    ofKind('authors', 'Articles by one author.'),
    ofKind('links', 'Articles that mention addresses or domains, or that have certain ids.'),
    ofKind('similar', 'Articles like a text; the service may not offer it any more, the watch rests then.'),
    ofKind('volume', 'How many articles match, by hour or day: for volume, spike and silence.'),
    z.strictObject({
      kind: z.literal('events').describe('Business events that the service has taken from the news.'),
      query: eventQuerySchema().describe("The events service's own parameters."),
      ...watchFields,
    }),
    z.strictObject({
      kind: z.literal('extraction').describe('Records that a job of hours takes out of the news.'),
      query: jobQuerySchema().describe("The extraction service's own parameters."),
      ...jobFields,
      ...watchFields,
    }),
  ]);
}

/** What every kind of watch has: where kind or query are wrong, the rest is looked at all the same. */
export const watchOfAnyKind = z.strictObject({
  kind: z.unknown().optional(),
  query: z.unknown(),
  ...jobFields,
  ...watchFields,
});

/** Kind and query as far as they can be read without each other. */
const loosely = {
  kind: z.enum(FILE_KINDS).optional(),
  query: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.number(),
        z.boolean(),
        z.array(z.string()),
        z.array(z.record(z.string(), z.unknown())),
        z.record(z.string(), z.unknown()),
      ]),
    )
    .optional(),
};

const price = numberBetween({ whole: false, min: 0, max: 1_000_000 });

const planSchema = z.strictObject({
  calls_per_month: numberBetween({ whole: true, min: 1, max: 1_000_000_000 })
    .optional()
    .describe('The calls a month that your plan allows: bellwether plan compares with it.'),
  credits_per_record: price.optional().describe('What a record of a job costs in your plan. Default 10.'),
  credits_per_lite_job: price
    .optional()
    .describe('What a job with mode lite costs in your plan. Default 100.'),
  nlp: yesOrNo.optional().describe('Whether your plan has the language layer (NLP).'),
  tags: yesOrNo.optional().describe('Whether your plan has topic tags.'),
});

/** A mapping from names of our form; the names are checked by a rule, so that a wrong one hides nothing below it. */
function named<S extends z.ZodType>(schema: S) {
  return z.record(z.string(), schema).meta({
    propertyNames: { pattern: NAME.source, maxLength: LONGEST_NAME },
  });
}

/** The whole file. `taxonomies` are the keys `custom_tags.<taxonomy>` that its queries use. */
export function watchesFileSchema(taxonomies: readonly string[] = []) {
  return taxonomies.length === 0 ? plainFileSchema : fileSchema(taxonomies);
}

function fileSchema(taxonomies: readonly string[]) {
  return z.strictObject({
    plan: planSchema
      .optional()
      .describe('What your subscriptions to the services allow, and what their jobs cost.'),
    defaults: z
      .strictObject({ ...settings, channel: channelName.optional(), story_memory: storyMemory.optional() })
      .optional()
      .describe('What holds for every watch that does not say otherwise.'),
    operators: operatorsSchema.describe('Who is told when a watch, a key or a channel is broken.'),
    exclude: exclude.describe('What no watch ever tells.'),
    channels: named(channelSchema).describe('Where alerts go.'),
    brands: named(brandSchema).optional().describe('Brands, their other names and their competitors.'),
    watchlists: named(watchlistSchema)
      .optional()
      .describe('Companies that watches of kind extraction follow.'),
    watches: named(watchSchema(taxonomies)).describe('The saved queries.'),
    reports: named(reportSchema).optional().describe('Reports that are written by a timetable.'),
  });
}

const plainFileSchema = fileSchema([]);

/** The file as it may be written, every value in it sound. */
export type WatchesFile = z.output<typeof plainFileSchema>;

/** A file of which only sound parts are left: nothing in it is wrong by itself, anything may be missing. */
export const soundFileSchema = z.object({
  plan: planSchema.optional(),
  defaults: z.object({ ...settings, channel: channelName.optional() }).optional(),
  operators: operatorsSchema.optional(),
  exclude,
  channels: z.record(z.string(), channelSchema).optional(),
  brands: z.record(z.string(), brandSchema.partial()).optional(),
  reports: z.record(z.string(), reportSchema.partial()).optional(),
  watchlists: z.record(z.string(), watchlistSchema).optional(),
  watches: z.record(z.string(), z.object({ ...jobFields, ...watchFields, ...loosely })).optional(),
});

export type SoundFile = z.output<typeof soundFileSchema>;
export type SoundChannel = z.output<typeof channelSchema>;
export type SoundWatch = NonNullable<SoundFile['watches']>[string];
