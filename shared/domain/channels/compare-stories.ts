import type { Alert } from '../alerts/alert.ts';
import type { AlertItem } from '../alerts/alert-item.ts';
import { type ArticleWords, articleWordsOf, stemsOf } from '../stories/article-words.ts';
import { likelyOfWatches } from '../stories/brand-stories.ts';
import { type Article, JOIN } from '../stories/join-rule.ts';
import { type OpenStories, openStories } from '../stories/open-stories.ts';
import { addressKey } from '../text/page-address.ts';
import { headlineOf, type OpenStory } from '../stories/open-story.ts';

// Which of some stories is the story of an alert: by its id, by its article, else by the rule that watches use.

/** A story alert with its article: only these are compared. */
export interface StoryAlert {
  alert: Alert;
  watchId: string;
  item: AlertItem;
  article: Article;
  /** The stems that its watch asks for. */
  queried: ReadonlySet<string>;
}

/** Whether an alert is about a story as such: neither every finding, a changed fact, a count, nor Bellwether itself. */
export function isStoryAlert({ occasion, items, watchId }: Alert): boolean {
  return occasion.type === 'story' && items.length > 0 && watchId !== undefined;
}

/** The story alerts among alerts, with what they are compared by. */
export function storyAlertsOf(alerts: readonly Alert[]): StoryAlert[] {
  const queries = new Map<Alert['rule'], ReadonlySet<string>>();
  const byText = new Map<string, ReadonlySet<string>>();
  const queriedBy = ({ rule }: Alert): ReadonlySet<string> => {
    const known = queries.get(rule);
    if (known) return known;
    const text = JSON.stringify(rule?.query ?? {});
    const stems = byText.get(text) ?? new Set(stemsOf(text));
    queries.set(rule, stems);
    byText.set(text, stems);
    return stems;
  };
  return alerts.flatMap((alert) => {
    const [item] = alert.items;
    const { watchId } = alert;
    if (!item || watchId === undefined || !isStoryAlert(alert)) return [];
    const queried = new Set([...queriedBy(alert), ...stemsOf(item.matched.join(' '))]);
    const words: ArticleWords = articleWordsOf(item, queried);
    return [{ alert, watchId, item, article: { words, headline: headlineOf(item) }, queried }];
  });
}

/** Stories that alerts are compared with, by what they are recognised by. */
export interface Compared {
  open: OpenStories;
  /** The key of the story that has an id, a fingerprint or a link, links as the page that they mean. */
  byId: Map<string, Set<string>>;
  byArticle: Map<string, Set<string>>;
  queried: Map<string, ReadonlySet<string>>;
}

/** The keys of the stories that are the story of an alert, the surest first: by id, by article, then by the rule's odds. */
export function storiesLike({ alert, item, article, queried }: StoryAlert, compared: Compared): string[] {
  const byId = alert.story === undefined ? [] : (compared.byId.get(alert.story.id) ?? []);
  const byArticle = articleKeys(item).flatMap((key) => [...(compared.byArticle.get(addressKey(key)) ?? [])]);
  return [...new Set([...byId, ...byArticle, ...likeByRule({ article, queried }, compared)])];
}

function likeByRule(alert: Pick<StoryAlert, 'article' | 'queried'>, compared: Compared): string[] {
  return likelyOfWatches(alert, compared).flatMap(({ id, odds }) => (odds >= JOIN.strict ? id : []));
}

/** What a story is recognised by, beside its words. */
interface Recognised {
  storyIds: readonly string[];
  articles: readonly string[];
  /** The words of its titles that its watches ask for. */
  queried?: Iterable<string> | undefined;
}

interface Remembered extends Recognised {
  signature?: OpenStory | undefined;
}

/** Compares with these stories, by key. */
export function comparedWith(stories: readonly (readonly [key: string, story: Remembered])[]): Compared {
  const compared: Compared = {
    open: openStories(stories.flatMap(([id, { signature }]) => (signature ? [{ ...signature, id }] : []))),
    byId: new Map(),
    byArticle: new Map(),
    queried: new Map(),
  };
  for (const [key, { storyIds, articles, queried }] of stories)
    noteIn(compared, key, { storyIds, articles, queried });
  return compared;
}

/** Adds what a story is recognised by, beside its words. */
export function noteIn(
  { byId, byArticle, queried: asked }: Compared,
  key: string,
  { storyIds, articles, queried }: Recognised,
): void {
  for (const id of storyIds) byId.set(id, new Set([...(byId.get(id) ?? []), key]));
  for (const one of articles.map(addressKey))
    byArticle.set(one, new Set([...(byArticle.get(one) ?? []), key]));
  asked.set(key, new Set([...(asked.get(key) ?? []), ...(queried ?? [])]));
}

/** What an article is recognised by. */
export function articleKeys({ fingerprint, link }: AlertItem): string[] {
  return link === undefined ? [fingerprint] : [fingerprint, link];
}
