import { listsAll } from '../../../domain/reports/build-report.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers, StoryRow } from '../../../domain/reports/report-numbers.ts';
import { sentimentSumOf } from '../../../domain/reports/day-rollup.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  knownRank,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import { html, type Html, joinParts } from '../../text/html.ts';
import { anchors, type FindingsIndex, type Group } from '../findings-index.ts';
import { quoteText } from '../report-text.ts';
import { exampleTitle, inBefore, linked, numberCell, numberColumn, table, titleLink } from './table.ts';

/** How many stories are shown with a quote. */
const SHOWN = 5;

/** The largest stories of the period, each with its link, a quote, its reach and tone. The others are collapsed. */
export function storiesSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topStories, stories, period } = numbers;
  if (topStories.length === 0)
    return html`<section id="stories"><h2>Stories</h2><p>No articles were found.</p></section>`;
  const isCut = stories.now > SHOWN;
  const largest = isCut ? ` These are the ${SHOWN} largest.` : '';
  const entry = (story: StoryRow, n: number) => storyEntry(story, { n, numbers, index });
  const next = topStories.slice(SHOWN);
  return html`<section id="stories"><h2>${isCut ? 'The largest stories' : 'Stories'}</h2>
<p>${formatCount(stories.now, 'story')}${inBefore({ n: stories.before, ...index.earlier }, period)}. Articles that report the same thing are one story.${largest}</p>
<ol class="stories">${topStories.slice(0, SHOWN).map(entry)}</ol>
${
  next.length === 0
    ? ''
    : html`<details class="behind"><summary>${formatCount(next.length, 'next story')}</summary>
<ol class="stories">${next.map((story, n) => entry(story, SHOWN + n))}</ol></details>`
}
${smallerStories(numbers, index)}</section>`;
}

/** The titles of the stories after the largest. */
function smallerStories({ stories, topStories, others }: ReportNumbers, { rows }: FindingsIndex): Html {
  const rest = stories.now - topStories.length;
  if (rest === 0) return html``;
  const left = rest - others.stories.length;
  return html`<details class="behind"><summary>${formatCount(rest, 'smaller story')}</summary>
<ul class="names">${others.stories.map(
    ({ id, title, articles }) =>
      html`<li>${titleLine(title, 160)}: ${linked(formatNumber(articles), rows({ days: 'now', story: id }))}</li>`,
  )}</ul>${left > 0 ? html`<p class="note">And ${formatNumber(left)} more with few articles each: see the ${linked('list of all articles', rows({ days: 'now' }))}.</p>` : ''}</details>`;
}

function storyEntry(
  story: StoryRow,
  { n, numbers, index }: { n: number; numbers: ReportNumbers; index: FindingsIndex },
): Html {
  const { central, articles, outlets, mood: sentiment, course, wideReach, mostRead } = story;
  const link = index.linkTo(anchors.story(n));
  const ranked = mostRead.filter(({ rank }) => knownRank(rank) !== undefined);
  const details = [
    [linked(formatCount(articles, 'article'), link), ' in ', linked(formatCount(outlets, 'outlet'), link)],
    `${formatShare(story.share)} of all articles`,
    ...(wideReach > 0 ? [`${formatCount(wideReach, 'outlet')} of rank 10,000 or better`] : []),
    ...(sentiment.count > 0
      ? [
          `tone ${formatTone(sentiment)}${sentiment.count < articles ? ` of ${formatCount(sentiment.count, 'article')} with a sentiment` : ''}`,
        ]
      : []),
    ...seenBefore(story, numbers),
  ];
  const reach =
    ranked.length === 0 ? '' : html`<p class="muted">Most read in ${ranked.map(outletWords).join(', ')}.</p>`;
  return html`<li><div><p class="title">${exampleTitle(central)}</p>
${quoteOf(story, numbers)}<p class="muted">${joinParts(details, ' · ')}</p>
${reach}</div>
${course.length > 1 ? sparkline(course, numbers) : ''}</li>`;
}

/** `BBC News (rank 120)` */
function outletWords({ name, domain, rank }: StoryRow['mostRead'][number]): string {
  return `${titleLine(name ?? domain, 60)} (rank ${formatNumber(rank ?? 0)})`;
}

function seenBefore({ before }: StoryRow, { compared }: ReportNumbers): string[] {
  if (!compared.isEqual) return before > 0 ? ['continued from before'] : [];
  return [before > 0 ? `${formatNumber(before)} before` : 'new'];
}

/** The first sentences of an article, as its outlet wrote them. */
function quoteOf({ quote, central }: StoryRow, { topOutlets }: ReportNumbers): Html {
  const text = quoteText(quote, central.title);
  if (!quote || text === '') return html``;
  const { domain } = quote;
  const name = topOutlets.find((one) => one.domain === domain)?.name ?? domain;
  return html`<blockquote>“${text}”${name === undefined ? '' : html` <cite>${titleLine(name, 60)}</cite>`}</blockquote>`;
}

