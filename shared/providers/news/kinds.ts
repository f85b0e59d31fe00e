import { excludedDomain } from '../../domain/findings/fit-finding.ts';
import { type Finding, fingerprintOf, type FoundItem } from '../../domain/findings/finding.ts';
import {
  isNewsKind,
  NEWS_ANSWER_CAP,
  NEWS_HITS_CAP,
  type NewsKind,
  parameterNamesOf,
  PATH_OF_KIND,
} from '../../domain/services/news-rules.ts';
import { BadShapeError } from '../../domain/lib/errors.ts';
import { HOUR, type Instant, MINUTE, SECOND, type Window, wireTimeOf } from '../../domain/time/instant.ts';
import type { Watch, WatchKind } from '../../domain/watches/watch.ts';
import type { CallLimits, Clock } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/services.ts';
import { type CallOptions, counting } from '../http/http-client.ts';
import type { ListedArticle } from './articles.ts';
import type { NewsClient } from './create-news-client.ts';
import { articleReadingOf, articleToFinding, indexedWithin, publishedWithin } from './to-finding.ts';

/** The default number of articles that a run reads of each event. */
const SHOWN = 10;

/**
 * Breaking news: the top articles of each event of the last 24 hours. Ids of events may differ in each
 * call, so each article is a finding of its own. It is in the window of the run that first sees it.
 */
async function fetchBreaking(ask: PageAsk, { client, options }: Asking): Promise<KindPage> {
  const { watch, page, pageSize } = ask;
  const shown = Number(watch.query['top_n_articles'] ?? SHOWN);
  const events = Math.max(
    1,
    Math.min(100, Math.floor(pageSize / shown), Math.floor(NEWS_ANSWER_CAP / shown)),
  );
  const request = { ...languageLayer(watch), ...watch.query, top_n_articles: shown, page, page_size: events };
  const answer = await client.breakingNews(request, options);
  const articles = answer.events.flatMap((event) => event.articles);
  return {
    items: itemsOf(articles, ask, (_article, { to }) => to - SECOND),
    unusable: answer.unusable,
    refused: answer.dropped,
    hits: answer.total_hits ?? articles.length,
    pages: Math.min(answer.total_pages ?? 1, Math.ceil(NEWS_HITS_CAP / events)),
    capped: false,
    ...missingFrom(watch, {
      due: page === 1 ? Math.min(answer.total_hits ?? 0, 1) : 0,
      given: answer.events.length + answer.dropped,
    }),
  };
}

/** Numbers of articles by hour or day of their parse time. They have no cap. */
async function fetchVolume({ watch, window }: PageAsk, { client, options }: Asking): Promise<KindPage> {
  const request = { aggregation_by: 'hour', ...watch.query, ...withoutDomains(watch), ...parsedIn(window) };
  const answer = await client.aggregationCount(request, options);
  const counts = answer.counts.flatMap(({ time_frame: from, article_count: count }) =>
    from === undefined ? [] : [{ from, count }],
  );
  return {
    items: [],
    refused: 0,
    hits: answer.total_hits ?? counts.reduce((sum, { count }) => sum + count, 0),
    pages: 1,
    capped: false,
    counts,
    ...missingFrom(watch, { due: Math.min(answer.total_hits ?? 0, 1), given: counts.length }),
  };
}

/** Windows of parse time. Sorted by date, so that pages do not shift by relevance. */
const byParseTime: OwnParameters = ({ watch, window }) => ({
  ...withoutDomains(watch),
  ...parsedIn(window),
  sort_by: 'date',
});

/** How each kind of watch is queried. */
const NEWS_FETCHES: Readonly<Record<NewsKind, FetchKind>> = {
  search: articleKind('search', byParseTime),
  authors: articleKind('authors', byParseTime),
  // The path may be withdrawn (news service, differences).
  similar: articleKind('searchSimilar', byParseTime),
  // The path has no end, so the run leaves out what came after it. `sort_by` is listed for GET only (news service,
  // parameters by path) and is left out.
  headlines: articleKind('latestHeadlines', (ask) => ({ ...withoutDomains(ask.watch), ...parsedSince(ask) })),
  // The path has no parse time: windows use the time of publication.
  links: articleKind('searchByLink', ({ window }) => publishedIn(window), publishedWithin),
  breaking: fetchBreaking,
  volume: fetchVolume,
};

/** The request for one page of a watch and a window. */
interface PageAsk {
  watch: Watch;
  window: Window;
  /** From 1. */
  page: number;
  /** The most articles of the page. */
  pageSize: number;
  /** The time of the request. */
  now: Instant;
}

/** The client and options of a request. */
interface Asking {
  client: NewsClient;
  options: CallOptions;
}

/** The content of a page, without the number of calls. */
type KindPage = Omit<FoundPage, 'calls' | 'correlationId'>;

/** Queries the news service for one kind of watch and reads the answer. */
type FetchKind = (ask: PageAsk, asking: Asking) => Promise<KindPage>;

/** The parameters that a run sets, in addition to the page. They replace those of the query. */
type OwnParameters = (ask: PageAsk) => object;

/** The time that decides the window of an article. */
type ArticleTime = (article: ListedArticle, window: Window) => Instant;

