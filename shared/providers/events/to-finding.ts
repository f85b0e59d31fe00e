import {
  excludedDomain,
  excludedPhrase,
  type Exclusions,
  fitFinding,
  snippetOf,
} from '../../domain/findings/fit-finding.ts';
import {
  excludedTopic,
  type Finding,
  type FindingArticle,
  fingerprintOf,
  type Outlet,
  type Topics,
} from '../../domain/findings/finding.ts';
import { defined } from '../../domain/lib/fields.ts';
import { canonicalJson, idOf } from '../../domain/lib/hash.ts';
import { type EventType, FACT_NAMES } from '../../domain/services/event-filters.ts';
import { cleanLine, cleanLines } from '../../domain/text/clean-text.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import { dayOf, SECOND, type Window } from '../../domain/time/instant.ts';
import { publicationOf } from '../http/lenient.ts';
import type { EventArticle, EventRecord } from './search-events.ts';

/** What a watch looks for, prepared once for all events of an answer. */
interface EventReading {
  type: EventType;
  window: Window;
  /** Texts of the filters. Those that occur in an event are shown as matched. */
  wanted: readonly string[];
  exclusions: Exclusions;
}

/** The most articles that a finding stores, with their number. */
const MOST_ARTICLES = 20;
/** The most topics of a kind that a finding stores. */
const MOST_TOPICS = 10;

const TYPE_NAMES = {
  data_breach: 'Data breach',
  fundraising: 'Funding round',
  layoff: 'Layoff',
  supply_chain_disruption: 'Supply chain disruption',
  tariffs_v2: 'Tariff',
} as const satisfies Record<EventType, string>;

/**
 * An event as a finding. It is indexed when the service extracted it from the news. Without that time, it counts as
 * indexed at the end of the window. Outlet, link and language are those of its first article.
 */
export function eventToFinding(event: EventRecord, sight: EventReading): Finding {
  const { type, exclusions } = sight;
  const [first] = event.articles;
  const title = titleOf(event, type);
  const summary = cleanLines(summaryOf(event, type) || first?.description || first?.content || '');
  const facts = factsOf(event, type);
  const texts = [title, summary, ...Object.values(facts)];
  const topics = topicsOf(first);
  const excludedBy =
    excludedPhrase(exclusions, texts) ??
    excludedOutlets(event.articles, exclusions) ??
    excludedTopic(topics, exclusions.topics);
  return fitFinding({
    fingerprint: fingerprintOf(event.id),
    service: 'events',
    type: 'event',
    indexedAt: event.extraction_date ?? sight.window.to - SECOND,
    title,
    authors: [],
    snippet: snippetOf(summary, []),
    matched: sight.wanted.filter((text) => texts.some((one) => holds(one, text))),
    articles: event.articles.slice(0, MOST_ARTICLES).map(articleOf),
    articleCount: new Set([...event.associated_article_ids, ...event.articles.map(({ id }) => id)]).size,
    facts,
    contentHash: idOf('event', canonicalJson(facts)),
    ...(first && publicationOf(first)),
    ...topics,
    ...defined<Partial<Finding>>({
      link: first?.link,
      language: first?.language,
      image: first?.media || undefined,
      outlet: first && outletOf(first),
      excludedBy,
    }),
  });
}

/**
 * The first sentence, up to a point that another sentence follows: `Acme Inc. cuts jobs.` is one. The point of an
 * initial (`T. Rowe Price`) or of a name's first part (`St. Louis`) ends no sentence.
 */
const SENTENCE = /^.*?(?<!(?:^|[\s(])(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|No))[.!?](?=\s+[\p{Lu}\p{Nd}]|\s*$)/su;

/** The event's own title, or the first sentence of its summary with its company. */
function titleOf(event: EventRecord, type: EventType): string {
  const own = cleanLine(event.data_breach?.title ?? event.fundraising?.title ?? '');
  if (own !== '') return own;
  const company = event.company_name ?? '';
  const summary = cleanLines(summaryOf(event, type));
  const sentence = SENTENCE.exec(summary)?.[0] ?? summary;
  if (sentence !== '')
    return company === '' || holds(sentence, company) ? sentence : `${company}: ${sentence}`;
  if (company !== '') return `${TYPE_NAMES[type]}: ${company}`;
  const [first] = event.articles;
  return (first && articleOf(first).title) || TYPE_NAMES[type];
}

function summaryOf(event: EventRecord, type: EventType): string {
  return event[type]?.summary?.trim() ?? '';
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/**
 * What the first article is about, if the query asks for the fields of its language layer (events service, articles).
 */
function topicsOf({ nlp }: Partial<EventArticle> = {}): Topics {
  const names = (list: { entity_name: string }[] = []) => list.map(({ entity_name: name }) => name);
  const lists = {
    themes: (nlp?.theme ?? []).flatMap((theme) => theme.split(',')),
    people: names(nlp?.ner_PER),
    places: names(nlp?.ner_LOC),
  };
  const known = Object.entries(lists).map(([name, list]) => {
    const texts = list.map((text) => text.trim()).filter((text) => text !== '');
    return [name, [...new Set(texts)].slice(0, MOST_TOPICS)] as const;
  });
  return Object.fromEntries(known.filter(([, list]) => list.length > 0));
}

/** An event is left out when all its articles come from excluded outlets. */
function excludedOutlets(articles: readonly EventArticle[], { domains }: Exclusions): string | undefined {
  const excluded = articles.map((article) => excludedDomain(domains, hostOf(article)));
  return excluded.every((domain) => domain !== undefined) ? excluded[0] : undefined;
}

function articleOf(article: EventArticle): FindingArticle {
  const { title = '', link } = article;
  return defined<FindingArticle>({
    title: headlineOf(title, outletOf(article)),
    link,
    ...publicationOf(article),
  });
}

function outletOf(article: EventArticle): Outlet | undefined {
  const domain = hostOf(article) ?? article.name_source;
  if (domain === undefined) return undefined;
  return defined<Outlet>({ domain, name: article.name_source, rank: article.rank });
}

function hostOf({ domain_url: domain, link }: EventArticle): string | undefined {
  const host = domain ?? (link === undefined ? undefined : URL.parse(link)?.hostname);
  return host?.replace(/^www\./, '') || undefined;
}

/** Each fact is a field of the details of its type. */
const FACTS = FACT_NAMES satisfies { [T in EventType]: readonly (keyof NonNullable<EventRecord[T]>)[] };

/** The longest text of a fact, in UTF-16 units: a finding must stay small. */
const LONGEST = 200;

/** The known facts of an event, by the service's names. */
function factsOf(event: EventRecord, type: EventType): Record<string, string> {
  const details = new Map<string, unknown>(Object.entries(event[type] ?? {}));
  const facts: [string, unknown][] = [
    ['company_name', event.company_name],
    ['event_date', event.event_date === undefined ? undefined : dayOf(event.event_date)],
    ...FACTS[type].map((name): [string, unknown] => [name, details.get(name)]),
  ];
  return Object.fromEntries(
    facts.flatMap(([name, value]) => {
      const text = textOf(value).slice(0, LONGEST).toWellFormed();
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Lists are sorted. A place is its parts, from the smallest to the country. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const entries = value.map(textOf).filter((text) => text !== '');
    return [...new Set(entries)].toSorted().join('; ');
  }
  if (typeof value !== 'object' || value === null) return '';
  const parts = new Map<string, unknown>(Object.entries(value));
  const place = ['city', 'county', 'state', 'country'].map((name) => textOf(parts.get(name)));
  const named = place.filter((text) => text !== '').join(', ');
  return named === '' ? textOf(parts.get('raw_location')) : named;
}
