import { dayOf, HOUR, type Instant } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import {
  type Article,
  emptyStory,
  type Headline,
  likenessOf,
  OPEN_FOR,
  type OpenStory,
  withArticle,
} from './open-story.ts';
import { rarityOf } from './terms.ts';

/** The open stories of a space while findings are assigned to them. */
export interface OpenStories {
  stories: Map<string, OpenStory>;
  /** The terms that the watch asks for whose findings are assigned. */
  queried: ReadonlySet<string>;
  /** The stories that have a term in their titles, and in their texts. */
  having: Record<'title' | 'text', Map<string, Set<string>>>;
  /** The stories that have changed in this part. */
  changed: Set<string>;
  /** What terms weigh in this part, once they were asked for: it stays the same, whatever the order of the articles. */
  weights: Map<string, number>;
}

export function openStories(
  read: readonly OpenStory[],
  queried: ReadonlySet<string> = new Set(),
): OpenStories {
  const having = { title: new Map<string, Set<string>>(), text: new Map<string, Set<string>>() };
  const open = { queried, stories: new Map(), having, changed: new Set<string>(), weights: new Map() };
  for (const story of read) index(open, story);
  return open;
}

/** Begins a part of findings of a watch, which asks for these terms. */
export function beginPart(open: OpenStories, queried: ReadonlySet<string>): void {
  open.queried = queried;
  open.changed = new Set();
  open.weights = new Map();
}

/** Puts a story in place of what it was. */
export function setStory(open: OpenStories, story: OpenStory): void {
  if (open.stories.get(story.id) === story) return;
  index(open, story);
  open.changed.add(story.id);
}

function index({ stories, having }: OpenStories, story: OpenStory): void {
  const before = stories.get(story.id);
  stories.set(story.id, story);
  for (const part of ['title', 'text'] as const) {
    for (const term of before?.[part].keys() ?? [])
      if (!story[part].has(term)) having[part].get(term)?.delete(story.id);
    for (const term of story[part].keys()) if (!before?.[part].has(term)) addTo(having[part], term, story.id);
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key);
  if (ids) ids.add(id);
  else sets.set(key, new Set([id]));
}

/** So many stories of news at large count beside those of the space: with few of its own, each one proves little. */
const AT_LARGE = 8;

/**
 * What a term weighs in a space, as the natural logarithm of how many stories there are for another one with the term:
 * in news at large or among the open stories, whichever is less. What the watch asks for is weighed by these alone.
 *
 *     min(r, ln((S + 8) / (s + 8·e^-r)))   r: rarity of the term; S: open stories; s: others that have the term
 */
export function weightOf(open: OpenStories, term: string): number {
  const known = open.weights.get(term);
  if (known !== undefined) return known;
  const weight = weightNow(open, term);
  open.weights.set(term, weight);
  return weight;
}

function weightNow({ stories, having: { title, text }, queried }: OpenStories, term: string): number {
  const having = Math.max(title.get(term)?.size ?? 0, text.get(term)?.size ?? 0);
  const others = Math.max(0, having - 1);
  if (queried.has(term)) return Math.log((stories.size + 1) / (others + 1));
  const rarity = rarityOf(term);
  const amongStories = Math.log((stories.size + AT_LARGE) / (others + AT_LARGE * Math.exp(-rarity)));
  return Math.max(0, Math.min(rarity, amongStories));
}

/** The cosine of two headlines by the weights of their terms, 0 to 1. */
export function headlineCosine(
  open: OpenStories,
  { terms: one }: Headline,
  { terms: other }: Headline,
): number {
  const squares = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + weightOf(open, term) ** 2, 0);
  const shared = squares(one.filter((term) => other.includes(term)));
  return shared === 0 ? 0 : shared / Math.sqrt(squares(one) * squares(other));
}

