import { laneText } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import {
  type ChannelNotice,
  type FoldedArticle,
  type GivenOrder,
  headlineKeyOf,
  type ListedArticle,
  type StoryCopiesView,
  type StoryEntry,
  type StoryFacts,
  type StoryJudgement,
  type StoryNotice,
  type StoryOrdersView,
  storyPlaceText,
  type StoryPageView,
} from '../../domain/pages/story-page.ts';
import { termText } from '../../domain/stories/terms.ts';
import { isStoryOrderWaiting, type StoryOrderKind } from '../../domain/pages/story-order.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { NO_ROOM } from '../message/mute-text.ts';
import { ACTION_NAMES, countryName, formatCount, formatNumber, formatTone } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { oneLine, shortLine } from '../text/plain-text.ts';
import { actionButton } from './actions-page.ts';
import { newnessText } from '../../domain/findings/newness.ts';
import {
  buttonForm,
  SERVICE_LABELS,
  factLine,
  factList,
  newsLink,
  newsText,
  pager,
  partMenu,
  severityBadge,
  sparkline,
  timeIn,
  linkTo,
  plainList,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { alertLine, articleFacts, articleRow, sizeText, storyFacts, storyRow } from './rows.ts';
import { neutralCount } from '../../domain/reports/day-rollup.ts';

/** How many outlets, countries and copies of an article are named. */
const MOST_OUTLETS = 12;
const MOST_COUNTRIES = 10;
const MOST_COPIES = 8;

/** One story: its course, outlets, countries and tone, what was sent of it, and its articles, a page at a time. */
export function storyPage(view: StoryPageView, desk: PageContext): HttpAnswer {
  const { story, facts, folded, missing } = view;
  const { title, members, outlets } = story;
  const main = html`${storyNotice(view)}<h1>${newsText(title)}</h1>
<p class="lead">${sizeText(members.length, outlets.length)}, ${timeIn(story.firstAt, desk.timezone)} to ${timeIn(story.lastAt, desk.timezone)}.</p>
${factList([
  ['Course', courseOf(facts, desk)],
  ['Outlets by rank', outletsOf(facts)],
  ['Countries', countriesOf(facts)],
  ['Tone', toneOf(facts)],
  ['Sources', sourcesOf(view)],
])}
${noticeList(view, desk)}
${sentList(view, desk)}
${storyJudgements(view, desk)}
<h2>Articles</h2>
<p class="soft small">The earliest first. Articles with the same headline are shown once. Below each headline you see why it belongs to the story.</p>
${plainList(folded, (one) => foldedRow(one, view, desk))}
${missing > 0 && html`<p class="soft">Not listed here: ${formatCount(missing, 'article')}, no longer stored. Articles of deleted watches are never listed.</p>`}
${onward(view, desk)}
${storyOrders(view, desk)}`;
  return pageLayout({ title: 'Story', main, desk, list: '/stories' });
}

/** Links to the first articles and to those after this page. */
function onward({ story: { id }, from, next }: StoryPageView, { root }: PageContext): Html | undefined {
  const address = `${root}/stories/${id}`;
  return pager(undefined, {
    back: [from && [address, '← earliest']],
    next: next && [`${address}?after=${storyPlaceText(next)}`, 'later →'],
  });
}

/** What found the articles of this page, where it is more than one: the same article may come from several. */
function sourcesOf({ folded }: StoryPageView): Html | undefined {
  const all = folded.flatMap(({ article, copies }) => [article, ...copies]);
  const services = new Set(all.map(({ finding }) => finding.service));
  if (services.size < 2) return undefined;
  return html`${[...services].map((service) => SERVICE_LABELS[service]).join(', ')}`;
}

function courseOf({ course: { counts, step, peak } }: StoryFacts, { timezone }: PageContext): Html {
  const unit = step === HOUR ? 'hour' : 'day';
  return html`${sparkline(counts, `Articles by ${unit}: ${counts.join(', ')}`)}<br>
<span class="soft small">Articles by ${unit}. Peak: ${formatCount(peak.count, 'article')} in the ${unit} from ${timeIn(peak.at, timezone)}.</span>`;
}

function outletsOf({ outlets }: StoryFacts): Html {
  const shown = outlets.slice(0, MOST_OUTLETS).map(({ domain, rank, articles }) => {
    const facts = [
      rank !== undefined && formatNumber(rank),
      articles > 1 && formatCount(articles, 'article'),
    ].filter((fact) => fact !== false);
    return html`${newsText(domain, 60)}${facts.length > 0 && html` <span class="soft small">(${facts.join(', ')})</span>`}`;
  });
  return html`${factLine(shown)}${moreThan(outlets, MOST_OUTLETS)}`;
}

function countriesOf({ countries }: StoryFacts): Html | undefined {
  if (countries.length === 0) return undefined;
  const shown = countries
    .slice(0, MOST_COUNTRIES)
    .map(({ country, articles }) => html`${newsText(countryName(country), 40)} ${formatNumber(articles)}`);
  return html`${factLine(shown, ', ')}${moreThan(countries, MOST_COUNTRIES)}`;
}

function moreThan(all: readonly unknown[], shown: number): string {
  return all.length > shown ? ` and ${formatNumber(all.length - shown)} more` : '';
}

function toneOf({ tone }: StoryFacts): Html {
  const { count, negative, positive } = tone;
  if (count === 0) return html`no article has a sentiment`;
  return html`${formatTone(tone)} on average of ${formatCount(count, 'article')} with a sentiment: ${formatNumber(negative)} negative, ${formatNumber(neutralCount(tone))} neutral, ${formatNumber(positive)} positive`;
}

/** What each channel knows of the story, and which watches have found it there. */
function noticeList({ notices }: StoryPageView, { timezone }: PageContext): Html | undefined {
  if (notices.length === 0) return undefined;
  const rows = notices.map(
    ({ channel, policy, severity, at, watches }: ChannelNotice) =>
      html`<li class="kicker">${severityBadge(severity)} <span>${channel}${policy !== undefined && ` (${policy.replaceAll('_', ' ')})`}</span> <span>since ${timeIn(at, timezone)}</span> <span>found by ${watches.join(', ')}</span></li>`,
  );
  return html`<h2>Notified channels</h2><ul class="plainlist">${rows}</ul>`;
}

/** What was sent of the story: the alerts on it, and those that its articles caused. */
function sentList({ sent }: StoryPageView, desk: PageContext): Html {
  if (sent.length === 0)
    return html`<h2>Alerts</h2><p class="soft">No article listed here has caused an alert.</p>`;
  return html`<h2>Alerts</h2>${plainList(sent, (entry) => alertLine(entry, desk))}`;
}

function foldedRow(
  { article, copies }: FoldedArticle,
  { story, from }: Pick<StoryPageView, 'story' | 'from'>,
  desk: PageContext,
): Html {
  const named = copies
    .slice(0, MOST_COPIES)
    .map(({ finding: { outlet, link } }) =>
      newsLink(outlet?.name ?? outlet?.domain ?? 'unknown source', link),
    );
  const more = copies.length - named.length;
  const after = from ? `?after=${storyPlaceText(from)}` : '';
  const address = `${desk.root}/stories/${story.id}/copies/${article.finding.fingerprint}${after}`;
  const foundBy = [...new Set([article, ...copies].flatMap((one) => one.foundBy))];
  return html`${articleText({ ...article, foundBy }, desk)}<br>${small(whyText(article))}${
    copies.length > 0 &&
    html`<details><summary>${formatCount(copies.length, 'copy')}</summary><p class="small">${factLine(named, ', ')}${more > 0 && html` ${linkTo(address, `and ${formatCount(more, 'more copy')}`)}`}</p></details>`
  }`;
}

/** The articles with the headline of another, a part at a time. */
export function storyCopiesPage(view: StoryCopiesView, desk: PageContext): HttpAnswer {
  const { story, article, count, copies, part, parts, folded } = view;
  const [path = '', after] = folded.split('?');
  const own = `${path}/copies/${article.finding.fingerprint}?${after === undefined ? '' : `${after}&`}`;
  const main = html`<p class="kicker">${linkTo(folded, newsText(story.title))}</p>
<h1>${formatCount(count, 'copy')}</h1>
<p class="soft">Articles with the headline of this one, the earliest first.</p>
<p>${articleText(article, desk)}</p>
${plainList(copies, (copy) => articleText(copy, desk))}
${partMenu({ part, parts }, { link: (to) => `${own}page=${to}`, back: '← earlier', on: 'later →' })}`;
  return pageLayout({ title: 'Copies', main, desk, list: '/stories' });
}

/** What an article was to the channels, and why it is in the story. Words of the news are in it. */
function whyText({ joined, newness }: StoredFinding): Html {
  const texts = [...(newness ? [newnessText(newness)] : []), joinedText(joined)];
  return newsText(texts.join(' '), LONGEST_WHY);
}

const LONGEST_WHY = 160;

function joinedText(joined: StoredFinding['joined']): string {
  switch (joined?.by) {
    case undefined:
      return 'The story began with it, or a person has moved it.';
    case 'group':
      return 'The service says that it is a copy of another article of the story.';
    case 'copy':
      return 'It has the headline or the text of another article of the story.';
    case 'words': {
      const words = joined.words.map(({ word, weight }) => `${termText(word)} (${weight})`);
      return `It shares words with the story, by weight: ${words.join(', ')}.`;
    }
  }
}

/** A story in a list: those of its first articles that add something to its headline, and links to its page. */
export function listedStory({ story, articles }: StoryEntry, desk: PageContext): Html {
  const { id, title, members, outlets, bestRank, firstAt, lastAt } = story;
  // An article with the headline of the story would say it again.
  const others = articles.filter(
    (article) =>
      members.length === 1 ||
      headlineKeyOf(article) !== headlineKeyOf({ finding: { title, fingerprint: id } }),
  );
  const facts: Part[] = [
    ...storyFacts(story),
    bestRank !== undefined && `best outlet rank ${formatNumber(bestRank)}`,
    html`${timeIn(firstAt, desk.timezone)} – ${timeIn(lastAt, desk.timezone)}`,
    outlets.length > 0 && html`${newsText(outlets.slice(0, 5).join(', '))}${moreThan(outlets, 5)}`,
  ];
  return html`${storyRow(story, desk, facts)}
${others.length > 0 && html`<ul>${others.map((article) => html`<li>${articleText(article, desk)}</li>`)}</ul>`}
<a class="small" href="${desk.root}/stories/${id}">${members.length > 1 ? `All ${formatCount(members.length, 'article')} →` : 'View story →'}</a>`;
}

function articleText({ foundBy, finding }: ListedArticle, { timezone }: PageContext): Html {
  return articleRow(finding, [...articleFacts(finding, timezone), `found by ${foundBy.join(', ')}`]);
}

/** What a form of the page has come to, above everything else. */
function storyNotice({ orders: { notice } }: StoryPageView): Html | undefined {
  if (!notice) return undefined;
  return html`<div class="card notice" role="status"><p><strong>${titleOf(notice)}</strong> ${restOf(notice)}</p></div>`;
}

const RECORDED: Readonly<Record<StoryOrderKind, string>> = {
  split: 'Recorded: the article becomes a story of its own.',
  mute: 'This story is muted.',
};
const NOTHING = 'Nothing was changed.';
const SOON = 'It is done within a minute. Open this page again then.';

function titleOf(notice: StoryNotice): string {
  if (notice.is === 'given') return RECORDED[notice.kind];
  return notice.is === 'undone' ? 'Undone.' : NOTHING;
}

function restOf(notice: StoryNotice): string {
  if ('kind' in notice) return notice.kind === 'mute' ? '' : SOON;
  if (notice.is === 'full') return NO_ROOM;
  return 'Somebody has changed this story since you opened the page. It is shown as it is now.';
}

/** What a person can order about a story, each with its form, and what people have ordered. */
function storyOrders({ story, folded, orders }: StoryPageView, desk: PageContext): Html {
  const { tokens, muted, mutes } = orders;
  const options = folded.map(
    ({
      article: {
        finding: { fingerprint, title, outlet },
      },
    }) => {
      const text = oneLine(title) === '' ? '(no title)' : shortLine(title, 110);
      return html`<option value="${fingerprint}">${text}${outlet !== undefined && ` – ${shortLine(outlet.name ?? outlet.domain, 40)}`}</option>`;
    },
  );
  const split = html`<li><form method="post"><input type="hidden" name="order" value="split"><input type="hidden" name="token" value="${tokens.split}"><label>An article that does not belong here. It becomes a story of its own, which its copies join.
<select name="about" required>${options}</select></label> <button>Take it out of this story</button></form></li>`;
  const mute = html`<li>${buttonForm({ order: 'mute', token: tokens.mute }, { button: 'Mute this story' })}
<span class="soft small">For 30 days channel ${mutes.join(', ')} receives nothing below critical about it. It is stored.</span></li>`;
  return html`<details class="orders"${orders.notice && html` open`}><summary>Change this story</summary>
<p class="soft small">You can undo what you change here. The next message of a channel says what you have muted on it; nobody is notified of anything else.</p>
<ul class="plainlist">${story.members.length > 1 && options.length > 0 && split}${!muted && mutes.length > 0 && mute}</ul></details>
${givenList(orders, desk)}`;
}

function givenList({ given, tokens }: StoryOrdersView, desk: PageContext): Html | undefined {
  if (given.length === 0) return undefined;
  const rows = given.map((one) => {
    const { order } = one;
    const canUndo = order.undoneAt === undefined && order.result !== 'gone' && !isOver(order, desk);
    return html`<li>${whatOf(one, desk)}. ${stateOf(one, desk)}${
      canUndo &&
      html` ${buttonForm({ order: 'undo', token: tokens.undo, about: order.key }, { button: 'Undo' })}`
    }</li>`;
  });
  return html`<h2>What people ordered</h2><ul class="plainlist">${rows}</ul>`;
}

function isOver({ kind, mutedUntil = 0 }: GivenOrder['order'], { now }: PageContext): boolean {
  return kind === 'mute' && mutedUntil <= now;
}

function whatOf({ order, title }: GivenOrder, { timezone, root }: PageContext): Html {
  const { kind, at, mutedUntil = 0, made, undoneAt } = order;
  const when = html`at ${timeIn(at, timezone)}`;
  if (kind === 'mute') return html`Muted ${when}, until ${timeIn(mutedUntil, timezone)}`;
  const article = title === undefined ? html`An article` : html`“${newsText(title, 160)}”`;
  const own = undoneAt === undefined ? made : undefined;
  return html`${article} taken out ${when}${own !== undefined && html`, into ${linkTo(`${root}/stories/${own}`, 'its own story')}`}`;
}

function stateOf({ order }: GivenOrder, { timezone }: PageContext): Html | string {
  const { kind, undoneAt, result } = order;
  const undone = undoneAt !== undefined && html`Undone at ${timeIn(undoneAt, timezone)}.`;
  if (isStoryOrderWaiting(order)) return html`${undone} This waits, for a minute at most.`;
  if (undone) return undone;
  if (result === 'gone')
    return 'There was nothing to change: what it is about is not stored any more, or was alone.';
  return kind === 'mute' ? '' : 'Done.';
}

const { button, about, done } = ACTION_NAMES['not-relevant'];

/** What readers said of the alerts on a story, by watch, each with a button to say it or to undo it. */
function storyJudgements({ judgements }: StoryPageView, desk: PageContext): Html | undefined {
  if (judgements.length === 0) return undefined;
  return html`<p class="soft small">${button}: ${about.charAt(0).toLowerCase()}${about.slice(1)}</p>
${plainList(judgements, (one) => judgementRow(one, desk))}`;
}

function judgementRow({ watchId, notRelevant, form }: StoryJudgement, { timezone }: PageContext): Html {
  const said = notRelevant.map(
    ({ lane, at }) =>
      html` <span class="small">${done}, says channel ${laneText(lane)} at ${timeIn(at, timezone)}.</span>`,
  );
  return html`<div class="acts">${actionButton(form)} <span>for watch ${watchId}</span>${said}</div>`;
}
