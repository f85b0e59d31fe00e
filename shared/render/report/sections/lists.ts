import type { CountRow, ReportNumbers, StoryRow } from '../../../domain/report/report-numbers.ts';
import { type Html, html, type Part } from '../../pages/html.ts';
import { safeLink } from '../../plain-text.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import {
  before,
  change,
  counted,
  countryName,
  languageName,
  line,
  num,
  share,
  shortDay,
  tone,
} from '../words.ts';
import { bar, figure, linked, numeric, table, words } from './table.ts';

/** The period's stories, the largest first, each with its course. */
export function storiesSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topStories, stories } = numbers;
  if (topStories.length === 0)
    return html`<section id="stories"><h2>Stories</h2><p>No story was told.</p></section>`;
  const rest = stories.now - topStories.length;
  return html`<section id="stories"><h2>Stories</h2>
<p>${counted(stories.now, 'story', 'stories')}, ${num(stories.before)} in ${before(numbers.period)}. A story is what several outlets tell alike; here are the largest.</p>
<ol class="stories">${topStories.map((story, n) => storyEntry(story, { n, numbers, index }))}</ol>
${rest > 0 ? html`<p class="note">And ${counted(rest, 'smaller story', 'smaller stories')}.</p>` : ''}</section>`;
}

function storyEntry(
  story: StoryRow,
  { n, numbers, index }: { n: number; numbers: ReportNumbers; index: FindingsIndex },
): Html {
  const { first, articles, outlets, mood, goesOn, course } = story;
  const details = [
    linked(counted(articles, 'article', 'articles'), index.linkTo(anchors.story(n))),
    counted(outlets, 'outlet', 'outlets'),
    `${share(story.share)} of all`,
    ...(mood.count > 0 ? [`tone ${tone(mood)}`] : []),
    goesOn ? 'goes on from before' : 'new',
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

/** Top outlets, authors, countries and languages. */
export function topsSection(numbers: ReportNumbers, { linkTo }: FindingsIndex): Html {
  const { topOutlets, topAuthors, topCountries, topLanguages, outlets, authors, articles } = numbers;
  if (articles.now === 0) return html``;
  return html`<section id="outlets"><h2>Who wrote</h2>
<p>${counted(outlets.now, 'outlet', 'outlets')} and ${counted(authors.now, 'named author', 'named authors')}.</p>
${table({
  caption: 'Outlets that wrote most',
  head: [
    { title: 'Outlet' },
    { title: 'Rank', number: true },
    { title: 'Country' },
    { title: 'Articles', number: true },
    { title: 'Before', number: true },
    { title: 'Tone', number: true },
  ],
  rows: topOutlets.map(({ domain, name, rank, country, articles: compared, mood }, n) => [
    words([
      line(name ?? domain, 60),
      name === undefined ? '' : html` <span class="muted">${line(domain, 60)}</span>`,
    ]),
    numeric(rank === undefined || rank >= 999_999 ? '–' : num(rank)),
    words(country === undefined ? '–' : countryName(country)),
    figure(compared.now, linkTo(anchors.outlet(n))),
    figure(compared.before),
    numeric(tone(mood)),
  ]),
})}
<div class="columns">
${countTable(topAuthors, { caption: 'Authors', name: (key) => line(key, 60), link: (n) => linkTo(anchors.author(n)) })}
${countTable(topCountries, { caption: 'Countries of the outlets', name: countryName, link: (n) => linkTo(anchors.country(n)) })}
${countTable(topLanguages, { caption: 'Languages', name: languageName, link: () => undefined })}
</div></section>`;
}

function countTable(
  rows: readonly CountRow[],
  given: { caption: string; name: (key: string) => string; link: (n: number) => string | undefined },
): Html {
  if (rows.length === 0) return html``;
  const most = Math.max(...rows.map(({ articles }) => articles.now));
  return html`<div>${table({
    caption: given.caption,
    head: [{ title: 'Name' }, { title: 'Articles', number: true }, { title: 'Change', number: true }],
    rows: rows.map(({ key, articles }, n) => [
      words([given.name(key), bar(articles.now, most)]),
      figure(articles.now, given.link(n)),
      numeric(change(articles)),
    ]),
  })}</div>`;
}

/** A title, as a link to its article where that is a safe one. */
export function titleOf(title: string, link: string | undefined): Part {
  const text = line(title, 220);
  const safe = safeLink(link);
  return safe === undefined ? text : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`;
}
