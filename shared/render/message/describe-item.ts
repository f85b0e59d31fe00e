import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import type { FindingEntity, Outlet } from '../../domain/findings/finding.ts';
import { marksText } from '../text/mark-names.ts';
import { countryName, knownRank } from '../text/outlet-facts.ts';
import { publishedMoment } from '../text/publication-text.ts';
import { isVisible, shorten, shortLine } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';

const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 300;
const SUMMARY_LIMIT = 600;
/** How many topics of a kind an alert names. */
const MOST_TOPICS = 3;

/**
 * One item as text: title, outlet and time with marks such as `opinion`, summary or snippet,
 * translation, companies, tags, topics, link; what it lacks is left out.
 */
export function describeItem(item: AlertItem, timezone: string): { headline: string; lines: string[] } {
  const { outlet, summary, snippet, link, entities = [], tags = {} } = item;
  const companies = entities.map(companyOf).filter(isVisible).join(', ');
  const classes = Object.entries(tags).map(tagOf).join(', ');
  const headline = titleOf(item);
  const text = summary === undefined ? shortLine(snippet, SNIPPET_LIMIT) : shortLine(summary, SUMMARY_LIMIT);
  return {
    headline,
    lines: [
      `${placeOf(outlet)}, ${publishedMoment(item, timezone)}${marksText(item)}`,
      text === headline ? '' : text,
      inEnglish(item),
      companies === '' ? '' : `About: ${shorten(companies, 300)}`,
      classes === '' ? '' : `Tags: ${classes}`,
      topicsOf(item),
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

/** `In English: Acme opens a plant. The plant is in Turin.` */
function inEnglish({ translation }: AlertItem): string {
  const parts = [
    shortLine(translation?.title ?? '', TITLE_LIMIT),
    shortLine(translation?.text ?? '', SUMMARY_LIMIT),
  ];
  const texts = parts.filter(isVisible).map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`));
  return texts.length === 0 ? '' : `In English: ${texts.join(' ')}`;
}

/** `Themes: Business, Tech. People: Jane Doe. Places: Turin.` */
function topicsOf({ themes = [], people = [], places = [] }: AlertItem): string {
  const lists = [
    ['Themes', themes],
    ['People', people],
    ['Places', places],
  ] as const;
  const named = lists.map(([noun, names]) => {
    const shown = names
      .slice(0, MOST_TOPICS)
      .map((name) => shortLine(name, 60))
      .filter(isVisible);
    return shown.length === 0 ? '' : `${noun}: ${shown.join(', ')}.`;
  });
  return named.filter(isVisible).join(' ');
}

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
