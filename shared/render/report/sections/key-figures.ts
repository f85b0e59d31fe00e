import { spanWords } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { meanSentiment } from '../../../domain/reports/sentiment-share.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { formatNumber, formatShare, formatTone, periodName, titleLine } from '../../text/format-values.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { comparisonNote } from './earlier-numbers.ts';
import { linked } from './table.ts';

/** The head of a report: brand, title and days. */
export function reportHeader({ look, brand, period }: ReportNumbers): Html {
  const logo = look.logo === undefined ? '' : html`<img class="logo" src="${look.logo}" alt="">`;
  return html`<header>${logo}
<p class="kicker">Media report on ${titleLine(brand.names[0] ?? brand.id, 80)}</p>
<h1>${titleLine(look.title, 120)}</h1>
<p class="period">${periodName(period)} <span class="muted">(${period.timezone})</span></p>
</header>`;
}

interface Tile {
  name: string;
  value: Part;
  note: Part;
}

/** The key figures, each compared with the days before. */
export function keyFigures(numbers: ReportNumbers, { earlier }: FindingsIndex): Html {
  const counts = [
    ['Articles', numbers.articles, '#findings'],
    ['Stories', numbers.stories, '#stories'],
    ['Outlets', numbers.outlets, '#outlets'],
  ] as const;
  const tiles: Tile[] = [
    ...counts.map(([name, compared, section]) => ({
      name,
      value: linked(formatNumber(compared.now), section),
      note: comparisonNote(compared, earlier),
    })),
    toneTile(numbers),
    ...voiceTile(numbers),
  ];
  return html`<dl class="tiles" aria-label="Key figures, compared with ${spanWords(numbers.period).before}">${tiles.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>`,
  )}</dl>`;
}

function toneTile({ mood: sentiment, asked }: ReportNumbers): Tile {
  const value = linked(formatTone(sentiment.now), '#tone');
  if (meanSentiment(sentiment.now) === undefined) return { name: 'Tone', value, note: 'no sentiment data' };
  const isComparable = asked.articles.before === 'all' && meanSentiment(sentiment.before) !== undefined;
  const note = isComparable ? `${formatTone(sentiment.before)} before` : 'from −1 to +1';
  return { name: 'Tone', value, note };
}

function voiceTile({ found, foundBefore, service, asked }: ReportNumbers): Tile[] {
  const isByWatches = found.length > 1;
  const [rows, earlier] = isByWatches ? [found, foundBefore] : [service?.now ?? [], service?.before ?? []];
  const [voice] = rows;
  if (!voice) return [];
  const hasVoice = (all: readonly { articles: number }[]) => all.some(({ articles }) => articles > 0);
  const isComparable = (!isByWatches || asked.voice.before === 'all') && hasVoice(earlier);
  return [
    {
      name: 'Share of voice',
      value: linked(hasVoice(rows) ? formatShare(voice.share) : '–', '#voice'),
      note: isComparable ? `by articles, ${formatShare(earlier[0]?.share ?? 0)} before` : 'by articles',
    },
  ];
}

/** The changes in sentences, each linked to the section with its numbers. */
export function changesSection({ changes, period }: ReportNumbers): Html {
  return html`<section id="changes"><h2>Compared with ${spanWords(period).before}</h2>
<ul class="changes">${changes.map(
    ({ text, about }) =>
      html`<li>${titleLine(text, 420)} <a class="more" href="#${about}" aria-label="Show the numbers: ${about}">show</a></li>`,
  )}</ul></section>`;
}
