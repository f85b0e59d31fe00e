import { formatNumber, periodName, titleLine } from '../text/format-values.ts';
import { blocksOf, plainText, type ReportModel, type StoryEntry, type Table } from './model/report-model.ts';

/** A report in plain text, for e-mails: link, changes, key figures, and of each section what is brief. */
export function printText(report: ReportModel): string {
  const { numbers, comparedWith, status, link, summary, figures } = report;
  const compared = comparedWith === undefined ? '' : `, compared with ${comparedWith}`;
  const paragraphs = [
    [`${periodName(numbers.period)} (${numbers.period.timezone})${compared}`, titleLine(status.text, 600)],
    link === undefined ? [] : [`Report with charts: ${link}`],
    summary.map(({ text }) => `* ${titleLine(text, 600)}`),
    // Without columns: e-mail programs use fonts of any width.
    figures.map(({ name, value, note }) => `${name}: ${plainText(value)} (${plainText(note)})`),
    ...blocksOf(report).flatMap(blockLines),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The paragraphs of a block, each as lines. */
function blockLines({ title, block }: ReturnType<typeof blocksOf>[number]): string[][] {
  if (!('brief' in block) || block.brief === undefined) return [];
  const { brief } = block;
  if ('text' in block) return [[plainText(block.text).trim()]];
  if ('stories' in block)
    return block.stories.map((story, n) => [...(n === 0 ? [title] : []), ...storyLines(story, n)]);
  return block.tables.filter(({ rows }) => rows.length > 0).map((table) => tableLines(table, Number(brief)));
}

function storyLines({ title, quote, facts, reach, link }: StoryEntry, n: number): string[] {
  const source = quote?.source === undefined ? '' : ` (${quote.source})`;
  return [
    `${n + 1}. ${plainText(title)}`,
    plainText(facts),
    reach,
    quote ? `“${quote.text}”${source}` : '',
    link ?? '',
  ].filter((line) => line !== '');
}

/** The first rows of a table, each with its first number. */
function tableLines({ title, rows }: Table, most: number): string[] {
  return [
    title,
    ...rows
      .slice(0, most)
      .map(({ cells, size }) => `- ${plainText(cells[0]?.shown ?? '')}: ${formatNumber(size)}`),
  ];
}
