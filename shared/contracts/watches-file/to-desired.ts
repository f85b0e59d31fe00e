import type { Desired } from '../../domain/config/desired-state.ts';
import { EXCLUDABLE_TOPICS } from '../../domain/findings/finding.ts';
import type { Service } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { settingsOf } from '../../domain/policies/policy.ts';
import { overlapOf, policyOf } from '../../domain/policies/registry.ts';
import type { Brand, ReportPlan } from '../../domain/reports/report-record.ts';
import { EXTRACTION_LIMITS } from '../../domain/services/extraction-rules.ts';
import { hasLanguageLayer, parameterOf } from '../../domain/services/news-rules.ts';
import { STORY_MEMORY } from '../../domain/stories/story.ts';
import { DAY } from '../../domain/time/instant.ts';
import { DEFAULT_MONITOR_SCHEDULE } from '../../domain/upstream/desired-monitor.ts';
import { JOB_PRICES } from '../../domain/usage/demand.ts';
import {
  type AlertRule,
  type FactCondition,
  type Judge,
  type QueryValue,
  type RaiseRule,
  serviceOf,
  type Watch,
  type WatchKind,
  type WatchQuery,
  windowRuleOf,
} from '../../domain/watches/watch.ts';
import { watchQuerySchema } from '../stored/definitions.ts';
import { channelOf, operatorsOf } from './to-channel.ts';
import { DEFAULT_JOB_SCHEDULE, DEFAULT_SCHEDULE, DEFAULT_ZONE, unique } from './schema/values.ts';
import type { WrittenAlert, WrittenJudge, WrittenRule } from './schema/watch-schema.ts';
import { feedListOf, listsIn } from './schema/feeds-schema.ts';
import type { WatchesFile } from './schema/file-schema.ts';
import { valuesOf } from './schema/query-schema.ts';
import { watchlistOf } from './schema/watchlist-schema.ts';

/** The watches and channels that a valid file asks for, with every default filled in, in the order of the file. */
export function toDesired(file: WatchesFile): Desired {
  const channels = Object.entries(file.channels).map(([name, channel]) => channelOf(name, { channel, file }));
  const operators = operatorsOf(file);
  return {
    watches: Object.entries(file.watches).map(([id, watch]) => watchOf(id, { watch, file })),
    channels: [...channels, operators],
    ...(file.reports && {
      reports: Object.entries(file.reports).map(([id, report]) => reportOf(id, { report, file })),
    }),
    ...(file.feeds && {
      feeds: Object.entries(file.feeds).map(([name, list]) => feedListOf(name, list)),
    }),
    ...(file.watchlists && {
      watchlists: Object.entries(file.watchlists).map(([name, list]) => watchlistOf(name, list)),
    }),
  };
}

/** The length of the first window, by service. A job looks back as far as its service does by default. */
const DEFAULT_LOOKBACK: Readonly<Record<Service, number>> = {
  news: DAY,
  events: DAY,
  extraction: EXTRACTION_LIMITS.defaultRangeDays * DAY,
  feeds: DAY,
  world: DAY,
};

function defaultLookback(kind: WatchKind, { when }: AlertRule): number {
  const forCounts = windowRuleOf(kind)?.holds === 'counts' ? policyOf(when).lookbackForCounts : undefined;
  return forCounts ?? DEFAULT_LOOKBACK[serviceOf(kind)];
}

function watchOf(
  id: string,
  { watch, file }: { watch: WatchesFile['watches'][string]; file: WatchesFile },
): Watch {
  const set = { ...file.defaults, ...watch };
  const query = queryOf(watchQuerySchema.parse(watch.query));
  const exclude = exclusionsOf(watch, file);
  const accents = set.accents === 'exact' ? { accents: set.accents } : {};
  const alert = alertRuleOf(watch.alert, channelNamesOf(id, { watch, file }));
  return {
    id,
    kind: watch.kind,
    query,
    schedule: scheduleOf(watch, set.schedule),
    timezone: set.timezone ?? DEFAULT_ZONE,
    overlap: set.overlap ?? overlapOf(alert.when),
    lookback: set.lookback ?? defaultLookback(watch.kind, alert),
    firstRun: set.first_run ?? 'silent',
    ...brandOf(watch, file),
    severity: set.severity ?? 'info',
    ...(watch.raise && watch.raise.length > 0 && { raise: raiseRulesOf(watch.raise) }),
    ...(set.judge && { judge: judgeOf(set.judge) }),
    priority: set.priority ?? 5,
    alert,
    exclude,
    ...accents,
    keep: set.keep ?? 'summary',
    retention: set.retention ?? 400 * DAY,
    ...(set.stories !== undefined && set.stories !== 'normal' && { stories: set.stories }),
    storyMemory: file.defaults?.story_memory ?? STORY_MEMORY,
    ...(watch.kind === 'extraction' && pricesOf(file.plan)),
    ...jobSettings(watch),
    ...(watch.enabled === false && { disabled: true }),
    ...(file.plan?.nlp === true && hasLanguageLayer(watch.kind) && { withNlp: true }),
    version: versionOf(watch.kind, { query, exclude, ...accents, ...jobSettings(watch) }),
  };
}

