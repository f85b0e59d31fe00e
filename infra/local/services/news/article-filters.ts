import { UNRANKED } from '../../../../shared/domain/findings/finding.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { Analyst } from './analyst.ts';
import { ENTITY_KINDS } from './english.ts';
import { anyNameFilter, entityFilter } from './entity-filter.ts';
import {
  anchorsOf,
  customTagsOf,
  type DomainInfo,
  domainOf,
  type Entry,
  isWithin,
  linkKey,
  linksOf,
  listOf,
  nameKey,
  parentUrlOf,
} from './library/entry.ts';
import type { Keep } from './library/library.ts';
import type { Outlets } from './library/outlets.ts';
import type { Parameters } from './request/parameters.ts';
import { readSpan } from '../../../../shared/domain/time/spoken-time.ts';

/** A span of time, both ends included. */
interface Span {
  from: Instant;
  to: Instant;
}

/** The span that a request asks for: `from_` and `to_`, or the `when` that ends now. */
export function spanOf(parameters: Parameters): Span {
  const when = readSpan(parameters.text('when') ?? '');
  if (when !== undefined) return { from: parameters.now - when, to: parameters.now };
  return { from: parameters.time('from_') ?? -Infinity, to: parameters.time('to_') ?? parameters.now };
}

/** Keeps what is visible by now and was published, or with `by_parse_date` parsed, in the span. */
export function timeFilter(parameters: Parameters): Keep {
  const { from, to } = spanOf(parameters);
  const byParseDate = parameters.flag('by_parse_date') === true;
  const precision = parameters.text('published_date_precision');
  return (entry) => {
    const at = byParseDate ? entry.parsedAt : entry.publishedAt;
    if (entry.visibleAt > parameters.now || at < from || at > to) return false;
    return precision === undefined || entry.precision === precision;
  };
}

/** Whether one of the wanted values passes a test; where none is wanted, nothing is refused. */
function hasOne<Value>(wanted: readonly Value[], test: (value: Value) => boolean): boolean {
  return wanted.length === 0 || wanted.some(test);
}

/** Keeps what the outlet that printed it allows; what was not sent keeps everything. */
export function sourceFilter(parameters: Parameters, outlets: Outlets): Keep {
  const wanted = parameters.list('sources').map(domainOf);
  const unwanted = parameters.list('not_sources').map(domainOf);
  const predefined = parameters.list('predefined_sources');
  const best = new Set(predefined.flatMap((entry) => outlets.best(entry)));
  const names = parameters.list('source_name').map((name) => name.toLowerCase());
  const rankedOnly = parameters.flag('ranked_only') === true;
  const from = parameters.number('from_rank') ?? 1;
  const to = parameters.number('to_rank') ?? UNRANKED;
  const isKind = kindTest(parameters);
  const isLanguage = listTest(parameters, 'lang');
  const isCountry = listTest(parameters, 'countries');
  return ({ host, domain, sourceName, rank, outletKind, language, country }) => {
    const isFrom = (source: string) => isWithin(host, source) || isWithin(domain, source);
    if (from > rank || rank > to || (rankedOnly && rank === UNRANKED)) return false;
    if (!hasOne(wanted, isFrom) || unwanted.some(isFrom)) return false;
    if (predefined.length > 0 && !best.has(domain)) return false;
    if (!hasOne(names, (name) => sourceName.toLowerCase().includes(name))) return false;
    // `zh` means both of the service's own codes for Chinese.
    const languages = language === 'cn' || language === 'tw' ? [language, 'zh'] : [language];
    return isKind(outletKind) && isLanguage(languages) && isCountry([country]);
  };
}

/** The test of `is_news_domain`, `news_domain_type` and `news_type`. */
function kindTest(parameters: Parameters): (kind: DomainInfo) => boolean {
  const isNews = parameters.flag('is_news_domain');
  const domainTypes = parameters.list('news_domain_type');
  const newsTypes = parameters.list('news_type');
  return (kind) =>
    (isNews === undefined || kind.is_news_domain === isNews) &&
    hasOne(domainTypes, (type) => type === kind.news_domain_type) &&
    hasOne(newsTypes, (type) => type === kind.news_type);
}

/**
 * Keeps what the article itself allows; what was not sent keeps everything. `is_headline: false` and
 * `is_paid_content: true` restrict nothing (news service, parameters).
 */
export function contentFilter(parameters: Parameters): Keep {
  const author = parameters.text('author_name');
  const authors = author === undefined ? [] : [nameKey(author)];
  const notAuthors = parameters.list('not_author_name').map(nameKey);
  const headlines = parameters.flag('is_headline') === true;
  const unpaid = parameters.flag('is_paid_content') === false;
  const opinion = parameters.flag('is_opinion');
  const compliant = parameters.flag('robots_compliant');
  const least = parameters.number('word_count_min') ?? 0;
  const most = parameters.number('word_count_max') ?? Infinity;
  const mentions = mentionFilter(parameters);
  return (entry) => {
    const wrote = (name: string) => entry.writers.includes(name);
    if (!hasOne(authors, wrote) || notAuthors.some(wrote)) return false;
    if ((headlines && !entry.isHeadline) || (unpaid && entry.isPaid)) return false;
    if (opinion !== undefined && entry.isOpinion !== opinion) return false;
    if (compliant !== undefined && entry.isRobotsCompliant !== compliant) return false;
    return least <= entry.wordCount && entry.wordCount <= most && mentions(entry);
  };
}

