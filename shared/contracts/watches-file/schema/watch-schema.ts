import * as z from 'zod';
import type { Parameter } from '../../../domain/policies/policy.ts';
import { POLICIES, type PolicyName, policyOf, RAISE_LIMITS } from '../../../domain/policies/registry.ts';
import { NEWS_PARAMETERS, type NewsKind } from '../../../domain/services/news-rules.ts';
import { HOUR } from '../../../domain/time/instant.ts';
import { SEVERITIES, STORY_JOINING } from '../../../domain/watches/watch.ts';
import { watchQuerySchema } from '../../stored/definitions.ts';
import { eventQuerySchema } from './event-query-schema.ts';
import { feedQuerySchema } from './feeds-schema.ts';
import { jobQuerySchema } from './job-query-schema.ts';
import { FILE_KINDS, querySchema } from './query-schema.ts';
import {
  booleanSchema,
  durationSchema,
  languageOfModel,
  modelName,
  monthlyTokens,
  numberBetween,
  oneOf,
  scheduleSchema,
  textSchema,
  withExpectation,
  zoneSchema,
} from './values.ts';
import { jobFields } from './watchlist-schema.ts';
import { worldQuerySchema } from './world-schema.ts';

const bound = withExpectation(z.union([z.number(), textSchema]), {
  expected: 'a number, or a day in quotes such as "2026-11-21"',
});
const range = z.strictObject({ gte: bound.optional(), lte: bound.optional() });
const value = z.union([z.number(), textSchema]);
const condition = withExpectation(z.union([range, z.array(value).min(1).max(100), z.number(), textSchema]), {
  expected: 'a value, a list of values, or a range such as { gte: 500 }',
});

const { outlets, topRank, countries, sentiment } = RAISE_LIMITS;

const rule = z.strictObject({
  to: oneOf(SEVERITIES).describe('The severity to which the story climbs.'),
  outlets: numberBetween(outlets).optional().describe('At least so many outlets print it.'),
  top_rank: numberBetween(topRank).optional().describe('An outlet of this SEO rank or better prints it.'),
  countries: numberBetween(countries).optional().describe('Outlets of at least so many countries print it.'),
  sentiment: numberBetween(sentiment)
    .optional()
    .describe('The mean sentiment of its articles, of 5 or more, falls to this value.'),
  where: z
    .record(z.string(), condition)
    .optional()
    .describe('Facts of an event or a record that meet all of these conditions, by their names.'),
});

/** The rules by which a story climbs. */
const raiseSchema = withExpectation(
  z.array(withExpectation(rule, { expected: 'a rule such as { to: critical, outlets: 10 }' })).max(20),
  { expected: 'a list of rules, such as [{ to: critical, outlets: 10 }]' },
).describe(
  'When a story climbs to a higher severity, and alerts again: all conditions of one of these rules hold. [] never.',
);

export type WrittenRule = z.output<typeof rule>;

const judgeRule = z.strictObject({
  to: oneOf(SEVERITIES).describe('The severity that the finding gets.'),
  when: textSchema.max(500).describe('The condition in plain words.'),
});

/** What a model is asked about findings. */
const judgeSchema = z
  .strictObject({
    relevant: textSchema
      .max(2_000)
      .optional()
      .describe('What an article must be about. What is not waits for the brief.'),
    raise: withExpectation(
      z
        .array(
          withExpectation(judgeRule, { expected: 'a rule such as { to: critical, when: people are hurt }' }),
        )
        .max(10),
      { expected: 'a list of rules, such as [{ to: critical, when: people are hurt }]' },
    )
      .optional()
      .describe('Conditions that raise a finding, with the sentence that shows it.'),
    summary: booleanSchema
      .optional()
      .describe('true: alerts have two sentences about the article. Default false.'),
    language: languageOfModel,
    model: modelName,
    tokens_per_month: monthlyTokens.describe(
      'The most tokens a month. Beyond them it alerts without the model.',
    ),
    shadow: booleanSchema
      .optional()
      .describe('true: what the model says is recorded and has no effect. Default false.'),
  })
  .meta({
    id: 'judge',
    description: 'A model judges what could alert. It changes when you hear of something, never whether.',
  });

export type WrittenJudge = z.output<typeof judgeSchema>;

