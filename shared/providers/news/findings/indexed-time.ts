import { publishedDay } from '../../../domain/findings/finding.ts';
import { sha256 } from '../../../domain/lib/hash.ts';
import { SECOND, wholeSecond, type Instant } from '../../../domain/time/instant.ts';
import type { Window } from '../../../domain/time/window.ts';
import { publicationOf } from '../../http/lenient.ts';
import type { ListedArticle } from '../article.ts';

type ArticleTimes = Omit<ListedArticle, 'read' | 'source'>;

/**
 * When an article counts as published in a window of publication time. Without a date it is at the end of the window. An
 * article that is dated by the day has no hour (news service, published_date_precision): on a day that is not over it
 * appeared just now, at the end of the window. On a past day its id chooses the second, so that the articles of that day
 * are spread over its hours, and policies that count by hour see no peak at midnight.
 */
export function publishedWithin(article: ArticleTimes, window: Window): Instant {
  const publication = publicationOf(article);
  const { publishedAt = window.to - SECOND } = publication;
  const day = publishedDay(publication);
  if (!day) return publishedAt;
  const [from, to] = [Math.max(window.from, day.from), Math.min(window.to, day.to)];
  if (from >= to) return publishedAt;
  return window.to < day.to ? to - SECOND : wholeSecond(from + shareOf(article.id) * (to - from));
}

/**
 * When an article was parsed; where the service does not say it, the instant of the window that is nearest to publication.
 * A time of parsing that repeats a date without a time says nothing of the hour.
 */
export function indexedWithin(article: ArticleTimes, window: Window): Instant {
  const { parse_date: parsedAt, published_date: publishedAt } = article;
  const isDay = publishedDay(publicationOf(article)) !== undefined;
  if (parsedAt !== undefined && !(isDay && parsedAt === publishedAt)) return parsedAt;
  const at = publishedAt === undefined ? window.from : publishedWithin(article, window);
  return Math.min(Math.max(at, window.from), window.to - SECOND);
}

/** A share of 1 that an id chooses, the same each time. */
function shareOf(id: string): number {
  return Buffer.from(sha256(id)).readUInt32BE() / 2 ** 32;
}
