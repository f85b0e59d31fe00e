import { nameWordsOf } from './name-words.ts';
import { wordTexts } from '../../../../shared/domain/query/words.ts';
import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';

/** What articles are put into stories by. */
export interface Compared {
  /** The story that the corpus names for the article. */
  label: string | undefined;
  at: Instant;
  /** The words of its title, and of its title with the beginning of its text; without a text the second set is empty. */
  title: ReadonlySet<string>;
  lead: ReadonlySet<string>;
  /** The words of its title that may be names: its first one, and those with a capital where capitals show names. */
  names: readonly string[];
}

/** So many letters of a word count: `flood`, `floods` and `flooded` are one word. */
export const STEM = 5;

/** A text says what happened in so many characters. */
const BEGINNING = 400;

/** An article as it is compared. `title` is without the name of its outlet. */
export function comparedFrom(article: {
  label: string | undefined;
  at: Instant;
  title: string;
  text: string | null | undefined;
}): Compared {
  const { label, at, title, text } = article;
  const lead = text ? wordsToCompare(`${title} ${text.slice(0, BEGINNING)}`) : new Set<string>();
  const words = wordsToCompare(title);
  const [first = ''] = words;
  const names = nameWordsOf(title).flatMap(({ word, isCapital }) => (isCapital ? stemOf(word) : []));
  return { label, at, title: words, lead, names: [first, ...names] };
}

/** The words that say something, cut to their first letters; in scripts without blanks each character. */
function wordsToCompare(text: string): Set<string> {
  const words = wordTexts(text).filter((word) => word.length >= 4 || /[^a-z]/.test(word));
  return new Set(words.map(stemOf));
}

function stemOf(word: string): string {
  return /\p{Nd}/u.test(word) ? word : Array.from(word).slice(0, STEM).join('');
}

/** Articles further apart do not join (news service, near copies). */
export const LOOK_BACK = 7 * DAY;
/** Beginnings of texts share fewer words than titles. Real reports of one event are joined best with this factor. */
const LEAD = 1.5;
/** A text that begins with fewer words than this does not tell what happened. */
const ENOUGH = 20;

/** How alike two articles are, from 0 to 1: by their stories, else by their titles and the beginnings of their texts. */
export function likeness(one: Compared, other: Compared): number {
  if (one.label !== undefined && other.label !== undefined) return one.label === other.label ? 1 : 0;
  if (Math.abs(one.at - other.at) > LOOK_BACK) return 0;
  const ofTitles = nameOthers(one.names, other.names) ? 0 : shareOf(one.title, other.title);
  const areTold = Math.min(one.lead.size, other.lead.size) >= ENOUGH;
  return areTold ? Math.max(ofTitles, Math.min(1, LEAD * shareOf(one.lead, other.lead))) : ofTitles;
}

/** True when both name somebody, and mostly not the same: `Acme cuts jobs` and `Globex cuts jobs` are two events. */
function nameOthers([first, ...others]: readonly string[], [second, ...rest]: readonly string[]): boolean {
  // Titles that both begin with `Retailer` name no retailer by it.
  const isSame = first === second;
  const one = isSame ? others : [first, ...others];
  const two = isSame ? rest : [second, ...rest];
  const shared = one.filter((name) => two.includes(name)).length;
  return one.length > 0 && two.length > 0 && shared < Math.min(one.length, two.length) / 2;
}

/** The part of their words that two texts share. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / Math.sqrt(one.size * other.size);
}

/** How tightly groups hold: `clustering_threshold` as the service takes it (news service, parameters). */
const DEFAULT_TIGHTNESS = 0.7;

interface Group {
  first: Compared;
  places: number[];
}

/**
 * Groups articles into stories: each joins the group whose first article it is most like, if it is like it enough.
 * Titles of one story share about half of their words, which is the square of the usual tightness. The first `settled`
 * articles begin a group each. Returns groups of places in the list, in rising order.
 */
export function groupStories(
  articles: readonly Compared[],
  { tightness = DEFAULT_TIGHTNESS, settled = 0 } = {},
): number[][] {
  const groups: Group[] = [];
  const byKey = new Map<string, Group[]>();
  for (const [place, article] of articles.entries()) {
    // What articles of one story share at least one of.
    const keys = [...(article.label === undefined ? [] : [`story ${article.label}`]), ...article.title];
    const near = place < settled ? [] : keys.flatMap((key) => byKey.get(key) ?? []);
    const group = mostLike(article, new Set(near), tightness ** 2);
    if (group) group.places.push(place);
    else {
      const own = { first: article, places: [place] };
      groups.push(own);
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), own]);
    }
  }
  return groups.map(({ places }) => places);
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
