import type { Compared, ReportNumbers, StoryRow } from '../../domain/reports/report-numbers.ts';
import { spanWords } from '../../domain/reports/format-period.ts';
import { change, counted, line, num, periodName, share, tone } from './words.ts';

/** So many stories and outlets stand in the text; the page has the rest. */
const MOST = { stories: 5, outlets: 5 } as const;

/** The twin of a report in plain text, for a mail: what changed, the key figures, the largest stories, and where it is. */
export function reportText(numbers: ReportNumbers, link: string | undefined): string {
  const { changes, topStories, topOutlets, coverage, alerts, period } = numbers;
  const blocks = [
    [`${periodName(period)}, compared with ${spanWords(period).before}`],
    link === undefined ? [] : [`With pictures: ${link}`],
    changes.map(({ text }) => `* ${line(text, 400)}`),
    figures(numbers),
    topStories.length === 0 ? [] : ['Largest stories', ...topStories.slice(0, MOST.stories).map(storyLine)],
    topOutlets.length === 0
      ? []
      : [
          'Outlets that wrote most',
          ...topOutlets
            .slice(0, MOST.outlets)
            .map(({ name, domain, articles }) => `- ${line(name ?? domain, 80)}: ${num(articles.now)}`),
        ],
    [
      `${coverage.due === 0 ? '' : `Checked ${num(coverage.checked)} of ${counted(coverage.due, 'window', 'windows')}. `}${counted(alerts.made, 'alert', 'alerts')}: ${num(alerts.told)} told, ${num(alerts.held)} held.`,
    ],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function storyLine({ first, articles, outlets }: StoryRow): string {
  return `- ${line(first.title, 140)} (${counted(articles, 'article', 'articles')}, ${counted(outlets, 'outlet', 'outlets')})`;
}

/** No columns: a mail sets its letters as it likes. */
function figures(numbers: ReportNumbers): string[] {
  const { articles, stories, outlets, mood: sentimentSum, found, service, asked } = numbers;
  const compared = (both: Compared) => {
    const moved = change(both, asked.articles.before);
    return moved === '' ? num(both.now) : `${num(both.now)} (${moved})`;
  };
  const known = asked.articles.before === 'all' && sentimentSum.before.count > 0;
  const [own] = found.length > 1 ? found : (service?.now ?? []);
  const how = found.length > 1 ? 'of articles found' : 'of articles, as the service counts';
  return [
    `Articles: ${compared(articles)}`,
    `Stories: ${compared(stories)}`,
    `Outlets: ${compared(outlets)}`,
    ...(sentimentSum.now.count === 0
      ? []
      : [
          `Tone, from -1 to +1: ${tone(sentimentSum.now)}${known ? ` (${tone(sentimentSum.before)} before)` : ''}`,
        ]),
    ...(own ? [`Share of voice: ${share(own.share)} ${how}`] : []),
  ];
}
