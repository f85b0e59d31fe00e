import * as z from 'zod';
import { LONGEST_NAME, NAME } from '../../../domain/lib/fields.ts';
import { LONGEST_PERIOD } from '../../../domain/reports/period.ts';
import { channelSchema, operatorsSchema } from './channel-schema.ts';
import { feedListSchema } from './feeds-schema.ts';
import {
  booleanSchema,
  durationSchema,
  numberBetween,
  reportScheduleSchema,
  textSchema,
  withExpectation,
  zoneSchema,
} from './values.ts';
import { channelName, domain, exclude, partialWatchSchema, settings, watchSchema } from './watch-schema.ts';
import { watchlistSchema } from './watchlist-schema.ts';

/** One value for all watches, because they share their stories. */
const storyMemory = durationSchema({ min: '8d', max: '400d' }).describe(
  'How long a story is remembered after its latest article, so that later copies do not alert. Default 30d.',
);

const price = numberBetween({ whole: false, min: 0, max: 1_000_000 });

const planSchema = z
  .strictObject({
    calls_per_month: numberBetween({ whole: true, min: 1, max: 1_000_000_000 }).describe(
      'The calls a month that your plan allows. bellwether plan compares the watches with it.',
    ),
    usd_per_month: price.describe('What the services cost a month, for the bill of bellwether plan.'),
    credits_per_record: price.describe('What a record of a job costs in your plan. Default 10.'),
    credits_per_lite_job: price.describe('What a job with mode lite costs in your plan. Default 100.'),
    nlp: booleanSchema.describe('Whether your plan includes NLP.'),
    tags: booleanSchema.describe('Whether your plan includes topic tags.'),
  })
  .partial();

/**
 * A section: a mapping from names to entries. `id` is the name of the entry in the JSON Schema. A rule checks the
 * names, so that a wrong name does not hide the problems of its entry.
 */
function section<S extends z.ZodType>(id: string, entry: S) {
  return z.record(z.string(), entry.meta({ id })).meta({
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
      .describe('What your plans with the services allow, and what their jobs cost.'),
    defaults: z
      .strictObject({ ...settings, channel: channelName, story_memory: storyMemory })
      .partial()
      .optional()
      .describe('Settings for every watch that does not set them itself.'),
    operators: operatorsSchema.describe('Who is notified of incidents: a broken watch, key or channel.'),
    edits: withExpectation(
      z.union([z.literal('off'), z.strictObject({ mail_domains: z.array(domain).max(50) })]),
      { expected: 'off, or { mail_domains: [acme.example] }' },
    )
      .optional()
      .describe('What people may edit on pages. off: nothing. mail_domains: where recipients may be.'),
    exclude: exclude.describe('What no watch ever alerts on.'),
    channels: section('channel', channelSchema).describe('Where alerts go.'),
    brands: section('brand', brandSchema)
      .optional()
      .describe('Brands, their other names and their competitors.'),
    watchlists: section('watchlist', watchlistSchema)
      .optional()
      .describe('Companies that watches of kind extraction follow.'),
    feeds: section('feed-list', feedListSchema)
      .optional()
      .describe('Lists of feeds that watches of kind feeds read.'),
    watches: section('watch', watchSchema(taxonomies)).describe('The saved queries.'),
    reports: section('report', reportSchema).optional().describe('Reports that are written on a schedule.'),
  });
}

/** A brand, for exclusions and for reports. */
const brandSchema = z.strictObject({
  names: z
    .array(textSchema)
    .min(1)
    .describe('The names of the brand. Messages and reports show the first one.'),
  exclude: z
    .array(textSchema)
    .optional()
    .describe('Phrases that show that an article is about something else.'),
  competitors: withExpectation(z.record(z.string(), z.array(textSchema).min(1)), {
    expected: '{ globex: [Globex] }',
  })
    .optional()
    .describe(
      'Competitors and their names, which reports compare the brand with. Reports count the watches that have a competitor as their brand. For a competitor without a watch, reports ask the service how often articles name it.',
    ),
});

const LONGEST_DAYS = `${LONGEST_PERIOD}d`;

/** Whole days, read as their number. */
const period = withExpectation(
  z
    .string()
    .regex(/^[1-9]\d{0,2}d$/)
    .transform((text, { issues }) => {
      const days = Number.parseInt(text, 10);
      if (days <= LONGEST_PERIOD) return days;
      issues.push({ code: 'custom', message: 'The period is too long.', input: text });
      return z.NEVER;
    }),
  { noun: 'period', expected: `whole days from 1d to ${LONGEST_DAYS}, such as 7d` },
);

/** As in CSS, one digit may stand for two: `#0af` is `#00aaff`. */
const digits = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/)
  .transform((text) => (text.length === 4 ? text.replaceAll(/[^#]/g, '$&$&') : text));
const colour = withExpectation(digits, {
  noun: 'colour',
  expected: 'a colour in quotes, such as "#1f5fa9"',
});

/** A picture in the file itself, so that a report loads nothing from elsewhere. */
const LONGEST_LOGO = 100_000;
const logo = withExpectation(
  z
    .string()
    .max(LONGEST_LOGO)
    .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/),
  {
    noun: 'picture',
    expected: `a data: address of a PNG, JPEG, WebP or SVG in base64, at most ${LONGEST_LOGO.toLocaleString('en')} characters`,
    hint: 'run base64 -w0 logo.png, and put data:image/png;base64, before its output',
  },
);

/** A scheduled report. */
const reportSchema = z.strictObject({
  brand: withExpectation(z.string(), { expected: 'the name of a brand of this file' }).describe(
    'The brand that the report is about: its watches and its competitors.',
  ),
  schedule: reportScheduleSchema.describe('When the report is written and sent: cron(0 8 ? * MON *).'),
  timezone: zoneSchema
    .optional()
    .describe(
      'The IANA time zone of the schedule and of the days that the report counts. Default: the one of defaults, or UTC.',
    ),
  period: period
    .optional()
    .describe(
      `How many whole days the report covers, before the day on which it is written. Default 7d, at most ${LONGEST_DAYS}.`,
    ),
  channel: withExpectation(z.string(), { expected: 'the name of a channel of this file' })
    .optional()
    .describe('The channel that receives the report. Default: the one of defaults.'),
  title: textSchema
    .optional()
    .describe('The title of the report. Default: the first name of the brand and "in the news".'),
  colour: colour.optional().describe('The colour of the brand in charts and lines.'),
  logo: logo.optional().describe('A picture at the top of the report, inside the file.'),
  disabled: booleanSchema
    .optional()
    .describe('true: the report is not written on its schedule. You can still write it by command.'),
});

const plainFileSchema = fileSchema([]);

/** A valid file. */
export type WatchesFile = z.output<typeof plainFileSchema>;

/** A file of which only the valid parts are left: each of them is right by itself, and any of them can be missing. */
export const partialFileSchema = z.object({
  plan: planSchema.optional(),
  defaults: z.object({ ...settings, channel: channelName.optional() }).optional(),
  operators: operatorsSchema.optional(),
  exclude,
  channels: z.record(z.string(), channelSchema).optional(),
  brands: z.record(z.string(), brandSchema.partial()).optional(),
  reports: z.record(z.string(), reportSchema.partial()).optional(),
  watchlists: z.record(z.string(), watchlistSchema).optional(),
  feeds: z.record(z.string(), feedListSchema).optional(),
  watches: z.record(z.string(), partialWatchSchema).optional(),
});

export type PartialFile = z.output<typeof partialFileSchema>;
