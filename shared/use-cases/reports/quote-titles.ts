import type { Quote } from '../../domain/reports/rollup/day-rollup.ts';
import type { StoryRow } from '../../domain/reports/report-numbers.ts';
import { quoteOf } from '../../domain/reports/rollup/reported-finding.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * The stories of a report, each quoted from the article whose headline is its title, so that the quote speaks of what the title
 * says. Rollups hold the text of the most read outlet alone. It stays where the article is gone, or has no text.
 *
 * @param watches the ids of the watches of the brand. Each is asked for what those before it do not have.
 */
export async function quoteTitles(
  stories: readonly StoryRow[],
  { watches, findings }: { watches: readonly string[]; findings: Pick<Ports['findings'], 'read'> },
): Promise<StoryRow[]> {
  const quotes = new Map<string, Quote | undefined>();
  for (const watchId of watches) {
    const left = stories.map(({ central }) => central.fingerprint).filter((one) => !quotes.has(one));
    if (left.length === 0) break;
    for (const found of await findings.read(watchId, left))
      quotes.set(found.finding.fingerprint, quoteOf(found));
  }
  return stories.map((story) => {
    const quote = quotes.get(story.central.fingerprint);
    return quote ? { ...story, quote } : story;
  });
}
