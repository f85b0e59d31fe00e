import type { Alert } from '../../domain/alerts/alert.ts';
import type { Publication } from '../../domain/findings/finding.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { shortLine } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';
import type { StoryView } from './message-view.ts';

/** How many articles of a story a document lists, at most. */
export const MOST_ARTICLES = 20;
const TITLE_LIMIT = 200;
const NAME_LIMIT = 100;

/** An article of a story, as documents for programs have it. */
interface ArticleEntry {
  title: string;
  link: string | undefined;
  outlet: string | undefined;
  publishedAt: string | undefined;
}

/**
 * A story of a message, as documents for programs have it: what people read of it, and its articles.
 *
 * @param byId the alerts of the message.
 */
export function storyEntryOf(
  { key, headline, update, brand, brandName, severity, facts, text, spread, alertIds, links }: StoryView,
  { byId, most }: { byId: ReadonlyMap<string, Alert>; most: number },
) {
  const alerts = alertIds.flatMap((id) => byId.get(id) ?? []);
  const articles = articlesOf(alerts);
  return {
    id: key,
    headline,
    update,
    brand,
    brandName: brandName === brand ? undefined : brandName,
    severity,
    alerts: alertIds,
    text,
    facts,
    outlets: spread?.outlets,
    countries: spread?.countries,
    articleCount: Math.max(articles.length, ...alerts.map(countOf)),
    articles: articles.slice(0, most),
    why: links.why,
    quieter: links.quieter,
  };
}

/** How many articles are behind an alert. */
function countOf({ story, items, occasion }: Alert): number {
  const seen = 'seen' in occasion ? (occasion.seen?.articles ?? 0) : 0;
  const sources = items.length === 1 ? (items[0]?.articleCount ?? 0) : 0;
  return Math.max(seen, sources, story?.articles ?? items.length);
}

/** The articles that the alerts of a story know, each once. */
function articlesOf(alerts: readonly Alert[]): ArticleEntry[] {
  const all = alerts.flatMap(({ items, story }) => [
    ...items.flatMap(
      (item) => item.articles?.map(entryOf) ?? [entryOf({ ...item, outlet: item.outlet?.domain })],
    ),
    ...[...(story?.silent?.shown ?? []), ...(story?.others ?? [])].map(({ domain: outlet, ...sibling }) =>
      entryOf({ ...sibling, outlet }),
    ),
  ]);
  return [...new Map(all.map((article) => [article.link ?? article.title, article])).values()];
}

function entryOf({
  title,
  link,
  outlet,
  publishedAt,
}: Publication & { title: string; link?: string | undefined; outlet?: string | undefined }): ArticleEntry {
  const safe = safeLink(link);
  const host = outlet ?? (safe === undefined ? undefined : new URL(safe).hostname.replace(/^www\./, ''));
  return {
    title: shortLine(title, TITLE_LIMIT),
    link: safe,
    outlet: host && shortLine(host, NAME_LIMIT),
    publishedAt: publishedAt === undefined ? undefined : isoOf(publishedAt),
  };
}
