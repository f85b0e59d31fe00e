import * as z from 'zod';
import type { FeedList } from '../../domain/feeds/feed.ts';
import type { ReportPlan } from '../../domain/reports/report-record.ts';
import { EXCLUDABLE_TOPICS } from '../../domain/findings/finding.ts';
import { GROUP_LABELS, PROTOCOLS } from '../../domain/alerts/message.ts';
import type { Channel, Transports } from '../../domain/channels/channel.ts';
import { PRESET_NAMES } from '../../domain/channels/webhook-presets.ts';
import type { Desired } from '../../domain/config/desired-state.ts';
import { STORY_MEMORY } from '../../domain/stories/story.ts';
import {
  type Judge,
  type QueryValue,
  type RaiseRule,
  SEVERITIES,
  type Watch,
  WATCH_KINDS,
  type WatchRule,
} from '../../domain/watches/watch.ts';
import { POLICIES } from '../../domain/policies/registry.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { Settings } from '../../domain/policies/policy.ts';

/** The settings of a watch's policy. */
const settingsSchema = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.array(z.string())]),
) satisfies z.ZodType<Settings>;

/** A list of feeds, as payload and as stored. */
export const feedListSchema = z.object({
  name: z.string(),
  urls: z.array(z.string()),
}) satisfies z.ZodType<FeedList>;

const namedSchema = z.object({ id: z.string(), names: z.array(z.string()) });

/** A report with every default filled in, as payload and as stored. */
export const reportPlanSchema = z.object({
  id: z.string(),
  brand: namedSchema.extend({ exclude: z.array(z.string()), competitors: z.array(namedSchema) }),
  schedule: z.string(),
  timezone: z.string(),
  days: z.number(),
  channel: z.string(),
  look: z.object({ title: z.string(), colour: z.string().optional(), logo: z.string().optional() }),
  disabled: z.literal(true).optional(),
}) satisfies z.ZodType<ReportPlan>;

const queryValue: z.ZodType<QueryValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()),
    z.array(z.record(z.string(), queryValue)),
    z.record(z.string(), queryValue),
  ]),
);

/** The service's own parameters in the query of a watch. */
export const watchQuerySchema = z.record(z.string(), queryValue);

const severity = z.enum(SEVERITIES);

/** The rules by which the stories of a watch climb. */
export const raiseSchema = z.array(
  z.object({
    to: severity,
    outlets: z.number().optional(),
    topRank: z.number().optional(),
    countries: z.number().optional(),
    sentiment: z.number().optional(),
    where: z
      .record(
        z.string(),
        z.union([
          z.array(z.string()),
          z.object({
            gte: z.union([z.number(), z.string()]).optional(),
            lte: z.union([z.number(), z.string()]).optional(),
          }),
        ]),
      )
      .optional(),
  }),
) satisfies z.ZodType<readonly RaiseRule[]>;

const judgeSchema = z.object({
  relevant: z.string().optional(),
  raise: z.array(z.object({ to: severity, when: z.string() })).optional(),
  summary: z.string().optional(),
  model: z.string(),
  tokensPerMonth: z.number(),
  shadow: z.literal(true).optional(),
}) satisfies z.ZodType<Judge>;

/** A watch with every default filled in, as payload and as stored. */
export const watchDefinitionSchema = z.object({
  id: z.string(),
  kind: z.enum(WATCH_KINDS),
  query: watchQuerySchema,
  schedule: z.string(),
  timezone: z.string(),
  overlap: z.number(),
  lookback: z.number(),
  firstRun: z.enum(['silent', 'tell']),
  brand: z.string().optional(),
  brandName: z.string().optional(),
  severity,
  raise: raiseSchema.optional(),
  judge: judgeSchema.optional(),
  priority: z.number(),
  alert: z.object({
    when: z.enum(POLICIES),
    channel: z.string(),
    channels: z.array(z.string()).optional(),
    settings: settingsSchema.optional(),
    developments: z.enum(['off', 'at-once']).optional(),
    opinions: z.literal(true).optional(),
  }),
  exclude: z.object({
    domains: z.array(z.string()),
    phrases: z.array(z.string()),
    topics: z.partialRecord(z.enum(EXCLUDABLE_TOPICS), z.array(z.string())).optional(),
  }),
  accents: z.literal('exact').optional(),
  keep: z.enum(['summary', 'full']),
  retention: z.number(),
  stories: z.enum(['strict', 'loose']).optional(),
  storyMemory: z.number().default(STORY_MEMORY),
  prices: z.object({ perRecord: z.number(), perLiteJob: z.number() }).optional(),
  version: z.string(),
  monitor: z.object({ backfill: z.boolean() }).optional(),
  watchlist: z.string().optional(),
  disabled: z.literal(true).optional(),
  withNlp: z.literal(true).optional(),
}) satisfies z.ZodType<Watch>;

