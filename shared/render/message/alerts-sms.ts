import { shorten } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';
import { alertTitle } from './alert-title.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry, LinkOf } from './entries.ts';
import { cheapestForm, plainMarks, smsParts } from './sms-parts.ts';

/** The longest headline of one entry, in characters; it is cut further where the first part overflows. */
const HEADLINE_LIMIT = 140;
/** With a name and an ellipsis of three dots, a headline of this length fits one part in any script. */
const LEAST_HEADLINE = 30;
const NAME_LIMIT = 30;
/** The most parts of a message of several entries: SNS would send ten and more. */
const MOST_PARTS = 3;
/** With a longer link, the shortest first line may not fit into these parts in every script. */
const LONGEST_LINK = 110;
/** More lines cannot fit into these parts: each has a name, a colon and a blank. */
const MOST_LINES = 100;

/**
 * The entries of a message as one SMS: one entry in one part, with a link if it fits; several as whole lines. `listed` is how
 * many of the first ones it lists.
 */
export function alertsSms(
  entries: readonly Entry[],
  { timezone, linkOf, all }: { timezone: string; linkOf: LinkOf; all?: string | undefined },
): { text: string; listed: number } {
  const [first, ...others] = entries;
  if (!first) return { text: '', listed: 0 };
  const lineFor = (entry: Entry) => lineOf(entry, timezone)(HEADLINE_LIMIT);
  if (others.length === 0) {
    const links = [linkOf(first.lead), first.lead.items[0]?.link];
    const line = longest(lineOf(first, timezone), (text) => smsParts(text) === 1);
    return { text: withLink(line, links), listed: 1 };
  }
  const fitsAlone = (text: string) => smsParts(`${text}${moreLine(others.length, all)}`) <= MOST_PARTS;
  let text = longest(lineOf(first, timezone), fitsAlone);
  let listed = 1;
  for (const entry of others.slice(0, MOST_LINES)) {
    const next = cheapestForm(`${text}\n${lineFor(entry)}`);
    if (smsParts(`${next}${moreLine(entries.length - listed - 1, all)}`) > MOST_PARTS) break;
    text = next;
    listed += 1;
  }
  return { text: `${text}${moreLine(entries.length - listed, all)}`, listed };
}

/** How many entries are left out, with the link to all of them. */
function moreLine(left: number, all: string | undefined): string {
  if (left <= 0) return '';
  const link = all === undefined || all.length > LONGEST_LINK ? '' : ` ${all}`;
  return `\nand ${left} more${link}`;
}

/** An entry on one line, by the limit of its headline. */
function lineOf({ lead }: Entry, timezone: string): (limit: number) => string {
  const name = shorten(nameOf(lead), NAME_LIMIT);
  // Replace marks before cutting: one mark can become three characters.
  const headline = plainMarks(alertTitle(lead, timezone));
  return (limit) => cheapestForm(`${name}: ${shorten(headline, limit)}`);
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
  const safe = links.map(safeLink).filter((link) => link !== undefined);
  return safe.map((link) => `${text} ${link}`).find((both) => smsParts(both) === 1) ?? text;
}
