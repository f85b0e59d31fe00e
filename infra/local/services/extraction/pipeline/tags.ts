import { EVENT_TYPES } from './event-types.ts';
import { phraseOf, timesIn } from './phrase.ts';
import type { Reading } from './reading.ts';
import { SECTORS } from './sectors.ts';

/** Tags of a record of an all-news watchlist job (extraction service, record). */
export interface Tags {
  /** A path in the taxonomy, or `unclassifiable`. */
  event_type: string;
  /** An industry, or `other_sector`. */
  sector: string;
}

/** Classifies a cluster by the phrases it holds; those in titles count three times. */
export function tagsOf(reading: Reading): Tags {
  const events = EVENT_TYPES.map(({ path, phrases }) => ({ tag: path, weight: weightOf(phrases, reading) }));
  const sectors = Object.entries(SECTORS).map(([tag, phrases]) => ({
    tag,
    weight: weightOf(phrases, reading),
  }));
  return { event_type: heaviest(events) ?? 'unclassifiable', sector: heaviest(sectors) ?? 'other_sector' };
}

function weightOf(phrases: readonly string[], reading: Reading): number {
  const times = (phrase: string) =>
    timesIn(phraseOf(phrase), reading.words()) + 2 * timesIn(phraseOf(phrase), reading.titleWords());
  return phrases.reduce((sum, phrase) => sum + times(phrase), 0);
}

function heaviest(weighed: readonly { tag: string; weight: number }[]): string | undefined {
  const [best] = weighed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.tag;
}
