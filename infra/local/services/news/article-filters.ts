import { UNRANKED } from '../../../../shared/domain/findings/finding.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { Analyst } from './analyst.ts';
import type { EntityKind } from './english.ts';
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
import { type NameOf, type Parameters, readSpan } from './request/parameters.ts';

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

/** The filters on the outlet that printed an article; what was not sent keeps everything. */
export function sourceFilters(parameters: Parameters, outlets: Outlets): Keep[] {
  return [
    ...domainFilters(parameters, outlets),
    ...rankFilters(parameters),
    ...kindFilters(parameters),
    ...listFilters(parameters, 'lang', ({ language }) =>
      isChinese(language) ? [language, 'zh'] : [language],
    ),
    ...listFilters(parameters, 'countries', ({ country }) => [country]),
  ];
}

/** `zh` means both of the service's own codes for Chinese. */
function isChinese(language: string): boolean {
  return language === 'cn' || language === 'tw';
}

function domainFilters(parameters: Parameters, outlets: Outlets): Keep[] {
  const wanted = parameters.list('sources').map(domainOf);
  const unwanted = parameters.list('not_sources').map(domainOf);
  const predefined = parameters.list('predefined_sources');
  const names = parameters.list('source_name').map((name) => name.toLowerCase());
  const best = new Set(predefined.flatMap((entry) => outlets.best(entry)));
  const isFrom = (entry: Entry) => (domain: string) =>
    isWithin(entry.host, domain) || isWithin(entry.domain, domain);
  return [
    ...(wanted.length > 0 ? [(entry: Entry) => wanted.some(isFrom(entry))] : []),
    ...(unwanted.length > 0 ? [(entry: Entry) => !unwanted.some(isFrom(entry))] : []),
    ...(predefined.length > 0 ? [(entry: Entry) => best.has(entry.domain)] : []),
    ...(names.length > 0
      ? [(entry: Entry) => names.some((name) => entry.sourceName.toLowerCase().includes(name))]
      : []),
  ];
}

function rankFilters(parameters: Parameters): Keep[] {
  const rankedOnly = parameters.flag('ranked_only') === true;
  const from = parameters.number('from_rank') ?? 1;
  const to = parameters.number('to_rank') ?? UNRANKED;
  return [({ rank }) => (!rankedOnly || rank < UNRANKED) && from <= rank && rank <= to];
}

function kindFilters(parameters: Parameters): Keep[] {
  const fits = kindTest(parameters);
  return fits ? [({ outletKind }) => fits(outletKind)] : [];
}

/** The test of `is_news_domain`, `news_domain_type` and `news_type`; undefined where none of them was sent. */
export function kindTest(parameters: Parameters): ((kind: DomainInfo) => boolean) | undefined {
  const isNews = parameters.flag('is_news_domain');
  const domainTypes = parameters.list('news_domain_type');
  const newsTypes = parameters.list('news_type');
  if (isNews === undefined && domainTypes.length + newsTypes.length === 0) return undefined;
  return (kind) => {
    if (isNews !== undefined && kind.is_news_domain !== isNews) return false;
    if (domainTypes.length > 0 && !domainTypes.includes(kind.news_domain_type)) return false;
    return newsTypes.length === 0 || newsTypes.includes(kind.news_type);
  };
}

/**
 * The filters on the article itself; what was not sent keeps everything. `is_headline: false` and
 * `is_paid_content: true` restrict nothing (news service, parameters).
 */
export function contentFilters(parameters: Parameters): Keep[] {
  return [
    ...writerFilters(parameters),
    ...flagFilters(parameters),
    ...lengthFilters(parameters),
    ...linkFilters(parameters),
    ...tagFilters(parameters),
  ];
}

function writerFilters(parameters: Parameters): Keep[] {
  const wanted = parameters.text('author_name');
  const unwanted = new Set(parameters.list('not_author_name').map(nameKey));
  const key = nameKey(wanted ?? '');
  return [
    ...(wanted === undefined ? [] : [({ writers }: Entry) => writers.includes(key)]),
    ...(unwanted.size === 0 ? [] : [({ writers }: Entry) => !writers.some((name) => unwanted.has(name))]),
  ];
}

function flagFilters(parameters: Parameters): Keep[] {
  const opinion = parameters.flag('is_opinion');
  const compliant = parameters.flag('robots_compliant');
  return [
    ...(parameters.flag('is_headline') === true ? [(entry: Entry) => entry.isHeadline] : []),
    ...(parameters.flag('is_paid_content') === false ? [(entry: Entry) => !entry.isPaid] : []),
    ...(opinion === undefined ? [] : [(entry: Entry) => entry.isOpinion === opinion]),
    ...(compliant === undefined ? [] : [(entry: Entry) => entry.isRobotsCompliant === compliant]),
  ];
}

