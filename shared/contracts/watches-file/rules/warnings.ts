import { isPolled } from '../../../domain/lib/errors.ts';
import { PROTOCOLS } from '../../../domain/alerts/message.ts';
import { TRANSPORTS } from '../../../domain/channels/channel.ts';
import { foldText } from '../../../domain/query/fold.ts';
import { meantQuery } from '../../../domain/query/habits.ts';
import { asksForAllNews, EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import { isCountry, isLanguage, isPublishedLanguage } from '../../../domain/services/news-values.ts';
import { isNewsKind, parameterOf } from '../../../domain/services/news-rules.ts';
import { DAY } from '../../../domain/time/instant.ts';
import { compareSeverity, type ParameterValue, type Severity } from '../../../domain/watches/watch.ts';
import { LONGEST_LOOKBACK } from '../../../domain/world/archive-state.ts';
import { meantCountry } from '../explain/codes.ts';
import { memberOf, type Path, type Problem, writeKey } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import { PLAN_FEATURES, valuesOf } from '../schema/query-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { namedChannels, policyWarnings } from './check-named.ts';
import { unusedChannels } from './channel-rules.ts';
import { companyWarnings } from './company-rules.ts';
import { judgeWarnings } from './judge-rules.ts';
import { highestSeverity, raiseWarnings, topicWarnings } from './raise-rules.ts';

/**
 * In characters. The service names no limit, but it is slow to answer longer queries (news service, query language).
 */
const LONG_QUERY = 1_000;

/** What is allowed but probably not meant, and what only the service can decide. */
export function warningsOf(file: PartialFile): Problem[] {
  return [
    ...Object.entries(file.watches ?? {}).flatMap(([name, watch]) => watchWarnings(name, { watch, file })),
    ...companyWarnings(file),
    ...topicWarnings(file),
    ...reachWarnings(file),
    ...accentWarnings(file),
  ];
}

/**
 * Only of feeds and the archive we decide what is found. Each place is named where exact accents are written for other
 * watches. Of records nothing compares accents.
 */
function accentWarnings({ defaults, watches = {} }: PartialFile): Problem[] {
  const others = Object.entries(watches).filter(([, { kind }]) => kind !== undefined && !isPolled(kind));
  const own = others.filter(([, { accents }]) => accents === 'exact');
  const inherits = others.some(([, { accents }]) => accents === undefined);
  const places = [
    ...(defaults?.accents === 'exact' && inherits ? [['defaults', 'accents']] : []),
    ...own.map(([name]) => ['watches', name, 'accents']),
  ];
  const what = 'Beside feeds and the archive, the service decides what is found: it may take é for e';
  const hint = 'leave it as it is to compare excluded phrases and to mark words exactly';
  const isJob = (name: string | undefined) => watches[name ?? '']?.kind === 'extraction';
  return places.map((path) =>
    isJob(path[1])
      ? {
          path,
          what: `${what}. Excluded phrases of records take é for e, too`,
          hint: 'remove it: it changes nothing here',
        }
      : { path, what, hint },
  );
}

function watchWarnings(name: string, { watch, file }: { watch: PartialWatch; file: PartialFile }): Problem[] {
  const path = ['watches', name, 'query'];
  const query = newsParametersOf(watch);
  return [
    ...query.flatMap(([key, value]) => planWarning(key, { value, path, plan: file.plan })),
    ...query.flatMap(([key, value]) => valueWarning(key, { value, path: [...path, key] })),
    ...queryWarnings(isPolled(watch.kind) ? wordsOf(watch) : query, path),
    ...query.flatMap(([key, value]) => spellingWarning(key, { value, path: [...path, key] })),
    ...matchAllWarning(watch, path),
    ...jobWarnings(watch, path),
    ...policyWarnings(watch, ['watches', name]),
    ...raiseWarnings(watch, { path: ['watches', name], file }),
    ...judgeWarnings(watch, ['watches', name]),
    ...lookbackWarning(name, { watch, file }),
  ];
}

/** A new watch of the archive is looked back for only so long; a backfill reads all files. */
function lookbackWarning(
  name: string,
  { watch, file: { defaults } }: { watch: PartialWatch; file: PartialFile },
): Problem[] {
  const lookback = watch.lookback ?? defaults?.lookback ?? 0;
  if (watch.kind !== 'world' || lookback <= LONGEST_LOOKBACK) return [];
  const what = 'A new watch of the archive gets the files of the last 7 days, not of its whole lookback';
  const hint = `write lookback: 7d, and read what is before with npx bellwether backfill ${name} --from ${Math.ceil(lookback / DAY)}d`;
  return [{ path: ['watches', name, watch.lookback === undefined ? 'kind' : 'lookback'], what, hint }];
}

/** The parameters of a watch of the news service. Other services have other parameters. */
function newsParametersOf({ kind, query = {} }: PartialWatch): [string, ParameterValue][] {
  if (kind !== undefined && !isNewsKind(kind)) return [];
  return Object.entries(query).flatMap(([name, value]): [string, ParameterValue][] =>
    isParameter(value) ? [[name, value]] : [],
  );
}

function wordsOf({ query }: PartialWatch): [string, ParameterValue][] {
  return typeof query?.['q'] === 'string' ? [['q', query['q']]] : [];
}

function isParameter(value: unknown): value is ParameterValue {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Warns of a parameter that the service refuses if the plan does not include what the parameter needs. */
function planWarning(
  key: string,
  { value, path, plan }: { value: ParameterValue; path: Path; plan: PartialFile['plan'] },
): Problem[] {
  const demands =
    parameterOf(key)?.needs ?? (key === 'search_in' && String(value).includes('summary') ? 'nlp' : undefined);
  if (demands === undefined || value === false || plan?.[demands] === true) return [];
  const feature = PLAN_FEATURES[demands];
  const what = `"${key}" needs a plan with ${feature}`;
  const hint =
    plan?.[demands] === false
      ? `remove it: the file says that your plan does not include ${feature}, so the service refuses the query`
      : `if your plan includes ${feature}, write plan: { ${demands}: true }. Otherwise the service refuses the query`;
  return [{ path: [...path, key], atKey: true, what, hint }];
}

/** Warns of values that the service takes, but that do not do what they seem to do. */
function valueWarning(key: string, { value, path }: { value: ParameterValue; path: Path }): Problem[] {
  if (key === 'q' && typeof value === 'string' && value.length > LONG_QUERY) {
    const what = `The query has ${value.length} characters: above ${LONG_QUERY} the service can be slow or refuse it`;
    return [{ path, what, hint: 'split it into several watches' }];
  }
  for (const { keys, isWrong, what, hint } of LISTED) {
    const wrong = keys.includes(key) ? listed(value).find(isWrong) : undefined;
    if (wrong !== undefined) return [{ path, what: what(wrong), hint: hint(wrong) }];
  }
  if (key === 'is_paid_content' && value === true) {
    const hint = 'write false to get only articles that are free to read, or remove it';
    return [{ path, what: 'The value true does not filter anything', hint }];
  }
  return [];
}

/** Entries of lists that the service does not know. */
const LISTED: readonly {
  keys: readonly string[];
  isWrong: (entry: string) => boolean;
  what: (entry: string) => string;
  hint: (entry: string) => string;
}[] = [
  {
    keys: ['lang', 'not_lang'],
    isWrong: (code) => code === 'zh',
    what: () => 'The service does not know the language "zh"',
    hint: () => 'write cn for simplified Chinese and tw for traditional Chinese',
  },
  {
    keys: ['lang', 'not_lang'],
    isWrong: (code) => !isPublishedLanguage(code),
    what: (code) => `The service does not list the language "${code}"`,
    hint: (code) =>
      isLanguage(code)
        ? 'it may refuse the query: if a run fails, remove the language'
        : 'write the two letters of a language, such as en',
  },
  {
    keys: ['countries', 'not_countries'],
    isWrong: (code) => !isCountry(code.trim()),
    what: (code) => `No country has the code "${code}"`,
    hint: (code) => `write ${meantCountry(code) ?? 'the two letters of a country, such as DE'}`,
  },
  {
    keys: ['predefined_sources'],
    isWrong: isNoList,
    what: (entry) => `The service has no list of outlets "${entry}"`,
    hint: () => 'write a number from 1 and the two letters of a country, such as top 20 GB',
  },
];

/** Whether an entry of `predefined_sources` counts no outlet, or those of no country. */
function isNoList(entry: string): boolean {
  const [, count, country = ''] = entry.trim().split(/\s+/);
  return Number(count) < 1 || !isCountry(country);
}

function listed(value: ParameterValue): readonly string[] {
  return typeof value === 'object' ? value : valuesOf(String(value));
}

function matchAllWarning({ query = {} }: PartialWatch, path: Path): Problem[] {
  const { q } = query;
  if (typeof q !== 'string' || q.trim() !== '*' || Object.keys(query).length > 1) return [];
  const hint = 'add filters such as sources or countries, or write the words that you look for';
  return [{ path: [...path, 'q'], what: 'This query matches every article', hint }];
}

/** What is defined and not used. It is said of a file without problems only: it follows from many of them. */
export function unusedWarnings(file: PartialFile): Problem[] {
  const { brands = {}, watches = {} } = file;
  const used = new Set(Object.values(watches).map(({ brand }) => brand));
  const unused = Object.keys(brands).filter((name) => !used.has(name));
  return [
    ...unusedChannels(file),
    ...unused.map((name): Problem => {
      const what = `No watch uses "${name}"`;
      return { path: ['brands', name], atKey: true, what, hint: 'use it, or remove it' };
    }),
  ];
}

/**
 * Warns of what none of the alerts reach: a watch whose only channel takes more severe ones, a channel that none of
 * its watches reaches, and a transport of a channel. Also of a brief in which nothing can wait.
 */
function reachWarnings(file: PartialFile): Problem[] {
  return [...watchesWithoutReach(file), ...channelsWithoutReach(file)];
}

function watchesWithoutReach(file: PartialFile): Problem[] {
  return Object.entries(file.watches ?? {}).flatMap(([name, watch]): Problem[] => {
    const [channel, ...others] = namedChannels(watch, file);
    const least = channel === undefined ? undefined : file.channels?.[channel]?.min_severity;
    const severity = highestSeverity(watch, file);
    if (least === undefined || others.length > 0 || compareSeverity(severity, least) >= 0) return [];
    const what = `This watch never alerts: its severity is ${severity}, and the channel "${channel}" takes ${least} and above`;
    const hint = 'raise the severity of the watch, or lower min_severity of the channel';
    return [{ path: ['watches', name], atKey: true, what, hint }];
  });
}

function channelsWithoutReach(file: PartialFile): Problem[] {
  const watches = Object.values(file.watches ?? {}).map((watch) => ({
    channels: namedChannels(watch, file),
    severity: highestSeverity(watch, file),
  }));
  return Object.entries(file.channels ?? {}).flatMap(([name, channel]): Problem[] => {
    const on = watches.filter(({ channels }) => channels.includes(name));
    const [first, ...others] = on.map(({ severity }) => severity);
    if (first === undefined) return [];
    const highest = others.reduce((high, one) => (compareSeverity(one, high) > 0 ? one : high), first);
    const path = ['channels', name];
    const isSaid = on.every(({ channels }) => channels.length === 1);
    const whole = tooHigh(channel.min_severity, { highest, path, of: 'this channel' });
    if (whole.length > 0) return isSaid ? [] : whole;
    const parts = [...PROTOCOLS, ...TRANSPORTS].flatMap((part) =>
      tooHigh(severityIn(memberOf(channel, part)), {
        highest,
        path: [...path, part],
        of: `${part} of this channel`,
      }),
    );
    const isEmpty = channel.now === 'info';
    const what = 'The brief never holds an alert: `now: info` sends all of them at once';
    const brief = { path: [...path, 'now'], what, hint: 'write now: warning, or remove now and brief' };
    return isEmpty ? [...parts, brief] : parts;
  });
}

function severityIn(transport: unknown): Severity | undefined {
  const written = memberOf(transport, 'min_severity');
  return written === 'info' || written === 'warning' || written === 'critical' ? written : undefined;
}

function tooHigh(
  least: Severity | undefined,
  { highest, path, of }: { highest: Severity; path: Path; of: string },
): Problem[] {
  if (least === undefined || compareSeverity(highest, least) >= 0) return [];
  const what = `Nobody reaches ${of}: it takes ${least} and above, and its watches alert with ${highest} at most`;
  const hint = `raise the severity of a watch, add a rule such as raise: [{ to: ${least}, outlets: 10 }], or lower min_severity`;
  return [{ path: [...path, 'min_severity'], what, hint }];
}

/** Warns of valid queries that the service reads otherwise than most people mean them, with the corrected query. */
function queryWarnings(query: readonly (readonly [string, ParameterValue])[], path: Path): Problem[] {
  const langs = listed(query.find(([key]) => key === 'lang')?.[1] ?? []);
  return query.flatMap(([key, value]) => {
    if (parameterOf(key)?.type !== 'query' || typeof value !== 'string') return [];
    const { habits, corrected } = meantQuery(value, langs);
    return habits.map(
      ({ at, what }): Problem => ({ path: [...path, key], offset: at, what, hint: writeKey(key, corrected) }),
    );
  });
}

/** The news service decides itself what is the same word. Feeds are searched by our own rules. */
function spellingWarning(key: string, { value, path }: { value: ParameterValue; path: Path }): Problem[] {
  if (parameterOf(key)?.type !== 'query' || typeof value !== 'string') return [];
  const words = value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const written = new Set(words.map((word) => word.normalize('NFC').toLowerCase()));
  const other = words.find((word) => !written.has(foldText(word)));
  const signs = /[\p{L}\p{N}]+(?:\+\+|#)(?![\p{L}\p{N}])|(?<![^\s"])\.\p{L}+/u.exec(value)?.[0];
  const spelling = {
    path,
    what: `The news service may not find "${other}" where it is written "${foldText(other ?? '')}"`,
    hint: 'write both forms in brackets, with OR between them',
  };
  const name = {
    path,
    what: `The news service may not see the signs of "${signs}", and find the word without them`,
    hint: 'add a word that the news has beside the name',
  };
  return [...(other === undefined ? [] : [spelling]), ...(signs === undefined ? [] : [name])];
}

/**
 * Warns of what the binding description of the extraction service allows, and only public material about it refuses or
 * reads otherwise. `path` is that of the query.
 */
function jobWarnings({ kind, query = {}, watchlist }: PartialWatch, path: Path): Problem[] {
  if (kind !== 'extraction') return [];
  const follows = watchlist !== undefined || query['connected_dataset_ids'] !== undefined;
  return [
    ...limitWarning(query['limit'], path),
    ...(follows ? scoreWarning(query, path) : allNewsWarning(query['query'], path)),
  ];
}

function limitWarning(limit: unknown, path: Path): Problem[] {
  const { leastLimit } = EXTRACTION_LIMITS;
  if (typeof limit !== 'number' || limit >= leastLimit) return [];
  const what = `The service may refuse fewer than ${leastLimit} records`;
  return [{ path: [...path, 'limit'], what, hint: `if a run fails, write ${leastLimit}` }];
}

/**
 * Publicly a job with companies keeps records from score 2 on when it names no score. Those of mode lite have no
 * scores.
 */
function scoreWarning(query: Readonly<Record<string, unknown>>, path: Path): Problem[] {
  if (query['ed_score_min'] !== undefined || query['mode'] === 'lite') return [];
  const what = 'The service may leave out records in which each company has a score below 2';
  const hint = 'add ed_score_min: 1 to get every record, or ed_score_min: 2 to say that you do not need them';
  return [{ path: [...path, 'query'], what, hint }];
}

function allNewsWarning(question: unknown, path: Path): Problem[] {
  if (typeof question !== 'string' || !asksForAllNews(question)) return [];
  const what = 'The service refuses a query for all news without companies';
  const hint = 'add watchlist: NAME with a watchlist of this file, or name what happens';
  return [{ path: [...path, 'query'], what, hint }];
}
