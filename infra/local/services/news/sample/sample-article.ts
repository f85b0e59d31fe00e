import { createHash } from 'node:crypto';
import { type Instant, isoOf, MINUTE, SECOND } from '../../../../../shared/domain/time/instant.ts';
import type { Chance } from '../../kit/clock.ts';
import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import { between, drawFacts, type Facts, pick } from './facts.ts';
import { sampleLabels } from './labels.ts';
import { type Brand, BRANDS, BYLINES, deskOf, type SampleLanguage } from './world.ts';
import type { Printing } from './story.ts';
import { drawOutline, type Text, writeText } from './write-text.ts';

/** What the articles of one story share. */
interface Writing {
  facts: Facts;
  /** Names the story; with the outlet it makes the id of an article. */
  storyId: string;
  chance: Chance;
}

/**
 * The corpus line of one printing of a story, undefined where the language has no words for it. Keys that begin with
 * `_` are labels (kit/labels.ts); `_visible_date` is there when the service shows the article late.
 */
export function sampleArticle(printing: Printing, writing: Writing): ArticleRecord | undefined {
  const { language, outline, publishedAt } = printing;
  const { facts, storyId, chance } = writing;
  const text = writeText(outline, { facts, language });
  if (!text) return undefined;
  const translation = language === 'en' ? undefined : writeText(outline, { facts, language: 'en' });
  return {
    ...outletFields(printing, writing),
    ...authorFields(language, chance),
    ...timeFields(publishedAt, chance),
    title: text.title,
    description: text.lead,
    content: text.content,
    language,
    is_headline: chance() < 0.25,
    is_opinion: chance() < 0.03,
    robots_compliant: chance() >= 0.03,
    ...linkFields(facts, { storyId, chance }),
    ...(translation && {
      title_translated_en: translation.title,
      content_translated_en: translation.content,
    }),
    nlp: sampleAnalysis({ facts, text, translation, chance }),
    custom_tags: facts.topic.business ? { sector: [facts.company.sector], desk: ['Business'] } : {},
    _story: storyId,
    ...sampleLabels(facts),
  };
}

function outletFields({ outlet }: Printing, { facts, storyId, chance }: Writing): Partial<ArticleRecord> {
  const id = createHash('sha256').update(`${storyId} ${outlet.domain}`).digest('hex').slice(0, 32);
  const section = `https://www.${outlet.domain}/${facts.topic.section}`;
  return {
    id,
    link: `${section}/${id.slice(0, 12)}`,
    parent_url: section,
    domain_url: outlet.domain,
    full_domain_url: `www.${outlet.domain}`,
    name_source: outlet.name,
    rank: outlet.rank,
    country: outlet.country,
    rights: outlet.domain,
    media: `https://www.${outlet.domain}/pictures/${id.slice(0, 8)}.jpg`,
    paid_content: outlet.paid === true && chance() < 0.7,
    additional_domain_info: {
      is_news_domain: true,
      news_domain_type: outlet.domainType,
      news_type: outlet.newsType,
    },
  };
}

function authorFields(language: SampleLanguage, chance: Chance): Partial<ArticleRecord> {
  const byline = chance() < 0.75 ? pick(BYLINES[language], chance) : undefined;
  const names = byline === undefined ? [] : [byline];
  return { author: byline ?? '', authors: names, journalists: names };
}

/** One article in 25 is parsed and shown late: by up to an hour, a few of them by up to three. */
function timeFields(publishedAt: Instant, chance: Chance): Partial<ArticleRecord> {
  const parsedAt = publishedAt + between(20, 400, chance) * SECOND;
  const precision = chance();
  const late = chance() < 0.04 ? between(10, chance() < 0.2 ? 180 : 55, chance) * MINUTE : undefined;
  return {
    published_date: wireDate(publishedAt),
    published_date_precision: precision < 0.05 ? 'timezone unknown' : precision < 0.06 ? 'date' : 'full',
    parse_date: wireDate(parsedAt),
    ...(late !== undefined && { _visible_date: wireDate(parsedAt + late) }),
  };
}

