import { spanWords } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { meanSentiment } from '../../../domain/reports/day-rollup.ts';
import { html, type Html, joinParts, type Part } from '../../text/html.ts';
import {
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  periodName,
  titleLine,
} from '../../text/format-values.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { comparisonNote, linked } from './table.ts';
import { comparableCounts } from '../../../domain/reports/voice-rows.ts';

/** The head of a report: brand, title, days, and whether anything is missing. */
export function reportHeader(
  { look, brand, period, completeness }: ReportNumbers,
  { link }: FindingsIndex,
): Html {
  const logo = look.logo === undefined ? '' : html`<img class="logo" src="${look.logo}" alt="">`;
  const { isComplete, text } = completeness;
  return html`<header>${logo}
<p class="kicker">Media report on ${titleLine(brand.names[0] ?? brand.id, 80)}</p>
<h1>${titleLine(look.title, 120)}</h1>
<p class="period">${periodName(period)} <span class="muted">(${period.timezone})</span></p>
${formLinks(link)}<p class="status${isComplete ? '' : ' warn'}"><a href="#watching">${titleLine(text, 600)}</a></p>
</header>`;
}

/** Links to the other forms of the report. */
function formLinks(link: string | undefined): Html {
  if (link === undefined) return html``;
  const forms = [
    ['xlsx', 'Spreadsheet'],
    ['csv', 'CSV'],
    ['json', 'JSON'],
    ['text', 'Text'],
  ] as const;
  return html`<p class="forms screen">${joinParts(
    forms.map(([form, name]) => html`<a href="${link}/${form}">${name}</a>`),
    ' · ',
  )}</p>
`;
}

interface Tile {
  name: string;
  value: Part;
  note: Part;
}

/** The key figures, each compared with the days before where the same watches have covered both. */
export function keyFigures(numbers: ReportNumbers, { earlier }: FindingsIndex): Html {
  const counts = [
    ['Articles', numbers.articles, '#volume'],
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

function toneTile({ mood: sentiment, noTone, compared }: ReportNumbers): Tile {
  const none = (note: string): Tile => ({ name: 'Tone', value: linked('–', '#tone'), note });
  if (noTone !== undefined) return none('not given: a watch chooses its articles by tone');
  if (meanSentiment(sentiment.now) === undefined) return none('no sentiment data');
  const of = `of ${formatCount(sentiment.now.count, 'article')} with a sentiment`;
  const isComparable = compared.isEqual && meanSentiment(sentiment.before) !== undefined;
  const note = isComparable ? `${of}, ${formatTone(sentiment.before)} before` : of;
  return { name: 'Tone', value: linked(formatTone(sentiment.now), '#tone'), note };
}

function voiceTile(numbers: ReportNumbers): Tile[] {
  const { found, voice, service, period, days } = numbers;
  const name = 'Share of voice';
  const isByWatches = found.length > 1;
  if (isByWatches && voice.days.length === 0)
    return [{ name, value: linked('–', '#voice'), note: 'not given: no day was covered for all names' }];
  const [rows, earlier] = isByWatches
    ? [voice.rows, voice.before]
    : [service?.now ?? [], comparableCounts(numbers)];
  const [own] = rows;
  if (!own) return [];
  const hasVoice = (all: readonly { articles: number }[]) => all.some(({ articles }) => articles > 0);
  const part =
    isByWatches && voice.why !== undefined
      ? `, on ${voice.days.length} of ${formatCount(days.length, 'day')}`
      : '';
  const before = hasVoice(earlier)
    ? `, ${formatShare(earlier[0]?.share ?? 0)} ${spanWords(period).inBefore}`
    : '';
  return [
    {
      name,
      value: linked(hasVoice(rows) ? formatShare(own.share) : '–', '#voice'),
      note: `by articles, of ${rows.length} names${part}${before}`,
    },
  ];
}

/** The report in sentences, each linked to the section with its numbers. */
export function summarySection({ changes }: ReportNumbers): Html {
  return html`<section id="changes"><h2>Summary</h2>
<ul class="changes">${changes.map(
    ({ text, about }) =>
      html`<li>${titleLine(text, 600)} <a class="more" href="#${about}" aria-label="Show the numbers: ${about}">↓</a></li>`,
  )}</ul></section>`;
}
