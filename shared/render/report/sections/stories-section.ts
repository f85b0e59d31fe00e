import type { ReportNumbers, StoryRow } from '../../../domain/reports/report-numbers.ts';
import { type Html, html, joinParts } from '../../html/html.ts';
import {
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { inBefore } from './earlier-numbers.ts';
import { knownRank } from '../../text/outlet-facts.ts';
import { quoteText } from '../quote-text.ts';
import { exampleTitle, linked } from './table.ts';

/** How many stories are shown with a quote. */
export const SHOWN = 5;

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

function seenBefore({ before, goesOn }: StoryRow, { compared }: ReportNumbers): string[] {
  if (!compared.isEqual) return goesOn ? ['continued from before'] : [];
  return [before > 0 ? `${formatNumber(before)} before` : goesOn ? 'continued from before' : 'new'];
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