/** The query and the policy of a watch, as stored with its alerts. */
export const watchRuleSchema = z.object({
  when: z.enum(POLICIES),
  settings: settingsSchema.optional(),
  raise: raiseSchema.optional(),
  judge: judgeSchema.optional(),
  query: watchQuerySchema.optional(),
}) satisfies z.ZodType<WatchRule>;

/** A watchlist, as payload and as stored. */
export const watchlistDefinitionSchema = z.object({
  name: z.string(),
  companies: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      domain: z.string().optional(),
      description: z.string().optional(),
      alternativeNames: z.array(z.string()),
      keyPersons: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodType<Watchlist>;

const ofTransport = { minSeverity: severity.optional() };
const secretAddress = { urlSecret: z.string(), tokenSecret: z.string().optional() };

const transportsSchema = z.object({
  ses: z.object({ from: z.string(), to: z.array(z.string()), ...ofTransport }).optional(),
  slack: z
    .union([
      z.object({ channel: z.string(), tokenSecret: z.string(), ...ofTransport }),
      z.object({ webhookSecret: z.string(), ...ofTransport }),
    ])
    .optional(),
  teams: z.object({ webhookSecret: z.string(), ...ofTransport }).optional(),
  pagerduty: z.object({ keySecret: z.string(), ...ofTransport }).optional(),
  webhook: z
    .union([
      z.object({ url: z.string(), secret: z.string(), ...ofTransport }),
      z.object({ ...secretAddress, preset: z.enum(PRESET_NAMES), ...ofTransport }),
      z.object({ ...secretAddress, body: z.string(), contentType: z.string(), ...ofTransport }),
    ])
    .optional(),
  eventbridge: z.object({ bus: z.string(), ...ofTransport }).optional(),
}) satisfies z.ZodType<Transports>;

/** A channel, as payload and as stored. */
export const channelDefinitionSchema = z.object({
  name: z.string(),
  email: z.array(z.string()),
  sms: z.array(z.string()),
  https: z.array(z.string()),
  queue: z.array(z.string()),
  timezone: z.string(),
  minSeverity: severity,
  protocolSeverity: z.partialRecord(z.enum(PROTOCOLS), severity).optional(),
  transports: transportsSchema.optional(),
  companies: z.array(z.string()).optional(),
  quietHours: z.object({ from: z.string(), to: z.string(), except: severity }).optional(),
  daysOff: z.array(z.string()).optional(),
  now: severity.optional(),
  brief: z.string().optional(),
  opening: z.object({ model: z.string(), language: z.string(), tokensPerMonth: z.number() }).optional(),
  grouping: z
    .object({
      by: z.array(z.enum(GROUP_LABELS)),
      wait: z.number(),
      interval: z.number(),
      repeat: z.number(),
    })
    .optional(),
  stormCap: z.number().optional(),
  smsPrice: z.number().optional(),
  escalate: z.array(z.object({ after: z.number(), to: z.string() })).optional(),
  editRules: z.object({ off: z.literal(true).optional(), mailDomains: z.array(z.string()) }).optional(),
}) satisfies z.ZodType<Channel>;

/** The desired state of `watches.yaml`: the payload of the function that applies it. */
export const desiredSchema = z.object({
  watches: z.array(watchDefinitionSchema),
  channels: z.array(channelDefinitionSchema),
  watchlists: z.array(watchlistDefinitionSchema).optional(),
  feeds: z.array(feedListSchema).optional(),
  reports: z.array(reportPlanSchema).optional(),
}) satisfies z.ZodType<Desired>;
