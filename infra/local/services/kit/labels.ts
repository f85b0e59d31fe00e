import * as z from 'zod';
import { type ArticleRecord, eventRecord } from './corpus/article-record.ts';

/**
 * What a line of a corpus may say about its article, beside the record: keys that begin with `_`. A label of another
 * form is passed over. The sample has them all.
 */
const labels = z.object({
  /** Names the story: the articles of one story have it. */
  _story: z.string().optional().catch(undefined),
  /** What the article reports: `event`, a kind of event (event-kinds.yaml), and values by the names of its fields. */
  _facts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** The event that the article reports, as the events service gives it, but without id and dates. */
  _event: eventRecord.optional().catch(undefined),
});

export type Facts = Readonly<Record<string, unknown>>;

export function labelsOf(record: ArticleRecord) {
  const { _story: story, _facts: facts, _event: event } = labels.parse(record);
  return { story, facts, event };
}
