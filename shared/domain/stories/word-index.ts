import { HOUR, type Instant } from '../time/instant.ts';
import { rarityOf } from './article-words.ts';
import type { Weigh } from './join-rule.ts';
import { OPEN_FOR, type OpenStory } from './open-story.ts';

/**
 * Sets of values by key. A key with one value holds it without a set: most words are in one story only, and a set of one
 * takes ten times the memory.
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
 * In which hours the open stories of a watch got articles, and which words their titles had. A name that a watch always finds
 * is in every hour; the name in a burst of news is in one or two, however many articles have it.
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

/** Adds the hours of a story's latest headlines for all words of its titles, but for what was added with the story `before`. */
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
 * So many stories of news at large count beside those of the watch: with few of its own, each one proves little. They are fewer for
 * words of texts, which repeat what has been in the news for weeks.
 */
const AT_LARGE = 100;
const TEXTS_AT_LARGE = 10;

/**
 * The weight of words for a watch at a time, as the natural logarithm of how many stories there are for another one with
 * the word: by the hours and by the stories that have it, whichever is less. Neither counts the story itself. What the watch
 * asks for has no weight. A word of texts weighs less also the more of the open stories have it in their texts.
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
