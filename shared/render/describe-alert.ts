import type { Alert, AlertItem } from '../domain/alert.ts';
import type { Growth } from '../domain/story-growth.ts';
import type { FindingEntity } from '../domain/finding.ts';
import { wallClockOf } from '../domain/wall-clock.ts';
import { describeSighting } from './describe-sighting.ts';
import { oneLine, safeLink, shorten } from './plain-text.ts';
import { describeLifeSign } from './describe-life-sign.ts';

/** One alert as a short paragraph of plain text. */
export interface Paragraph {
  /** What happened, on one line. */
  headline: string;
  lines: string[];
}

/** The lines of an alert in an e-mail: what happened, where, when, and the words that matched. */
export function describeAlert(alert: Alert, timezone: string): Paragraph {
  const { occasion } = alert;
  if ('text' in occasion && occasion.type !== 'trouble') {
    const items = alert.items.map((item) => describeItem(item, timezone));
    return describeSighting(occasion, { items, timezone });
  }
  switch (occasion.type) {
    case 'base':
      return {
        headline: `${nameOf(alert)} is watching`,
        lines: [
          `The first run looked at ${clock(occasion.window.from, timezone)} to ${clock(occasion.window.to, timezone)} (${timezone}) and found ${count(occasion.found, 'match', 'matches')}.`,
          'They are the silent base: you hear of what is new from here on.',
        ],
      };
    case 'life-sign':
      return describeLifeSign(occasion, timezone);
    case 'report': {
      const { title, first, last, body } = occasion;
      const days = first === last ? first : `${first} to ${last}`;
      return { headline: shorten(oneLine(`${title}: ${days}`), 300), lines: body.split('\n').map(oneLine) };
    }
    case 'trouble': {
      const { cured, reminder } = occasion;
      const mark = cured ? 'Mended: ' : reminder === undefined ? '' : 'Still: ';
      return {
        headline: `${mark}${TROUBLE_NAMES[occasion.trouble]}`,
        lines: [`${cured ? 'This is over: ' : ''}${shorten(oneLine(occasion.text), TEXT_LIMIT)}`],
      };
    }
    case 'growth': {
      const [item] = alert.items;
      if (!item) return { headline: nameOf(alert), lines: [] };
      const { headline, lines } = describeItem(item, timezone);
      return { headline, lines: [growthSentence(alert, occasion), ...lines] };
    }
    case 'finding':
    case 'story': {
      const [item] = alert.items;
      return item ? describeItem(item, timezone) : { headline: nameOf(alert), lines: [] };
    }
  }
}

/** The longest text of a trouble: most of it is ours, the service's own words in it are short. */
const TEXT_LIMIT = 2_000;

const TROUBLE_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service refuses our key',
  plan: 'The plan does not allow a watch',
  quota: 'The calls of the plan are used up',
  query: 'A query is refused',
  'open-window': 'A window stays open',
  'no-subscriber': 'A channel reaches nobody',
  'dead-delivery': 'A message could not be sent',
  withdrawn: 'A service is not on offer',
  budget: 'The budget of a service is short',
  'late-job': 'A job takes too long',
  'failed-job': 'A job has failed',
  'monitor-off': 'A monitor was switched off',
  'unreadable-delivery': 'A delivery cannot be read',
  watchlist: 'A watchlist is refused',
} as const;

/** What a story that was told before has come to. */
function growthSentence({ story }: Alert, { milestone, value }: Growth): string {
  const spread = story && story.countries > 1 ? ` in ${count(story.countries, 'country', 'countries')}` : '';
  switch (milestone) {
    case 'outlets':
      return `This story has grown: ${count(value, 'outlet has', 'outlets have')} it now${spread}.`;
    case 'top-rank':
      return `A widely read outlet has this story now: its rank is ${value}.`;
    case 'negative':
      return `The tone of this story has turned negative: ${value.toFixed(2)} over ${count(story?.articles ?? 0, 'article', 'articles')}.`;
  }
}

/** The watch or the report an alert is about, as people call it. */
export function nameOf({ watchId, occasion }: Alert): string {
  if (occasion.type === 'report') return occasion.reportId;
  return watchId ?? 'Bellwether';
}

function describeItem(item: AlertItem, timezone: string): Paragraph {
  const { outlet, publishedAt, indexedAt, matched, snippet, link, entities = [] } = item;
  const companies = entities.map(companyOf).filter(isSeen).join(', ');
  const place = [outlet?.name ?? outlet?.domain ?? '', outlet?.country ?? ''].map(oneLine).filter(isSeen);
  const where = place.length === 0 ? 'unknown source' : shorten(place.join(', '), 200);
  const rank = outlet?.rank !== undefined && outlet.rank < 999_999 ? `, rank ${outlet.rank}` : '';
  const time = `${clock(publishedAt ?? indexedAt, timezone)} (${timezone})`;
  const words = matched.map(oneLine).filter(isSeen).join(', ');
  return {
    headline: titleOf(item),
    lines: [
      `${where}${rank}, ${time}`,
      shorten(oneLine(snippet), 300),
      words === '' ? '' : `Matched: ${shorten(words, 200)}`,
      companies === '' ? '' : `About: ${shorten(companies, 300)}`,
      safeLink(link) ?? '',
    ].filter(isSeen),
  };
}

/** `Acme (score 8, buys Globex)` */
function companyOf({ name, score, relation = '' }: FindingEntity): string {
  const facts = [score === undefined ? '' : `score ${score}`, shorten(oneLine(relation), 100)].filter(isSeen);
  return `${shorten(oneLine(name), 100)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function isSeen(text: string): boolean {
  return text !== '';
}

/** A title on one line; never empty. */
function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shorten(oneLine(title), 300);
  return text === '' ? `(no title, ${oneLine(fingerprint)})` : text;
}

export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

function clock(at: number, timezone: string): string {
  return wallClockOf(at, timezone).replace('T', ' ');
}
