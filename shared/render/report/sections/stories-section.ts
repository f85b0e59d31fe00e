import type { ReportNumbers, StoryRow } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { counted, line, num, share, shortDay, tone } from '../words.ts';
import { alsoBefore } from './earlier-numbers.ts';
import { linked, titleOf } from './table.ts';

/** The period's stories, the largest first, each with its course. */
export function storiesSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topStories, stories, period, asked } = numbers;
  if (topStories.length === 0)
    return html`<section id="stories"><h2>Stories</h2><p>Nothing was found, so there is no story.</p></section>`;
  const earlier = { n: stories.before, asked: asked.articles.before, href: index.rows({ days: 'before' }) };
  const largest = stories.now > topStories.length ? ' Here are the largest.' : '';
  return html`<section id="stories"><h2>Stories</h2>
<p>${counted(stories.now, 'story', 'stories')}${alsoBefore(earlier, period)}. Articles that tell the same thing are one story, however many outlets print it.${largest}</p>
<ol class="stories">${topStories.map((story, n) => storyEntry(story, { n, numbers, index }))}</ol>
${smallerStories(numbers, index)}</section>`;
}

/** The stories that are not among the largest, by their titles. */
function smallerStories({ stories, topStories, others }: ReportNumbers, { rows }: FindingsIndex): Html {
  const rest = stories.now - topStories.length;
  if (rest === 0) return html``;
  const left = rest - others.stories.length;
  return html`<details class="behind"><summary>${counted(rest, 'smaller story', 'smaller stories')}</summary>
<ul class="names">${others.stories.map(
    ({ id, title, articles }) =>
      html`<li>${line(title, 160)}: ${linked(num(articles), rows({ days: 'now', story: id }))}</li>`,
  )}</ul>${left > 0 ? html`<p class="note">And ${num(left)} more of few articles each; they stand in the ${linked('list of all articles', rows({ days: 'now' }))}.</p>` : ''}</details>`;
}

function storyEntry(
  story: StoryRow,
  { n, numbers, index }: { n: number; numbers: ReportNumbers; index: FindingsIndex },
): Html {
  const { first, articles, outlets, mood: sentimentSum, goesOn, course } = story;
  const known = numbers.asked.articles.before === 'all';
  const details = [
    linked(counted(articles, 'article', 'articles'), index.linkTo(anchors.story(n))),
    linked(counted(outlets, 'outlet', 'outlets'), index.linkTo(anchors.story(n))),
    `${share(story.share)} of all`,
    ...(sentimentSum.count > 0 ? [`tone ${tone(sentimentSum)}`] : []),
    ...(goesOn ? ['goes on from before'] : known ? ['new'] : []),
  ];
  return html`<li><div><p class="title">${titleOf(first.title, first.link)}</p>
<p class="muted">${details.map((part, at) => [at === 0 ? '' : ' · ', part])}${first.domain === undefined ? '' : ` · first seen in ${line(first.domain, 60)}`}</p></div>
${course.length > 1 ? sparkline(course, numbers) : ''}</li>`;
}

/** The articles of a story by day, as small bars; their numbers are in its label. */
function sparkline(course: readonly number[], { days }: ReportNumbers): Html {
  const most = Math.max(1, ...course);
  const step = 100 / course.length;
  const label = course
    .map((count, at) => (count === 0 ? '' : `${shortDay(days[at]?.day ?? '')}: ${num(count)}`))
    .filter((text) => text !== '')
    .join(', ');
  const shown = course.length > 40 ? `${num(most)} on its largest day` : label;
  return html`<svg class="spark" viewBox="0 0 100 28" preserveAspectRatio="none" role="img" aria-label="Course: ${shown}"><title>${shown}</title><path class="s-rule" d="M0 27.5H100" fill="none"/>${course.map(
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
