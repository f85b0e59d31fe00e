import { UNRANKED } from '../../../../shared/domain/findings/finding.ts';
import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import type { NewsParameterName } from '../../../../shared/domain/services/news-rules.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { readSpan } from '../../../../shared/domain/time/spoken-time.ts';
import type { Analyst, EntityKind } from './analyst.ts';
import { anyNameFilter, entityFilter } from './entity-filter.ts';
import {
  anchorsOf,
  customTagsOf,
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
import type { Parameters, ParameterValue } from './request/read-parameters.ts';

/** A span of time, both ends included. */
interface Span {
  from: Instant;
  to: Instant;
}

/** The span that a request asks for: `from_` and `to_`, or the `when` that ends now. */
export function spanOf(parameters: Parameters): Span {
  const when = readSpan(parameters.text('when') ?? '');
  if (when !== undefined) return { from: parameters.now - when, to: parameters.now };
  return {
    from: parameters.number('from_') ?? -Infinity,
    to: parameters.number('to_') ?? parameters.now,
  };
}

/** Keeps what is visible by now and was published, or with `by_parse_date` parsed, in the span. */
export function timeFilter(parameters: Parameters): Keep {
  const { from, to } = spanOf(parameters);
  const byParseDate = parameters.flag('by_parse_date');
  return ({ visibleAt, parsedAt, publishedAt }) => {
    const at = byParseDate ? parsedAt : publishedAt;
    return visibleAt <= parameters.now && from <= at && at <= to;
  };
}

/** Makes the filter of a parameter from its value. */
type Filter = (value: ParameterValue) => Keep;
type Filters = Partial<Record<NewsParameterName, Filter>>;

const textsOf = (value: ParameterValue): readonly string[] =>
  typeof value === 'object' ? value : [String(value)];
const lower = (text: string) => text.toLowerCase();
const asIs = (text: string) => text;

/** Keeps the entries that one of the values fits. */
function anyOf(read: (text: string) => string, fits: (entry: Entry, wanted: string) => boolean): Filter {
  return (value) => {
    const wanted = textsOf(value).map(read);
    return (entry) => wanted.some((one) => fits(entry, one));
  };
}

function not(filter: Filter): Filter {
  return (value) => {
    const has = filter(value);
    return (entry) => !has(entry);
  };
}

/** Bounds. An entry without a number is within none. */
function atLeast(read: (entry: Entry) => number | undefined): Filter {
  return (value) => (entry) => (read(entry) ?? NaN) >= Number(value);
}

function atMost(read: (entry: Entry) => number | undefined): Filter {
  return (value) => (entry) => (read(entry) ?? NaN) <= Number(value);
}

function equal(read: (entry: Entry) => boolean): Filter {
  return (value) => (entry) => read(entry) === value;
}

/** A switch that restricts nothing in its other position (news service, parameters). */
function only(position: boolean, keep: Keep): Filter {
  return (value) => (value === position ? keep : () => true);
}

const isFrom = ({ host, domain }: Entry, source: string) =>
  isWithin(host, source) || isWithin(domain, source);
/** `zh` means both of the service's own codes for Chinese. */
const speaks = ({ language }: Entry, code: string) =>
  language === code || (code === 'zh' && (language === 'cn' || language === 'tw'));
const isIn = ({ country }: Entry, code: string) => lower(country) === code;
const wrote = ({ writers }: Entry, name: string) => writers.includes(name);

/** The filters on what articles and their outlets say by themselves. */
function plainFilters(outlets: Outlets): Filters {
  return {
    ranked_only: only(true, ({ rank }) => rank !== UNRANKED),
    from_rank: atLeast(({ rank }) => rank),
    to_rank: atMost(({ rank }) => rank),
    sources: anyOf(domainOf, isFrom),
    not_sources: not(anyOf(domainOf, isFrom)),
    predefined_sources(value) {
      const best = new Set(textsOf(value).flatMap((entry) => outlets.best(entry)));
      return ({ domain }) => best.has(domain);
    },
    source_name: anyOf(lower, ({ sourceName }, name) => lower(sourceName).includes(name)),
    source_url: anyOf(domainOf, ({ domain }, wanted) => isWithin(domain, wanted)),
    lang: anyOf(lower, speaks),
    not_lang: not(anyOf(lower, speaks)),
    countries: anyOf(lower, isIn),
    not_countries: not(anyOf(lower, isIn)),
    is_news_domain: equal(({ outletKind }) => outletKind.is_news_domain),
    news_domain_type: anyOf(asIs, ({ outletKind }, type) => outletKind.news_domain_type === type),
    news_type: anyOf(asIs, ({ outletKind }, type) => outletKind.news_type === type),
    published_date_precision: anyOf(asIs, ({ precision }, wanted) => precision === wanted),
    author_name: anyOf(nameKey, wrote),
    not_author_name: not(anyOf(nameKey, wrote)),
    is_headline: only(true, ({ isHeadline }) => isHeadline),
    is_paid_content: only(false, ({ isPaid }) => !isPaid),
    is_opinion: equal(({ isOpinion }) => isOpinion),
    robots_compliant: equal(({ isRobotsCompliant }) => isRobotsCompliant),
    word_count_min: atLeast(({ wordCount }) => wordCount),
    word_count_max: atMost(({ wordCount }) => wordCount),
    parent_url: anyOf(linkKey, (entry, parent) => linkKey(parentUrlOf(entry)) === parent),
    all_links: (value) => linkFilter(textsOf(value), []),
    all_domain_links: (value) => linkFilter([], textsOf(value)),
    all_links_text: anyOf(lower, ({ record }, text) =>
      anchorsOf(record).some((anchor) => lower(anchor.text).includes(text)),
    ),
  };
}

/** Keeps the articles whose texts link to one of some addresses, or to one of some domains or below it. */
export function linkFilter(links: readonly string[], domains: readonly string[]): Keep {
  const keys = new Set(links.map(linkKey));
  const wanted = domains.map(domainOf);
  return ({ record }) => {
    const own = linksOf(record);
    if (own.some((link) => keys.has(linkKey(link)))) return true;
    if (wanted.length === 0) return false;
    const hosts = [...listOf(record.all_domain_links), ...own].map(domainOf);
    return hosts.some((host) => wanted.some((domain) => isWithin(host, domain)));
  };
}

/** The filters on the language layer. */
function analysisFilters(analyst: Analyst): Filters {
  const among = (read: (entry: Entry) => readonly string[]): Filter =>
    anyOf(lower, (entry, wanted) => read(entry).some((one) => lower(one) === wanted));
  const named = (kind: EntityKind): Filter => {
    const parameter = `${kind}_entity_name`;
    return (value) => entityFilter({ text: String(value), parameter, kind }, analyst);
  };
  const iptc = among((entry) => analyst.tags(entry).iptc);
  const iab = among((entry) => analyst.tags(entry).iab);
  const theme = among(analyst.themes);
  return {
    has_nlp: only(true, analyst.knows),
    iptc_tags: iptc,
    not_iptc_tags: not(iptc),
    iab_tags: iab,
    not_iab_tags: not(iab),
    theme,
    not_theme: not(theme),
    PER_entity_name: named('PER'),
    ORG_entity_name: named('ORG'),
    LOC_entity_name: named('LOC'),
    MISC_entity_name: named('MISC'),
    ner_name: (value) => anyNameFilter(String(value).split(','), analyst),
    title_sentiment_min: atLeast((entry) => analyst.sentiment(entry).title),
    title_sentiment_max: atMost((entry) => analyst.sentiment(entry).title),
    content_sentiment_min: atLeast((entry) => analyst.sentiment(entry).content),
    content_sentiment_max: atMost((entry) => analyst.sentiment(entry).content),
  };
}

/** Keeps what the parameters on articles and outlets allow; what was not sent keeps everything. */
export function plainFilter({ values }: Parameters, outlets: Outlets): Keep {
  const filters = plainFilters(outlets);
  return passesAll([
    ...[...values].flatMap(([name, value]) => lookUp(filters, name)?.(value) ?? []),
    ...[...values].flatMap(([name, value]) => tagFilter(name, textsOf(value)) ?? []),
  ]);
}

/** Keeps the articles with one of the customer's own tags of a taxonomy: `custom_tags.<taxonomy>`. */
function tagFilter(name: string, tags: readonly string[]): Keep | undefined {
  const taxonomy = /^custom_tags\.(.+)$/s.exec(name)?.[1];
  if (taxonomy === undefined) return undefined;
  return ({ record }) => tags.some((tag) => customTagsOf(record).get(taxonomy)?.includes(tag));
}

/**
 * Keeps what the parameters on the language layer allow; undefined without any: it costs most.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export function analysisFilter({ values }: Parameters, analyst: Analyst): Keep | undefined {
  const filters = analysisFilters(analyst);
  const asked = [...values].flatMap(([name, value]) =>
    value === false ? [] : (lookUp(filters, name)?.(value) ?? []),
  );
  return asked.length === 0 ? undefined : passesAll(asked);
}

/** Keeps what passes all of some tests. */
export function passesAll(keeps: readonly Keep[]): Keep {
  return (entry) => keeps.every((keep) => keep(entry));
}
