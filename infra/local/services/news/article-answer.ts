import { defined } from '../../../../shared/domain/lib/fields.ts';
import { parseWireTime } from '../../../../shared/domain/time/instant.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import type { Plan } from '../kit/plan.ts';
import { type Analyst, ENTITY_KINDS, givenNames } from './analyst.ts';
import { answerDate } from './envelope.ts';
import {
  anchorsOf,
  customTagsOf,
  domainInfoOf,
  type Entry,
  linkedDomainsOf,
  linksOf,
  listOf,
  parentUrlOf,
  summaryOf,
} from './library/entry.ts';
import type { Hit } from './library/library.ts';
import type { Newsroom } from './newsroom.ts';
import type { Parameters } from './request/read-parameters.ts';

/** An article as an answer holds it. */
export type WireArticle = Record<string, unknown>;

/** Makes the article of an answer out of a hit. */
type ToArticle = (hit: Hit) => WireArticle;

/** Fields that are in an answer only on request. */
const ON_REQUEST: ReadonlySet<string> = new Set([
  'parse_date',
  'nlp',
  'title_translated_en',
  'content_translated_en',
  'all_links_data',
  'additional_domain_info',
  'duplicate_count',
  'duplicate_articles_group_id',
  'similar_documents',
]);

/**
 * The form of the articles that a request asks for (news service, article). What a corpus line leaves out is filled in
 * where the service always has it; its other keys are passed through, but those that begin with `_`.
 */
export function articleForm({ analyst, plan }: Newsroom, parameters: Parameters): ToArticle {
  const byParseDate = parameters.flag('by_parse_date');
  const withNlp = plan.news.nlp && parameters.flag('include_nlp_data');
  const translated = parameters.flag('include_translation_fields');
  const withAnchors = parameters.sent.has('all_links_text');
  const withDomain = parameters.flag('additional_domain_info');
  return (hit) => {
    const { entry } = hit;
    const { record } = entry;
    return {
      ...extrasOf(record),
      ...coreOf(hit),
      ...(byParseDate && { parse_date: answerDate(entry.parsedAt) }),
      ...(translated && translationsOf(record)),
      ...(withNlp && { nlp: nlpAnswer(analyst, { entry, plan, translated }) }),
      ...(!withNlp && plan.news.nlp && translated && translatedNlp(record)),
      ...(withAnchors && { all_links_data: anchorsOf(record) }),
      ...(withDomain && { additional_domain_info: domainInfoOf(record) }),
    };
  };
}

/** Without the rest of the language layer, its fields about the translation alone. Nothing where there are none. */
function translatedNlp({ nlp }: ArticleRecord): WireArticle {
  const fields = Object.entries(nlp ?? {}).filter(([key]) => key.startsWith('translation_'));
  return fields.length === 0 ? {} : { nlp: Object.fromEntries(fields) };
}

function extrasOf(record: ArticleRecord): WireArticle {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([key, value]) => value !== null && !key.startsWith('_') && !ON_REQUEST.has(key),
    ),
  );
}

/** The fields that every article has. What is not known of texts that are always texts is left out. */
export function coreOf({ entry, score }: Hit): WireArticle {
  const { record, domain } = entry;
  const { country, language, description, content } = record;
  const updatedAt = parseWireTime(record.updated_date ?? '');
  return {
    id: entry.id,
    score,
    title: record.title,
    author: record.author ?? listOf(record.authors)[0] ?? '',
    authors: listOf(record.authors),
    journalists: listOf(record.journalists),
    published_date: answerDate(entry.publishedAt),
    published_date_precision: entry.precision,
    updated_date: updatedAt === undefined ? null : answerDate(updatedAt),
    updated_date_precision: record.updated_date_precision ?? null,
    link: entry.link,
    domain_url: record.domain_url || domain || entry.host || 'unknown.example',
    full_domain_url: record.full_domain_url || record.domain_url || domain || 'unknown.example',
    name_source: record.name_source ?? domain,
    is_headline: record.is_headline ?? false,
    paid_content: record.paid_content ?? false,
    is_opinion: record.is_opinion ?? false,
    parent_url: parentUrlOf(entry),
    rights: record.rights ?? domain,
    ...withoutNulls({ country, language, description, content }),
    rank: entry.rank,
    media: record.media ?? '',
    word_count: entry.wordCount,
    twitter_account: record.twitter_account ?? null,
    all_links: linksOf(record),
    all_domain_links: linkedDomainsOf(record),
    robots_compliant: entry.isRobotsCompliant,
    custom_tags: Object.fromEntries(customTagsOf(record)),
  };
}

/** Null where there is no translation: an article in English, or a corpus without any. */
function translationsOf(record: ArticleRecord): WireArticle {
  return {
    title_translated_en: record['title_translated_en'] ?? null,
    content_translated_en: record['content_translated_en'] ?? null,
  };
}

function withoutNulls(fields: WireArticle): WireArticle {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

const EMBEDDINGS: ReadonlySet<string> = new Set(['new_embedding', 'qwen_embedding']);

/**
 * The nlp object of an article (news service, nlp object): what the corpus says, filled up by our own analysis. Empty
 * for an article without any. Tags, embeddings and what concerns a translation are in it only where `shown` says so.
 */
export function nlpAnswer(
  analyst: Analyst,
  { entry, plan, translated }: { entry: Entry; plan: Plan; translated: boolean },
): Record<string, unknown> {
  if (!analyst.knows(entry)) return {};
  const { record } = entry;
  const sentiment = analyst.sentiment(entry);
  const tags = analyst.tags(entry);
  return {
    ...recordedAnalysis(entry, { plan, translated }),
    ...defined({
      theme: analyst.themes(entry).join(', ') || undefined,
      summary: summaryOf(record),
    }),
    sentiment: { title: sentiment.title ?? null, content: sentiment.content ?? null },
    ...namesOf(analyst, entry),
    ...(plan.news.tags && {
      iptc_tags_id: tags.iptc,
      iptc_tags_name: tags.iptcNames,
      iab_tags_name: tags.iab,
    }),
  };
}

/** Names are given for languages with own analysis or a corpus that gives them; null for others. */
function namesOf(analyst: Analyst, entry: Entry): Record<string, unknown> {
  const english = entry.language === 'en';
  const names = english ? analyst.entities(entry) : undefined;
  return Object.fromEntries(
    ENTITY_KINDS.map((kind) => [
      `ner_${kind}`,
      names?.[kind] ?? givenNames(entry.record, `ner_${kind}`) ?? null,
    ]),
  );
}

function recordedAnalysis({ record }: Entry, { plan, translated }: { plan: Plan; translated: boolean }) {
  const extras = Object.entries(record.nlp ?? {}).filter(([key]) => {
    if (EMBEDDINGS.has(key)) return plan.news.embeddings;
    if (key.startsWith('translation_')) return translated;
    if (key === 'theme' || key === 'summary') return false;
    return !key.startsWith('iptc_') && !key.startsWith('iab_');
  });
  return Object.fromEntries(extras);
}
