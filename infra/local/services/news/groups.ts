import { DAY } from '../../../../shared/domain/time/instant.ts';
import { wordTexts } from '../../../../shared/domain/query/words.ts';
import { labelsOf } from '../kit/labels.ts';
import { type Entry, headlineOfEntry } from './library/entry.ts';
import { copyKeys, NEAR_COPY, sharedPart, type Sketch } from './library/sketch.ts';

/** An article is compared with the articles of this long before it (news service, near copies). */
const LOOK_BACK = 7 * DAY;

/**
 * For each article the first one that it is a near copy of: itself, where it is the first. `entries` are in the order
 * in which they become visible, so later ones never change the groups of earlier ones.
 */
export function nearCopies(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const firsts = new Map<Entry, Entry>();
  const latest = new Map<number, Entry>();
  for (const entry of entries) {
    const keys = copyKeys(entry.sketch);
    const isCopied = (other: Entry) =>
      entry.visibleAt - other.visibleAt <= LOOK_BACK && sharedPart(entry.sketch, other.sketch) >= NEAR_COPY;
    const copied = keys.flatMap((key) => latest.get(key) ?? []).find(isCopied);
    firsts.set(entry, (copied && firsts.get(copied)) ?? entry);
    for (const key of keys) latest.set(key, entry);
  }
  return firsts;
}

/** What articles are put into stories by. */
export interface Compared {
  /** The story that the corpus names for the article. */
  label: string | undefined;
  /** `titleWords` of its title. */
  words: ReadonlySet<string>;
  sketch: Sketch | undefined;
}

/** So many letters of a word count: `flood`, `floods` and `flooded` are one word. */
export const STEM = 5;

/** The words of a title that say something, cut to their first letters; in scripts without blanks each character. */
export function titleWords(title: string): Set<string> {
  const words = wordTexts(title).filter((word) => word.length >= 4 || /[^a-z]/.test(word));
  return new Set(words.map((word) => Array.from(word).slice(0, STEM).join('')));
}

export function comparedOf(entry: Entry): Compared {
  return {
    label: labelsOf(entry.record).story,
    words: titleWords(headlineOfEntry(entry)),
    sketch: entry.sketch,
  };
}

/** How alike two articles are, from 0 to 1: the part of their texts or of their titles that is the same. */
export function likeness(one: Compared, other: Compared): number {
  if (one.label !== undefined && other.label !== undefined) return one.label === other.label ? 1 : 0;
  const common = [...one.words].filter((word) => other.words.has(word)).length;
  const ofTitles = common === 0 ? 0 : common / Math.sqrt(one.words.size * other.words.size);
  const ofTexts = one.sketch && other.sketch ? sharedPart(one.sketch, other.sketch) : 0;
  return Math.max(ofTitles, ofTexts >= NEAR_COPY ? 1 : ofTexts);
}

/** How tightly groups hold: `clustering_threshold` as the service takes it (news service, parameters). */
const DEFAULT_TIGHTNESS = 0.7;

/**
 * Groups articles into stories: each joins the group whose first article it is most like, if it is like it enough.
 * Titles of one story share about half of their words, which is the square of the usual tightness. Returns groups of
 * places in the list, in rising order.
 */
export function groupStories(articles: readonly Compared[], tightness = DEFAULT_TIGHTNESS): number[][] {
  const groups: Group[] = [];
  const byKey = new Map<string | number, Group[]>();
  for (const [place, article] of articles.entries()) {
    const keys = keysOf(article);
    const group = mostLike(article, new Set(keys.flatMap((key) => byKey.get(key) ?? [])), tightness ** 2);
    if (group) group.places.push(place);
    else {
      const own = { first: article, places: [place] };
      groups.push(own);
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), own]);
    }
  }
  return groups.map(({ places }) => places);
}

interface Group {
  first: Compared;
  places: number[];
}

/** What articles of one story share at least one of. */
function keysOf({ label, words, sketch }: Compared): (string | number)[] {
  return [...(label === undefined ? [] : [`story ${label}`]), ...words, ...(sketch ? copyKeys(sketch) : [])];
}

function mostLike(article: Compared, groups: Iterable<Group>, least: number): Group | undefined {
  let best: Group | undefined;
  let most = least;
  for (const group of groups) {
    const like = likeness(article, group.first);
    if (like > most || (like === most && !best)) [best, most] = [group, like];
  }
  return best;
}
