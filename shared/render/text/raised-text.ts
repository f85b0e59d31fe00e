import type { Alert } from '../../domain/alerts/alert.ts';
import type { ReachedValue } from '../../domain/stories/story-severity.ts';
import { formatCount } from './format-values.ts';
import { oneLine, shortLine } from './plain-text.ts';

/** The longest value of a fact, in characters. It is news text. */
const VALUE_LIMIT = 60;

/** Why an alert is more severe than its watch, or than the alerts before it, as a sentence; undefined where it is not. */
export function raisedSentence({ severity, raised }: Pick<Alert, 'severity' | 'raised'>): string | undefined {
  if (!raised) return undefined;
  const { from, by, after } = raised;
  const because = by.map(reachedText).join(', ');
  const reason = because === '' ? '' : `: ${because}`;
  return after ? `It has climbed from ${from} to ${severity}${reason}.` : `It is ${severity}${reason}.`;
}

function reachedText({ name, value }: ReachedValue): string {
  if (typeof value === 'string')
    return `${name.replaceAll('_', ' ')} ${shortLine(oneLine(value), VALUE_LIMIT)}`;
  switch (name) {
    case 'outlets':
      return formatCount(value, 'outlet');
    case 'countries':
      return formatCount(value, 'country');
    case 'top_rank':
      return `an outlet of rank ${value}`;
    default:
      return `sentiment ${value.toFixed(2)}`;
  }
}
