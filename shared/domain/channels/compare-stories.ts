import type { Alert } from '../alerts/alert.ts';
import type { AlertItem } from '../alerts/alert-item.ts';

// Which of some stories is the story of an alert: by its id or by its article.

/** A story alert with its article: only these are compared. */
export interface StoryAlert {
  alert: Alert;
  watchId: string;
  item: AlertItem;
}

/** Whether an alert is about a story as such: neither every finding, a changed fact, a count, growth, nor Bellwether itself. */
export function isStoryAlert({ occasion, items, watchId }: Alert): boolean {
  return occasion.type === 'story' && items.length > 0 && watchId !== undefined;
}

/** The story alerts among alerts, with what they are compared by. */
export function storyAlertsOf(alerts: readonly Alert[]): StoryAlert[] {
  return alerts.flatMap((alert) => {
    const [item] = alert.items;
    const { watchId } = alert;
    return item && watchId !== undefined && isStoryAlert(alert) ? [{ alert, watchId, item }] : [];
  });
}

/** Stories that alerts are compared with: the keys of those that have an id, and a fingerprint or a link. */
export interface Compared {
  byId: Map<string, Set<string>>;
  byArticle: Map<string, Set<string>>;
}

/** The keys of the stories that are the story of an alert, the surest first: by id, by article. */
export function storiesLike({ alert, item }: StoryAlert, { byId, byArticle }: Compared): string[] {
  const sameId = alert.story === undefined ? [] : (byId.get(alert.story.id) ?? []);
  const sameArticle = articleKeys(item).flatMap((key) => [...(byArticle.get(key) ?? [])]);
  return [...new Set([...sameId, ...sameArticle])];
}

/** What a story is recognised by. */
interface Recognised {
  storyIds: readonly string[];
  articles: readonly string[];
}

/** Compares with these stories, by key. */
export function comparedWith(stories: readonly (readonly [key: string, story: Recognised])[]): Compared {
  const compared: Compared = { byId: new Map(), byArticle: new Map() };
  for (const [key, story] of stories) noteIn(compared, key, story);
  return compared;
}

/** Adds what a story is recognised by. */
export function noteIn({ byId, byArticle }: Compared, key: string, { storyIds, articles }: Recognised): void {
  for (const id of storyIds) byId.set(id, new Set([...(byId.get(id) ?? []), key]));
  for (const one of articles) byArticle.set(one, new Set([...(byArticle.get(one) ?? []), key]));
}

/** What an article is recognised by. */
export function articleKeys({ fingerprint, link }: AlertItem): string[] {
  return link === undefined ? [fingerprint] : [fingerprint, link];
}
