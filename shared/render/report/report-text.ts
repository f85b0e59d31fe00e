import { comparedLevel } from '../../domain/reports/unequal-coverage.ts';
import { spanWords } from '../../domain/reports/period.ts';
import type { Compared, ReportNumbers, StoryRow } from '../../domain/reports/report-numbers.ts';
import type { Quote } from '../../domain/reports/day-rollup.ts';
import {
  formatChange,
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  knownRank,
  periodName,
  titleLine,
} from '../text/format-values.ts';
import { isVisible, safeLink, wholeSentences, withoutTitle } from '../text/plain-text.ts';

/** The page lists more. */
const MOST = { stories: 5, outlets: 5, themes: 5 } as const;

/** A report in plain text, for e-mails: link, changes, key figures, the largest stories and outlets. */
export function reportText(numbers: ReportNumbers, link: string | undefined): string {
  const { changes, completeness, compared, topOutlets, topTopics, period } = numbers;
  const blocks = [
    [
      `${periodName(period)}${compared.isEqual ? `, compared with ${spanWords(period).before}` : ''}`,
      titleLine(completeness.text, 600),
    ],
    link === undefined ? [] : [`Report with charts: ${link}`],
    changes.map(({ text }) => `* ${titleLine(text, 600)}`),
    keyFigureLines(numbers),
    ...storyBlocks(numbers),
    listOf(
      'Outlets with the most articles',
      topOutlets
        .slice(0, MOST.outlets)
        .map(
          ({ name, domain, articles }) => `${titleLine(name ?? domain, 80)}: ${formatNumber(articles.now)}`,
        ),
    ),
    listOf(
      'Most frequent themes',
      topTopics.theme
        .slice(0, MOST.themes)
        .map(({ key, articles }) => `${titleLine(key, 80)}: ${formatNumber(articles.now)}`),
    ),
    [operationsLine(numbers)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function listOf(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, ...items.map((item) => `- ${item}`)];
}

/** The largest stories, each with its reach, a quote and a link. */
function storyBlocks(numbers: ReportNumbers): string[][] {
  const shown = numbers.topStories.slice(0, MOST.stories);
  if (shown.length === 0) return [];
  const [first = [], ...others] = shown.map(storyLines);
  return [['The largest stories', ...first], ...others];
}

function storyLines(story: StoryRow, n: number): string[] {
  const { central, articles, outlets, mood, quote } = story;
  const english = central.english === undefined ? '' : ` / ${titleLine(central.english, 140)}`;
  const tone = mood.count > 0 ? `, tone ${formatTone(mood)}` : '';
  const text = quoteText(quote, central.title);
  const link = safeLink(central.link);
  return [
    `${n + 1}. ${titleLine(central.title, 140)}${english}`,
    `${formatCount(articles, 'article')} in ${formatCount(outlets, 'outlet')}${mostReadWords(story)}${tone}`,
    ...(text === ''
      ? []
      : [`“${text}”${quote?.domain === undefined ? '' : ` (${titleLine(quote.domain, 60)})`}`]),
    ...(link === undefined ? [] : [link]),
  ];
}

function mostReadWords({ mostRead }: StoryRow): string {
  const [best] = mostRead;
  const rank = knownRank(best?.rank);
  if (!best || rank === undefined) return '';
  return `, most read in ${titleLine(best.name ?? best.domain, 60)} (rank ${formatNumber(rank)})`;
}

function operationsLine({ coverage: { due, checked }, alerts }: ReportNumbers): string {
  const coverage =
    due === 0 ? '' : `Checked ${formatNumber(checked)} of ${formatCount(due, 'time window')}. `;
  if (alerts.made === 0) return `${coverage}No alerts were made.`;
  return `${coverage}${formatCount(alerts.made, 'alert')}: ${formatNumber(alerts.told)} sent, ${formatNumber(alerts.held)} waiting.`;
}

/** Without columns: e-mail programs use fonts of any width. */
function keyFigureLines(numbers: ReportNumbers): string[] {
  const { articles, stories, outlets } = numbers;
  const level = comparedLevel(numbers);
  const compare = (both: Compared) => {
    const change = formatChange(both, level);
    return change === '' ? formatNumber(both.now) : `${formatNumber(both.now)} (${change})`;
  };
  return [
    `Articles: ${compare(articles)}`,
    `Stories: ${compare(stories)}`,
    `Outlets: ${compare(outlets)}`,
    ...toneLine(numbers),
    ...voiceLine(numbers),
  ];
}

function toneLine({ mood, noTone, compared }: ReportNumbers): string[] {
  if (noTone !== undefined) return [titleLine(noTone, 600)];
  if (mood.now.count === 0) return [];
  const before = compared.isEqual && mood.before.count > 0 ? `, ${formatTone(mood.before)} before` : '';
  return [
    `Tone, from −1 to +1: ${formatTone(mood.now)} of ${formatCount(mood.now.count, 'article')} with a sentiment${before}`,
  ];
}

function voiceLine({ found, voice, service }: ReportNumbers): string[] {
  const isByWatches = found.length > 1;
  const [own] = isByWatches ? voice.rows : (service?.now ?? []);
  const why = isByWatches && voice.why !== undefined ? [titleLine(voice.why, 600)] : [];
  const basis = isByWatches ? 'of articles found' : 'of articles counted by the news service';
  return own ? [`Share of voice: ${formatShare(own.share)} ${basis}`, ...why] : why;
}

/** The longest quote, in UTF-16 units. */
const LONGEST = 260;
/** What is stored may begin in the middle of a text. */
const CUT_START = /^…[^.!?]*(?:[.!?]["”’)]*\s+|$)/u;

/** The first sentences of a quote without the title; empty where nothing is left. */
export function quoteText(quote: Quote | undefined, title: string): string {
  if (!quote) return '';
  const text = wholeSentences(withoutTitle(quote.text.trim().replace(CUT_START, ''), title), LONGEST);
  return isVisible(text) ? text : '';
}
