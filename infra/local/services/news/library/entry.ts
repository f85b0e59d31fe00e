import { UNRANKED } from '../../../../../shared/domain/findings/finding.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { parseWireTime } from '../../../../../shared/domain/time/instant.ts';
import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import type { CorpusArticle } from '../../kit/corpus/corpus.ts';
import { domainOf } from './addresses.ts';

/** An article of the library, with what filters and answers ask for again and again. */
export interface Entry {
  /** Its row in the text index: 1 for the article that became visible first. */
  row: number;
  id: string;
  record: ArticleRecord;
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
  /** The names of authors, contributors and journalists, each once. */
  writers: readonly string[];
  /** Words of the content, as the query language cuts them. */
  wordCount: number;
}

/** Puts articles in the order in which they become visible and numbers them. */
export function entriesOf(articles: readonly CorpusArticle[]): Entry[] {
  const dated = articles.map((article) => ({ article, visibleAt: visibleAtOf(article) }));
  dated.sort((a, b) => a.visibleAt - b.visibleAt);
  const keepOne = onceEach();
  return dated.map(({ article, visibleAt }, index) =>
    entryOf(article, { visibleAt, row: index + 1, keepOne }),
  );
}

/** Keeps one copy of equal texts: many articles come from few outlets and writers. */
function onceEach(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

function visibleAtOf({ record, parsedAt }: CorpusArticle): Instant {
  const late = record['_visible_date'];
  return (typeof late === 'string' ? parseWireTime(late) : undefined) ?? parsedAt;
}

function entryOf(
  article: CorpusArticle,
  { visibleAt, row, keepOne }: { visibleAt: Instant; row: number; keepOne: (text: string) => string },
): Entry {
  const { id, record, publishedAt, parsedAt } = article;
  const link = record.link || `https://${record.domain_url || 'unknown.example'}/articles/${id}`;
  const host = keepOne(domainOf(record.full_domain_url || record.link || record.domain_url || ''));
  return {
    row,
    id,
    record,
    publishedAt,
    parsedAt,
    visibleAt,
    rank: rankOf(record.rank),
    link,
    domain: keepOne(domainOf(record.domain_url || '')) || host,
    host,
    language: (record.language ?? '').toLowerCase(),
    country: (record.country ?? '').toUpperCase(),
    writers: writersOf(record).map(keepOne),
    wordCount: record.word_count ?? 0,
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
