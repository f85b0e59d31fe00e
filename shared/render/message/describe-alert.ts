import type { Alert } from '../../domain/alerts/alert.ts';
import type { Growth } from '../../domain/stories/story-growth.ts';
import { describeItem } from './describe-item.ts';
import { describeHeartbeat } from './describe-heartbeat.ts';
import { describeDetection } from './describe-detection.ts';
import { isSeen, oneLine, shorten } from '../text/plain-text.ts';
import { sayMoment } from '../text/format-moment.ts';
import { INCIDENT_NAMES } from '../text/incident-names.ts';

/** One alert as a short paragraph of plain text. */
export interface Paragraph {
  /** What happened, on one line. */
  headline: string;
  lines: string[];
}

/** The longest text of a trouble: most of it is ours, the service's own words in it are short. */
const TEXT_LIMIT = 2_000;

/** What an alert tells: what happened, where and when, and how far it has gone. */
export function describeAlert(alert: Alert, timezone: string): Paragraph {
  const { occasion } = alert;
  const items = alert.items.map((item) => describeItem(item, timezone));
  const [first = { headline: nameOf(alert), lines: [] }] = items;
  if ('text' in occasion && occasion.type !== 'trouble')
    return describeDetection(occasion, { items, timezone });
  switch (occasion.type) {
    case 'base': {
      const { window, found } = occasion;
      const [from, to] = [window.from, window.to].map((at) => sayMoment(at, timezone));
      return {
        headline: `${nameOf(alert)} is watching`,
        lines: [
          `Its first run looked at the time from ${from} to ${to} (${timezone}) and found ${count(found, 'match', 'matches')}.`,
          'They are kept and not told one by one: you hear of what is new from here on.',
        ],
      };
    }
    case 'life-sign':
      return describeHeartbeat(occasion, timezone);
    case 'report': {
      const { title, first: begin, last, body } = occasion;
      const days = begin === last ? begin : `${begin} to ${last}`;
      return { headline: shorten(oneLine(`${title}: ${days}`), 300), lines: body.split('\n').map(oneLine) };
    }
    case 'trouble': {
      const { cured, reminder } = occasion;
      const mark = cured ? 'Mended: ' : reminder === undefined ? '' : 'Still: ';
      return {
        headline: `${mark}${INCIDENT_NAMES[occasion.trouble]}`,
        lines: [`${cured ? 'This is over: ' : ''}${shorten(oneLine(occasion.text), TEXT_LIMIT)}`].filter(
          isSeen,
        ),
      };
    }
    case 'growth':
      return { headline: first.headline, lines: [growthSentence(alert, occasion), ...first.lines] };
    case 'finding':
    case 'story':
      return { headline: first.headline, lines: [...spreadOf(alert), ...first.lines] };
  }
}

/** How big a story is when it is told; one that a single outlet has needs no words. */
function spreadOf({ story }: Alert): string[] {
  if (!story || story.outlets < 2) return [];
  return [`${count(story.outlets, 'outlet', 'outlets')}${abroad(story)} have this story so far.`];
}

/** What a story that was told before has come to. */
function growthSentence({ story }: Alert, { milestone, value }: Growth): string {
  switch (milestone) {
    case 'outlets':
      return `This story has grown: ${count(value, 'outlet has', 'outlets have')} it now${abroad(story)}.`;
    case 'top-rank':
      return `A widely read outlet has this story now: its rank is ${value}.`;
    case 'negative':
      return `The tone of this story has turned negative: ${value.toFixed(2)} over ${count(story?.articles ?? 0, 'article', 'articles')}.`;
  }
}

function abroad(story: Alert['story']): string {
  return story && story.countries > 1 ? ` in ${count(story.countries, 'country', 'countries')}` : '';
}

/** The watch or the report an alert is about, as people call it. */
export function nameOf({ watchId, occasion }: Alert): string {
  if (occasion.type === 'report') return occasion.reportId;
  return watchId ?? 'Bellwether';
}

export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
