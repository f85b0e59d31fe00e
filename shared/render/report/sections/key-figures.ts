import { meanOf } from '../../../domain/reports/sentiment-share.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/format-period.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { line, num, periodName, share, tone } from '../words.ts';
import { storySummaryOf } from './earlier-numbers.ts';
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

interface Tile {
  name: string;
  value: Part;
  note: Part;
}

/** The most important numbers, each with its change. */
export function keyFigures(numbers: ReportNumbers, { rows }: FindingsIndex): Html {
  const { articles, stories, outlets, period, asked } = numbers;
  const earlier = { asked: asked.articles.before, href: rows({ days: 'before' }) };
  const tiles: Tile[] = [
    {
      name: 'Articles',
      value: linked(num(articles.now), '#findings'),
      note: storySummaryOf(articles, earlier),
    },
    { name: 'Stories', value: linked(num(stories.now), '#stories'), note: storySummaryOf(stories, earlier) },
    { name: 'Outlets', value: linked(num(outlets.now), '#outlets'), note: storySummaryOf(outlets, earlier) },
    toneTile(numbers),
    ...voiceTile(numbers),
  ];
  return html`<dl class="tiles" aria-label="Key figures, compared with ${spanWords(period).before}">${tiles.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>`,
  )}</dl>`;
}

function toneTile({ mood: sentimentSum, asked }: ReportNumbers): Tile {
  const value = linked(tone(sentimentSum.now), '#tone');
  if (meanOf(sentimentSum.now) === undefined) return { name: 'Tone', value, note: 'no sentiment given' };
  const comparable = asked.articles.before === 'all' && meanOf(sentimentSum.before) !== undefined;
  return { name: 'Tone', value, note: comparable ? `${tone(sentimentSum.before)} before` : 'from −1 to +1' };
}

function voiceTile({ found, foundBefore, service, asked }: ReportNumbers): Tile[] {
  const byWatches = found.length > 1;
  const [voice, was] = byWatches ? [found[0], foundBefore[0]] : [service?.now[0], service?.before[0]];
  if (!voice) return [];
  const [rows, earlier] = byWatches ? [found, foundBefore] : [service?.now ?? [], service?.before ?? []];
  const hasVoice = (all: readonly { articles: number }[]) => all.some(({ articles }) => articles > 0);
  const comparable = (!byWatches || asked.voice.before === 'all') && hasVoice(earlier);
  const note = comparable ? `by articles, ${share(was?.share ?? 0)} before` : 'by articles';
  return [
    {
      name: 'Share of voice',
      value: linked(hasVoice(rows) ? share(voice.share) : '–', '#voice'),
      note,
    },
  ];
}

/** What has changed, in words; each sentence leads to the section that shows it. */
export function changes({ changes: sentences, period }: ReportNumbers): Html {
  return html`<section id="changes"><h2>What changed since ${spanWords(period).before}</h2>
<ul class="changes">${sentences.map(
    ({ text, about }) =>
      html`<li>${line(text, 420)} <a class="more" href="#${about}" aria-label="Show the numbers: ${about}">show</a></li>`,
  )}</ul></section>`;
}
