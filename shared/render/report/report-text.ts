import type { Compared, ReportNumbers, StoryRow } from '../../domain/reports/report-numbers.ts';
import { spanWords } from '../../domain/reports/period.ts';
import {
  formatChange,
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  periodName,
  titleLine,
} from '../text/format-values.ts';

/** The page lists more. */
const MOST = { stories: 5, outlets: 5, themes: 5 } as const;

/** A report in plain text, for e-mails: link, changes, key figures, the largest stories and outlets. */
export function reportText(numbers: ReportNumbers, link: string | undefined): string {
  const { changes, topStories, topOutlets, topTopics, period } = numbers;
  const blocks = [
    [`${periodName(period)}, compared with ${spanWords(period).before}`],
    link === undefined ? [] : [`Report with charts: ${link}`],
    changes.map(({ text }) => `* ${titleLine(text, 400)}`),
    keyFigureLines(numbers),
    listOf('Largest stories', topStories.slice(0, MOST.stories).map(storyLine)),
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

function storyLine({ first, articles, outlets }: StoryRow): string {
  const english = first.english === undefined ? '' : ` / ${titleLine(first.english, 140)}`;
  return `${titleLine(first.title, 140)}${english} (${formatCount(articles, 'article')}, ${formatCount(outlets, 'outlet')})`;
}

function operationsLine({ coverage: { due, checked }, alerts }: ReportNumbers): string {
  const coverage =
    due === 0 ? '' : `Checked ${formatNumber(checked)} of ${formatCount(due, 'time window')}. `;
  return `${coverage}${formatCount(alerts.made, 'alert')}: ${formatNumber(alerts.told)} sent, ${formatNumber(alerts.held)} waiting.`;
}

/** Without columns: e-mail programs use fonts of any width. */
function keyFigureLines(numbers: ReportNumbers): string[] {
  const { articles, stories, outlets, mood: sentiment, found, service, asked } = numbers;
  const compare = (both: Compared) => {
    const change = formatChange(both, asked.articles.before);
    return change === '' ? formatNumber(both.now) : `${formatNumber(both.now)} (${change})`;
  };
  const isComparable = asked.articles.before === 'all' && sentiment.before.count > 0;
  const [own] = found.length > 1 ? found : (service?.now ?? []);
  const basis = found.length > 1 ? 'of articles found' : 'of articles counted by the news service';
  return [
    `Articles: ${compare(articles)}`,
    `Stories: ${compare(stories)}`,
    `Outlets: ${compare(outlets)}`,
    ...(sentiment.now.count === 0
      ? []
      : [
          `Tone, from −1 to +1: ${formatTone(sentiment.now)}${isComparable ? ` (${formatTone(sentiment.before)} before)` : ''}`,
        ]),
    ...(own ? [`Share of voice: ${formatShare(own.share)} ${basis}`] : []),
  ];
}
