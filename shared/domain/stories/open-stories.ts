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
  /** By story: those that are kin to it. */
  kin: Map<string, Set<string>>;
  /** The stories that have changed in this part. */
  changed: Set<string>;
  /** What terms weigh in this part, once they were asked for: it stays the same, whatever the order of the articles. */
  weights: Map<string, number>;
  /** The vectors of headlines and stories in this part. */
  vectors: WeakMap<object, Vector>;
}

export function openStories(
  read: readonly OpenStory[],
  queried: ReadonlySet<string> = new Set(),
): OpenStories {
  const having = { title: new Map<string, Set<string>>(), text: new Map<string, Set<string>>() };
  const open: OpenStories = {
    queried,
    stories: new Map(),
    having,
    kin: new Map(),
    changed: new Set(),
    weights: new Map(),
    vectors: new WeakMap(),
  };
  for (const story of read) index(open, story);
  return open;
}

/** Begins a part of findings of a watch, which asks for these terms. */
export function beginPart(open: OpenStories, queried: ReadonlySet<string>): void {
  open.queried = queried;
  open.changed = new Set();
  open.weights = new Map();
  open.vectors = new WeakMap();
}

/** Puts a story in place of what it was. */
export function setStory(open: OpenStories, story: OpenStory): void {
  if (open.stories.get(story.id) === story) return;
  index(open, story);
  open.changed.add(story.id);
}

function index({ stories, having, kin }: OpenStories, story: OpenStory): void {
  const before = stories.get(story.id);
  stories.set(story.id, story);
  if (story.kin !== undefined) addTo(kin, story.kin, story.id);
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

/** A story with those that may be about the same: its kin, and what shares its kin. */
export function relativesOf({ stories, kin }: OpenStories, { id, kin: parent }: OpenStory): OpenStory[] {
  const ids = new Set([id, ...(kin.get(id) ?? [])]);
  if (parent !== undefined) for (const one of [parent, ...(kin.get(parent) ?? [])]) ids.add(one);
  return [...ids].flatMap((one) => stories.get(one) ?? []);
}

/** So many stories of news at large count beside those of the space: with few of its own, each one proves little. */
const AT_LARGE = 20;

/**
 * What a term weighs in a space, as the natural logarithm of how many stories there are for another one with the term:
 * in news at large or among the open stories, whichever is less. What the watch asks for is weighed by these alone.
 *
 *     min(r, ln((S + 20) / (s + 20·e^-r)))   r: rarity of the term; S: open stories; s: others that have the term
 */
export function weightOf(open: OpenStories, term: string): number {
  const known = open.weights.get(term);
  if (known !== undefined) return known;
  const weight = weightNow(open, term);
  open.weights.set(term, weight);
  return weight;
}

function weightNow({ stories, having, queried }: OpenStories, term: string): number {
  const others = Math.max(0, (having.title.get(term)?.size ?? 0) - 1);
  if (queried.has(term)) return Math.log((stories.size + 1) / (others + 1));
  const rarity = rarityOf(term);
  const amongStories = Math.log((stories.size + AT_LARGE) / (others + AT_LARGE * Math.exp(-rarity)));
  return Math.max(0, Math.min(rarity, amongStories));
}

/** Terms by weight, and the length of them all. */
interface Vector {
  weights: ReadonlyMap<string, number>;
  length: number;
}

const TEXT_WEIGHT = 0.4;

function vectorFrom(weights: ReadonlyMap<string, number>): Vector {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return { weights, length: Math.sqrt(sum) };
}

function remembered(open: OpenStories, of: object, make: () => ReadonlyMap<string, number>): Vector {
  const known = open.vectors.get(of);
  if (known) return known;
  const vector = vectorFrom(make());
  open.vectors.set(of, vector);
  return vector;
}

/** The terms of a title by weight. */
function titleVector(open: OpenStories, headline: Headline): Vector {
  return remembered(
    open,
    headline.terms,
    () => new Map(headline.terms.map((term) => [term, weightOf(open, term)])),
  );
}

/** The terms of a title by weight, and those of its text, which weigh less. */
function wholeVector(open: OpenStories, { terms, text }: Article): Vector {
  const weights = new Map(text.map((term) => [term, TEXT_WEIGHT * weightOf(open, term)]));
  for (const term of terms) weights.set(term, weightOf(open, term));
  return vectorFrom(weights);
}

/** What the articles of a story have in common: each term by its weight and the share of articles that have it. */
function centreOf(open: OpenStories, story: OpenStory): Vector {
  return remembered(open, story, () => {
    const { articles, texts, title, text } = story;
    const centre = new Map<string, number>();
    for (const [term, count] of text)
      centre.set(term, TEXT_WEIGHT * weightOf(open, term) * Math.sqrt(count / Math.max(1, texts)));
    for (const [term, count] of title) centre.set(term, weightOf(open, term) * Math.sqrt(count / articles));
    return centre;
  });
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.weights.size <= b.weights.size ? [a, b] : [b, a];
  let product = 0;
  for (const [term, weight] of small.weights) product += weight * (large.weights.get(term) ?? 0);
  return product === 0 ? 0 : product / (a.length * b.length);
}

/** The cosine of two headlines, 0 to 1. */
export function headlineCosine(open: OpenStories, one: Headline, other: Headline): number {
  return cosine(titleVector(open, one), titleVector(open, other));
}

/** The cosines with the centre of a story, and with one of its headlines, from which an article belongs to it. */
const JOIN = { centre: 0.4, headline: 0.45 };
/** By how much more an article must be like a story of this width. */
const WIDTH: Readonly<Record<StoryJoining, number>> = { strict: 1.3, normal: 1, loose: 0.8 };
/** This part of the likeness to a story makes a new story its kin. */
const KIN = 0.5;
/** And so does only a share of telling terms of this weight together, a larger one where no query gives a subject. */
const LEAST_SHARED = { withSubject: 3, without: 5 };

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
  const [title, whole] = [titleVector(open, article), wholeVector(open, article)];
  let best: LikeStory | undefined;
  for (const story of storiesNear(open, article, whole)) {
    if (Math.abs(article.at - story.lastAt) > OPEN_FOR || !among(story.id)) continue;
    const words = Math.max(
      cosine(whole, centreOf(open, story)) / JOIN.centre,
      ...story.headlines.map((one) => cosine(title, titleVector(open, one)) / JOIN.headline),
    );
    const likeness = Math.max(words / WIDTH[width], likenessOf(article, story));
    const isBetter =
      likeness > (best?.likeness ?? 0) || (likeness === best?.likeness && story.id < best.story.id);
    if (isBetter && !story.headlines.some((one) => isOfSamePattern(article, one))) best = { story, likeness };
  }
  return best;
}

