import type { FoundVoiceRow, ReportNumbers, ServiceVoice } from '../../../domain/report/report-numbers.ts';
import { type Html, html } from '../../pages/html.ts';
import { serviceVoiceChart, voiceChart } from '../charts/report-charts.ts';
import { voiceColour } from '../charts/palette.ts';
import { line, num, share } from '../words.ts';
import { behind, figure, legend, numeric, words } from './table.ts';

/** Share of voice: what our watches found, and what the service counts for those that no watch covers. */
export function voiceSection({ found, foundBefore, service, uncounted }: ReportNumbers): Html {
  if (found.length < 2 && !service && uncounted.length === 0) return html``;
  const missing =
    uncounted.length === 0
      ? ''
      : html`<p class="note">Not compared: ${uncounted.map((name) => line(name, 60)).join(', ')}. No watch has the name, and the news service could not be asked when this was written. Write the report again, or give each a watch.</p>`;
  return html`<section id="voice"><h2>Share of voice</h2>
${found.length > 1 ? foundVoice(found, foundBefore) : ''}
${service ? serviceVoice(service) : ''}${missing}</section>`;
}

function foundVoice(rows: readonly FoundVoiceRow[], before: readonly FoundVoiceRow[]): Html {
  return html`<p>Counted from what the watches of each name found, in three ways: every article, every story once, every outlet once.</p>
${legend(rows.map(({ name }, index) => ({ name: line(name, 40), colour: voiceColour(index) })))}
${voiceChart(rows)}
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
    { title: 'Share of articles before', number: true },
  ],
  rows: rows.map((row, index) => [
    words(line(row.name, 60)),
    figure(row.articles, index === 0 ? '#findings' : undefined),
    numeric(share(row.share)),
    figure(row.stories, index === 0 ? '#stories' : undefined),
    numeric(share(row.storyShare)),
    figure(row.outlets, index === 0 ? '#outlets' : undefined),
    numeric(share(row.outletShare)),
    numeric(share(before[index]?.share ?? 0)),
  ]),
})}`;
}

function serviceVoice({ now, before }: ServiceVoice): Html {
  const total = now.reduce((sum, { articles }) => sum + articles, 0);
  return html`<h3>As the news service counts</h3>
<p>By articles alone: how many the service has that hold one of the names, in any watch or none: ${num(total)} in all. These are numbers of the service; the articles behind them are not stored here.</p>
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
    figure(row.articles),
    numeric(share(row.share)),
    figure(before[index]?.articles ?? 0),
    numeric(share(before[index]?.share ?? 0)),
  ]),
})}`;
}
