import { readableHost } from '../../../../../shared/domain/text/host-name.ts';
import * as z from 'zod';
import { UNRANKED } from '../../../../../shared/domain/findings/finding.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { type Compared, comparedFrom } from '../../kit/group-stories.ts';
import { labelsOf } from '../../kit/labels.ts';
import { type ArticleRecord, type CorpusArticle, precisionOf } from '../../kit/corpus/article-record.ts';
import { sketchOf } from './sketch.ts';

/** An article of the library, with what filters and answers ask for again and again. */
export type Entry = ReturnType<typeof entryOf>;

const NO_SKETCH = sketchOf([]);

/** `row`: its number in the library, in the order of the corpus. Its words are neither counted nor compared yet. */
export function entryOf(article: CorpusArticle, row: number) {
  const { record, id, publishedAt, parsedAt, visibleAt } = article;
  const { full_domain_url: fullDomain, domain_url: domain, link } = record;
  const host = domainOf(fullDomain || link || domain || '');
  return {
    row,
    id,
    publishedAt,
    parsedAt,
    /** When the service begins to show it: its parse time, or the `_visible_date` of an article that arrives late. */
    visibleAt,
    /** 1..999999, `UNRANKED` where the corpus names none. */
    rank: rankOf(record.rank),
    /** The address of the article; one of our own making where the corpus has none. */
    link: link || `https://${domain || 'unknown.example'}/articles/${id}`,
    /** The domain of the source, small letters, without `www.`; empty when unknown. */
    domain: domainOf(domain || '') || host,
    /** As `domain`, with a subdomain where there is one. */
    host,
    /** Two small letters, empty when unknown. */
    language: (record.language ?? '').toLowerCase(),
    /** Two capital letters, empty when unknown. */
    country: (record.country ?? '').toUpperCase(),
    /** As the record names its source; empty when unknown. */
    sourceName: record.name_source ?? '',
    /** What kind of outlet printed it. */
    outletKind: domainInfoOf(record),
    /** The names of authors, contributors and journalists, each once. */
    writers: writersOf(record),
    isHeadline: record.is_headline === true,
    isPaid: record.paid_content === true,
    isOpinion: record.is_opinion ?? false,
    /** In line with the publisher's robots rules unless the corpus says otherwise. */
    isRobotsCompliant: record['robots_compliant'] !== false,
    /** `full`, or `date` where the time of the publication is unknown. */
    precision: precisionOf(record),
    /** Words of the content, as the query language cuts them. */
    wordCount: record.word_count ?? 0,
    /** Of the title and the content. */
    sketch: NO_SKETCH,
    /** What the corpus says. A large corpus keeps it in a file: filters that everyone uses read the fields. */
    get record(): ArticleRecord {
      return article.record;
    },
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

/** What kind of outlet printed an article (news service, article, `additional_domain_info`). */
export interface DomainInfo {
  is_news_domain: boolean;
  news_domain_type: string;
  news_type: string;
}

/** As the corpus says, else a plain news outlet. */
export function domainInfoOf({ additional_domain_info: given }: ArticleRecord): DomainInfo {
  return {
    is_news_domain: given?.is_news_domain ?? true,
    news_domain_type: given?.news_domain_type ?? 'Original Content',
    news_type: given?.news_type ?? 'General News Outlets',
  };
}

/** The host of an address or of a bare domain: small letters, without `www.`, port and path. */
export function domainOf(address: string): string {
  const [, host = ''] =
    /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)/i.exec(address.trim()) ?? [];
  return readableHost(host)
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

/** An address as addresses are compared: without scheme, `www.`, fragment and slash at the end. */
export function linkKey(address: string): string {
  const [, host = '', rest = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)([^#]*)/i.exec(address.trim()) ?? [];
  return host.toLowerCase().replace(/^www\./, '') + rest.replace(/(?<!\/)\/+$/, '');
}

/** Whether a host is a domain or lies below it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Whether a text is a domain alone, such as `example.com`. */
export function isBareDomain(text: string): boolean {
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u.test(text.trim());
}

/**
 * The title of an article as readers see it: by it the service compares articles. Answers give the title as it is
 * written.
 */
export function headlineOfEntry({ record, domain }: Pick<Entry, 'record' | 'domain'>): string {
  return headlineOf(record.title, { domain, name: record.name_source ?? undefined });
}

/** An article as it is put into stories: of a whole day, by its title alone, which takes a third of the time. */
export function comparedOf(entry: Entry, { byTitle = false } = {}): Compared {
  const { record, publishedAt: at } = entry;
  const text = byTitle ? undefined : record.content;
  return comparedFrom({ label: labelsOf(record).story, at, title: headlineOfEntry(entry), text });
}

/** A link in the text of an article (news service, article, `all_links_data`). */
interface Anchor {
  domain_url: string;
  link: string;
  text: string;
}

const anchors = z.array(z.object({ link: z.string(), text: z.string().nullish() }));
const tags = z.record(z.string(), z.union([z.array(z.string()), z.string()]));

/** The addresses that an article links to, or where the corpus does not name them, those written out in its text. */
export function linksOf({ all_links: given, content }: ArticleRecord): readonly string[] {
  if (given !== null && given !== undefined) return listOf(given);
  if (!content?.includes('://')) return [];
  return Array.from(content.matchAll(/https?:\/\/[^\s"'<>()[\]]*[^\s"'<>()[\].,;:!?]/g), ([link]) => link);
}

/** The domains that an article links to. */
export function linkedDomainsOf(record: ArticleRecord): readonly string[] {
  const named = listOf(record.all_domain_links);
  return named.length > 0 ? named : [...new Set(linksOf(record).map(domainOf))];
}

/** The links of an article with their texts; a corpus that names the links alone has empty texts. */
export function anchorsOf(record: ArticleRecord): Anchor[] {
  const given = anchors.safeParse(record['all_links_data']);
  if (!given.success) return linksOf(record).map((link) => anchorOf(link, ''));
  return given.data.map(({ link, text }) => anchorOf(link, text ?? ''));
}

function anchorOf(link: string, text: string): Anchor {
  return { domain_url: domainOf(link), link, text };
}

/** The customer's own tags by taxonomy; what is not of that shape is left out. */
export function customTagsOf(record: ArticleRecord): Map<string, readonly string[]> {
  const given = tags.safeParse(record['custom_tags'] ?? {});
  const taxonomies = given.success ? Object.entries(given.data) : [];
  return new Map(taxonomies.map(([name, own]) => [name, listOf(own)]));
}

/** The section page of an article; the front page of its domain where the corpus names none. */
export function parentUrlOf({ record, link, domain }: Entry): string {
  return record.parent_url || `https://${domain || domainOf(link)}`;
}

/** How much of an article a summary is made from, and how long it grows, in UTF-16 units. */
const READ = 1_200;
const LONGEST = 400;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The summary of an article: the one the corpus gives, else its first sentences. Only English articles have one of our
 * own (news service, nlp object, own analysis).
 */
export function summaryOf({ nlp, language, content }: ArticleRecord): string | undefined {
  if (nlp?.summary) return nlp.summary;
  return language === 'en' && content ? leadOf(content) : undefined;
}

function leadOf(content: string): string | undefined {
  let lead = '';
  for (const { segment } of sentences.segment(content.slice(0, READ))) {
    if (lead !== '' && lead.length + segment.length > LONGEST) break;
    lead += segment;
  }
  return lead.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST) || undefined;
}
