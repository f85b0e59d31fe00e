import type { Alert } from '../../domain/alerts/alert.ts';
import { isVisible, shortLine } from '../text/plain-text.ts';
import { describeAlert } from './describe-alert.ts';

/** The longest text before a headline, in characters. */
const UPDATE_LIMIT = 60;

/**
 * An alert on one line, for a subject or an SMS: its headline, after what is new about a known story, so that an update
 * differs from the first alert.
 */
export function alertTitle(alert: Alert, timezone: string): string {
  return titleOf({ update: updateOf(alert), headline: describeAlert(alert, timezone).headline });
}

/** A headline after what is new about it. */
export function titleOf({ update, headline }: { update?: string | undefined; headline: string }): string {
  return update === undefined ? headline : `${update}: ${headline}`;
}

/** What is new about a known story, in a few words; undefined for a new one. */
export function updateOf({ occasion, severity, raised }: Alert): string | undefined {
  const news = 'short' in occasion ? occasion.short : undefined;
  const climb = raised?.after ? `Now ${severity}` : undefined;
  const update = shortLine(climb ?? news ?? '', UPDATE_LIMIT);
  return isVisible(update) ? update : undefined;
}
