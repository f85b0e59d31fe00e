import type { Alert } from '../../domain/alerts/alert.ts';
import type { StorySummary } from '../../domain/stories/story.ts';
import { formatCount, formatMoment } from '../text/format-values.ts';
import { INCIDENT_NAMES } from '../text/incident-names.ts';
import { isVisible, oneLine, shortLine } from '../text/plain-text.ts';
import { raisedSentence } from '../text/raised-text.ts';
import { describeDetection } from './describe-detection.ts';
import { describeHeartbeat } from './describe-heartbeat.ts';
import type { AlertText } from './alert-text.ts';
import { describeItem } from './describe-item.ts';

/** The longest text of an incident, which may contain words of a service. */
const TEXT_LIMIT = 2_000;

/** An alert in plain text: what happened, and the finding that it is about. */
export function describeAlert(alert: Alert, timezone: string): AlertText {
  const { occasion } = alert;
  if ('text' in occasion && occasion.type !== 'trouble')
    return describeDetection(occasion, { items: alert.items, timezone });
  switch (occasion.type) {
    case 'base': {
      const { window, found } = occasion;
      const [from, to] = [window.from, window.to].map((at) => formatMoment(at, timezone));
      return {
        headline: `${nameOf(alert)} has started`,
        lines: [
          `Its first run covered ${from} to ${to} (${timezone}) and found ${formatCount(found, 'match')}.`,
          'These results are the baseline: they are stored and not sent. From now on you receive what is new.',
        ],
      };
    }
    case 'life-sign':
      return describeHeartbeat(occasion, timezone);
    case 'report': {
      const { title, first: begin, last, body } = occasion;
      const days = begin === last ? begin : `${begin} to ${last}`;
      return { headline: shortLine(`${title}: ${days}`, 300), lines: body.split('\n').map(oneLine) };
    }
    case 'trouble': {
      const { cured, reminder, text } = occasion;
      const state = cured ? 'Resolved: ' : reminder === undefined ? '' : 'Still open: ';
      return {
        headline: `${state}${INCIDENT_NAMES[occasion.trouble]}`,
        lines: [`${cured ? 'The incident was: ' : ''}${shortLine(text, TEXT_LIMIT)}`].filter(isVisible),
      };
    }
    case 'finding':
    case 'story':
      return describeFirst(alert, { timezone, lines: [raisedSentence(alert) ?? []].flat() });
  }
}

function describeFirst(alert: Alert, { timezone, lines }: { timezone: string; lines: string[] }): AlertText {
  const [first] = alert.items;
  if (!first) return { headline: nameOf(alert), lines };
  const item = describeItem(first, timezone);
  return { headline: item.headline, lines, item };
}

/** `12 outlets in 4 countries`; empty for one outlet. */
export function spreadText(story: StorySummary): string {
  return story.outlets < 2 ? '' : `${formatCount(story.outlets, 'outlet')}${inCountries(story)}`;
}

function inCountries(story: Alert['story']): string {
  return story && story.countries > 1 ? ` in ${formatCount(story.countries, 'country')}` : '';
}

/** The watch or the report of an alert; Bellwether for alerts about itself. */
export function nameOf({ watchId, occasion }: Alert): string {
  if (occasion.type === 'report') return occasion.reportId;
  return watchId ?? 'Bellwether';
}
