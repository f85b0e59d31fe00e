import { formatCount, formatNumber } from '../text/format-values.ts';
import { shorten } from '../text/plain-text.ts';
import { titleOf } from './alert-title.ts';
import type { MessageView, StoryView } from './message-view.ts';
import { isNamedIn } from './story-view.ts';
import { cheapestForm, plainMarks, smsParts } from './sms-parts.ts';

/** The longest headline of one entry, in characters; it is cut further where the first part overflows. */
const HEADLINE_LIMIT = 140;
/** With a name and an ellipsis of three dots, a headline of this length fits one part in any script. */
const LEAST_HEADLINE = 30;
const NAME_LIMIT = 30;
/** The most parts of a message of several entries: SNS would send ten and more. */
const MOST_PARTS = 3;

/**
 * A message as one SMS: one story in one part, with a link if it fits; several as whole lines, after how many there are and how
 * many of them are critical, if any is. `listed` is how many of the first ones it lists.
 */
export function alertsSms({ stories, count, critical, all }: MessageView): { text: string; listed: number } {
  const [first, ...others] = stories;
  if (!first) return { text: '', listed: 0 };
  const lineFor = (story: StoryView) => lineOf(story)(HEADLINE_LIMIT);
  if (count === 1) {
    const line = longest(lineOf(first), (text) => smsParts(text) === 1);
    return { text: withLink(line, [first.links.why, first.link]), listed: 1 };
  }
  const head = headOf(count, critical);
  const firstLine = (limit: number) => cheapestForm(`${head}${lineOf(first)(limit)}`);
  const fitsWith = (link: string | undefined) => (text: string) =>
    smsParts(`${text}${moreLine(count - 1, link)}`) <= MOST_PARTS;
  // In some scripts a part is so short that a long link leaves no room for the first line.
  const link = fitsWith(all)(firstLine(LEAST_HEADLINE)) ? all : undefined;
  let text = longest(firstLine, fitsWith(link));
  let listed = 1;
  for (const story of others) {
    const next = cheapestForm(`${text}\n${lineFor(story)}`);
    if (smsParts(`${next}${moreLine(count - listed - 1, link)}`) > MOST_PARTS) break;
    text = next;
    listed += 1;
  }
  return { text: `${text}${moreLine(count - listed, link)}`, listed };
}

/** `12 alerts, 2 critical: ` before the first line; nothing where none is critical. */
function headOf(count: number, critical: number): string {
  if (critical === 0) return '';
  return `${formatCount(count, 'alert')}, ${critical === count ? 'all' : formatNumber(critical)} critical: `;
}

/** How many entries are left out, with the link to all of them. */
function moreLine(left: number, link: string | undefined): string {
  if (left <= 0) return '';
  return `\nand ${left} more${link === undefined ? '' : ` ${link}`}`;
}

/** A story on one line, by the limit of its headline. */
function lineOf(story: StoryView): (limit: number) => string {
  const name = shorten(nameBefore(story), NAME_LIMIT);
  // Replace marks before cutting: one mark can become three characters.
  const headline = plainMarks(titleOf(story));
  return (limit) => cheapestForm(`${name === '' ? '' : `${name}: `}${shorten(headline, limit)}`);
}

/** The brand, unless the headline names it; Bellwether before what is about itself. */
function nameBefore({ brand, brandName, headline, isNews }: StoryView): string {
  if (brandName === undefined) return isNews ? '' : 'Bellwether';
  return [brand ?? brandName, brandName].some((name) => isNamedIn(headline, name)) ? '' : brandName;
}

/** The line with the longest headline that fits; `LEAST_HEADLINE` always fits. */
function longest(line: (limit: number) => string, isFitting: (text: string) => boolean): string {
  const fits = (limit: number) => isFitting(line(limit));
  if (fits(HEADLINE_LIMIT)) return line(HEADLINE_LIMIT);
  let [least, most] = [LEAST_HEADLINE, HEADLINE_LIMIT];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return line(least);
}

/** The text with the first of these links that fits one part. */
function withLink(text: string, links: readonly (string | undefined)[]): string {
  const given = links.filter((link) => link !== undefined);
  return given.map((link) => `${text} ${link}`).find((both) => smsParts(both) === 1) ?? text;
}
