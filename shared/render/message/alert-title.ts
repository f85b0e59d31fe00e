import type { Alert, Occasion } from '../../domain/alerts/alert.ts';
import { count, describeAlert } from './describe-alert.ts';
import { isSeen, oneLine, shorten } from '../text/plain-text.ts';

/** What stands before a headline takes no more than this, in characters. */
const MARK_LIMIT = 60;

/**
 * An alert on one line, for a subject or an SMS: its headline, and before it what is new where that is not the headline
 * itself, so that a note about a known story does not read like the first alert.
 */
export function alertTitle(alert: Alert, timezone: string): string {
  const { headline } = describeAlert(alert, timezone);
  const mark = shorten(oneLine(markOf(alert.occasion) ?? ''), MARK_LIMIT);
  return isSeen(mark) ? `${mark}: ${headline}` : headline;
}

function markOf(occasion: Occasion): string | undefined {
  if (occasion.type !== 'growth') return 'short' in occasion ? occasion.short : undefined;
  const { milestone, value } = occasion;
  switch (milestone) {
    case 'outlets':
      return `Now in ${count(value, 'outlet', 'outlets')}`;
    case 'top-rank':
      return `Now at an outlet of rank ${value}`;
    case 'negative':
      return `Tone now ${value.toFixed(2)}`;
  }
}