/** The articles of a story by day, as small bars; the label contains the numbers. */
function sparkline(course: readonly number[], { days }: ReportNumbers): Html {
  const most = Math.max(1, ...course);
  const step = 100 / course.length;
  const numbers = course
    .map((count, at) => (count === 0 ? '' : `${shortDay(days[at]?.day ?? '')}: ${formatNumber(count)}`))
    .filter((text) => text !== '')
    .join(', ');
  const label = course.length > 40 ? `at most ${formatNumber(most)} a day` : numbers;
  return html`<svg class="spark" viewBox="0 0 100 28" preserveAspectRatio="none" role="img" aria-label="Articles by day: ${label}"><title>${label}</title><path class="s-rule" d="M0 27.5H100" fill="none"/>${course.map(
    (count, at) => {
      const missing = days[at]?.missing.length ?? 0;
      if (count === 0 && missing > 0) return hatchedDay(at * step, step);
      const height = Math.round((count / most) * 260) / 10;
      return count === 0
        ? ''
        : html`<rect class="f-brand" x="${fixed(at * step + step * 0.12)}" width="${fixed(step * 0.76)}" y="${fixed(27 - height)}" height="${fixed(height)}"/>`;
    },
  )}</svg>`;
}

function hatchedDay(x: number, step: number): Html {
  return html`<rect class="f-hatch" x="${fixed(x + step * 0.12)}" width="${fixed(step * 0.76)}" y="1" height="26"/>`;
}

function fixed(n: number): string {
  return n.toFixed(2);
}

/** How many articles of a group are listed. */
const MOST_PLACES = 60;

/** The articles behind the numbers. Not collapsed: not every browser opens a collapsed part for a link into it. */
export function findingsSection(numbers: ReportNumbers, { groups, rows, link }: FindingsIndex): Html {
  const { examples, articles, period } = numbers;
  if (articles.now === 0)
    return html`<section id="findings"><h2>Behind the numbers</h2><p>No articles were found in these days.</p></section>`;
  const dayIn = dayReader(period.timezone);
  const where =
    link === undefined
      ? 'The page of this report lists them.'
      : `They are listed at ${link}, where the numbers of this report link to the articles behind them.`;
  const listed = listsAll(numbers)
    ? `${formatCount(articles.now, 'article')}, all listed here.`
    : html`${linked(formatCount(articles.now, 'article'), rows({ days: 'now' }))}. ${formatNumber(examples.length)} are listed here: for each day, those of the most read outlets. The link opens the whole list.`;
  return html`<section id="findings"><h2>Behind the numbers</h2>
<p class="print">${formatCount(articles.now, 'article')}. ${where}</p>
<div class="screen"><p>${listed} The numbers in this report link to this section or to a list of their own. “No.” is the row of this table.</p>
${table({
  caption: 'Articles, oldest first',
  cards: true,
  head: ['No.', 'Title', 'Outlet', 'Country', 'Day', numberColumn('Tone')],
  rows: examples.map(({ title, english, link, domain, country, at, mood: sentiment }, index) => [
    html`<span id="f${index + 1}">${index + 1}</span>`,
    html`<span class="lead">${exampleTitle({ title, english, link })}</span>`,
    domain === undefined ? '–' : titleLine(domain, 60),
    country === undefined ? '–' : countryName(country),
    shortDay(dayIn(at)),
    numberCell(formatTone(sentimentSumOf(sentiment === undefined ? undefined : sentiment / 1_000))),
  ]),
})}
<h3>Articles by number</h3>
<dl class="groups">${groups.map(groupEntry)}</dl></div></section>`;
}

function groupEntry({ anchor, label, articles, places, all }: Group): Html {
  const shown = places.slice(0, MOST_PLACES);
  const left = articles - shown.length;
  return html`<div id="${anchor}"><dt>${label}: ${formatNumber(articles)}</dt><dd>${shown.map(
    (place) => html`<a href="#f${place}">${place}</a> `,
  )}${left > 0 ? html`and ${linked(`${formatNumber(left)} more`, all)}` : ''}</dd></div>`;
}

/** Events, and records from extractions. */
export function eventsSection(
  { events, records, items, period, asked }: ReportNumbers,
  { rows }: FindingsIndex,
): Html {
  if (events.now + records.now + events.before + records.before === 0) return html``;
  const dayIn = dayReader(period.timezone);
  const rest = events.now + records.now - items.length;
  const earlier = (kind: 'events' | 'records', n: number) =>
    inBefore({ n, asked: asked.items.before, href: rows({ days: 'before', kind }) }, period);
  const all = (kind: 'events' | 'records', text: string) => linked(text, rows({ days: 'now', kind }));
  return html`<section id="events"><h2>Events and records</h2>
<p>${events.now + events.before > 0 && html`${all('events', formatCount(events.now, 'event'))}${earlier('events', events.before)}.`}${
    records.now + records.before > 0 &&
    html` ${all('records', formatCount(records.now, 'record'))} from extractions${earlier('records', records.before)}.`
  }</p>
${
  items.length === 0
    ? ''
    : html`<div class="long">${table({
        caption: 'Events and records, oldest first',
        cards: true,
        head: ['Title', 'Kind', 'Day', 'Watch'],
        rows: items.map(({ title, link, type, at, watchId }) => [
          titleLink(title, link),
          type,
          shortDay(dayIn(at)),
          watchId,
        ]),
      })}</div>`
}${rest > 0 ? html`<p class="note">And ${formatNumber(rest)} more. The numbers above link to all of them.</p>` : ''}</section>`;
}
