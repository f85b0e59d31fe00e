import { channelNameOf } from '../../../domain/channels/lanes.ts';
import { type Finding, sentimentOf } from '../../../domain/findings/finding.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import { searchedState } from '../../../domain/pages/search/search-match.ts';
import type { Searched } from '../../../domain/pages/search/search-query.ts';
import type { Hit } from '../../../domain/pages/search/search-view.ts';
import { receiptIdOf } from '../../../domain/pages/signed-link.ts';
import { type Html, html, joinParts, type Part } from '../../html/html.ts';
import { describeAlert } from '../../message/describe-alert.ts';
import { formatCount, formatNumber } from '../../text/format-values.ts';
import { countryName, languageName } from '../../text/outlet-facts.ts';
import { itemSnippet } from '../parts/item-snippet.ts';
import { badge, newsLink, newsText, severityBadge, timeIn, toneText } from '../parts/page-elements.ts';

const KIND_NAMES: Readonly<Record<Searched, string>> = {
  alerts: 'alert',
  stories: 'story',
  findings: 'finding',
  records: 'record',
};
/** How many characters of a snippet are shown. */
const LONGEST_SNIPPET = 180;

/** An entry that a search found. */
export function hitRow(hit: Hit, desk: PageContext): Html {
  switch (hit.kind) {
    case 'alerts':
      return alertHit(hit, desk);
    case 'stories':
      return storyHit(hit, desk);
    case 'findings':
    case 'records':
      return findingHit(hit, desk);
  }
}

function kickerOf(hit: Hit, { timezone }: PageContext, facts: readonly Part[]): Html {
  const shown = facts.filter((fact) => fact !== undefined && fact !== false && fact !== '');
  return html`<span class="kicker">${badge(KIND_NAMES[hit.kind], 'plain')} ${timeIn(hit.at, timezone)} <span>${joinParts(shown, ' · ')}</span></span>`;
}

function alertHit(hit: Extract<Hit, { kind: 'alerts' }>, desk: PageContext): Html {
  const { alert, state } = hit;
  const { headline } = describeAlert(alert, desk.timezone);
  return html`<a href="${desk.root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a><br>
${kickerOf(hit, desk, [
  severityBadge(alert.severity),
  `${alert.watchId ?? 'Bellwether'} → ${channelNameOf(alert.channel)}`,
  searchedState(state),
  ...placeFacts(alert.items[0]),
])}`;
}

function storyHit(hit: Extract<Hit, { kind: 'stories' }>, desk: PageContext): Html {
  const { story, watchId } = hit;
  const { id, title, members, outlets, countries, sentiment } = story;
  return html`<a href="${desk.root}/stories/${id}">${newsText(title)}</a><br>
${kickerOf(hit, desk, [
  watchId,
  `${formatCount(members.length, 'article')} in ${formatCount(outlets.length, 'outlet')}`,
  countries.length > 0 && formatCount(countries.length, 'country'),
  toneText(sentiment),
])}`;
}

function findingHit(hit: Extract<Hit, { kind: 'findings' | 'records' }>, desk: PageContext): Html {
  const { finding, watchId, story } = hit.found;
  const { title, fingerprint, link, type, language } = finding;
  const text = itemSnippet(finding, { timezone: desk.timezone, most: LONGEST_SNIPPET });
  return html`${newsLink(title === '' ? fingerprint : title, link)}<br>${text !== '' && html`<span class="small"><bdi>${text}</bdi></span><br>`}
${kickerOf(hit, desk, [
  type === 'event' && 'event',
  ...placeFacts(finding),
  language !== undefined && language !== 'en' && languageName(language),
  toneText(sentimentOf(finding)),
  html`<a href="${desk.root}/watches/${watchId}">${watchId}</a>`,
  story !== undefined && html`<a href="${desk.root}/stories/${story}">its story</a>`,
])}`;
}

/** Outlet, country and rank of an article. */
export function placeFacts(item: Pick<Finding, 'outlet'> | undefined): Part[] {
  const { domain, country, rank } = item?.outlet ?? {};
  return [
    domain !== undefined && newsText(domain, 60),
    country !== undefined && newsText(countryName(country), 40),
    rank !== undefined && rank < 999_999 && `rank ${formatNumber(rank)}`,
  ];
}