/** So much of what an article of a story says is the story's own; the rest is said in news at large. */
const OWN = 0.25;
/** What the text of an article says counts so much of what its title says. */
const OF_TEXT = 0.5;
/** A term that a text of a story has counts so much of one of its titles: a text has many more, by chance, too. */
const IN_TEXT = 0.3;
/** With this power of the number of rivals it becomes likelier that an article is like one by chance. */
const CHANCE = 2 / 3;
/** Of two neighbours that a headline of the story has as neighbours, too, the less telling one counts so much. */
const IN_NAME = 0.5;

/**
 * How many times likelier it is that an article is of a story than that it begins one.
 *
 *     n / S^⅔ · Π (¾ + ¼ · f · e^weight)
 *
 * n: titles of the story, each counted once; S: its `rivals`; f: the share of articles of the story that have the term,
 * one more article without it assumed. The product goes over the terms of the title, and over those of the text by half:
 * what the texts share counts at most as much as what the titles share, since many texts of an outlet have the same lines.
 */
function oddsOf(
  open: OpenStories,
  { terms, text }: Article,
  { story, rivals }: { story: OpenStory; rivals: number },
): number {
  const { articles, titles } = story;
  const evidenceOf = (term: string) => {
    const having = (story.title.get(term) ?? 0) + IN_TEXT * (story.text.get(term) ?? 0);
    const times = having === 0 ? 0 : Math.min(1, having / (articles + 1)) * Math.exp(weightOf(open, term));
    return Math.log(1 - OWN + OWN * times);
  };
  const inTitle = terms.map(evidenceOf);
  const inNames = IN_NAME * sum(namesIn(terms, inTitle, story));
  const shared = sum(inTitle.filter((one) => one > 0)) - inNames;
  const evidence = sum(inTitle) - inNames + Math.min(shared, OF_TEXT * sum(text.map(evidenceOf)));
  return (titles / rivals ** CHANCE) * Math.exp(evidence);
}

/** Two words of a name come together or not at all: the evidence of the less telling one of such neighbours. */
function namesIn(terms: readonly string[], evidence: readonly number[], { headlines }: OpenStory): number[] {
  const found: number[] = [];
  for (let at = 1; at < terms.length; at += 1) {
    const [before = '', term = ''] = [terms[at - 1], terms[at]];
    const least = Math.min(evidence[at - 1] ?? 0, evidence[at] ?? 0);
    if (least <= 0 || !headlines.some((one) => areNeighbours(one.terms, before, term))) continue;
    found.push(least);
    at += 1;
  }
  return found;
}

function areNeighbours(terms: readonly string[], one: string, other: string): boolean {
  const at = terms.indexOf(one);
  return at >= 0 && terms[at + 1] === other;
}

/** News of one event comes within this time. */
const WAVE = 12 * HOUR;

