import type { ReportNumbers, ServiceVoice } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/format-period.ts';
import { wallClockOf } from '../../../domain/time/wall-clock.ts';
import type { Window } from '../../../domain/time/window.ts';
import { type Html, html } from '../../html/html.ts';
import { serviceVoiceChart, voiceChart } from '../charts/voice-charts.ts';
import { voiceColour } from '../charts/palette.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { line, num, share } from '../words.ts';
import { behind, figure, legend, numeric, words } from './table.ts';

/** Share of voice: what our watches found, and what the service counts for those that no watch covers. */
export function voiceSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { found, service, uncounted, period } = numbers;
  if (found.length < 2 && !service && uncounted.length === 0) return html``;
  const missing =
    uncounted.length === 0
      ? ''
      : html`<p class="note">Not compared: ${uncounted.map((name) => line(name, 60)).join(', ')}. No watch has the name, and the news service could not be asked when this was written. Write the report again, or give each a watch.</p>`;
  return html`<section id="voice"><h2>Share of voice</h2>
${found.length > 1 ? foundVoice(numbers, index) : ''}
${service ? serviceVoice(service, period.timezone) : ''}${missing}</section>`;
}

function foundVoice(numbers: ReportNumbers, { rows: listed }: FindingsIndex): Html {
  const { found: rows, foundBefore: before, asked, period, brand } = numbers;
  const comparable = asked.voice.before === 'all';
  const nothing = rows.every(({ articles }) => articles === 0);
  const chart = nothing
    ? html`<p class="note">Nothing was found about any of them: nobody has a share.</p>`
    : html`${legend(rows.map(({ name }, index) => ({ name: line(name, 40), colour: voiceColour(index) })))}
${voiceChart(rows)}`;
  const rowsOf = (id: string, days: 'now' | 'before') =>
    listed({ days, ...(id !== brand.id && { brand: id }) });
  const unknown = comparable
    ? ''
    : html`<p class="note">Nothing is said of shares before: not all of these names were asked for in all of ${spanWords(period).before}.</p>`;
  return html`<p>Counted from what the watches of each name found, in three ways: every article, every story once, every outlet once.</p>
${chart}
${behind({
  caption: 'Share of voice by what was found',
  head: [
    { title: 'Name' },
    { title: 'Articles', number: true },
    { title: 'Share', number: true },
    { title: 'Stories', number: true },
    { title: 'Share', number: true },
    { title: 'Outlets', number: true },
    { title: 'Share', number: true },
    ...(comparable
      ? [
          { title: 'Articles before', number: true },
          { title: 'Share before', number: true },
        ]
      : []),
  ],
  rows: rows.map((row, index) => [
    words(line(row.name, 60)),
    figure(row.articles, index === 0 ? '#findings' : rowsOf(row.id, 'now')),
    numeric(share(row.share)),
    figure(row.stories, index === 0 ? '#stories' : rowsOf(row.id, 'now')),
    numeric(share(row.storyShare)),
    figure(row.outlets, index === 0 ? '#outlets' : rowsOf(row.id, 'now')),
    numeric(share(row.outletShare)),
    ...(comparable
      ? [
          figure(before[index]?.articles ?? 0, rowsOf(row.id, 'before')),
          numeric(share(before[index]?.share ?? 0)),
        ]
      : []),
  ]),
})}${unknown}`;
}

function serviceVoice({ now, before, window, windowBefore }: ServiceVoice, timezone: string): Html {
  const total = now.reduce((sum, { articles }) => sum + articles, 0);
  return html`<h3 id="service">As the news service counts</h3>
<p>Competitors without a watch are compared by how many articles the service itself counts: every article of any outlet that holds one of the names, whether a watch asks for it or not: ${num(total)} in all. They are counted and not fetched, so they are not among the findings; what was asked stands in the table.</p>
${
  total === 0
    ? ''
    : html`${legend(now.map(({ name }, index) => ({ name: line(name, 40), colour: voiceColour(index) })))}
${serviceVoiceChart({ now, before })}`
}
${behind({
  caption: 'Share of voice by the count of the service',
  head: [
    { title: 'Name' },
    { title: 'Articles', number: true },
    { title: 'Share', number: true },
    { title: 'Articles before', number: true },
    { title: 'Share before', number: true },
  ],
  rows: now.map((row, index) => [
    words(line(row.name, 60)),
    figure(row.articles, '#service-asked'),
    numeric(share(row.share)),
    figure(before[index]?.articles ?? 0, '#service-asked'),
    numeric(share(before[index]?.share ?? 0)),
  ]),
})}
<div id="service-asked">${behind({
    caption: 'What the service was asked',
    head: [{ title: 'Name' }, { title: 'Articles that hold' }, { title: 'And none of' }],
    rows: now.map(({ name, names, exclude }) => [
      words(line(name, 60)),
      words(names.map((one) => `“${line(one, 60)}”`).join(' or ')),
      words(exclude.length === 0 ? '–' : exclude.map((one) => `“${line(one, 60)}”`).join(', ')),
    ]),
  })}<p class="note">Published from ${spanOf(window, timezone)}; before: from ${spanOf(windowBefore, timezone)}.</p></div>`;
}

/** `2026-11-16 00:00 to 2026-11-23 00:00` */
function spanOf({ from, to }: Window, timezone: string): string {
  const [begin, end] = [from, to].map((at) => wallClockOf(at, timezone).replace('T', ' '));
  return `${begin ?? ''} to ${end ?? ''}`;
}
