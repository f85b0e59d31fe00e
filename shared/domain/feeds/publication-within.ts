import type { Publication } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { readFeedDate } from './read-date.ts';

/** Clocks differ, and a date alone may be tomorrow in another zone. Later than this, a date is wrong. */
const AHEAD = DAY;
/** Nothing was published on the web before: such dates are defaults of programs, such as 1970. */
const FIRST_PAGES = Date.UTC(1991, 0, 1);

/** The first of these texts that is a date, if it can be true: not before the web, not in the future. */
export function publicationWithin(texts: readonly (string | undefined)[], now: Instant): Publication {
  for (const text of texts) {
    const read = text === undefined ? undefined : readFeedDate(text);
    const at = read?.publishedAt;
    if (read && at !== undefined && at >= FIRST_PAGES && at <= now + AHEAD) return read;
  }
  return {};
}