/** What a watch can set for itself, and `defaults` for every watch. */
export const settings = z
  .object({
    schedule: scheduleSchema.describe(
      'When the watch runs: rate(15 minutes) (the default), cron(0 8 ? * MON-FRI *) or at(2026-12-01T08:00:00). A watch of kind extraction uses only its own schedule; without one it runs once a day.',
    ),
    timezone: zoneSchema.describe('The IANA time zone of cron() and at(). Default UTC.'),
    overlap: durationSchema({ min: '0s', max: '7d' }).describe(
      'How far each run looks back into the time that is already covered, to find articles that arrive late. Default 1h.',
    ),
    lookback: durationSchema({ min: '1m', max: '400d' }).describe(
      'How much time the first window covers. Default 24h; for kind extraction 5d, as in its service.',
    ),
    first_run: oneOf(['silent', 'tell']).describe(
      'What the first window does. silent (default): it sets the baseline and sends one summary. tell: it alerts on everything that it finds.',
    ),
    severity: oneOf(SEVERITIES).describe('The severity of the alerts of the watch. Default info.'),
    judge: judgeSchema,
    priority: numberBetween({ whole: true, min: 1, max: 9 }).describe(
      'Which watches slow down first when the plan has too few calls: those of low priority. Default 5.',
    ),
    stories: oneOf(STORY_JOINING).describe(
      'How readily articles are joined into one story. strict: fewer stories that mix two events, more alerts. loose: fewer alerts. Default normal.',
    ),
    accents: oneOf(['folded', 'exact']).describe(
      'exact: é is not e, in the words of q that feeds and the archive are searched for, and in excluded phrases. Default folded: names are found with and without accents.',
    ),
    keep: oneOf(['summary', 'full']).describe(
      'full: the raw JSON of each finding is stored as well. Default summary.',
    ),
    retention: durationSchema({ min: '7d', max: '3650d' }).describe(
      'How long findings and alerts are stored. Default 400d.',
    ),
  })
  .partial().shape;

export const domain = withExpectation(
  z.string().regex(NEWS_PARAMETERS.not_sources.pattern).meta({ id: 'outlet' }),
  {
    noun: 'domain',
    expected: 'a domain without https://, such as spam.example',
  },
);

/** What an article is about, as the language layer has it. The names are those of the service. */
function topics(text: string) {
  return z.array(textSchema).optional().describe(`${text} Needs a plan with NLP.`);
}

export const exclude = z
  .strictObject({
    domains: z.array(domain).optional().describe('Outlets that the service leaves out.'),
    phrases: z
      .array(textSchema)
      .optional()
      .describe('A finding that contains one of these phrases is stored, but never alerts.'),
    themes: topics('Articles with one of these themes, such as Sports, are stored, but never alert.'),
    iptc_tags: topics('The same for media topics of the IPTC, by name or by code.'),
    iab_tags: topics('The same for content categories of the IAB, by name.'),
    people: topics('The same for people whom an article names.'),
    places: topics('The same for places that an article names.'),
  })
  .meta({ id: 'exclusions' })
  .optional();

/** The name of a brand. A rule of the whole file checks that the brand exists. */
const brandName = withExpectation(z.string(), { expected: 'the name of a brand of this file' });

/** The name of a channel. A rule of the whole file checks that the channel exists. */
export const channelName = withExpectation(z.string(), {
  expected: 'the name of a channel of this file',
}).meta({ id: 'channel-name', description: 'The name of a channel in the section channels.' });
const to = {
  channel: channelName.optional(),
  channels: withExpectation(z.array(channelName).min(1).max(20), {
    expected: 'a list of names of channels, such as [press, duty]',
  })
    .meta({ id: 'channel-names', description: 'Several channels: each gets the alerts by its own rules.' })
    .optional(),
};

/** Notes that a story has grown are written as rules of severity. */
const GROWS = {
  what: 'Unknown key "grows"',
  hint: 'write raise in the watch, beside alert, such as raise: [{ to: critical, outlets: 10 }]',
};
const story = withExpectation(
  z.strictObject({
    when: z.literal('story').optional().describe(policyText('story')),
    developments: z
      .union([booleanSchema, z.literal('at_once')])
      .optional()
      .describe(
        'Whether the channels are notified of what is new in a story that they know: true when another outlet confirms it, at_once without that, false never. Default true.',
      ),
    opinions: booleanSchema
      .optional()
      .describe(
        'true: opinions, reviews, lists, live pages and notes on prices alert as reports do. Default false.',
      ),
    ...to,
  }),
  { ofKey: (key) => (key === 'grows' ? GROWS : undefined) },
);

const others = POLICIES.filter((name) => name !== 'story').map(policySchema);

/** The `alert` block of a watch. Each policy has its own settings, which the domain describes. */
export const writtenAlertSchema = z.discriminatedUnion('when', [story, ...others]).meta({ id: 'alert' });

