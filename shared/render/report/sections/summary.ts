import type { ReportNumbers } from '../../../domain/report/report-numbers.ts';
import { type Html, html, type Part } from '../../pages/html.ts';
import { before, change, line, num, periodName, share, tone } from '../words.ts';
import { linked } from './table.ts';

/** The head of a report: whose it is, and about which days. */
export function header({ look, brand, period }: ReportNumbers): Html {
  const logo = look.logo === undefined ? '' : html`<img class="logo" src="${look.logo}" alt="">`;
  return html`<header>${logo}
<p class="kicker">Media report on ${line(brand.names[0] ?? brand.id, 80)}</p>
<h1>${line(look.title, 120)}</h1>
<p class="period">${periodName(period)} <span class="muted">(${period.timezone})</span></p>
</header>`;
}

/** The most important numbers, each with its change. */
export function keyFigures(numbers: ReportNumbers): Html {
  const { articles, stories, outlets, mood, found, service, period } = numbers;
  const [voice, was] =
    found.length > 1 ? [found[0], numbers.foundBefore[0]] : [service?.now[0], service?.before[0]];
  const tiles: { name: string; value: Part; note: Part }[] = [
    { name: 'Articles', value: linked(num(articles.now), '#findings'), note: noteOf(articles) },
    { name: 'Stories', value: linked(num(stories.now), '#stories'), note: noteOf(stories) },
    { name: 'Outlets', value: linked(num(outlets.now), '#outlets'), note: noteOf(outlets) },
    { name: 'Tone', value: linked(tone(mood.now), '#tone'), note: `${tone(mood.before)} before` },
    ...(voice
      ? [
          {
            name: 'Share of voice',
            value: linked(share(voice.share), '#voice'),
            note: `${share(was?.share ?? 0)} before`,
          },
        ]
      : []),
  ];
  return html`<dl class="tiles" aria-label="Key figures, compared with ${before(period)}">${tiles.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>`,
  )}</dl>`;
}

function noteOf(compared: { now: number; before: number }): string {
  const moved = change(compared);
  if (moved === '') return 'none before';
  return moved === 'new' ? 'none before' : `${moved}, ${num(compared.before)} before`;
}

/** What has changed, in words; each sentence leads to the section that shows it. */
export function changes({ changes: sentences, period }: ReportNumbers): Html {
  return html`<section id="changes"><h2>What changed since ${before(period)}</h2>
<ul class="changes">${sentences.map(
    ({ text, about }) =>
      html`<li>${line(text, 420)} <a class="more" href="#${about}" aria-label="Show the numbers: ${about}">show</a></li>`,
  )}</ul></section>`;
}
