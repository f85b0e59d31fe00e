import type { Alert } from '../domain/alert.ts';
import { describeAlert, nameOf } from './describe-alert.ts';
import type { LinkOf } from './link-of.ts';
import { safeLink, shorten } from './plain-text.ts';
import { plainMarks, smsParts } from './sms-parts.ts';

/** How much of a headline one alert gets, in characters. */
const HEADLINE_LIMIT = 140;
const NAME_LIMIT = 40;
/** A message of several alerts stays below this: far from SNS's 1,600 characters, which are sent in ten parts and more. */
const LIST_LIMIT = 400;
/** More lines cannot fit: each has a name and a blank. */
const MOST_LINES = LIST_LIMIT / 4;

/** The alerts of a message as one SMS: whole items only, and a link of a single alert when all fits into one part. */
export function alertsSms(
  alerts: readonly Alert[],
  { timezone, linkOf }: { timezone: string; linkOf: LinkOf },
): string {
  const lines = alerts.slice(0, MOST_LINES).map((alert) => {
    const { headline } = describeAlert(alert, timezone);
    return plainMarks(`${shorten(nameOf(alert), NAME_LIMIT)}: ${shorten(headline, HEADLINE_LIMIT)}`);
  });
  const [first = '', ...others] = lines;
  if (alerts.length < 2) return withLink(first, [alerts[0] && linkOf(alerts[0]), alerts[0]?.items[0]?.link]);
  let text = first;
  let told = 1;
  for (const line of others) {
    const next = `${text}\n${line}`;
    if (next.length > LIST_LIMIT) break;
    text = next;
    told += 1;
  }
  return told < alerts.length ? `${text}\nand ${alerts.length - told} more` : text;
}

/** The text with the first of these links that fits: the receipt leads on to the article. */
function withLink(text: string, links: readonly (string | undefined)[]): string {
  const safe = links.map(safeLink).filter((link) => link !== undefined);
  return safe.map((link) => `${text} ${link}`).find((both) => smsParts(both) === 1) ?? text;
}
