import { defined } from '../../../domain/lib/fields.ts';
import type { Finding, Outlet } from '../../../domain/findings/finding.ts';
import { excludedTopic, type ExcludedTopics } from '../../../domain/findings/topics.ts';
import { fingerprintOf } from '../../../domain/findings/fingerprint.ts';
import { fitFinding } from '../../../domain/findings/fit-finding.ts';
import { signatureOf } from '../../../domain/stories/similarity.ts';
import { compileQuery, type Matcher } from '../../../domain/query/match.ts';
import { parseQuery } from '../../../domain/query/parse.ts';
import { wordsIn, wordTexts } from '../../../domain/query/words.ts';
import { writeSignature } from '../../../domain/stories/signature-text.ts';
import { snippetOf } from '../../../domain/findings/snippet.ts';
import { cleanLines, cleanText } from '../../../domain/text/clean-text.ts';
import { headlineOf } from '../../../domain/text/headline.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { Article } from '../article.ts';
import { publicationOf } from '../../http/lenient.ts';
import { articleMarksOf } from './article-marks.ts';
import { indexedWithin } from './indexed-time.ts';
import { languageLayerOf } from './language-layer.ts';

/** What a watch looks for, prepared once for all articles of a page. */
export interface ArticleReading {
  query: Matcher | undefined;
  author: string | undefined;
  excluded: { phrase: string; matcher: Matcher }[];
  excludedTopics: ExcludedTopics | undefined;
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
    query: query?.ok ? compileQuery(query.query) : undefined,
    author: typeof author === 'string' ? author : undefined,
    excludedTopics: watch.exclude.topics,
    excluded: watch.exclude.phrases.flatMap((phrase) => {
      const wanted = wordTexts(phrase).map((text) => ({ text, wildcard: false }));
      return wanted.length === 0
        ? []
        : [{ phrase, matcher: compileQuery({ type: 'phrase', words: wanted }) }];
    }),
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
  const fields = sight.excluded.length > 0 ? texts.map(wordsIn) : [];
  const phrase = sight.excluded.find(({ matcher }) => matcher.matches(fields))?.phrase;
  const excludedBy = phrase ?? excludedTopic(layer, sight.excludedTopics);
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
    signature: writeSignature(signatureOf(title, body)),
    matched: sight.author === undefined ? [...new Set(words)].slice(0, SHOWN) : [sight.author],
    ...publicationOf(article),
    ...defined<Partial<Finding>>({
      link: article.link,
      outlet,
      language: article.language,
      excludedBy,
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
