import type { Alert, Occasion } from '../../domain/alerts/alert.ts';
import { formatCount } from '../text/format-values.ts';
import { isVisible, shortLine } from '../text/plain-text.ts';
import { describeAlert } from './describe-alert.ts';

/** The longest text before a headline, in characters. */
const UPDATE_LIMIT = 60;

/**
 * An alert on one line, for a subject or an SMS: its headline, after what is new about a known story, so that an update
 * differs from the first alert.
 */
export function alertTitle(alert: Alert, timezone: string): string {
  const { headline } = describeAlert(alert, timezone);
  const update = shortLine(updateOf(alert.occasion) ?? '', UPDATE_LIMIT);
  return isVisible(update) ? `${update}: ${headline}` : headline;
}

function updateOf(occasion: Occasion): string | undefined {
  if (occasion.type !== 'growth') return 'short' in occasion ? occasion.short : undefined;
  const { milestone, value } = occasion;
  switch (milestone) {
    case 'outlets':
      return `Now in ${formatCount(value, 'outlet')}`;
    case 'top-rank':
      return `Now in an outlet of rank ${value}`;
    case 'negative':
      return `Tone now ${value.toFixed(2)}`;
  }
}
