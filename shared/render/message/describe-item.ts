import type { AlertItem } from '../../domain/alerts/alert.ts';
import type { FindingEntity, Outlet } from '../../domain/findings/finding.ts';
import { isSeen, oneLine, safeLink, shorten } from '../text/plain-text.ts';
import { sayMoment } from '../text/format-moment.ts';

/** The rank that stands for "unranked" (news service, article: rank). */
const UNRANKED = 999_999;
const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 300;

/** One item of the news: its title, where and when it stood, what it says, whom it is about, how it is classed, and its link at the end. */
export function describeItem(item: AlertItem, timezone: string): { headline: string; lines: string[] } {
  const { outlet, publishedAt, indexedAt, snippet, link, entities = [], tags = {} } = item;
  const companies = entities.map(companyOf).filter(isSeen).join(', ');
  const classes = Object.entries(tags).map(tagOf).join(', ');
  const headline = titleOf(item);
  const text = shorten(oneLine(snippet), SNIPPET_LIMIT);
  return {
    headline,
    lines: [
      `${placeOf(outlet)}, ${sayMoment(publishedAt ?? indexedAt, timezone)} (${timezone})`,
      text === headline ? '' : text,
      companies === '' ? '' : `About: ${shorten(companies, 300)}`,
      classes === '' ? '' : `Tags: ${classes}`,
      safeLink(link) ?? '',
    ].filter(isSeen),
  };
}

/** `Meridian Wire (United States, rank 96)` */
function placeOf(outlet: Outlet | undefined): string {
  const name = [outlet?.name, outlet?.domain].map((one) => shorten(oneLine(one ?? ''), 200)).find(isSeen);
  const rank = outlet?.rank !== undefined && outlet.rank < UNRANKED ? `rank ${outlet.rank}` : '';
  const facts = [countryOf(outlet?.country ?? ''), rank].filter(isSeen);
  return `${name ?? 'unknown source'}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

function countryOf(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : shorten(oneLine(code), 60);
}

/** `Acme (score 8, buys Globex)` */
function companyOf({ name, score, relation = '' }: FindingEntity): string {
  const facts = [score === undefined ? '' : `score ${score}`, shorten(oneLine(relation), 100)].filter(isSeen);
  return `${shorten(oneLine(name), 100)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

/** `event type business/layoffs` */
function tagOf([name, value]: [string, string]): string {
  return `${shorten(oneLine(name.replaceAll('_', ' ')), 60)} ${shorten(oneLine(value), 100)}`;
}

/** A title on one line; never empty. */
function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shorten(oneLine(title), TITLE_LIMIT);
  return isSeen(text) ? text : `(no title, ${shorten(oneLine(fingerprint), 60)})`;
}