/** About half of the articles on a company link to it. */
function linkFields(
  { topic, company }: Facts,
  { storyId, chance }: { storyId: string; chance: Chance },
): Partial<ArticleRecord> {
  if (!topic.business || chance() < 0.5) return { all_links: [], all_domain_links: [] };
  const link = `https://${company.domain}/newsroom/${storyId}`;
  return {
    all_links: [link],
    all_domain_links: [company.domain],
    all_links_data: [{ domain_url: company.domain, link, text: `${company.name} statement` }],
  };
}

function wireDate(at: Instant): string {
  return isoOf(at).slice(0, 19).replace('T', ' ');
}

interface Analysed {
  facts: Facts;
  text: Text;
  /** The text in English, for an article in another language. */
  translation: Text | undefined;
  chance: Chance;
}

/** What the language layer says of an article: entities of another language are found in the translation. */
function sampleAnalysis({ facts, text, translation, chance }: Analysed): ArticleRecord['nlp'] {
  const { topic } = facts;
  const tone = (spread: number) =>
    Math.round(Math.max(-1, Math.min(1, topic.tone + (chance() - 0.5) * spread)) * 100) / 100;
  const english = translation ?? text;
  const names = entitiesOf(facts, `${english.title}\n${english.content}`);
  return {
    theme: topic.themes.join(', '),
    summary: text.lead,
    sentiment: { title: tone(0.8), content: tone(0.4) },
    ...(translation
      ? { ner_ORG: null, ner_PER: null, ner_LOC: null, ner_MISC: null, translation_summary: translation.lead }
      : prefixed('ner', names)),
    ...(translation && prefixed('translation_ner', names)),
    iptc_tags_id: [topic.iptc.id],
    iptc_tags_name: [topic.iptc.name],
    iab_tags_name: [topic.iab],
  };
}

type Entities = Record<'ORG' | 'PER' | 'LOC' | 'MISC', { entity_name: string; count: number }[]>;

function entitiesOf(facts: Facts, text: string): Entities {
  const { company, rival, chief, officer, citizen, investor, city, product } = facts;
  const counted = (names: readonly string[]) =>
    names.flatMap((name) => {
      const count = text.split(name).length - 1;
      return count > 0 ? [{ entity_name: name, count }] : [];
    });
  return {
    ORG: counted([company.name, rival.name, investor]),
    PER: counted([chief, officer, citizen]),
    LOC: counted([...new Set([city.name, company.home])]),
    MISC: counted([product]),
  };
}

function prefixed(prefix: string, entities: Entities): Record<string, Entities[keyof Entities]> {
  return Object.fromEntries(Object.entries(entities).map(([kind, names]) => [`${prefix}_${kind}`, names]));
}

/** A topic that is no event for the other services, and that may come each week. */
const TOPIC = 'contract';

/**
 * The press releases that companies with a newsroom publish at an instant, on their own domain: in English, without a
 * rank and an author, and without a word on the first company, so that they do not change what its watches find.
 */
export function pressReleases(at: Instant, chance: Chance): ArticleRecord[] {
  return BRANDS.flatMap((company) => {
    const release = writeRelease(company, at, chance);
    return release ? [{ ...release, author: '', authors: [], journalists: [] }] : [];
  });
}

function writeRelease(company: Brand, at: Instant, chance: Chance) {
  const desk = deskOf('en', TOPIC);
  const rival = BRANDS.slice(1).find((brand) => brand !== company && brand.sector === company.sector);
  if (!company.newsroom || !desk || !rival) return undefined;
  const facts = { ...drawFacts(at, { topicId: TOPIC, company }, chance), rival };
  const outlet = {
    ...company.newsroom,
    domain: company.domain,
    rank: undefined,
    language: 'en' as const,
    newsType: 'Press Releases' as const,
    domainType: 'Press Releases' as const,
  };
  const outline = drawOutline(desk, chance);
  const storyId = `release-${company.domain}-${at.toString(36)}`;
  return sampleArticle({ outlet, language: 'en', outline, publishedAt: at }, { facts, storyId, chance });
}