/** How many open stories had an article as lately as one of them, and 8 more where the watch asks for nothing. */
function rivalsAt({ stories, queried }: OpenStories, at: Instant): (story: OpenStory) => number {
  const gaps = Array.from(stories.values(), ({ lastAt }) => Math.abs(at - lastAt));
  return ({ lastAt }) => {
    const within = Math.max(WAVE, Math.abs(at - lastAt));
    return gaps.filter((gap) => gap <= within).length + (queried.size > 0 ? 1 : AT_LARGE);
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** The odds that are asked of an article of a story of this width. */
const WIDTH: Readonly<Record<StoryJoining, number>> = { strict: 4, normal: 1, loose: 0.25 };

/** A story that an article is like: from 1 on it belongs to the story. */
export interface LikeStory {
  story: OpenStory;
  likeness: number;
}

/**
 * The open story that an article is most like, whatever the order in which articles came: of equal ones the one with
 * the smallest id. Undefined: it is like none of them.
 */
export function likestStory(
  open: OpenStories,
  article: Article,
  { width, among = () => true }: { width: StoryJoining; among?: (id: string) => boolean },
): LikeStory | undefined {
  let best: LikeStory | undefined;
  const rivalsOf = rivalsAt(open, article.at);
  for (const story of storiesNear(open, article)) {
    if (Math.abs(article.at - story.lastAt) > OPEN_FOR || !among(story.id)) continue;
    const odds =
      oddsOf(open, article, { story, rivals: rivalsOf(story) }) * timesByNearest(open, article, story);
    const likeness = Math.max(odds / WIDTH[width], likenessOf(article, story));
    const isBetter =
      likeness > (best?.likeness ?? 0) || (likeness === best?.likeness && story.id < best.story.id);
    if (isBetter && !story.headlines.some((one) => isOfSamePattern(article, one))) best = { story, likeness };
  }
  return best;
}

/** A story of so many titles has words of everything: one of its headlines has this cosine with what joins it. */
const LARGE = { titles: 5, cosine: 0.15 };
/** Above this cosine with a single headline it is likelier that both report the same. */
const NEAR_ONE = 0.3;

/**
 * How many times likelier it is that an article is of a story by its nearest headline alone.
 *
 *     max(1, c/0.3)²      c: the greatest cosine with one of the latest headlines
 */
function timesByNearest(open: OpenStories, article: Article, { titles, headlines }: OpenStory): number {
  const nearest = Math.max(0, ...headlines.map((one) => headlineCosine(open, article, one)));
  return titles >= LARGE.titles && nearest < LARGE.cosine ? 0 : Math.max(1, nearest / NEAR_ONE) ** 2;
}

/** So many stories are compared at most: those that share most. */
const MOST_NEAR = 8;
/** They have some of the weightiest terms of its title, of such a weight: usual words bring no stories together. */
const TELLING = { terms: 8, weight: 2.5 };

function storiesNear(open: OpenStories, article: Article): OpenStory[] {
  const { having, stories } = open;
  const near = new Map<string, number>();
  const telling = article.terms
    .map((term) => [term, weightOf(open, term)] as const)
    .filter(([, weight]) => weight >= TELLING.weight)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [term, weight] of telling.slice(0, TELLING.terms)) {
    for (const part of ['title', 'text'] as const)
      for (const id of having[part].get(term) ?? []) near.set(id, (near.get(id) ?? 0) + weight);
  }
  if (article.embedding)
    for (const story of stories.values()) if (likenessOf(article, story) > 0) near.set(story.id, Infinity);
  const nearest =
    near.size <= MOST_NEAR ? [...near] : [...near].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return nearest.slice(0, MOST_NEAR).flatMap(([id]) => stories.get(id) ?? []);
}

/** Two titles of one pattern share this part of the longer one. */
const PATTERN = 0.5;
/** And on one day they differ in so many places. */
const PLACES = 2;

/**
 * Whether an outlet has printed two titles of one pattern: on two days, such as "Your horoscope", or with other words in
 * the same places: "X recalls kettles in A", "X recalls cots in B". No outlet prints the same news twice in one form.
 */
export function isOfSamePattern(one: Headline, other: Headline): boolean {
  if (one.outlet === '' || one.outlet !== other.outlet) return false;
  const shared = one.terms.filter((term) => other.terms.includes(term)).length;
  if (shared < PATTERN * Math.max(one.terms.length, other.terms.length)) return false;
  if (areOfOtherDays(one.at, other.at)) return true;
  const form = formOf(one, other);
  return form.filter((term) => term === '').length >= PLACES && form.join() === formOf(other, one).join();
}

/** The terms of a title that another one has, too, with an empty one in each place where it has others. */
function formOf({ terms }: Headline, other: Headline): string[] {
  const kept = terms.map((term) => (other.terms.includes(term) ? term : ''));
  return kept.filter((term, at) => term !== '' || kept[at - 1] !== '');
}

/** Parts of a series are on different UTC days, and so far apart at least. */
const APART = 12 * HOUR;

function areOfOtherDays(one: Instant, other: Instant): boolean {
  return dayOf(one) !== dayOf(other) && Math.abs(one - other) >= APART;
}

/** Adds an article to a story, or begins the story. */
export function addToStory(open: OpenStories, article: Article, { id }: { id: string }): void {
  setStory(open, withArticle(open.stories.get(id) ?? emptyStory(id, article.at), article));
}