/**
 * The kin of a story that begins with an article that belongs to no open story: the story that it is somewhat like, or
 * the kin of that one, if the article shares as much with it.
 */
export function kinFor(
  open: OpenStories,
  { terms }: Article,
  like: LikeStory | undefined,
): string | undefined {
  if (!like || like.likeness < KIN) return undefined;
  const least = open.queried.size > 0 ? LEAST_SHARED.withSubject : LEAST_SHARED.without;
  const isKin = ({ title }: OpenStory) => {
    const shared = terms.filter((term) => title.has(term));
    return shared.reduce((sum, term) => sum + weightOf(open, term), 0) >= least;
  };
  const { story } = like;
  const elder = story.kin === undefined ? undefined : open.stories.get(story.kin);
  return [elder, story].find((one) => one && isKin(one))?.id;
}

/** So many stories are compared at most: those that share most. */
const MOST_NEAR = 8;
/** They share some of the weightiest terms of an article: more usual ones bring no stories together. */
const WEIGHTIEST = 8;

function storiesNear({ having, stories }: OpenStories, article: Article, whole: Vector): OpenStory[] {
  const near = new Map<string, number>();
  const weightiest = [...whole.weights].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [term, weight] of weightiest.slice(0, WEIGHTIEST)) {
    for (const part of ['title', 'text'] as const)
      for (const id of having[part].get(term) ?? []) near.set(id, (near.get(id) ?? 0) + weight);
  }
  if (article.embedding)
    for (const story of stories.values()) if (likenessOf(article, story) > 0) near.set(story.id, Infinity);
  const nearest =
    near.size <= MOST_NEAR ? [...near] : [...near].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return nearest.slice(0, MOST_NEAR).flatMap(([id]) => stories.get(id) ?? []);
}

/** Two titles of one pattern share this part of the longer one, in order. */
const PATTERN = 0.5;
/** And each has at most so many terms of its own. */
const MOST_OWN = 4;
/** A term of this rarity, three letters or more, names something. */
const NAMING = 1.5;

/**
 * Whether an outlet has printed two titles of one pattern that name different things: "X recalls kettles in A", "X
 * recalls cots in B", or one title on
 * two days: "Your horoscope". No outlet prints the same news twice in one form.
 */
export function isOfSamePattern(one: Headline, other: Headline): boolean {
  if (one.outlet === '' || one.outlet !== other.outlet) return false;
  const own = [ownTerms(one, other), ownTerms(other, one)];
  if (own.every((count) => count === 0)) return areOfOtherDays(one.at, other.at);
  return (
    commonInOrder(one.terms, other.terms) >= PATTERN * Math.max(one.terms.length, other.terms.length) &&
    own.every((count) => count > 0 && count <= MOST_OWN)
  );
}

/** The terms of a title that another one lacks, and that name something: the number of an update does not. */
const ownTerms = ({ terms }: Headline, other: Headline): number =>
  terms.filter((term) => !other.terms.includes(term) && rarityOf(term) >= NAMING).length;

/** Parts of a series are on different UTC days, and so far apart at least. */
const APART = 12 * HOUR;

function areOfOtherDays(one: Instant, other: Instant): boolean {
  return dayOf(one) !== dayOf(other) && Math.abs(one - other) >= APART;
}

/** The length of the longest common subsequence. */
function commonInOrder(one: readonly string[], other: readonly string[]): number {
  let before = Array.from({ length: other.length + 1 }, () => 0);
  for (const term of one) {
    const next = [0];
    for (const [at, found] of other.entries())
      next.push(term === found ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, next[at] ?? 0));
    before = next;
  }
  return before.at(-1) ?? 0;
}

/** Adds an article to a story, or begins the story. */
export function addToStory(
  open: OpenStories,
  article: Article,
  { id, kin }: { id: string; kin?: string | undefined },
): void {
  setStory(open, withArticle(open.stories.get(id) ?? emptyStory(id, article.at, kin), article));
}
