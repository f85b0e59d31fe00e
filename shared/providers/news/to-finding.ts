import {
  type ArticleMark,
  excludedTopic,
  type Finding,
  type FindingArticle,
  fingerprintOf,
  type Outlet,
  publishedDay,
  type Topics,
  type Translation,
} from '../../domain/findings/finding.ts';
import {
  compileExclusions,
  excludedPhrase,
  type Exclusions,
  fitFinding,
  snippetOf,
} from '../../domain/findings/fit-finding.ts';
import { defined } from '../../domain/lib/fields.ts';
import { sha256 } from '../../domain/lib/hash.ts';
import { compileQuery, type Matcher } from '../../domain/query/match.ts';
import { parseQuery } from '../../domain/query/parse.ts';
import { copyKeysOf } from '../../domain/stories/copy-keys.ts';
import { cleanLines, cleanText } from '../../domain/text/clean-text.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import { type Instant, SECOND, wholeSecond, type Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { publicationOf } from '../http/lenient.ts';
import type { Article, ListedArticle } from './articles.ts';

/** What a watch looks for, prepared once for all articles of a page. */
interface ArticleReading {
  query: Matcher | undefined;
  author: string | undefined;
  exclusions: Exclusions;
}

/** The most characters of a text that are searched for matched words. The words are only shown. */
const SEARCHED = 100_000;
/** The most matched words that are shown. */
const SHOWN = 20;

/** Compiles the query and the exclusions of a watch. */
export function articleReadingOf(watch: Watch): ArticleReading {
  const { q, author_name: author } = watch.query;
  const query = typeof q === 'string' ? parseQuery(q) : undefined;
  return {
    query: query?.ok ? compileQuery(query.query, watch.accents) : undefined,
    author: typeof author === 'string' ? author : undefined,
    exclusions: compileExclusions(watch.exclude, watch.accents),
  };
}

/**
 * An article as a finding. It is indexed when the service parsed it (news service, article: parse_date comes with
 * by_parse_date). Without that time, the nearest instant of the requested window to its publication counts.
 */
export function articleToFinding(
  article: Article,
  { sight, window }: { sight: ArticleReading; window: Window },
): Finding {
  const indexedAt = indexedWithin(article, window);
  const written = (article.title ?? '').slice(0, SEARCHED);
  const outlet = outletOf(article);
  const title = headlineOf(written, outlet);
  const body = bodyOf(article.content) || bodyOf(article.description);
  // The query and the exclusions of a watch apply to the whole title, as at the service.
  const texts = [cleanText(written), body];
  const ranges = sight.query?.matchedRanges(texts) ?? [];
  const words = ranges.map(({ field, start, end }) => texts[field]?.slice(start, end) ?? '');
  const layer = languageLayerOf(article, { title, outlet });
  const marks = marksOf(article);
  const similar = article.similar_documents.map(({ title: other = '', link }) =>
    defined<FindingArticle>({ title: cleanText(other), link }),
  );
  const excludedBy = excludedPhrase(sight.exclusions, texts) ?? excludedTopic(layer, sight.exclusions.topics);
  const { title: titleSentiment, content: contentSentiment } = article.nlp?.sentiment ?? {};
  return fitFinding({
    fingerprint: fingerprintOf(article.id),
    service: 'news',
    type: 'article',
    indexedAt,
    title,
    authors: authorsOf(article),
    snippet: snippetOf(
      body,
      ranges.filter(({ field }) => field === 1),
    ),
    copies: copyKeysOf(title, body),
    matched: sight.author === undefined ? [...new Set(words)].slice(0, SHOWN) : [sight.author],
    ...publicationOf(article),
    ...defined<Partial<Finding>>({
      link: article.link,
      outlet,
      language: article.language,
      excludedBy,
      updatedAt: article.updated_date,
      image: article.media || undefined,
      robotsCompliant: article.robots_compliant,
      similar: similar.length > 0 ? similar : undefined,
      embedding: article.nlp?.qwen_embedding ?? article.nlp?.new_embedding,
    }),
    ...(article.nlp?.sentiment && { sentiment: { title: titleSentiment, content: contentSentiment } }),
    ...layer,
    ...(marks.length > 0 && { marks }),
    ...(article.duplicate_articles_group_id !== undefined && {
      duplicateGroup: fingerprintOf(article.duplicate_articles_group_id),
    }),
  });
}

function bodyOf(text: string | undefined): string {
  return cleanLines((text ?? '').slice(0, SEARCHED));
}

function outletOf({ domain_url: domain, name_source: name, country, rank }: Article): Outlet | undefined {
  const known = domain ?? name;
  if (known === undefined) return undefined;
  return defined<Outlet>({ domain: known, name, country, rank });
}

function authorsOf({ author, authors, journalists }: Article): string[] {
  const all = [author ?? '', ...authors, ...journalists]
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(all)];
}

/** The service gives the kinds of an outlet only to a query that asks for them. */
function marksOf({ paid_content, is_opinion, domain_url: domain, additional_domain_info: info }: Article) {
  const kinds = [info?.['news_domain_type'], info?.['news_type']];
  return articleMarksOf({ isPaid: paid_content, isOpinion: is_opinion, domain, kinds });
}

/** The most names of a kind that are kept. */
const MOST = 10;
/** So much of a translated text is read. */
const READ = 20_000;

/**
 * What the language layer says of an article: summary, translation, topics, organisations. What it lacks is absent.
 */
