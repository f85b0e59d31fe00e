import { type Html, html } from '../../html/html.ts';
import { oneLine, shortLine } from '../../text/plain-text.ts';
import { safeLink } from '../../text/safe-link.ts';

/** The longest text from the news on one line of a page. */
const TEXT_LIMIT = 300;

/** Text from the news on one line, isolated from the writing direction of the page. */
export function newsText(text: string, most = TEXT_LIMIT): Html {
  return html`<bdi>${shortLine(text, most)}</bdi>`;
}

/** A title from the news, as a link if it has a safe one. */
export function newsLink(title: string, link: string | undefined): Html {
  const safe = safeLink(link);
  const text = oneLine(title) === '' ? html`(no title)` : newsText(title);
  if (safe === undefined) return text;
  return html`<a href="${safe}" rel="noopener noreferrer nofollow external">${text}</a>`;
}

/** A text in which the words that matched are marked. */
export function markedText(text: string, words: readonly string[]): Html {
  const plain = shortLine(text, 1_500);
  const wanted = words.map((word) => shortLine(word, 100)).filter((word) => word !== '');
  if (wanted.length === 0) return html`<bdi>${plain}</bdi>`;
  const longestFirst = wanted.slice(0, 50).toSorted((one, other) => other.length - one.length);
  const pattern = longestFirst.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('|');
  const parts = plain.split(new RegExp(`(${pattern})`, 'giu'));
  return html`<bdi>${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}</bdi>`;
}
