import type { Receipt } from '../../../domain/pages/receipt.ts';
import type { Story } from '../../../domain/stories/story.ts';
import { type Html, html } from '../../html/html.ts';
import { countOf, facts, newsLink, newsText, timeIn } from '../words.ts';

/** The story of an alert: as it was then, its siblings that stayed silent, and as it is now. */
export function receiptStory({ alert, story, timezone }: Receipt): Html | undefined {
  const then = alert.story;
  if (!then) return undefined;
  const { silent } = then;
  const more = silent ? silent.count - silent.shown.length : 0;
  return html`<h2>Its story</h2>
${facts([
  ['When told', sizeOf(then)],
  ['Now', story && nowOf(story, timezone)],
  ['Best rank', then.bestRank?.toLocaleString('en')],
  ['Mean sentiment', then.sentiment?.toFixed(2)],
])}
${
  silent &&
  html`<h3>Not told by themselves: ${countOf(silent.count, 'other finding')} of this watch</h3>
<ul class="plainlist">${silent.shown.map(
    ({ title, link, domain }) =>
      html`<li>${newsLink(title, link)}${domain !== undefined && html` <span class="soft small">${newsText(domain, 80)}</span>`}</li>`,
  )}</ul>${more > 0 && html`<p class="soft">and ${more.toLocaleString('en')} more</p>`}`
}`;
}

function sizeOf({
  articles,
  outlets,
  countries,
}: {
  articles: number;
  outlets: number;
  countries: number;
}): string {
  return `${countOf(articles, 'article')} in ${countOf(outlets, 'outlet')}, ${countOf(countries, 'country', 'countries')}`;
}

function nowOf(story: Story, timezone: string): Html {
  const { members, outlets, countries, lastAt } = story;
  const size = sizeOf({
    articles: members.length,
    outlets: outlets.length,
    countries: countries.length,
  });
  return html`${size}; the latest at ${timeIn(lastAt, timezone)}`;
}
