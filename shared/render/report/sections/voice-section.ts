import { spanWords } from '../../../domain/reports/period.ts';
import type {
  FoundVoiceRow,
  ReportNumbers,
  ServiceVoice,
  VoiceRow,
} from '../../../domain/reports/report-numbers.ts';
import { comparableCounts } from '../../../domain/reports/voice-rows.ts';
import type { Window } from '../../../domain/time/instant.ts';
import { shortMoment, formatNumber, titleLine } from '../../text/format-values.ts';
import { voiceColour } from '../model/chart.ts';
import type { Links } from '../model/links.ts';
import { type Href, type Section, type Table, tableOf } from '../model/report-model.ts';

/**
 * The share of voice by the findings of the watches, and by the counts of the news service for names without a watch.
 */
export function voiceSection(numbers: ReportNumbers, links: Links): Section | undefined {
  const { found, foundBefore, service, uncounted, voice } = numbers;
  const isByWatches = found.length > 1;
  if (!isByWatches && !service && uncounted.length === 0) return undefined;
  const names = uncounted.map((name) => titleLine(name, 60)).join(', ');
  const missing = `Not compared: ${names}. The news service did not answer when this report was written. Write the report again, or add a watch for each name.`;
  const allDays = voiceTable(found, {
    of: 'voice found',
    title: 'Findings on all days',
    look: 'none',
    before: foundBefore,
  });
  return {
    id: 'voice',
    title: 'Share of voice',
    blocks: [
      isByWatches && voice.why !== undefined && { text: titleLine(voice.why, 600), brief: true },
      ...(isByWatches && voice.days.length > 0 ? foundVoice(numbers, links) : []),
      isByWatches && { tables: [allDays] },
      ...(service ? serviceVoice(service, numbers) : []),
      names !== '' && { text: missing, isNote: true },
    ],
  };
}

function foundVoice(numbers: ReportNumbers, { page }: Links): Section['blocks'] {
  const { period, brand, days: all } = numbers;
  const { rows, before, days } = numbers.voice;
  // A number over some of the days has no list of its own.
  const isWhole = days.length === all.length;
  const link = (id: string, span: 'now' | 'before') =>
    isWhole ? page({ days: span, ...(id !== brand.id && { brand: id }) }) : undefined;
  const to = (section: string) => (row: FoundVoiceRow) =>
    row.id === brand.id ? (isWhole ? section : undefined) : link(row.id, 'now');
  const bars = [
    ['Articles', (row: FoundVoiceRow) => row.share],
    ['Stories', (row: FoundVoiceRow) => row.storyShare],
    ['Outlets', (row: FoundVoiceRow) => row.outletShare],
  ] as const;
  const table = voiceTable(rows, {
    of: 'voice',
    title: 'Share of voice by findings',
    look: 'closed',
    before,
    now: to,
    earlier: ({ id }) => link(id, 'before'),
  });
  const chart = {
    id: 'voice',
    title: 'Share of voice by articles, stories and outlets',
    form: 'shares',
    names: bars.map(([name]) => name),
    series: rows.map((row, n) => ({
      name: titleLine(row.name, 40),
      colour: voiceColour(n),
      values: bars.map(([, of]) => of(row)),
    })),
  } as const;
  const isEmpty = rows.every(({ articles }) => articles === 0);
  return [
    { text: 'Articles, stories and outlets that the watches of each name found. Each counts once.' },
    isEmpty ? { text: 'No articles were found about any of them.', isNote: true } : { chart },
    { tables: [table] },
    before.length === 0 && {
      text: `Shares of ${spanWords(period).before} are not shown, because the data about these names is incomplete.`,
      isNote: true,
    },
  ];
}

interface VoiceTable extends Pick<Table, 'of' | 'title' | 'look'> {
  before: readonly FoundVoiceRow[];
  now?: (section: string) => (row: FoundVoiceRow) => Href;
  earlier?: (row: FoundVoiceRow) => Href;
}

function voiceTable(
  rows: readonly FoundVoiceRow[],
  { before, now = () => () => undefined, earlier, ...table }: VoiceTable,
): Table {
  return tableOf(rows, {
    ...table,
    key: ({ id }) => id,
    columns: ({ text, count, share }) => [
      text('Name', ({ name }) => titleLine(name, 60)),
      count('Articles', ({ articles }) => articles, now('#findings')),
      share('Share', (row) => row.share),
      count('Stories', ({ stories }) => stories, now('#stories')),
      share('Share of stories', (row) => row.storyShare),
      count('Outlets', ({ outlets }) => outlets, now('#outlets')),
      share('Share of outlets', (row) => row.outletShare),
      before.length > 0 && [
        count('Articles before', ({ id }) => earlierOf(before, id)?.articles, earlier),
        share('Share before', ({ id }) => earlierOf(before, id)?.share ?? 0),
      ],
    ],
  });
}

function earlierOf<T extends VoiceRow>(before: readonly T[], id: string): T | undefined {
  return before.find((one) => one.id === id);
}

function serviceVoice(
  { now, window, windowBefore }: ServiceVoice,
  numbers: ReportNumbers,
): Section['blocks'] {
  const before = comparableCounts(numbers);
  const total = now.reduce((sum, { articles }) => sum + articles, 0);
  const hasBefore = before.some(({ articles }) => articles > 0);
  const span = ({ from, to }: Window) =>
    `${shortMoment(from, numbers.period.timezone)} to ${shortMoment(to, numbers.period.timezone)}`;
  const quoted = (names: readonly string[], separator: string) =>
    names.map((one) => `“${titleLine(one, 60)}”`).join(separator) || '–';
  const table = tableOf(now, {
    of: 'voice counted',
    title: 'Counts of the news service',
    id: 'service-counts',
    look: 'closed',
    key: ({ id }) => id,
    columns: ({ text, count, share }) => [
      text('Name', ({ name }) => titleLine(name, 60)),
      count('Articles', ({ articles }) => articles),
      share('Share', (row) => row.share),
      before.length > 0 && [
        count('Articles before', ({ id }) => earlierOf(before, id)?.articles),
        share('Share before', ({ id }) => earlierOf(before, id)?.share ?? 0),
      ],
      text('Articles that contain', ({ names }) => quoted(names, ' or ')),
      text('But not', ({ exclude }) => quoted(exclude, ', ')),
    ],
    note: `Published from ${span(window)}. Before: from ${span(windowBefore)} (${numbers.period.timezone}).`,
  });
  const chart = {
    id: 'service-voice',
    title: 'Share of voice by articles that the news service counts',
    form: 'shares',
    names: hasBefore ? ['Now', 'Before'] : ['Now'],
    series: now.map((row, n) => ({
      name: titleLine(row.name, 40),
      colour: voiceColour(n),
      values: [row.share, ...(hasBefore ? [before[n]?.share ?? 0] : [])],
    })),
  } as const;
  const gap = numbers.serviceGap === undefined ? '' : ` ${numbers.serviceGap}`;
  return [
    { heading: 'Counted by the news service', id: 'service' },
    {
      text: `For competitors without a watch, the service counts all articles that contain one of the names: ${formatNumber(total)} in total. Bellwether does not store these articles, so they are not among the findings. The table says what was counted.${gap}`,
    },
    total > 0 && { chart },
    { tables: [table] },
  ];
}