/** The fields of a watch besides its kind and query. */
const watchFields = {
  ...settings,
  brand: brandName
    .optional()
    .describe('The brand of the watch. The excluded phrases of the brand apply to the watch too.'),
  enabled: booleanSchema
    .optional()
    .describe('false: the watch does not run, and keeps what it has found. Default true.'),
  raise: raiseSchema.optional(),
  alert: writtenAlertSchema.optional().describe('When the watch alerts, and on which channels.'),
  exclude: exclude.describe('What this watch never alerts on, in addition to the exclusions of the file.'),
};

/** The kinds of watch, each with the parameters that its query takes. */
export function watchSchema(taxonomies: readonly string[]) {
  const ofKind = <K extends NewsKind>(kind: K, about: string) =>
    z.strictObject({
      kind: z.literal(kind).describe(about),
      query: querySchema(kind, taxonomies).describe(
        'The parameters of the news service, with the names that the service uses.',
      ),
      ...watchFields,
    });
  return z.discriminatedUnion('kind', [
    ofKind('search', 'Articles that match a query.'),
    ofKind('headlines', 'The latest headlines, filtered by country, language, topic or source.'),
    ofKind('breaking', 'Breaking news: articles about the events of the last 24 hours.'),
    ofKind('authors', 'Articles by one author.'),
    ofKind('links', 'Articles that mention addresses or domains, or that have certain ids.'),
    ofKind(
      'similar',
      'Articles that are similar to a text. The watch pauses if the service no longer offers this.',
    ),
    ofKind('volume', 'How many articles match, by hour or day. For the policies volume, spike and silence.'),
    z.strictObject({
      kind: z.literal('events').describe('Business events that the service has extracted from the news.'),
      query: eventQuerySchema.describe('The parameters of the events service.'),
      ...watchFields,
    }),
    z.strictObject({
      kind: z.literal('extraction').describe('Records that a long job extracts from the news.'),
      query: jobQuerySchema.describe('The parameters of the extraction service.'),
      ...jobFields,
      ...watchFields,
    }),
    z.strictObject({
      kind: z.literal('feeds').describe('Items of feeds that contain words.'),
      query: feedQuerySchema.describe('The words, and the lists of feeds to read.'),
      ...watchFields,
    }),
    z.strictObject({
      kind: z
        .literal('world')
        .describe("Articles of the open archive of the world's news, which needs no key."),
      query: worldQuerySchema.describe('The words, and what the articles must be.'),
      ...watchFields,
    }),
  ]);
}

/** The fields of every kind of watch: where kind or query are wrong, the other fields are still checked. */
export const watchOfAnyKind = z.strictObject({
  kind: z.unknown().optional(),
  query: z.unknown(),
  ...jobFields,
  ...watchFields,
});

/** A watch of which only the valid fields are left. Its kind and its query are read without each other. */
export const partialWatchSchema = z.object({
  ...jobFields,
  ...watchFields,
  kind: z.enum(FILE_KINDS).optional(),
  query: watchQuerySchema.optional(),
});

export type PartialWatch = z.output<typeof partialWatchSchema>;

/** The schema of one setting as the author writes it. */
type SettingSchema = z.ZodType<number | string | readonly string[] | undefined>;

export type WrittenAlert = z.output<typeof writtenAlertSchema>;

function policySchema<N extends PolicyName>(name: N) {
  const { parameters } = policyOf(name);
  return z.strictObject({
    ...Object.fromEntries(parameters.map((parameter) => [parameter.name, settingSchema(parameter)])),
    when: z.literal(name).describe(policyText(name)),
    ...to,
  });
}

function settingSchema(parameter: Parameter): SettingSchema {
  return valueSchema(parameter).optional().describe(descriptionOf(parameter));
}

function valueSchema({ form }: Parameter): SettingSchema {
  switch (form.type) {
    case 'number':
      return numberBetween(form);
    case 'span':
      return durationSchema(form);
    case 'choice':
      return oneOf(form.values);
    case 'names':
      return z
        .array(withExpectation(z.string().regex(form.pattern), { noun: 'name', expected: form.expected }))
        .min(1);
  }
}

/** What a setting means, and its default. */
function descriptionOf({ text, preset, form }: Parameter): string {
  if (preset === undefined) return text;
  const value = form.type === 'span' && typeof preset === 'number' ? durationText(preset) : String(preset);
  return `${text} Default ${value}.`;
}

/** A duration as the file writes it. */
function durationText(milliseconds: number): string {
  const hours = milliseconds / HOUR;
  return hours > 24 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

/** `Each finding, copies of one report included.` */
function policyText(name: PolicyName): string {
  const { about } = policyOf(name);
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}
