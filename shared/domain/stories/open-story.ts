import { hashText } from '../lib/hash.ts';
import { type ArticleWords, rarityOf, stemsOf } from './article-words.ts';
import type { Finding } from '../findings/finding.ts';
import { embeddingCosine, type EmbeddingSketch } from '../findings/embedding.ts';
import { dayOf, HOUR, type Instant } from '../time/instant.ts';

/** What a space keeps of a story to which articles may still belong: its words, below 1 KB. */
export interface OpenStory {
  id: string;
  /** When its first and its latest article were indexed. */
  firstAt: Instant;
  lastAt: Instant;
  /** How many articles it has, and how many of them with a text; each counts less with every article after it. */
  articles: number;
  texts: number;
  /** How many of those articles have each word, in the title and in the text: the weightiest words. */
  title: ReadonlyMap<string, number>;
  text: ReadonlyMap<string, number>;
  /** Its latest headlines. */
  headlines: readonly Headline[];
  /** Hashes of the latest articles whose headlines are among these no more, so that no article counts twice. Absent: there are none. */
  passed?: readonly number[];
  /** The words of the title that began it. */
  first: readonly string[];
  /** Sketches of the embeddings of its first and its latest article that have one. */
  embeddings?: readonly EmbeddingSketch[];
}

/** A headline as hashes: of its title, of its title without figures, which a series has each time, and of its outlet. */
export interface Headline {
  title: number;
  series: number;
  outlet: number;
  at: Instant;
  /** The words of its title in a story's latest headlines, none in the others. */
  words: readonly string[];
  /** Of an article that looks for its story: it is of a series by its label, such as a live blog. */
  isLabelled?: boolean;
}

/** A story is open until so long after its latest article. Copies are recognised for much longer. */
export const OPEN_FOR = 72 * HOUR;

/** When a story closes if no further article joins it. */
export function openUntil({ lastAt }: Pick<OpenStory, 'lastAt'>): Instant {
  return lastAt + OPEN_FOR;
}

const MOST_TITLE_WORDS = 30;
const MOST_TEXT_WORDS = 40;
const MOST_HEADLINES = 12;
/** As many as a part of a run has, which is repeated after a death in it. */
const MOST_PASSED = 100;
/** So many of the latest headlines keep their words. */
const WITH_WORDS = 6;
/** By this factor an article counts less with each article after it: what is new of a story replaces what is old. */
const FADING = 0.97;

/**
 * The headline of a finding. What a live blog prints on one UTC day has one title, that of its label: the rest is another subject
 * with each update. So have the horoscopes that an outlet prints by sign.
 */
export function headlineOf({
  title,
  outlet,
  indexedAt,
  translation,
}: Pick<Finding, 'title' | 'outlet' | 'indexedAt' | 'translation'>): Headline {
  const words = title.toLowerCase().match(/\p{L}+|\p{Nd}+/gu) ?? [];
  const letters = words.filter((word) => !FIGURE.test(word));
  const domain = outlet?.domain ?? '';
  const label = seriesLabelOf(title);
  const labelled = label === undefined ? undefined : `live ${domain} ${label}`;
  return {
    title: hashText(labelled ? `${labelled} ${dayOf(indexedAt)}` : words.join(' ')),
    series: hashText(labelled ?? letters.join(' ')),
    outlet: hashText(domain),
    at: indexedAt,
    words: stemsOf(translation?.title ?? title),
    ...(labelled && { isLabelled: true }),
  };
}

const FIGURE = /\p{Nd}/u;

/** A label that ends in a word for "live", and what sets it off from the subject of an update. */
const LIVE =
  /^([^:|]{3,80}?\b(?:live(?:[ -]?(?:blog|ticker|updates?|coverage))?|as it happened|en direct|en vivo|ao vivo|in diretta))\s*(?:[:|]\s|\s[-–—]\s|,\s)/iu;
/** Longer ones are sentences: "Where the rich live, and why". */
const MOST_OF_LABEL = 5;
/** Labels of pictures and programmes, whose subject follows, what goes live, and who lives where. */
const OTHERS = /\b(?:watch|stream|streaming|listen|video|photos|go|goes|going|went|who|where|people|to)\b/i;
const TELLING = 3;

const HOROSCOPE = String.raw`\b(?:horoscopes?|horóscopo|oroscopo|horoskop)\b`;
const SIGNS = [
  'aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces',
  'bélier|taureau|gémeaux|lion|vierge|balance|scorpion|sagittaire|capricorne|verseau|poissons',
  'widder|stier|zwillinge|krebs|löwe|jungfrau|waage|skorpion|schütze|steinbock|wassermann|fische',
  'tauro|géminis|cáncer|escorpio|sagitario|capricornio|acuario|piscis',
  'ariete|toro|gemelli|cancro|leone|vergine|bilancia|scorpione|sagittario|capricorno|acquario|pesci',
];
const SIGN = String.raw`\b(?:${SIGNS.join('|')})\b`;
/** A horoscope of one sign. */
const OF_SIGN = new RegExp(`${SIGN}.*${HOROSCOPE}|${HOROSCOPE}.*${SIGN}`, 'iu');

