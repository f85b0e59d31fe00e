import * as z from 'zod';
import { identifier, items, maybeNumber } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { SEARCHING } from '../http/retry/retry-policy.ts';
import { articles } from './article.ts';
import { operation, type NewsCalls } from './ask.ts';
import { failureInEnvelope, looseEnvelope } from './envelope.ts';

const event = z
  .object({ event_id: identifier, articles_count: maybeNumber, articles })
  .transform(({ articles: { kept, ...others }, ...rest }) => ({ ...rest, articles: kept, ...others }));

const answer = z
  .object({ ...looseEnvelope, breaking_news_events: items(event) })
  .transform(({ breaking_news_events: { kept, unusable, dropped }, ...rest }) => ({
    ...rest,
    /** In any order. `articles_count` counts all articles of the event, `articles` contains the top ones. */
    events: kept,
    /** Events and articles without an id, and their number. */
    dropped: kept.reduce((sum, { dropped: lost }) => sum + lost, dropped),
    unusable: [...unusable, ...kept.flatMap((group) => group.unusable)],
  }));

/** One page of events of the last 24 hours. `page_size` counts events. */
export type BreakingNewsAnswer = z.infer<typeof answer>;

/** Groups of articles about breaking news. */
export function breakingNews(calls: NewsCalls) {
  const read = jsonReader(answer, failureInEnvelope);
  return operation(calls, { path: 'breaking_news', policy: SEARCHING, read });
}