/** The brand of a watch, and its first name: of a brand of the file, or of a competitor. */
function brandOf(
  { brand }: { brand?: string | undefined },
  file: WatchesFile,
): Pick<Watch, 'brand' | 'brandName'> {
  if (brand === undefined) return {};
  const [name] = namesOfBrand(brand, file);
  return { brand, ...(name !== undefined && { brandName: name }) };
}

/** What jobs cost, where the file sets other prices than the usual ones. */
function pricesOf({
  credits_per_record: perRecord = JOB_PRICES.perRecord,
  credits_per_lite_job: perLiteJob = JOB_PRICES.perLiteJob,
}: WatchesFile['plan'] = {}): Pick<Watch, 'prices'> {
  const isUsual = perRecord === JOB_PRICES.perRecord && perLiteJob === JOB_PRICES.perLiteJob;
  return isUsual ? {} : { prices: { perRecord, perLiteJob } };
}

/** The settings that only a watch of jobs has. */
function jobSettings(watch: WatchesFile['watches'][string]): Pick<Watch, 'monitor' | 'watchlist'> {
  if (watch.kind !== 'extraction') return {};
  const { mode, backfill = true, watchlist } = watch;
  return {
    ...(mode === 'monitor' && { monitor: { backfill } }),
    ...(watchlist !== undefined && { watchlist }),
  };
}

function scheduleOf(watch: WatchesFile['watches'][string], set: string | undefined): string {
  const { schedule } = watch;
  if (watch.kind === 'extraction')
    return schedule ?? (watch.mode === 'monitor' ? DEFAULT_MONITOR_SCHEDULE : DEFAULT_JOB_SCHEDULE);
  return set ?? DEFAULT_SCHEDULE;
}

/** The channels of a watch, each once: those that it names, or that of the defaults. */
function channelNamesOf(
  id: string,
  { watch: { alert = {} }, file }: { watch: WatchesFile['watches'][string]; file: WatchesFile },
): [string, ...string[]] {
  const named =
    alert.channels ?? [alert.channel ?? file.defaults?.channel].filter((one) => one !== undefined);
  const [first, ...others] = unique(named);
  if (first === undefined)
    throw new Error(`the watch ${id} has no channel: check the rules of the file first`);
  return [first, ...others];
}

/** The exclusions of the file, of the watch's brand and of the watch itself together. */
function exclusionsOf(watch: WatchesFile['watches'][string], file: WatchesFile): Watch['exclude'] {
  const brand = watch.brand === undefined ? undefined : file.brands?.[watch.brand];
  return {
    domains: unique([...(file.exclude?.domains ?? []), ...(watch.exclude?.domains ?? [])]),
    phrases: unique([
      ...(file.exclude?.phrases ?? []),
      ...(brand?.exclude ?? []),
      ...(watch.exclude?.phrases ?? []),
    ]),
    ...excludedTopicsOf(watch, file),
  };
}

function excludedTopicsOf(
  watch: WatchesFile['watches'][string],
  file: WatchesFile,
): Pick<Watch['exclude'], 'topics'> {
  const lists = EXCLUDABLE_TOPICS.map(
    (name) => [name, unique([...(file.exclude?.[name] ?? []), ...(watch.exclude?.[name] ?? [])])] as const,
  ).filter(([, names]) => names.length > 0);
  return lists.length === 0 ? {} : { topics: Object.fromEntries(lists) };
}

/** A list that is written as one text becomes a list, so that both forms are the same watch. */
function queryOf(written: WatchQuery): WatchQuery {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]): [string, QueryValue] => {
      if (name === 'feeds') return [name, listsIn(value)];
      const asList = typeof value === 'string' && parameterOf(name)?.type === 'list';
      return [name, asList ? valuesOf(value) : value];
    }),
  );
}