function languageLayerOf(
  article: Article,
  { title, outlet }: { title: string; outlet: Outlet | undefined },
): Pick<Finding, 'summary' | 'translation' | 'companies' | keyof Topics> {
  const { nlp } = article;
  const summary = cleanLines(nlp?.summary ?? '');
  return {
    ...(summary !== '' && { summary }),
    ...translationOf(article, { title, outlet }),
    ...listed({
      themes: nlp?.theme ?? [],
      people: mostNamed(nlp?.ner_PER, nlp?.translation_ner_PER).slice(0, MOST),
      places: mostNamed(nlp?.ner_LOC, nlp?.translation_ner_LOC).slice(0, MOST),
      iptcTags: nlp?.iptc_tags_name ?? [],
      iptcCodes: nlp?.iptc_tags_id ?? [],
      iabTags: nlp?.iab_tags_name ?? [],
      customTags: Object.entries(article.custom_tags ?? {}).flatMap(([taxonomy, tags]) =>
        tags.map((tag) => `${taxonomy}: ${tag}`),
      ),
      companies: mostNamed(nlp?.ner_ORG, nlp?.translation_ner_ORG),
    }),
  };
}

/** The title and the text in English, where they say something else than the original. */
function translationOf(
  { title_translated_en: written = '', content_translated_en: content = '', nlp }: Article,
  { title, outlet }: { title: string; outlet: Outlet | undefined },
): Pick<Finding, 'translation'> {
  const english = headlineOf(written, outlet);
  const text =
    cleanLines(nlp?.translation_summary ?? '') || snippetOf(cleanLines(content.slice(0, READ)), []);
  const translation = defined<Translation>({
    title: english === '' || english === title ? undefined : english,
    text: text === '' ? undefined : text,
  });
  return translation.title === undefined && translation.text === undefined ? {} : { translation };
}

type Lists = Partial<Record<'companies' | keyof Topics, readonly string[]>>;

/** The lists that have entries, without repetitions. */
function listed(lists: Lists): Pick<Finding, keyof Lists> {
  const entries = Object.entries(lists).map(([name, list]) => {
    const names = list.map((one) => one.trim()).filter((one) => one !== '');
    return [name, [...new Set(names)]] as const;
  });
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
}

type Named = { entity_name: string; count?: number | undefined }[];

/** The names, the most frequent first, or else those in the translation. */
function mostNamed(own: Named = [], translated: Named = []): string[] {
  const found = own.length > 0 ? own : translated;
  return found.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).map(({ entity_name: name }) => name);
}

/** Outlets that print press releases and nothing else. */
const WIRES: ReadonlySet<string> = new Set([
  'accesswire.com',
  'businesswire.com',
  'cision.com',
  'einnews.com',
  'einpresswire.com',
  'globenewswire.com',
  'issuewire.com',
  'newswire.ca',
  'newswire.com',
  'openpr.com',
  'presseportal.de',
  'prlog.org',
  'prnewswire.co.uk',
  'prnewswire.com',
  'prweb.com',
]);

interface ArticleFacts {
  /** Whether only a part of the text is public. */
  isPaid?: boolean | undefined;
  isOpinion?: boolean | undefined;
  /** The domain of the outlet. */
  domain?: string | undefined;
  /** The kinds of the outlet's domain and news, as the service names them (news service, value lists). */
  kinds?: readonly unknown[];
}

/** The marks of an article, in a fixed order. */
export function articleMarksOf({ isPaid, isOpinion, domain = '', kinds = [] }: ArticleFacts): ArticleMark[] {
  const host = domain.toLowerCase().replace(/^www\./, '');
  const isWire = [...WIRES].some((wire) => host === wire || host.endsWith(`.${wire}`));
  return [
    ...(isPaid === true ? (['paywall'] as const) : []),
    ...(isOpinion === true ? (['opinion'] as const) : []),
    ...(isWire || kinds.includes('Press Releases') ? (['press-release'] as const) : []),
  ];
}

type ArticleTimes = Omit<ListedArticle, 'read' | 'source'>;

/**
 * When an article counts as published in a window of publication time. Without a date it is at the end of the window.
 * An article that is dated by the day has no hour (news service, published_date_precision): on a day that is not over
 * it appeared just now, at the end of the window. On a past day its id chooses the second, so that the articles of
 * that day are spread over its hours, and policies that count by hour see no peak at midnight.
 */
export function publishedWithin(article: ArticleTimes, window: Window): Instant {
  const publication = publicationOf(article);
  const { publishedAt = window.to - SECOND } = publication;
  const day = publishedDay(publication);
  if (!day) return publishedAt;
  const [from, to] = [Math.max(window.from, day.from), Math.min(window.to, day.to)];
  if (from >= to) return publishedAt;
  return window.to < day.to ? to - SECOND : wholeSecond(from + shareOf(article.id) * (to - from));
}

/**
 * When an article was parsed; where the service does not say it, the instant of the window that is nearest to
 * publication. A time of parsing that repeats a date without a time says nothing of the hour.
 */
export function indexedWithin(article: ArticleTimes, window: Window): Instant {
  const { parse_date: parsedAt, published_date: publishedAt } = article;
  const isDay = publishedDay(publicationOf(article)) !== undefined;
  if (parsedAt !== undefined && !(isDay && parsedAt === publishedAt)) return parsedAt;
  const at = publishedAt === undefined ? window.from : publishedWithin(article, window);
  return Math.min(Math.max(at, window.from), window.to - SECOND);
}

/** A share of 1 that an id chooses, the same each time. */
function shareOf(id: string): number {
  return Buffer.from(sha256(id)).readUInt32BE() / 2 ** 32;
}