/** Keeps the articles with the wanted links, section and tags. */
function mentionFilter(parameters: Parameters): Keep {
  const parents = parameters.list('parent_url').map(linkKey);
  const links = new Set(parameters.list('all_links').map(linkKey));
  const domains = parameters.list('all_domain_links').map(domainOf);
  const anchors = parameters.list('all_links_text').map((text) => text.toLowerCase());
  const tags = [...parameters.customTags];
  return (entry) =>
    hasOne(parents, (parent) => parent === linkKey(parentUrlOf(entry))) &&
    (links.size === 0 || mentionsLink(entry, links)) &&
    (domains.length === 0 || mentionsDomain(entry, domains)) &&
    hasOne(anchors, (text) =>
      anchorsOf(entry.record).some((anchor) => anchor.text.toLowerCase().includes(text)),
    ) &&
    tags.every(([taxonomy, wanted]) =>
      wanted.some((tag) => customTagsOf(entry.record).get(taxonomy)?.includes(tag)),
    );
}

/** Whether the text of an article links to one of the addresses, given by their keys. */
export function mentionsLink({ record }: Entry, keys: ReadonlySet<string>): boolean {
  return keys.size > 0 && linksOf(record).some((link) => keys.has(linkKey(link)));
}

/** Whether the text of an article links to one of the domains or below it. */
export function mentionsDomain({ record }: Entry, domains: readonly string[]): boolean {
  if (domains.length === 0) return false;
  const hosts = [...listOf(record.all_domain_links), ...linksOf(record)].map(domainOf);
  return hosts.some((host) => domains.some((domain) => isWithin(host, domain)));
}

/**
 * The filters on the language layer that were asked for. They cost most and come last.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export function analysisFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  const isAsked = (...names: string[]) => names.some((name) => parameters.isSent(name));
  const iptc = listTest(parameters, 'iptc_tags');
  const iab = listTest(parameters, 'iab_tags');
  const theme = listTest(parameters, 'theme');
  return [
    ...(parameters.flag('has_nlp') === true ? [analyst.knows] : []),
    ...(isAsked('iptc_tags', 'not_iptc_tags') ? [(entry: Entry) => iptc(analyst.tags(entry).iptc)] : []),
    ...(isAsked('iab_tags', 'not_iab_tags') ? [(entry: Entry) => iab(analyst.tags(entry).iab)] : []),
    ...(isAsked('theme', 'not_theme') ? [(entry: Entry) => theme(analyst.themes(entry))] : []),
    ...entityFilters(parameters, analyst),
    ...sentimentFilters(parameters, analyst),
  ];
}

function entityFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  const names = (parameters.text('ner_name') ?? '').split(',').flatMap((name) => name.trim() || []);
  return [
    ...ENTITY_KINDS.flatMap((kind) => {
      const parameter = `${kind}_entity_name` as const;
      const text = parameters.text(parameter);
      return text === undefined ? [] : [entityFilter({ text, parameter, kind }, analyst)];
    }),
    ...(names.length > 0 ? [anyNameFilter(names, analyst)] : []),
  ];
}

/** An article without a sentiment is within no bounds. */
function sentimentFilters(parameters: Parameters, { sentiment }: Analyst): Keep[] {
  return (['title', 'content'] as const).flatMap((part): Keep[] => {
    const min = parameters.number(`${part}_sentiment_min`);
    const max = parameters.number(`${part}_sentiment_max`);
    if (min === undefined && max === undefined) return [];
    return [
      (entry) => {
        const value = sentiment(entry)[part];
        return value !== undefined && (min ?? -1) <= value && value <= (max ?? 1);
      },
    ];
  });
}

/**
 * The test of a list parameter and of its opposite `not_...`: one of the values is wanted, and none is unwanted.
 * Capitals do not count.
 */
function listTest(
  parameters: Parameters,
  name: 'lang' | 'countries' | 'theme' | 'iptc_tags' | 'iab_tags',
): (values: readonly string[]) => boolean {
  const keysOf = (values: readonly string[]) => values.map((value) => value.toLowerCase());
  const wanted = keysOf(parameters.list(name));
  const unwanted = keysOf(parameters.list(`not_${name}`));
  if (wanted.length + unwanted.length === 0) return () => true;
  return (values) => {
    const keys = keysOf(values);
    return hasOne(wanted, (key) => keys.includes(key)) && !unwanted.some((key) => keys.includes(key));
  };
}