function lengthFilters(parameters: Parameters): Keep[] {
  const least = parameters.number('word_count_min');
  const most = parameters.number('word_count_max');
  return [
    ...(least === undefined ? [] : [({ wordCount }: Entry) => wordCount >= least]),
    ...(most === undefined ? [] : [({ wordCount }: Entry) => wordCount <= most]),
  ];
}

function linkFilters(parameters: Parameters): Keep[] {
  const parents = new Set(parameters.list('parent_url').map(linkKey));
  const links = new Set(parameters.list('all_links').map(linkKey));
  const domains = parameters.list('all_domain_links').map(domainOf);
  const anchors = parameters.list('all_links_text').map((text) => text.toLowerCase());
  return [
    ...(parents.size === 0 ? [] : [(entry: Entry) => parents.has(linkKey(parentUrlOf(entry)))]),
    ...(links.size === 0 ? [] : [(entry: Entry) => mentionsLink(entry, links)]),
    ...(domains.length === 0 ? [] : [(entry: Entry) => mentionsDomain(entry, domains)]),
    ...(anchors.length === 0 ? [] : [(entry: Entry) => hasAnchor(entry, anchors)]),
  ];
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

function hasAnchor({ record }: Entry, texts: readonly string[]): boolean {
  return anchorsOf(record).some(({ text }) => texts.some((wanted) => text.toLowerCase().includes(wanted)));
}

function tagFilters(parameters: Parameters): Keep[] {
  return [...parameters.customTags].map(([taxonomy, wanted]) => ({ record }) => {
    const tags = customTagsOf(record).get(taxonomy) ?? [];
    return wanted.some((tag) => tags.includes(tag));
  });
}

const ENTITY_PARAMETERS: readonly (readonly [NameOf<'entities'>, EntityKind])[] = [
  ['ORG_entity_name', 'ORG'],
  ['PER_entity_name', 'PER'],
  ['LOC_entity_name', 'LOC'],
  ['MISC_entity_name', 'MISC'],
];

/**
 * The filters on the language layer; what was not sent keeps everything. They cost most and come last.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export function analysisFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  return [
    ...(parameters.flag('has_nlp') === true ? [analyst.knows] : []),
    ...listFilters(parameters, 'iptc_tags', (entry) => analyst.tags(entry).iptc),
    ...listFilters(parameters, 'iab_tags', (entry) => analyst.tags(entry).iab),
    ...listFilters(parameters, 'theme', analyst.themes),
    ...entityFilters(parameters, analyst),
    ...sentimentFilters(parameters, analyst),
  ];
}

function entityFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  const names = (parameters.text('ner_name') ?? '').split(',').flatMap((name) => name.trim() || []);
  return [
    ...ENTITY_PARAMETERS.flatMap(([parameter, kind]) => {
      const text = parameters.text(parameter);
      return text === undefined ? [] : [entityFilter({ text, parameter, kind }, analyst)];
    }),
    ...(names.length > 0 ? [anyNameFilter(names, analyst)] : []),
  ];
}

/** An article without a sentiment is within no bounds. */
function sentimentFilters(parameters: Parameters, { sentiment }: Analyst): Keep[] {
  return (['title', 'content'] as const).flatMap((part) => {
    const min = parameters.number(`${part}_sentiment_min`);
    const max = parameters.number(`${part}_sentiment_max`);
    if (min === undefined && max === undefined) return [];
    return [
      (entry) => {
        const value = sentiment(entry)[part];
        return value !== undefined && (min ?? -1) <= value && value <= (max ?? 1);
      },
    ] satisfies Keep[];
  });
}

/**
 * Filters of a list parameter and of its opposite `not_...`: articles that have one of the values, and articles that
 * have none. Capitals do not count. No filter for a parameter without values.
 */
function listFilters(
  parameters: Parameters,
  name: 'lang' | 'countries' | 'theme' | 'iptc_tags' | 'iab_tags',
  valuesOf: (entry: Entry) => readonly string[],
): Keep[] {
  const hasOne = (values: readonly string[]): Keep => {
    const keys = new Set(values.map((value) => value.toLowerCase()));
    return (entry) => valuesOf(entry).some((value) => keys.has(value.toLowerCase()));
  };
  const wanted = parameters.list(name);
  const unwanted = parameters.list(`not_${name}`);
  const isUnwanted = hasOne(unwanted);
  return [
    ...(wanted.length > 0 ? [hasOne(wanted)] : []),
    ...(unwanted.length > 0 ? [(entry: Entry) => !isUnwanted(entry)] : []),
  ];
}
