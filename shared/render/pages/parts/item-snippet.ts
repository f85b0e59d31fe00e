import type { AlertItem } from '../../../domain/alerts/alert-item.ts';
import { describeItem } from '../../message/describe-item.ts';
import { shortLine } from '../../text/plain-text.ts';

/** What a list shows of an item below its title, on one line: its text, or the fields of a record with their names. May be empty. */
export function itemSnippet(item: AlertItem, { timezone, most }: { timezone: string; most: number }): string {
  const { text, facts } = describeItem(item, timezone);
  return shortLine(text ?? facts.map(({ name, value }) => `${name}: ${value}`).join(' · '), most);
}
