import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, StoryEntry, StoryView } from '../../domain/pages/inbox.ts';
import type { Story } from '../../domain/stories/story.ts';
import { type Html, html } from '../html/html.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { marksText } from '../text/mark-names.ts';
import { newsLink, newsText, publishedIn, timeIn, translatedTitle } from './parts/page-elements.ts';
import { pageLayout, pageMenu } from './parts/page-layout.ts';
import { storyNotice, storyOrders } from './story-orders.ts';

/** One story with its articles, the earliest first, a page at a time. */
export function storyPage(view: StoryView, desk: PageContext): HttpAnswer {
  const { story, articles, page, more, missing } = view;
  const { id, title } = story;
  const main = html`${storyNotice(view)}<h1>${newsText(title)}</h1>
${storyFacts(story, desk)}
${articleList(articles, desk)}
${missing > 0 && html`<p class="soft">Not listed: ${formatCount(missing, 'more article')}. Articles of deleted watches are never listed.</p>`}
${pageMenu(desk, { path: `/stories/${id}`, page, more, first: 'earliest' })}
${storyOrders(view, desk)}`;
  return pageLayout({ title: 'Story', main, desk, list: '/stories' });
}

/** A story in a list: its first articles, and a link to its page. */
export function storyRow({ story, articles }: StoryEntry, desk: PageContext): Html {
  const { id, title, members } = story;
  return html`<strong>${newsText(title)}</strong><br>${storyFacts(story, desk)}
${articleList(articles, desk)}
<a class="small" href="${desk.root}/stories/${id}">${members.length > articles.length ? `All ${formatCount(members.length, 'article')} →` : 'View story →'}</a>`;
}

function articleList(articles: readonly StoredFinding[], { timezone }: PageContext): Html | undefined {
  if (articles.length === 0) return undefined;
  return html`<ul>${articles.map(({ watchId, finding }) => {
    const { title, link, outlet } = finding;
    const name = outlet?.name ?? outlet?.domain;
    return html`<li>${newsLink(title, link)}${translatedTitle(finding)}<br><span class="soft small">${name !== undefined && html`${newsText(name, 80)} · `}${publishedIn(finding, timezone)}${marksText(finding)} · found by ${watchId}</span></li>`;
  })}</ul>`;
}

function storyFacts(story: Story, { timezone }: PageContext): Html {
  const { members, outlets, countries, bestRank, sentiment, firstAt, lastAt } = story;
  const facts = [
    formatCount(members.length, 'article'),
    formatCount(outlets.length, 'outlet'),
    countries.length > 0 && formatCount(countries.length, 'country'),
    bestRank !== undefined && `best outlet rank ${formatNumber(bestRank)}`,
    sentiment !== undefined && `sentiment ${sentiment.toFixed(2)}`,
  ].filter((fact) => fact !== false);
  const shown = outlets.slice(0, 12).join(', ');
  const more = outlets.length > 12 ? ` and ${outlets.length - 12} more` : '';
  return html`<span class="small">${facts.join(', ')}</span><br>
<span class="soft small">${timeIn(firstAt, timezone)} – ${timeIn(lastAt, timezone)}${shown !== '' && html`; ${newsText(shown, 600)}${more}`}</span>`;
}
