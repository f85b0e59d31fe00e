import * as z from 'zod';
import { channelName } from './alert-schema.ts';
import { channelSchema, operatorsSchema } from './channel-schema.ts';
import { brandSchema, reportSchema } from './report-schema.ts';
import { LONGEST_NAME, NAME } from '../../../domain/lib/name.ts';
import { feedListSchema } from './feeds-schema.ts';
import { booleanSchema, durationSchema, numberBetween } from './values.ts';
import { exclude, partialWatchSchema, settings, watchSchema } from './watch-schema.ts';
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
    credits_per_record: price.describe('What a record of a job costs in your plan. Default 10.'),
    credits_per_lite_job: price.describe('What a job with mode lite costs in your plan. Default 100.'),
    nlp: booleanSchema.describe('Whether your plan includes NLP.'),
    tags: booleanSchema.describe('Whether your plan includes topic tags.'),
  })
  .partial();

/**
 * A section: a mapping from names to entries. `id` is the name of the entry in the JSON Schema. A rule checks the names,
 * so that a wrong name does not hide the problems of its entry.
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