/** A kind of watch whose answer is a list of articles, page by page, in windows of the time they were parsed. */
function articleKind(
  search: 'search' | 'authors' | 'searchSimilar' | 'latestHeadlines' | 'searchByLink',
  own: OwnParameters,
  indexedAt: ArticleTime = indexedWithin,
): FetchKind {
  return async (ask, { client, options }) => {
    const { watch, page, pageSize } = ask;
    const request = { ...languageLayer(watch), ...watch.query, ...own(ask), page, page_size: pageSize };
    const answer = await client[search](request, options);
    const { total_hits: hits, page_size: said } = answer;
    const size = said >= 1 && said <= pageSize ? said : pageSize;
    const given = answer.articles.length + answer.dropped;
    // A list of copies as one counts more articles than it shows, by how many is not documented.
    const groupsCopies = answer.isClustered || watch.query['exclude_duplicates'] === true;
    const listed = groupsCopies ? Math.min(hits, page === 1 ? 1 : 0) : hits - (page - 1) * size;
    return {
      items: itemsOf(answer.articles, ask, indexedAt),
      unusable: answer.unusable,
      refused: answer.dropped,
      hits,
      pages: Math.ceil(Math.min(groupsCopies ? answer.total_pages * size : hits, NEWS_HITS_CAP) / size),
      capped: hits >= NEWS_HITS_CAP,
      ...missingFrom(watch, { due: Math.min(listed, size), given }),
    };
  };
}

/** A page with fewer items than the service says it has. */
function missingFrom(
  { kind }: Watch,
  { due, given }: { due: number; given: number },
): Pick<FoundPage, 'incomplete'> {
  if (given >= due || !isNewsKind(kind)) return {};
  const text = `The news service said that there are ${due} items, and gave ${given}.`;
  return { incomplete: new BadShapeError(text, { service: 'news', operation: PATH_OF_KIND[kind] }) };
}

/**
 * Articles as items of a page. Their texts are compared with the query when an item is read: most were seen before.
 */
function itemsOf(
  articles: readonly ListedArticle[],
  { watch, window }: PageAsk,
  indexedAt: ArticleTime,
): FoundItem[] {
  const sight = articleReadingOf(watch);
  return articles.map((listed) => {
    const at = indexedAt(listed, window);
    const read = () => {
      const finding = { ...articleToFinding(listed.read(), { sight, window }), indexedAt: at };
      return withoutOutlets(finding, watch.exclude.domains);
    };
    return { fingerprint: fingerprintOf(listed.id), indexedAt: at, read, source: listed.source };
  });
}

/** Not every path can exclude outlets. A finding from an excluded outlet causes no alert. */
function withoutOutlets(finding: Finding, domains: readonly string[]): Finding {
  const excludedBy = finding.excludedBy ?? excludedDomain(domains, finding.outlet?.domain);
  return excludedBy === undefined ? finding : { ...finding, excludedBy };
}

/** A window of parse time. */
export function parsedIn(window: Window) {
  return { ...publishedIn(window), by_parse_date: true };
}

/** A window of publication time. */
export function publishedIn({ from, to }: Window) {
  return { from_: wireTimeOf(from), to_: wireTimeOf(to) };
}

/** A longer span is requested in days: documented examples have only few hours. */
const MOST_HOURS = 72;

/** The `when` that includes the start of a window, plus 1 minute, because the service uses its own clock. */
function parsedSince({ window, now }: Pick<PageAsk, 'window' | 'now'>) {
  const hours = Math.max(1, Math.ceil((now - window.from + MINUTE) / HOUR));
  return { when: hours <= MOST_HOURS ? `${hours}h` : `${Math.ceil(hours / 24)}d`, by_parse_date: true };
}

/** Adds the domains that are excluded for all watches to those of the query. */
export function withoutDomains({ query, exclude }: Watch): { not_sources?: readonly string[] } {
  if (exclude.domains.length === 0) return {};
  const own = query['not_sources'] ?? [];
  const listed =
    typeof own === 'string' ? own.split(',').map((part) => part.trim()) : Array.isArray(own) ? own : [];
  return { not_sources: [...new Set([...listed, ...exclude.domains])] };
}

/**
 * What a run adds for a plan with the language layer, on paths that take it. What the query says itself counts more.
 */
function languageLayer({ kind, withNlp }: Watch): Readonly<Record<string, true>> {
  if (!withNlp || !isNewsKind(kind)) return {};
  const taken = parameterNamesOf(PATH_OF_KIND[kind]);
  const added = ['include_nlp_data', 'include_translation_fields'].filter((name) => taken.includes(name));
  return Object.fromEntries(added.map((name) => [name, true] as const));
}

/** The news service as a port of runs. */
export function newsSource(client: NewsClient, clock: Pick<Clock, 'now'>): Source {
  /** One page, with the number of its requests. */
  const fetch = async (ask: Omit<PageAsk, 'now'>, limits: CallLimits): Promise<FoundPage> => {
    const { answer, ...counts } = await counting(limits, (options) =>
      fetchOf(ask.watch.kind)({ ...ask, now: clock.now() }, { client, options }),
    );
    return { ...answer, ...counts };
  };
  return {
    fetchPage: (ask, limits) => fetch({ ...ask, pageSize: NEWS_ANSWER_CAP }, limits),
    async count(ask, limits) {
      const { hits, calls } = await fetch({ ...ask, page: 1, pageSize: 1 }, limits);
      return { hits, calls };
    },
    probe: async (_watch, { deadline }) => void (await client.subscription({ deadline })),
  };
}

function fetchOf(kind: WatchKind): FetchKind {
  if (isNewsKind(kind)) return NEWS_FETCHES[kind];
  throw new RangeError(`The news service does not answer watches of kind ${kind}.`);
}