/**
 * The label under which an outlet prints a series: "ukraine war live" of "Ukraine war live: Kyiv asks for jets"; one for the
 * horoscopes that it prints by sign. Undefined for any other title.
 */
export function seriesLabelOf(title: string): string | undefined {
  if (OF_SIGN.test(title)) return 'horoscope';
  const label = LIVE.exec(title)?.[1]?.toLowerCase();
  if (label === undefined || OTHERS.test(label)) return undefined;
  const words = stemsOf(label);
  const subject = words.filter((word) => !word.startsWith('live') && rarityOf(word) >= TELLING);
  return words.length <= MOST_OF_LABEL && subject.length > 0 ? label : undefined;
}

/** The open story of one article. */
export function newOpenStory(id: string, words: ArticleWords, headline: Headline): OpenStory {
  const none = new Map<string, number>();
  const { at, words: first } = headline;
  const empty = { id, firstAt: at, lastAt: at, articles: 0, texts: 0, first };
  return withArticle({ ...empty, title: none, text: none, headlines: [] }, words, headline);
}

/** The story with one more article. A further update of a live blog adds no words: they are of ever other subjects. */
export function withArticle(story: OpenStory, words: ArticleWords, headline: Headline): OpenStory {
  const isUpdate = headline.isLabelled && story.headlines.some((one) => one.title === headline.title);
  if (isUpdate && headline.words.length > 0)
    return withArticle(story, { title: [], text: [] }, { ...headline, words: [] });
  const { title, text } = words;
  const hasText = text.length > 0;
  return {
    id: story.id,
    firstAt: Math.min(story.firstAt, headline.at),
    lastAt: Math.max(story.lastAt, headline.at),
    articles: story.articles * FADING + 1,
    texts: hasText ? story.texts * FADING + 1 : story.texts,
    title: addWords(story.title, title, MOST_TITLE_WORDS),
    text: hasText ? addWords(story.text, text, MOST_TEXT_WORDS) : story.text,
    headlines: latest([...story.headlines, headline]),
    ...passedBy(story),
    first: story.first,
    ...(story.embeddings && { embeddings: story.embeddings }),
  };
}

/** The story with the embedding of its latest article. */
export function withEmbedding(story: OpenStory, latest: EmbeddingSketch | undefined): OpenStory {
  if (!latest) return story;
  const [first] = story.embeddings ?? [];
  return { ...story, embeddings: first ? [first, latest] : [latest] };
}

/**
 * From which cosine on embeddings speak for one story, and from which they count whole. At 0.95 the service itself takes the
 * embeddings of two articles for those of near-copies (news service, near copies).
 */
const LIKE = { from: 0.85, whole: 0.95 };

/** How like the embedding of an article is to those of a story: 0 up to a cosine of 0.85, 1 from 0.95 on. */
export function likenessOf(embedding: EmbeddingSketch | undefined, story: OpenStory): number {
  const cosine = storyCosine(embedding, story) ?? 0;
  return Math.min(1, Math.max(0, (cosine - LIKE.from) / (LIKE.whole - LIKE.from)));
}

/** The mean cosine of an embedding with those of a story; undefined where there are none of one model. */
export function storyCosine(
  embedding: EmbeddingSketch | undefined,
  { embeddings = [] }: OpenStory,
): number | undefined {
  const cosines = embeddings.flatMap((one) => (embedding && embeddingCosine(embedding, one)) ?? []);
  return cosines.length === 0 ? undefined : cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
}

/** The articles whose headlines a story keeps no more once it has one more. */
function passedBy({ headlines, passed = [] }: OpenStory): Pick<OpenStory, 'passed'> {
  const over = headlines.slice(0, Math.max(0, headlines.length + 1 - MOST_HEADLINES)).map(hashOf);
  const all = [...passed, ...over].slice(-MOST_PASSED);
  return all.length > 0 ? { passed: all } : {};
}

/** Whether a story has counted an article, as far back as it remembers. */
export function hasCounted({ headlines, passed = [] }: OpenStory, headline: Headline): boolean {
  const { title, outlet, at } = headline;
  const isAmong = headlines.some((one) => one.title === title && one.outlet === outlet && one.at === at);
  return isAmong || (passed.length > 0 && passed.includes(hashOf(headline)));
}

const hashOf = ({ title, outlet, at }: Headline): number => hashText(`${title} ${outlet} ${at}`);

function latest(headlines: readonly Headline[]): Headline[] {
  return headlines
    .slice(-MOST_HEADLINES)
    .map((one, at, { length }) =>
      at < length - WITH_WORDS && one.words.length > 0 ? { ...one, words: [] } : one,
    );
}

function addWords(
  counts: ReadonlyMap<string, number>,
  words: readonly string[],
  most: number,
): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  counts.forEach((count, word) => next.set(word, count * FADING));
  for (const word of words) next.set(word, (next.get(word) ?? 0) + 1);
  if (next.size <= most) return next;
  const weighed = Array.from(next, ([word, count]) => ({ word, count, weight: count * rarityOf(word) }));
  weighed.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  return new Map(weighed.slice(0, most).map(({ word, count }) => [word, count]));
}