/** The same version for the same question, in whatever order its keys and lists are. */
function versionOf(
  kind: string,
  { query, exclude, accents, watchlist }: Pick<Watch, 'query' | 'exclude' | 'accents' | 'watchlist'>,
): string {
  const canonicalJson = Object.entries(query)
    .map(([name, value]) => [name, inOneOrder(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { topics } = exclude;
  const left = [
    exclude.domains.toSorted(),
    exclude.phrases.toSorted(),
    ...(topics ? [EXCLUDABLE_TOPICS.map((name) => topics[name]?.toSorted() ?? [])] : []),
  ];
  const list = watchlist === undefined ? [] : [watchlist];
  return idOf(
    kind,
    JSON.stringify(canonicalJson),
    JSON.stringify(left),
    ...list,
    ...(accents ? [accents] : []),
  );
}

function inOneOrder(value: QueryValue): unknown {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(inOneText).toSorted();
  const entries = Object.entries(value).map(([name, part]) => [name, inOneOrder(part)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inOneText(part: QueryValue): string {
  return typeof part === 'string' ? part : JSON.stringify(inOneOrder(part));
}

type Written = NonNullable<WatchesFile['reports']>[string];

const DEFAULT_DAYS = 7;

/** One report of a valid file, with every default filled in. */
function reportOf(id: string, { report, file }: { report: Written; file: WatchesFile }): ReportPlan {
  const brand = reportBrand(report.brand, file);
  const channel = report.channel ?? file.defaults?.channel;
  if (channel === undefined)
    throw new Error(`the report ${id} has no channel: check the rules of the file first`);
  return {
    id,
    brand,
    schedule: report.schedule,
    timezone: report.timezone ?? file.defaults?.timezone ?? DEFAULT_ZONE,
    days: report.period ?? DEFAULT_DAYS,
    channel,
    look: defined<ReportPlan['look']>({
      title: report.title ?? `${brand.names[0] ?? brand.id} in the news`,
      colour: report.colour?.toLowerCase(),
      logo: report.logo,
    }),
    ...(report.disabled === true && { disabled: true }),
  };
}

/** A report can be about a brand, or about a competitor of a brand. */
function reportBrand(id: string, file: WatchesFile): Brand {
  const own = file.brands?.[id];
  const competitors = Object.entries(own?.competitors ?? {}).map(([name, names]) => ({
    id: name,
    names: unique(names),
  }));
  return { id, names: namesOfBrand(id, file), exclude: unique(own?.exclude ?? []), competitors };
}

/** The names of a brand, or of a competitor of one, as the file lists them. */
function namesOfBrand(id: string, { brands = {} }: WatchesFile): string[] {
  const asCompetitor = Object.values(brands).flatMap(({ competitors = {} }) => competitors[id] ?? []);
  return unique(brands[id]?.names ?? asCompetitor);
}

/** When a watch alerts, with every setting of its policy filled in. */
function alertRuleOf(written: WrittenAlert = {}, channels: readonly [string, ...string[]]): AlertRule {
  const [channel] = channels;
  const to = { channel, ...(channels.length > 1 && { channels }) };
  if (written.when === undefined || written.when === 'story') {
    const { developments = true, opinions = false } = written;
    const other = developments === 'at_once' ? 'at-once' : developments ? undefined : 'off';
    return { when: 'story', ...to, ...(other && { developments: other }), ...(opinions && { opinions }) };
  }
  const { when } = written;
  const { parameters } = policyOf(when);
  return { when, ...to, ...(parameters.length > 0 && { settings: settingsOf(parameters, written) }) };
}

function judgeOf(written: WrittenJudge): Judge {
  const { relevant, raise = [], summary, language = 'en', model, tokens_per_month, shadow } = written;
  return defined<Judge>({
    relevant,
    raise: raise.length > 0 ? raise : undefined,
    summary: summary ? language : undefined,
    model,
    tokensPerMonth: tokens_per_month,
    shadow: shadow || undefined,
  });
}

/** The rules by which stories climb, as they are stored. */
export function raiseRulesOf(written: readonly WrittenRule[]): RaiseRule[] {
  return written.map(({ to, outlets, top_rank: topRank, countries, sentiment, where }) =>
    defined<RaiseRule>({
      to,
      outlets,
      topRank,
      countries,
      sentiment,
      where:
        where &&
        Object.fromEntries(Object.entries(where).map(([name, one]) => [name, conditionOf(one)] as const)),
    }),
  );
}

function conditionOf(written: NonNullable<WrittenRule['where']>[string]): FactCondition {
  if (Array.isArray(written)) return written.map(String);
  return typeof written === 'object' ? written : [String(written)];
}
