import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import type { ArticleMark, FindingEntity, Outlet } from '../../domain/findings/finding.ts';
import { countryName, knownRank } from '../text/outlet-facts.ts';
import { publishedMoment } from '../text/publication-text.ts';
import { isVisible, shorten, shortLine } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';

const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 300;

/** One item as text: title, outlet and time with marks such as `opinion`, snippet, companies, tags, link; what it lacks is left out. */
export function describeItem(item: AlertItem, timezone: string): { headline: string; lines: string[] } {
  const { outlet, snippet, link, entities = [], tags = {}, marks = [] } = item;
  const companies = entities.map(companyOf).filter(isVisible).join(', ');
  const classes = Object.entries(tags).map(tagOf).join(', ');
  const headline = titleOf(item);
  const text = shortLine(snippet, SNIPPET_LIMIT);
  return {
    headline,
    lines: [
      `${placeOf(outlet)}, ${publishedMoment(item, timezone)}${marksOf(marks)}`,
      text === headline ? '' : text,
      companies === '' ? '' : `About: ${shorten(companies, 300)}`,
      classes === '' ? '' : `Tags: ${classes}`,
      safeLink(link) ?? '',
    ].filter(isVisible),
  };
}

/** `Meridian Wire (United States, rank 96)` */
function placeOf(outlet: Outlet | undefined): string {
  const name = [outlet?.name, outlet?.domain].map((one) => shortLine(one ?? '', 200)).find(isVisible);
  const rank = knownRank(outlet?.rank);
  const country = shortLine(countryName(outlet?.country ?? ''), 60);
  return `${name ?? 'Unknown source'}${inBrackets([country, rank === undefined ? '' : `rank ${rank}`])}`;
}

/** `, behind a paywall, opinion` */
function marksOf(marks: readonly ArticleMark[]): string {
  return marks.map((mark) => `, ${MARKS[mark]}`).join('');
}

const MARKS: Readonly<Record<ArticleMark, string>> = {
  paywall: 'behind a paywall',
  opinion: 'opinion',
  'press-release': 'press release',
};

/** `Acme (score 8, buys Globex)` */
function companyOf({ name, score, relation = '' }: FindingEntity): string {
  return `${shortLine(name, 100)}${inBrackets([score === undefined ? '' : `score ${score}`, shortLine(relation, 100)])}`;
}

function inBrackets(facts: readonly string[]): string {
  const visible = facts.filter(isVisible);
  return visible.length === 0 ? '' : ` (${visible.join(', ')})`;
}

/** `event type business/layoffs` */
function tagOf([name, value]: [string, string]): string {
  return `${shortLine(name.replaceAll('_', ' '), 60)} ${shortLine(value, 100)}`;
}

/** A title on one line; never empty. */
function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shortLine(title, TITLE_LIMIT);
  return isVisible(text) ? text : `(no title, ${shortLine(fingerprint, 60)})`;
}
