import { formatNumber, periodName, titleLine } from '../text/format-values.ts';
import { html, type Html, joinParts, type Part, policyOf, trustedMarkup } from '../text/html.ts';
import { drawChart, drawSpark } from './draw-chart.ts';

import type {
  Block,
  Cell,
  Column,
  Group,
  ReportModel,
  Rich,
  Row,
  Section,
  StoryEntry,
  Table,
} from './model/report-model.ts';
import { reportStyle } from './report-style.ts';

/** The pattern of what is hatched, once for all charts. */
const HATCH = html`<svg width="0" height="0" aria-hidden="true" class="defs"><defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect fill="var(--ground)" width="7" height="7"/><rect fill="var(--hatch)" width="2" height="7"/></pattern></defs></svg>`;

/**
 * A report as one HTML file without scripts or foreign content; its policy is in the file, so that it also holds when
 * the file is opened from a disk. The same report gives the same bytes.
 */
export function printHtml(report: ReportModel): string {
  const { look, period, id } = report.numbers;
  const style = reportStyle(look.colour);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${titleLine(look.title, 120)}, ${periodName(period)}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<main>
${HATCH}
${header(report)}
${figures(report)}
${summary(report)}
${report.sections.map((section) => sectionHtml(section, report))}
<footer>Written by Bellwether from the findings of its watches. Report ${id}, ${periodName(period)} (${period.timezone}). The titles are those of the outlets.</footer>
</main>
</body>
</html>
`;
  return page.toString();
}

/** The head of a report: brand, title, days, and whether anything is missing. */
function header({ numbers: { look, period }, brand, status, link }: ReportModel): Html {
  return html`<header>${look.logo !== undefined && html`<img class="logo" src="${look.logo}" alt="">`}
<p class="kicker">Media report on ${titleLine(brand, 80)}</p>
<h1>${titleLine(look.title, 120)}</h1>
<p class="period">${periodName(period)} <span class="muted">(${period.timezone})</span></p>
${
  link !== undefined &&
  html`<p class="forms screen">${joinParts(
    FORMS.map(([form, name]) => html`<a href="${link}/${form}">${name}</a>`),
    ' · ',
  )}</p>
`
}<p class="status${status.isComplete ? '' : ' warn'}"><a href="#watching">${titleLine(status.text, 600)}</a></p>
</header>`;
}

const FORMS = [
  ['xlsx', 'Spreadsheet'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['text', 'Text'],
] as const;

function figures({ figures: all, comparedWith }: ReportModel): Html {
  const label = comparedWith === undefined ? '' : `, compared with ${comparedWith}`;
  return html`<dl class="tiles" aria-label="Key figures${label}">${all.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd class="value">${rich(value)}</dd><dd class="note">${rich(note)}</dd></div>`,
  )}</dl>`;
}

/** The report in sentences, each linked to the section with its numbers. */
function summary({ summary: changes }: ReportModel): Html {
  return html`<section id="changes"><h2>Summary</h2>
<ul class="changes">${changes.map(
    ({ text, about }) =>
      html`<li>${titleLine(text, 600)} <a class="more" href="#${about}" aria-label="Show the numbers: ${about}">↓</a></li>`,
  )}</ul></section>`;
}

/** A section; one that the page shows nothing of is left out. */
function sectionHtml({ id, title, blocks, onPaper }: Section, report: ReportModel): Part {
  const parts = blocks.map((block) => block && blockHtml(block, report));
  if (parts.every((part) => part === undefined || part === false)) return undefined;
  const where =
    report.link === undefined
      ? 'The page of this report lists them.'
      : `They are listed at ${report.link}, where the numbers of this report link to the articles behind them.`;
  const content =
    onPaper === undefined
      ? parts
      : html`<p class="print">${onPaper}. ${where}</p><div class="screen">${parts}</div>`;
  return html`<section id="${id}"><h2>${title}</h2>
${content}</section>
`;
}

function blockHtml(block: Block, report: ReportModel): Part {
  if ('heading' in block)
    return html`<h3${block.id !== undefined && html` id="${block.id}"`}>${block.heading}</h3>`;
  if ('text' in block) return html`<p${block.isNote && html` class="note"`}>${rich(block.text)}</p>`;
  if ('chart' in block) return drawChart(block.chart);
  if ('groups' in block) return html`<dl class="groups">${block.groups.map(groupHtml)}</dl>`;
  if ('stories' in block) {
    const list = html`<ol class="stories">${block.stories.map(storyHtml)}</ol>`;
    return block.closed === undefined ? list : details(block.closed, list);
  }
  const tables = block.tables.map((table) => tableHtml(table, report));
  if (!block.areColumns) return tables.some((table) => table !== undefined) ? tables : undefined;
  return html`<div class="columns">${tables.map((table) => html`<div>${table}</div>`)}</div>`;
}

function rich(text: Rich): Part {
  if (typeof text === 'string') return text;
  if (!('text' in text)) return text.map(rich);
  const { text: words, href, isOutside, isMuted } = text;
  if (href !== undefined)
    return html`<a href="${href}"${isOutside && html` rel="noopener noreferrer nofollow"`}>${words}</a>`;
  return isMuted && words !== '' ? html`<span class="muted">${words}</span>` : words;
}

function details(title: string, content: Part): Html {
  return html`<details class="behind"><summary>${title}</summary>${content}</details>`;
}

function storyHtml({ title, quote, facts, reach, course }: StoryEntry): Html {
  const source = quote?.source === undefined ? '' : html` <cite>${quote.source}</cite>`;
  return html`<li><div><p class="title">${rich(title)}</p>
${quote && html`<blockquote>“${quote.text}”${source}</blockquote>`}<p class="muted">${rich(facts)}</p>
${reach !== '' && html`<p class="muted">${reach}</p>`}</div>
${course.names.length > 1 && html`<div class="spark">${drawSpark(course)}</div>`}</li>`;
}

/** A column as the page shows it: one that is compared has a second one for the days before. */
interface Shown extends Column {
  of: (cells: readonly Cell[]) => Rich;
}

function shownColumns({ columns }: Table, { comparedWith }: ReportModel): Shown[] {
  return columns.flatMap((column, at): Shown[] => {
    if (column.isData) return [];
    const now = { ...column, of: (cells: readonly Cell[]) => cells[at]?.shown ?? '' };
    const before = {
      title: 'Before',
      isNumber: true,
      of: (cells: readonly Cell[]) => cells[at]?.before?.shown ?? '',
    } as const;
    return column.isCompared && comparedWith !== undefined ? [now, before] : [now];
  });
}

function tableHtml(table: Table, report: ReportModel): Part {
  const { look = '', rest, note, id, rows, title } = table;
  const top = rest ? rows.slice(0, rest.top) : rows;
  const others = rest ? rows.slice(rest.top) : [];
  const grid = look === 'none' || top.length === 0 ? undefined : gridHtml({ ...table, rows: top }, report);
  const parts = [
    grid && (look.includes('closed') ? details(title, grid) : grid),
    note !== undefined && grid && html`<p class="note">${rich(note)}</p>`,
    rest && others.length > 0 && details(rest.title, restHtml(others, rest.left)),
  ].filter((part) => part !== undefined && part !== false);
  if (id !== undefined) return html`<div id="${id}">${parts}</div>`;
  return parts.length === 0 ? undefined : parts;
}

/** A table; the first cell of each row is its heading. */
function gridHtml(table: Table, report: ReportModel): Html {
  const { title, rows, look = '' } = table;
  const columns = shownColumns(table, report);
  const most = Math.max(...rows.map(({ size }) => size));
  const names = [look.includes('cards') ? 'cards' : '', rows.length > LONG ? 'long' : ''].join(' ').trim();
  const head = columns.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`);
  const rowHtml = ({ cells, size }: Row, n: number) =>
    html`<tr${table.rowIds !== undefined && html` id="${table.rowIds}${n + 1}"`}>${columns.map(
      (column, at) => {
        const content = rich(column.of(cells));
        if (at === 0) return html`<th scope="row">${content}${look === 'bars' && bar(size, most)}</th>`;
        const label = column.isNumber && html` data-label="${column.title.toLowerCase()}"`;
        return html`<td${classOf(column)}${label}>${content}</td>`;
      },
    )}</tr>\n`;
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table${names !== '' && html` class="${names}"`}>
<caption>${title}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map(rowHtml)}</tbody>
</table></div>`;
}

/** Of a longer table, paper shows the first rows only. */
const LONG = 30;

function classOf({ isNumber, isOptional }: Column): Html {
  const names = [isNumber ? 'n' : '', isOptional ? 'spare' : ''].filter((name) => name !== '');
  return names.length === 0 ? html`` : html` class="${names.join(' ')}"`;
}

/** A bar as long as a part of the largest. */
function bar(part: number, most: number): Html {
  const width = most === 0 ? 0 : Math.round((part / most) * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect fill="var(--brand)" width="${width}" height="6"/></svg>`;
}

/** The names after the top ones, with their numbers. */
function restHtml(rows: readonly Row[], left: number): Html {
  const entry = ({ cells, size }: Row) => {
    const number = cells.find(({ value }, at) => at > 0 && value === size);
    return html`<li>${rich(cells[0]?.shown ?? '')}: ${rich(number?.shown ?? '')}</li>`;
  };
  return html`<ul class="names">${rows.map(entry)}</ul>${left > 0 && html`<p class="note">And ${formatNumber(left)} more with fewer articles. <a href="#findings">Behind the numbers</a> are all of them.</p>`}`;
}

/** How many articles of a group are listed. */
const MOST_PLACES = 60;

function groupHtml({ id, label, articles, places, all }: Group): Html {
  const shown = places.slice(0, MOST_PLACES);
  const left = articles - shown.length;
  const more = `${formatNumber(left)} more`;
  return html`<div id="${id}"><dt>${label}: ${formatNumber(articles)}</dt><dd>${shown.map(
    (place) => html`<a href="#f${place}">${place}</a> `,
  )}${left > 0 && html`and ${all === undefined ? more : html`<a href="${all}">${more}</a>`}`}</dd></div>`;
}
