import type { FeedAnswer, FeedHints, FeedItem, Validators } from '../../../../shared/domain/feeds/feed.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../../shared/domain/time/instant.ts';
import { fullForm } from '../../../full-form.ts';

/** A Friday: a feed that rests on Sundays does so soon. */
export const START = Date.UTC(2026, 9, 30);
export const DAYS = fullForm(6, 14);
export const END = START + DAYS * DAY;

/** An item of the world, with the time in which its feed shows it. */
export interface WorldItem {
  title: string;
  from: Instant;
  /** When newer items push it out. */
  to: Instant;
}

/** A feed and the faults of its server. */
export interface WorldFeed {
  url: string;
  /** Its items, oldest first. */
  items: readonly WorldItem[];
  /** The addresses and ids of its items at a time. */
  address?: (title: string, now: Instant) => string;
  change?: (item: FeedItem, now: Instant) => FeedItem;
  order?: (items: FeedItem[], now: Instant) => FeedItem[];
  /** What its server says instead of the feed. */
  instead?: (now: Instant) => FeedAnswer | undefined;
  facts?: Pick<FeedAnswer, 'freshFor' | 'movedTo'>;
  hints?: FeedHints;
  noValidators?: true;
}

/** Items at these times, of which the feed shows the latest `shown`. */
export function itemsAt(name: string, times: readonly Instant[], shown: number): WorldItem[] {
  return times.map((from, n) => ({
    title: `${name} story number ${n}`,
    from,
    to: times[n + shown] ?? Number.POSITIVE_INFINITY,
  }));
}

/** Times from START to END, `gap` apart, moved by up to a third of it in a fixed way. */
export function every(gap: number): Instant[] {
  const count = Math.floor((END - START) / gap);
  return Array.from({ length: count }, (_, n) => {
    const shift = (((n * 7_919) % 101) / 303) * gap;
    return Math.round((START + n * gap + shift) / SECOND) * SECOND;
  });
}

/** Once a day `size` items within five minutes. */
export function bursts(size: number): Instant[] {
  return Array.from({ length: DAYS * size }, (_, n) => {
    const [day, place] = [Math.floor(n / size), n % size];
    return START + day * DAY + 9 * HOUR + Math.round((place * 5 * MINUTE) / size / SECOND) * SECOND;
  });
}

/** The answer of a feed to a conditional request. */
export function answerOf(
  feed: WorldFeed,
  given: { validators: Validators | undefined; now: Instant },
): FeedAnswer {
  const { validators, now } = given;
  const instead = feed.instead?.(now);
  if (instead) return instead;
  const shown = feed.items.filter(({ from, to }) => from <= now && now < to).toReversed();
  const etag = `"${shown.map(({ title }) => title).join()}"`;
  if (validators?.etag === etag && !feed.noValidators) return { ...feed.facts, status: 'unchanged' };
  const address = feed.address ?? ((title) => `${feed.url}/${title.replaceAll(' ', '-')}`);
  const items = shown.map(({ title, from }): FeedItem => {
    const link = address(title, now);
    const item = {
      title,
      link,
      id: link,
      snippet: `What ${title} is about.`,
      authors: [],
      publishedAt: from,
    };
    return feed.change?.(item, now) ?? item;
  });
  return {
    ...feed.facts,
    status: 'read',
    validators: feed.noValidators ? {} : { etag },
    document: {
      format: 'rss',
      title: 'World',
      hints: feed.hints ?? {},
      items: feed.order?.(items, now) ?? items,
    },
  };
}
