import { findingsLink } from '../../../domain/pages/page-links.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import type { Receipt } from '../../../domain/pages/receipt.ts';
import type { Story } from '../../../domain/stories/story.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatNumber } from '../../text/format-values.ts';
import { factList, newsLink, newsText, timeIn, toneText } from '../parts/page-elements.ts';

/** The story of an alert: its size at the time of the alert and now, and its findings without alerts of their own. */
export function receiptStory(
  { alert, path, story, timezone }: Receipt,
  desk: PageContext | undefined,
): Html | undefined {
  const then = alert.story;
  if (!then) return undefined;
  const { silent } = then;
  const more = silent ? silent.count - silent.shown.length : 0;
  return html`<h2>Story</h2>
${factList([
  ['At the alert', sizeOf(then)],
  ['Now', story && sizeNow(story, timezone)],
  ['Best outlet rank', then.bestRank !== undefined && formatNumber(then.bestRank)],
  ['Tone', toneText(then.sentiment)],
])}
${story && desk && html`<p><a href="${desk.root}/stories/${story.id}">The whole story: its course, outlets and articles →</a></p>`}
${
  silent &&
  html`<h3>In the same story, without alerts of their own: ${formatCount(silent.count, 'finding')} of this watch</h3>
<ul class="plainlist">${silent.shown.map(
    ({ title, link, domain }) =>
      html`<li>${newsLink(title, link)}${domain !== undefined && html` <span class="soft small">${newsText(domain, 80)}</span>`}</li>`,
  )}</ul>${more > 0 && html`<p><a href="${findingsLink(path)}">and ${formatNumber(more)} more</a></p>`}`
}`;
}

function sizeOf(story: { articles: number; outlets: number; countries: number }): string {
  const { articles, outlets, countries } = story;
  const places = countries === 0 ? '' : `, ${formatCount(countries, 'country')}`;
  return `${formatCount(articles, 'article')} in ${formatCount(outlets, 'outlet')}${places}`;
}

function sizeNow({ members, outlets, countries, lastAt }: Story, timezone: string): Html {
  const size = sizeOf({
    articles: members.length,
    outlets: outlets.length,
    countries: countries.length,
  });
  return html`${size}; the latest at ${timeIn(lastAt, timezone)}`;
}
