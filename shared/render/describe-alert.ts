import type { Alert, AlertItem } from '../domain/alert.ts';
import { wallClockOf } from '../domain/wall-clock.ts';
import { oneLine, safeLink, shorten } from './plain-text.ts';

/** One alert as a short paragraph of plain text. */
export interface Paragraph {
  /** What happened, on one line. */
  headline: string;
  lines: string[];
}

/** The lines of an alert in an e-mail: what happened, where, when, and the words that matched. */
export function describeAlert(alert: Alert, timezone: string): Paragraph {
  const { occasion } = alert;
  switch (occasion.type) {
    case 'base':
      return {
        headline: `${nameOf(alert)} is watching`,
        lines: [
          `The first run looked at ${clock(occasion.window.from, timezone)} to ${clock(occasion.window.to, timezone)} (${timezone}) and found ${count(occasion.found, 'match', 'matches')}.`,
          'They are the silent base: you hear of what is new from here on.',
        ],
      };
    case 'trouble':
      return {
        headline: occasion.cured
          ? `Mended: ${TROUBLE_NAMES[occasion.trouble]}`
          : TROUBLE_NAMES[occasion.trouble],
        lines: [occasion.cured ? `This is over: ${oneLine(occasion.text)}` : oneLine(occasion.text)],
      };
    case 'finding':
    case 'story': {
      const [item] = alert.items;
      return item ? describeItem(item, timezone) : { headline: nameOf(alert), lines: [] };
    }
  }
}

const TROUBLE_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service refuses our key',
  plan: 'The plan does not allow a watch',
  quota: 'The calls of the plan are used up',
  query: 'A query is refused',
  'open-window': 'A window stays open',
  'no-subscriber': 'A channel reaches nobody',
  'dead-delivery': 'A message could not be sent',
} as const;

/** The watch an alert is about, as people call it. */
export function nameOf({ watchId }: Alert): string {
  return watchId ?? 'Bellwether';
}

function describeItem(item: AlertItem, timezone: string): Paragraph {
  const { outlet, publishedAt, indexedAt, matched, snippet, link } = item;
  const place = outlet ? oneLine(outlet.name ?? outlet.domain) : 'unknown source';
  const where = [place, outlet?.country].filter((part) => part !== undefined).join(', ');
  const rank = outlet?.rank !== undefined && outlet.rank < 999_999 ? `, rank ${outlet.rank}` : '';
  const time = `${clock(publishedAt ?? indexedAt, timezone)} (${timezone})`;
  const address = safeLink(link);
  return {
    headline: titleOf(item),
    lines: [
      `${where}${rank}, ${time}`,
      ...(snippet === '' ? [] : [shorten(oneLine(snippet), 300)]),
      ...(matched.length === 0 ? [] : [`Matched: ${shorten(matched.map(oneLine).join(', '), 200)}`]),
      ...(address === undefined ? [] : [address]),
    ],
  };
}

/** A title on one line; never empty. */
export function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shorten(oneLine(title), 300);
  return text === '' ? `(no title, ${oneLine(fingerprint)})` : text;
}

export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

function clock(at: number, timezone: string): string {
  return wallClockOf(at, timezone).replace('T', ' ');
}
