import type { Alert } from '../../domain/alerts/alert.ts';
import { isVisible, oneLine, shorten } from '../text/plain-text.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';

const WORDS_LIMIT = 200;
const MOST_WATCHES = 5;

/** Which watches found an entry, and the words that matched: at most one line, none for alerts about Bellwether itself. */
export function describeMatches({ lead, others }: Entry): string[] {
  const alerts = [lead, ...others].filter(({ watchId, items }) => watchId !== undefined && items.length > 0);
  const byWatch = Map.groupBy(alerts, nameOf);
  const found = [...byWatch].slice(0, MOST_WATCHES).map(([name, own]) => `${name}${wordsOf(own)}`);
  const more = byWatch.size > MOST_WATCHES ? ` and ${byWatch.size - MOST_WATCHES} more` : '';
  return found.length === 0 ? [] : [`Found by ${found.join(', ')}${more}.`];
}

/** ` (matched: Acme Corp, recall)` */
function wordsOf(alerts: readonly Alert[]): string {
  const words = alerts.flatMap(({ items }) => items.flatMap(({ matched }) => matched.map(oneLine)));
  const shown = shorten([...new Set(words.filter(isVisible))].join(', '), WORDS_LIMIT);
  return shown === '' ? '' : ` (matched: ${shown})`;
}
