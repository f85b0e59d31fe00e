import * as z from 'zod';
import { list, maybeInstant, maybeText, number } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { SEARCHING } from '../http/retry/retry-policy.ts';
import { operation, type NewsCalls } from './ask.ts';
import { failureInEnvelope, looseEnvelope } from './envelope.ts';

/** Groups other than time have undocumented fields, which are kept; these three names are those of the local service. */
const count = z.looseObject({
  time_frame: maybeInstant,
  language: maybeText,
  country: maybeText,
  source: maybeText,
  article_count: number,
});

const answer = z
  .object({ ...looseEnvelope, aggregations: list(z.object({ aggregation_count: list(count) })) })
  .transform(({ aggregations, ...rest }) => ({
    ...rest,
    /** Empty when nothing was found. `time_frame` is the start of the hour, day or month. */
    counts: aggregations.flatMap((aggregation) => aggregation.aggregation_count),
  }));

/** Numbers of articles. Here `total_hits` is the true count and can exceed 10,000. */
export type AggregationAnswer = z.infer<typeof answer>;

/** How many articles match, by time frame, or by language, country or source. */
export function aggregationCount(calls: NewsCalls) {
  const read = jsonReader(answer, failureInEnvelope);
  return operation(calls, { path: 'aggregation_count', policy: SEARCHING, read });
}
