import type { Alert } from '../../domain/alerts/alert.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';
import { isSeen, oneLine, shorten } from '../text/plain-text.ts';

/** What the words that matched may take, and how many watches of one story are named. */
const WORDS_LIMIT = 200;
const MOST_NAMED = 5;

/** How the watches of an entry came to it, with the words that matched; none for alerts about ourselves. */
export function sayWhy({ lead, others }: Entry): string[] {
  const alerts = [lead, ...others].filter(({ watchId, items }) => watchId !== undefined && items.length > 0);
  const byWatch = Map.groupBy(alerts, nameOf);
  const found = [...byWatch].slice(0, MOST_NAMED).map(([name, own]) => `${name}${wordsOf(own)}`);
  const more = byWatch.size > MOST_NAMED ? ` and ${byWatch.size - MOST_NAMED} more` : '';
  return found.length === 0 ? [] : [`Found by ${found.join(', ')}${more}.`];
}

/** ` (matched: Acme Corp, recall)` */
function wordsOf(alerts: readonly Alert[]): string {
  const words = alerts.flatMap(({ items }) => items.flatMap(({ matched }) => matched.map(oneLine)));
  const shown = shorten([...new Set(words.filter(isSeen))].join(', '), WORDS_LIMIT);
  return shown === '' ? '' : ` (matched: ${shown})`;
}
