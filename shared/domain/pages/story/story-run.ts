import type { StoredFinding } from '../../findings/finding.ts';
import type { StoryArticle } from '../../stories/story-record.ts';
import type { Instant } from '../../time/instant.ts';
import { type FoldedArticle, headlineKeyOf } from './story-facts.ts';

/** A place in the articles of a story: the one before which a page begins. */
export interface StoryPlace {
  at: Instant;
  fingerprint: string;
}

/** A place as text, for an address. */
export function storyPlaceText({ at, fingerprint }: StoryPlace): string {
  return `${at}~${fingerprint}`;
}

/** The place in a text; undefined for any other text. */
export function storyPlaceIn(text: string): StoryPlace | undefined {
  const [, at, fingerprint = ''] = /^(\d{1,15})~([\w.:-]{1,200})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at: Number(at), fingerprint };
}

/** The articles of a story in the order of its page, each once, from a place on. They may be listed once for each watch. */
export function articlesFrom(listed: readonly StoryArticle[], from: StoryPlace | undefined): StoryArticle[] {
  const articles = [...new Map(listed.map((one) => [one.fingerprint, one])).values()];
  const isBefore = (one: StoryPlace, other: StoryPlace) =>
    one.at === other.at ? one.fingerprint < other.fingerprint : one.at < other.at;
  return articles
    .filter((one) => from === undefined || !isBefore(one, from))
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** How many headlines a page of a story shows. Each is shown with those of the following articles that share it. */
export const HEADLINES_A_PAGE = 30;

/** What a page of a story has so far. */
export interface StoryRun {
  folded: readonly FoldedArticle[];
  /** The first article that has no room on it. */
  next?: StoryArticle;
}

/** Puts the next articles on a page, until there is one that begins a headline too many. Articles that are gone are left out. */
export function withArticles(
  { folded }: Pick<StoryRun, 'folded'>,
  { articles, stored }: { articles: readonly StoryArticle[]; stored: ReadonlyMap<string, StoredFinding> },
): StoryRun {
  const groups = new Map(folded.map(({ article, copies }) => [headlineKeyOf(article), [article, ...copies]]));
  let next: StoryArticle | undefined;
  for (const one of articles) {
    const found = stored.get(one.fingerprint);
    if (!found) continue;
    const key = headlineKeyOf(found);
    const group = groups.get(key);
    if (!group && groups.size >= HEADLINES_A_PAGE) {
      next = one;
      break;
    }
    if (group) group.push(found);
    else groups.set(key, [found]);
  }
  const all = [...groups.values()].flatMap(([article, ...copies]) => (article ? [{ article, copies }] : []));
  return { folded: all, ...(next && { next }) };
}
