import type { AlertItem } from '../../domain/alerts/alert.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { AlertEntry, PageContext } from '../../domain/pages/inbox.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import type { Story } from '../../domain/stories/story.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { countryName, formatCount, formatNumber, knownRank, markNames } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import {
  archiveCredit,
  factLine,
  newsLink,
  newsText,
  publishedIn,
  routeText,
  severityBadge,
  stateBadge,
  timeIn,
  toneText,
  linkTo,
  small,
} from './page-elements.ts';

// An alert, a story and an article as every list shows them: what it is about, then facts on a line below.

type Article = AlertItem | Finding;

/** Outlet, country and rank of an article, and whom to credit for it. */
export function placeFacts(item: Pick<Article, 'outlet' | 'archive'> | undefined): Part[] {
  const { name, domain, country, rank: given } = item?.outlet ?? {};
  const [outlet, rank] = [name ?? domain, knownRank(given)];
  return [
    outlet !== undefined && newsText(outlet, 50),
    country !== undefined && newsText(countryName(country), 40),
    rank !== undefined && `rank ${formatNumber(rank)}`,
    item?.archive === true && archiveCredit,
  ];
}

/** Where an article comes from, when it was published, and its marks. */
export function articleFacts(item: Article, timezone: string): Part[] {
  return [...placeFacts(item), publishedIn(item, timezone), ...markNames(item)];
}

/** An article, by its fingerprint where it has no title. */
export function articleRow(
  item: Pick<Article, 'title' | 'link' | 'fingerprint' | 'translation'>,
  facts: readonly Part[],
): Html {
  const { title, link, fingerprint, translation } = item;
  const english = translation?.title;
  return html`${newsLink(title === '' ? fingerprint : title, link)}${
    english !== undefined && html`<br><span class="small">In English: ${newsText(english)}</span>`
  }<br>
${small(factLine(facts))}`;
}

/** `31 articles in 3 outlets` */
export function sizeText(articles: number, outlets: number): string {
  return `${formatCount(articles, 'article')} in ${formatCount(outlets, 'outlet')}`;
}

/** How large a story is, and its tone. */
export function storyFacts({
  members,
  outlets,
  countries,
  sentiment,
}: Pick<Story, 'members' | 'outlets' | 'countries' | 'sentiment'>): Part[] {
  return [
    sizeText(members.length, outlets.length),
    countries.length > 0 && formatCount(countries.length, 'country'),
    toneText(sentiment),
  ];
}

/** A story with a link to its page. */
export function storyRow({ id, title }: Story, { root }: PageContext, facts: readonly Part[]): Html {
  return html`<a class="title" href="${root}/stories/${id}">${newsText(title)}</a><br>
${small(factLine(facts))}`;
}

/** The headline of an alert, as a link to its receipt; with an id, addresses can lead to it. */
export function alertLink(
  { alert }: Pick<AlertEntry, 'alert'>,
  { root, timezone }: PageContext,
  id?: string,
): Html {
  const { headline } = describeAlert(alert, timezone);
  return html`<a class="title"${id !== undefined && html` id="${id}"`} href="${root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a>`;
}

/** An alert with what became of it. */
export function alertRow(entry: AlertEntry, desk: PageContext, more: readonly Part[] = []): Html {
  return html`${alertLink(entry, desk)}<br>
<span class="kicker">${factLine([...more, ...alertFacts(entry, desk)], ' ')}</span>`;
}

/** An alert on one line, below what it is about. */
export function alertLine(entry: AlertEntry, desk: PageContext): Html {
  const { alert, state } = entry;
  const joinedTo = state.state === 'dropped' ? state.joinedTo : undefined;
  const message = state.state === 'notified' ? state.messageId : joinedTo?.messageId;
  return html`<span class="kicker">${factLine(
    [
      ...alertFacts(entry, desk),
      joinedTo && html`<span>to ${newsText(joinedTo.watchId, 60)}</span>`,
      message !== undefined && linkTo(`${desk.root}/messages/${message}`, 'message'),
      linkTo(`${desk.root}/alerts/${receiptIdOf(alert)}`, 'receipt'),
    ],
    ' ',
  )}</span>`;
}

function alertFacts({ alert, state }: AlertEntry, { timezone }: PageContext): Part[] {
  return [
    timeIn(alert.createdAt, timezone),
    severityBadge(alert.severity),
    html`<span>${routeText(alert)}</span>`,
    stateBadge(state, timezone),
  ];
}
