import { alertTitle } from './alert-title.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';
import type { LinkOf } from './link-of.ts';
import { safeLink, shorten } from '../text/plain-text.ts';
import { cheapestForm, plainMarks, smsParts } from './sms-parts.ts';

/** How much of a headline one entry gets, in characters; what makes the first part overflow is cut further. */
const HEADLINE_LIMIT = 140;
/** So much of a headline fits one part in any script, beside a name and an ellipsis of three dots; three parts in any case. */
const LEAST_HEADLINE = 30;
const NAME_LIMIT = 30;
/** A message of several entries takes no more parts: SNS would send ten and more. */
const MOST_PARTS = 3;
/** More lines cannot fit into these parts: each has a name, a colon and a blank. */
const MOST_LINES = 100;

/** The entries of a message as one SMS: one entry in one part with a link that fits it, several as whole lines. */
export function alertsSms(
  entries: readonly Entry[],
  { timezone, linkOf }: { timezone: string; linkOf: LinkOf },
): string {
  const [first, ...others] = entries;
  if (!first) return '';
  const line = (entry: Entry) => lineOf(entry, timezone)(HEADLINE_LIMIT);
  if (others.length === 0) {
    const links = [linkOf(first.lead), first.lead.items[0]?.link];
    return withLink(
      longest(lineOf(first, timezone), (text) => smsParts(text) === 1),
      links,
    );
  }
  const alone = (text: string) => smsParts(`${text}${tail(others.length)}`) <= MOST_PARTS;
  let text = longest(lineOf(first, timezone), alone);
  let notified = 1;
  for (const entry of others.slice(0, MOST_LINES)) {
    const next = cheapestForm(`${text}\n${line(entry)}`);
    if (smsParts(`${next}${tail(entries.length - notified - 1)}`) > MOST_PARTS) break;
    text = next;
    notified += 1;
  }
  return `${text}${tail(entries.length - notified)}`;
}

function tail(left: number): string {
  return left > 0 ? `\nand ${left} more` : '';
}

/** An entry on one line, with as much of its headline as is asked for. */
function lineOf({ lead }: Entry, timezone: string): (limit: number) => string {
  const name = shorten(nameOf(lead), NAME_LIMIT);
  // Plain first: one mark can become three characters.
  const headline = plainMarks(alertTitle(lead, timezone));
  return (limit) => cheapestForm(`${name}: ${shorten(headline, limit)}`);
}

/** The line with as much of its headline as fits; the least of it always does. */
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

/** The text with the first of these links that fits: the receipt leads on to the article. */
function withLink(text: string, links: readonly (string | undefined)[]): string {
  const safe = links.map(safeLink).filter((link) => link !== undefined);
  return safe.map((link) => `${text} ${link}`).find((both) => smsParts(both) === 1) ?? text;
}
