import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Keep } from '../library/find-hits.ts';
import type { Parameters } from '../request/parameters.ts';
import { readSpan } from '../request/read-date.ts';

/** A span of time, both ends included. */
export interface Span {
  from: Instant;
  to: Instant;
}

/** The span that a request asks for: `from_` and `to_`, or the `when` that ends now. */
export function spanOf(parameters: Parameters): Span {
  const when = readSpan(parameters.text('when') ?? '');
  if (when !== undefined) return { from: parameters.now - when, to: parameters.now };
  return { from: parameters.time('from_') ?? -Infinity, to: parameters.time('to_') ?? parameters.now };
}

/** Keeps what is visible by now and was published, or with `by_parse_date` parsed, in the span. */
export function timeFilter(parameters: Parameters): Keep {
  const { from, to } = spanOf(parameters);
  const byParseDate = parameters.flag('by_parse_date') === true;
  const precision = parameters.text('published_date_precision');
  return (entry) => {
    const at = byParseDate ? entry.parsedAt : entry.publishedAt;
    if (entry.visibleAt > parameters.now || at < from || at > to) return false;
    return precision === undefined || entry.flags.precision === precision;
  };
}
