import { embeddingCosine, type EmbeddingSketch } from '../findings/embedding.ts';
import type { Finding } from '../findings/finding.ts';
import { hashText } from '../lib/hash.ts';
import { dayOf, HOUR, type Instant } from '../time/instant.ts';
import { type ArticleWords, rarityOf, stemsOf } from './article-words.ts';

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
  /**
   * Hashes of the latest articles whose headlines are among these no more, so that no article counts twice. Absent:
   * there are none.
   */
  passed?: readonly number[];
  /** The words of the title that began it. */
  first: readonly string[];
  /** Sketches of the embeddings of its first and its latest article that have one. */
  embeddings?: readonly EmbeddingSketch[];
}

/**
 * A headline as hashes: of its title, of its title without figures, which a series has each time, and of its outlet.
 */
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
 * The headline of a finding. What a live blog prints on one UTC day has one title, that of its label: the rest is
 * another subject with each update. So have the horoscopes that an outlet prints by sign.
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
 * The label under which an outlet prints a series: "ukraine war live" of "Ukraine war live: Kyiv asks for jets"; one
 * for the horoscopes that it prints by sign. Undefined for any other title.
 */
function seriesLabelOf(title: string): string | undefined {
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
 * From which cosine on embeddings speak for one story, and from which they count whole. At 0.95 the service itself
 * takes the embeddings of two articles for those of near-copies (news service, near copies).
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

/**
 * Sets of values by key. A key with one value holds it without a set: most words are in one story only, and a set of
 * one takes ten times the memory.
 */
export type ValueSets<V extends string | number> = Map<string, V | Set<V>>;

export function addValue<V extends string | number>(sets: ValueSets<V>, key: string, value: V): void {
  const held = sets.get(key);
  if (held === undefined) sets.set(key, value);
  else if (held instanceof Set) held.add(value);
  else if (held !== value) sets.set(key, new Set([held, value]));
}

export function deleteValue<V extends string | number>(sets: ValueSets<V>, key: string, value: V): void {
  const held = sets.get(key);
  if (held instanceof Set) held.delete(value);
  else if (held === value) sets.delete(key);
}

/** The values of a key, each once. */
export function valuesOf<V extends string | number>(sets: ValueSets<V>, key: string): Iterable<V> {
  const held = sets.get(key);
  if (held === undefined) return [];
  return held instanceof Set ? held : [held];
}

/** How many values a key has. */
export function countOf<V extends string | number>(sets: ValueSets<V>, key: string): number {
  const held = sets.get(key);
  if (held === undefined) return 0;
  return held instanceof Set ? held.size : 1;
}

/**
 * In which hours the open stories of a watch got articles, and which words their titles had. A name that a watch
 * always finds is in every hour; the name in a burst of news is in one or two, however many articles have it.
 */
export interface WordHours {
  all: Set<number>;
  byWord: ValueSets<number>;
  /** It has hours that no story has any more. */
  isStale: boolean;
}

export function noWordHours(): WordHours {
  return { all: new Set(), byWord: new Map(), isStale: false };
}

/** The hours of these stories and of no others. */
export function wordHoursOf(stories: Iterable<OpenStory>): WordHours {
  const hours = noWordHours();
  for (const story of stories) addHours(hours, story);
  return hours;
}

/** Whether a story that has changed has lost a word of its titles, or an hour of its latest headlines. */
export function losesHours(before: OpenStory, story: OpenStory): boolean {
  for (const word of before.title.keys()) if (!story.title.has(word)) return true;
  const hours = new Set(story.headlines.map(({ at }) => hourOf(at)));
  return before.headlines.some(({ at }) => !hours.has(hourOf(at)));
}

/**
 * Adds the hours of a story's latest headlines for all words of its titles, but for what was added with the story
 * `before`.
 */
export function addHours(
  { all, byWord }: WordHours,
  { title, headlines }: OpenStory,
  before?: OpenStory,
): void {
  const added = new Set(before?.headlines.map(({ at }) => hourOf(at)));
  const hours = new Set(headlines.map(({ at }) => hourOf(at)));
  const fresh = [...hours].filter((hour) => !added.has(hour));
  for (const hour of fresh) all.add(hour);
  for (const word of title.keys())
    for (const hour of before?.title.has(word) ? fresh : hours) addValue(byWord, word, hour);
}

const hourOf = (at: Instant): number => Math.floor(at / HOUR);

/** So many further hours without the word are assumed: a few hours prove little. */
const HOURS_IN_DOUBT = 8;
/** The share of hours without the word, to this power, is what is left of its rarity; at least this part of it. */
const POWER = 2;
const LEAST = 0.05;

/** The hours of the last days in which the open stories got articles, and how many of them have a word. */
interface RecentHours {
  all: number;
  withWord: (word: string) => number;
}

function recentHours({ all, byWord }: WordHours, at: Instant): RecentHours {
  const since = hourOf(at) - OPEN_FOR / HOUR;
  const countIn = (hours: Iterable<number>) => {
    let count = 0;
    for (const hour of hours) if (hour > since) count += 1;
    return count;
  };
  return { all: countIn(all), withWord: (word) => countIn(valuesOf(byWord, word)) };
}

/** What is left of a word's rarity in news at large where so many of the hours of a watch have it. */
export function rarityAmong(word: string, { all, withWord }: { all: number; withWord: number }): number {
  const share = withWord / (all + HOURS_IN_DOUBT);
  return rarityOf(word) * Math.max(LEAST, (1 - share) ** POWER);
}

/** In how many hours the latest headlines of a story were indexed. */
function hoursOf({ headlines }: OpenStory): number {
  return new Set(headlines.map(({ at }) => hourOf(at))).size;
}

/** How much a word of a title or a text weighs between an article and a story, or any story without it; 0 and up. */
export type Weigh = (word: string, story?: OpenStory, part?: 'title' | 'text') => number;

/** The open stories of a watch by their words. */
interface WordIndex {
  stories: ReadonlyMap<string, OpenStory>;
  /** The stems of what the watch asks for. */
  queried: ReadonlySet<string>;
  /** The stories that have a word in their titles, and in their texts. */
  having: Readonly<Record<'title' | 'text', ValueSets<string>>>;
  hours: WordHours;
}

/**
 * So many stories of news at large count beside those of the watch: with few of its own, each one proves little. They
 * are fewer for words of texts, which repeat what has been in the news for weeks.
 */
const AT_LARGE = 100;
const TEXTS_AT_LARGE = 10;

/**
 * The weight of words for a watch at a time, as the natural logarithm of how many stories there are for another one
 * with the word: by the hours and by the stories that have it, whichever is less. Neither counts the story itself.
 * What the watch asks for has no weight. A word of texts weighs less also the more of the open stories have it in
 * their texts.
 */
export function weighIn({ having, stories, queried, hours }: WordIndex, at: Instant): Weigh {
  const recent = recentHours(hours, at);
  const all = Math.max(0, stories.size - 1) + AT_LARGE;
  const words = new Map<string, { hours: number; stories: number }>();
  const own = new Map<string, number>();
  return (word, story, part = 'title') => {
    if (queried.has(word)) return 0;
    const known = words.get(word) ?? {
      hours: recent.withWord(word),
      stories: countOf(having.title, word),
    };
    words.set(word, known);
    const ofStory = story?.title.has(word) ? (own.get(story.id) ?? hoursOf(story)) : 0;
    if (story && ofStory > 0) own.set(story.id, ofStory);
    const others = Math.max(0, known.stories - (ofStory > 0 ? 1 : 0));
    const withWord = Math.max(0, known.hours - ofStory);
    const atLarge = AT_LARGE * Math.exp(-rarityOf(word));
    const amongHours = rarityAmong(word, { all: recent.all, withWord });
    const weight = Math.min(amongHours, Math.log(all / (others + atLarge)));
    if (part === 'title') return weight;
    const inTexts = Math.max(known.stories, countOf(having.text, word)) - (story?.text.has(word) ? 1 : 0);
    const texts = (stories.size + TEXTS_AT_LARGE) / (inTexts + TEXTS_AT_LARGE * Math.exp(-rarityOf(word)));
    return Math.max(0, Math.min(weight, Math.log(texts)));
  };
}
