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
import { alsoBefore } from './earlier-numbers.ts';
import { exampleTitle, linked } from './table.ts';

/** The stories of the period, the largest first, each with its articles by day. */
export function storiesSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topStories, stories, period } = numbers;
  if (topStories.length === 0)
    return html`<section id="stories"><h2>Stories</h2><p>No articles were found.</p></section>`;
  const largest = stories.now > topStories.length ? ' The largest come first.' : '';
  return html`<section id="stories"><h2>Stories</h2>
<p>${formatCount(stories.now, 'story')}${alsoBefore({ n: stories.before, ...index.earlier }, period)}. Articles that report the same thing are one story.${largest}</p>
<ol class="stories">${topStories.map((story, n) => storyEntry(story, { n, numbers, index }))}</ol>
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
  const { first, articles, outlets, mood: sentiment, goesOn, course } = story;
  const isComparable = numbers.asked.articles.before === 'all';
  const details = [
    linked(formatCount(articles, 'article'), index.linkTo(anchors.story(n))),
    linked(formatCount(outlets, 'outlet'), index.linkTo(anchors.story(n))),
    `${formatShare(story.share)} of all articles`,
    ...(sentiment.count > 0 ? [`tone ${formatTone(sentiment)}`] : []),
    ...(goesOn ? ['continued from before'] : isComparable ? ['new'] : []),
    ...(first.domain === undefined ? [] : [`first seen in ${titleLine(first.domain, 60)}`]),
  ];
  return html`<li><div><p class="title">${exampleTitle(first)}</p>
<p class="muted">${joinParts(details, ' · ')}</p></div>
${course.length > 1 ? sparkline(course, numbers) : ''}</li>`;
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
      const height = Math.round((count / most) * 260) / 10;
      return count === 0
        ? ''
        : html`<rect class="f-brand" x="${fixed(at * step + step * 0.12)}" width="${fixed(step * 0.76)}" y="${fixed(27 - height)}" height="${fixed(height)}"/>`;
    },
  )}</svg>`;
}

function fixed(n: number): string {
  return n.toFixed(2);
}
