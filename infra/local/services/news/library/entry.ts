import { UNRANKED } from '../../../../../shared/domain/findings/finding.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { type ArticleRecord, type CorpusArticle, precisionOf } from '../../kit/corpus/article-record.ts';
import { domainOf } from './addresses.ts';
import { type DomainInfo, domainInfoOf } from './domain-info.ts';

/** An article of the library, with what filters and answers ask for again and again. */
export interface Entry {
  /** Its row in the library: 1 for the article that became visible first, 0 before it has one. */
  row: number;
  id: string;
  /** What the corpus says. A large corpus keeps it in a compact form: filters that everyone uses read the fields below. */
  readonly record: ArticleRecord;
  publishedAt: Instant;
  parsedAt: Instant;
  /** When the service begins to show it: its parse time, or the `_visible_date` of an article that arrives late. */
  visibleAt: Instant;
  /** 1..999999, `UNRANKED` where the corpus names none. */
  rank: number;
  /** The address of the article; one of our own making where the corpus has none. */
  link: string;
  /** The domain of the source, small letters, without `www.`; empty when unknown. */
  domain: string;
  /** As `domain`, with a subdomain where there is one. */
  host: string;
  /** Two small letters, empty when unknown. */
  language: string;
  /** Two capital letters, empty when unknown. */
  country: string;
  /** As the record names its source; empty when unknown. */
  sourceName: string;
  /** What kind of outlet printed it. Equal ones are one object. */
  outletKind: DomainInfo;
  /** The names of authors, contributors and journalists, each once. */
  writers: readonly string[];
  flags: EntryFlags;
  /** Words of the content, as the query language cuts them. */
  wordCount: number;
}

/** What an article is marked as. Equal ones are one object. */
export interface EntryFlags {
  isHeadline: boolean;
  isPaid: boolean;
  isOpinion: boolean;
  /** In line with the publisher's robots rules unless the corpus says otherwise. */
  isRobotsCompliant: boolean;
  /** `full`, or `date` where the time of the publication is unknown. */
  precision: string;
}

/** Makes entries, which have no row yet. */
export function openEntries(): (article: CorpusArticle) => Entry {
  const known = {
    text: onceEach((text: string) => text),
    flags: onceEach((flags: EntryFlags) => JSON.stringify(flags)),
    outletKind: onceEach((kind: DomainInfo) => JSON.stringify(kind)),
  };
  return (article) => new ArticleEntry(article, known);
}

/** Keeps one of equal values: many articles come from few outlets and writers. */
function onceEach<Value>(keyOf: (value: Value) => string): (value: Value) => Value {
  const known = new Map<string, Value>();
  return (value) => {
    const key = keyOf(value);
    const first = known.get(key);
    if (first === undefined) known.set(key, value);
    return first ?? value;
  };
}

/** What many entries share. */
interface Known {
  text: (text: string) => string;
  flags: (flags: EntryFlags) => EntryFlags;
  outletKind: (kind: DomainInfo) => DomainInfo;
}

/** A class, so that all entries share the function that reads the record. */
class ArticleEntry implements Entry {
  row = 0;
  readonly id: string;
  readonly publishedAt: Instant;
  readonly parsedAt: Instant;
  readonly visibleAt: Instant;
  readonly rank: number;
  readonly link: string;
  readonly domain: string;
  readonly host: string;
  readonly language: string;
  readonly country: string;
  readonly sourceName: string;
  readonly outletKind: DomainInfo;
  readonly writers: readonly string[];
  readonly flags: EntryFlags;
  wordCount: number;
  readonly #article: CorpusArticle;

  constructor(article: CorpusArticle, known: Known) {
    const { id, record, publishedAt, parsedAt, visibleAt } = article;
    this.#article = article;
    this.id = id;
    this.publishedAt = publishedAt;
    this.parsedAt = parsedAt;
    this.visibleAt = visibleAt;
    this.rank = rankOf(record.rank);
    this.link = record.link || `https://${record.domain_url || 'unknown.example'}/articles/${id}`;
    this.host = known.text(domainOf(record.full_domain_url || record.link || record.domain_url || ''));
    this.domain = known.text(domainOf(record.domain_url || '')) || this.host;
    this.language = known.text((record.language ?? '').toLowerCase());
    this.country = known.text((record.country ?? '').toUpperCase());
    this.sourceName = known.text(record.name_source ?? '');
    this.outletKind = known.outletKind(domainInfoOf(record));
    this.writers = writersOf(record).map(known.text);
    this.flags = known.flags(flagsOf(record));
    this.wordCount = record.word_count ?? 0;
  }

  get record(): ArticleRecord {
    return this.#article.record;
  }
}

function flagsOf(record: ArticleRecord): EntryFlags {
  return {
    isHeadline: record.is_headline === true,
    isPaid: record.paid_content === true,
    isOpinion: record.is_opinion ?? false,
    isRobotsCompliant: record['robots_compliant'] !== false,
    precision: precisionOf(record),
  };
}

function writersOf({ author, authors, journalists }: ArticleRecord): string[] {
  const names = [author ?? '', ...listOf(authors), ...listOf(journalists)];
  return [...new Set(names.flatMap((name) => nameKey(name) || []))];
}

function rankOf(rank: number | null | undefined): number {
  return rank === null || rank === undefined ? UNRANKED : Math.min(Math.max(Math.round(rank), 1), UNRANKED);
}

/** A list that a record may hold as an array, as one string, or not at all. */
export function listOf(value: readonly string[] | string | null | undefined): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

/** A name as names are compared: NFC, blanks joined, case kept, for the service finds exact names only. */
export function nameKey(name: string): string {
  return name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
