import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { MatchGroups } from '../stack/try-out.ts';

/** So many values of a group are shown. */
const SHOWN = 5;

const HEADS = { source: 'by outlet', country: 'by country', language: 'by language' } as const;

/** One line for each group: `by country:  US 40, GB 12 and 3 others`. */
export function printGroups(groups: MatchGroups | undefined, pageSize: number): string[] {
  if (!groups) return [];
  const lines = (['source', 'country', 'language'] as const).flatMap((group) => {
    const counts = groups[group];
    if (counts.length === 0) return [];
    const shown = counts
      .slice(0, SHOWN)
      .map(({ value, articles }) => `${plainText(value)} ${printNumber(articles)}`);
    const others = counts.length - shown.length;
    const rest = others === 0 ? '' : ` and ${printAmount(others, 'other')}`;
    return [`  ${`${HEADS[group]}:`.padEnd(13)}${shown.join(', ')}${rest}`];
  });
  if (lines.length === 0) return [];
  const which = groups.counted ? 'Matches' : `The latest ${printAmount(pageSize, 'match', 'matches')}`;
  return [`\n${which} by outlet, country and language:`, ...lines];
}
