import { typedKeys } from '../../../domain/lib/fields.ts';
import { countTone, meanSentiment, TONES } from '../../../domain/reports/day-rollup.ts';
import { spanWords } from '../../../domain/reports/period.ts';
import type { ReportNumbers, TrendRow } from '../../../domain/reports/report-numbers.ts';
import { sharesOf } from '../../../domain/reports/voice-rows.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import {
  dayOfMonth,
  formatCount,
  formatNumber,
  formatTone,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import type { Links } from '../model/links.ts';
import { amount, joined, linked, type Section, tableOf, type Value } from '../model/report-model.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { ALERT_FATES } from './monitoring-section.ts';

/** All totals, for CSV and the spreadsheet. */
export function totalsSection(numbers: ReportNumbers): Section {
  const { period, before, mood, compared, completeness, coverage, calls, alerts } = numbers;
  const sums = ['articles', 'stories', 'outlets', 'authors', 'events', 'records', 'excluded'] as const;
  const values: readonly (readonly [name: string, now: Value, before?: Value])[] = [
    ...sums.map((name) => [name, numbers[name].now, numbers[name].before] as const),
    ['with a sentiment', mood.now.count, mood.before.count],
    ['mean tone', meanSentiment(mood.now), meanSentiment(mood.before)],
    ...TONES.map((one) => [one, countTone(mood.now, one), countTone(mood.before, one)] as const),
    ['first day', period.first, before.first],
    ['last day', period.last, before.last],
    ['compared', compared.why ?? 'yes'],
    ['completeness', completeness.text],
    ['time windows due', coverage.due],
    ['time windows checked', coverage.checked],
    ['calls in recorded windows', calls.recorded],
    ['calls to count names', calls.own],
    ['alerts', alerts.made],
    ...typedKeys(ALERT_FATES).map((fate) => [`alerts ${ALERT_FATES[fate]}`, alerts[fate]] as const),
    ...SEVERITIES.map((one) => [`alerts of severity ${one}`, alerts.bySeverity[one]] as const),
  ];
  const table = tableOf([numbers], {
    of: 'total',
    title: 'Totals',
    look: 'none',
    key: () => '',
    columns: ({ data }) =>
      values.map(([name, now, then]) => data(name, () => now, then === undefined ? then : () => then)),
  });
  return { id: 'totals', title: 'Totals', blocks: [{ tables: [table] }] };
}

/** Articles by day. */
export function volumeSection(numbers: ReportNumbers, { here, page, inBefore }: Links): Section {
  const { days, articles, period, excluded, noTone } = numbers;
  const words = spanWords(period);
  const isEqual = numbers.compared.isEqual;
  const dayBefore = (day: string) => ({ days: { day: dayAfter(day, -days.length) } });
  const table = tableOf(days, {
    of: 'day',
    title: 'Articles by day',
    look: 'closed',
    key: ({ day }) => day,
    columns: ({ text, count, compared, tone, data }) => [
      text('Day', ({ day }) => shortDay(day)),
      compared(
        'Articles',
        (one) => ({ now: one.articles, before: one.before }),
        ({ day, articles: size }) => ({
          now: here({ days: { day } }, { label: shortDay(day), articles: size }),
          before: page(dayBefore(day)),
        }),
      ),
      ...TONES.map((one) =>
        count(
          one,
          ({ mood }) => countTone(mood, one),
          ({ day }) => page({ days: { day }, tone: one }),
        ),
      ),
      noTone === undefined && tone(({ mood }) => mood),
      data('Date', ({ day }) => day),
      data(
        'Watches with incomplete data',
        ({ missing }) => missing.join(', '),
        ({ missingBefore }) => missingBefore.join(', '),
      ),
    ],
  });
  const chart = {
    ...daysChart(numbers),
    id: 'volume',
    title: 'Articles by day',
    series: [
      { name: words.now, colour: 'brand', values: days.map((day) => day.articles) } as const,
      ...(isEqual
        ? [
            {
              name: words.before,
              colour: 'past',
              values: days.map(({ before }) => before),
              isLine: true,
            } as const,
          ]
        : []),
    ],
  };
  const excludedOnes = amount(excluded.now, 'finding', page({ kind: 'excluded' }));
  return {
    id: 'volume',
    title: 'Volume',
    blocks: [
      {
        text: [
          amount(articles.now, 'article', articles.now === 0 ? undefined : '#findings'),
          inBefore(articles.before),
          '. Each article counts once, on the day it was published.',
        ],
      },
      articles.now + articles.before > 0 && { chart },
      { tables: [table] },
      excluded.now > 0 && {
        text: ['Not counted: ', excludedOnes, ' with an excluded phrase or topic.'],
        isNote: true,
      },
    ],
  };
}

function daysChart({ days }: ReportNumbers) {
  return {
    form: 'columns',
    names: days.map(({ day }) => dayOfMonth(day)),
    missing: days.map(({ missing }) => missing.length > 0),
  } as const;
}

/** The articles of the last periods; nothing where there is only one. */
export function trendSection({ trend, days }: ReportNumbers): Section | undefined {
  if (trend.length < 2) return undefined;
  const table = tableOf(trend, {
    of: 'trend',
    title: 'Articles by period',
    look: 'closed',
    key: ({ first }) => first,
    columns: ({ text, count }) => [
      text('Period', rowName),
      count('Articles', ({ articles }) => articles),
      count('Days without complete data', ({ missing }) => missing),
    ],
  });
  const chart = {
    id: 'trend',
    title: 'Articles in the last periods',
    form: 'columns',
    names: trend.map(({ first }) => dayOfMonth(first)),
    series: [{ name: 'Articles', colour: 'brand', values: trend.map(({ articles }) => articles) }],
    missing: trend.map(({ missing }) => missing > 0),
  } as const;
  const length = formatCount(days.length, 'day');
  return {
    id: 'trend',
    title: `The last ${formatCount(trend.length, 'period')}`,
    blocks: [
      {
        text: `Articles in each period of ${length}, the latest on the right. A bar is named after its first day.`,
      },
      { chart },
      { tables: [table] },
    ],
  };
}

function rowName({ first, last }: Pick<TrendRow, 'first' | 'last'>): string {
  return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
}

/** Articles by the rank of their outlets. */
export function reachSection({ reach, articles }: ReportNumbers, { both }: Links): Section | undefined {
  if (articles.now === 0) return undefined;
  const shares = sharesOf(reach.map((band) => band.articles.now));
  const table = tableOf(
    reach.map((band, n) => ({ ...band, share: shares[n] ?? 0 })),
    {
      of: 'reach',
      title: 'Articles by rank',
      look: 'closed',
      key: ({ id }) => id,
      columns: ({ text, compared, share }) => [
        text('Rank', ({ label }) => label),
        compared(
          'Articles',
          (band) => band.articles,
          ({ id, label, articles: { now } }) => both({ reach: id }, { label, articles: now }),
        ),
        share('Share', (band) => band.share),
      ],
    },
  );
  const chart = {
    id: 'reach',
    title: 'Articles by the rank of their outlets',
    form: 'bars',
    names: reach.map(({ label }) => label),
    series: [{ name: 'Articles', colour: 'brand', values: reach.map((band) => band.articles.now) }],
  } as const;
  return {
    id: 'reach',
    title: 'Reach',
    blocks: [
      { text: 'Articles by the rank of their outlets. A lower rank means more readers.' },
      { chart },
      { tables: [table] },
    ],
  };
}

/** Sentiment by day and by outlet. */
export function toneSection(numbers: ReportNumbers, links: Links): Section {
  const { mood, articles, noTone } = numbers;
  const section = (blocks: Section['blocks']): Section => ({ id: 'tone', title: 'Tone', blocks });
  if (noTone !== undefined)
    return section([
      { text: titleLine(noTone, 600), brief: true },
      { text: 'The list of articles shows the tone of each.' },
    ]);
  if (mood.now.count > 0) return section(toneBlocks(numbers, links));
  const why =
    articles.now === 0
      ? 'No articles were found.'
      : 'The service gave no sentiment for these articles. If your plan includes sentiment, add include_nlp_data: true to the query of the watch.';
  return section([{ text: why }]);
}

function toneBlocks(numbers: ReportNumbers, { here }: Links): Section['blocks'] {
  const { mood, articles, period, compared, days, topOutlets } = numbers;
  const counts = TONES.map((one) => {
    const size = countTone(mood.now, one);
    return linked(
      `${formatNumber(size)} ${one}`,
      here({ tone: one }, { label: `${one} tone`, articles: size }),
    );
  });
  const before =
    compared.isEqual && mood.before.count > 0
      ? `, ${formatTone(mood.before)} ${spanWords(period).inBefore}`
      : '';
  const rated = topOutlets.filter((outlet) => outlet.mood.count > 0);
  return [
    {
      text: [
        `Mean ${formatTone(mood.now)} on a scale from −1 to +1${before}, of ${formatNumber(mood.now.count)} of ${formatCount(articles.now, 'article')}: those with a sentiment. `,
        joined(counts),
        '.',
      ],
    },
    {
      chart: {
        ...daysChart(numbers),
        id: 'tone',
        title: 'Tone of the articles by day',
        series: TONES.map((one) => ({
          name: TONE_NAMES[one],
          colour: one,
          values: days.map((day) => countTone(day.mood, one)),
        })),
      },
    },
    rated.length > 0 && { heading: 'By outlet' },
    rated.length > 0 && {
      chart: {
        id: 'outlet-tone',
        title: 'Mean tone by outlet',
        form: 'tones',
        names: rated.map(({ name, domain }) => titleLine(name ?? domain, 28)),
        series: [{ name: 'Mean', colour: 'past', values: rated.map((row) => meanSentiment(row.mood) ?? 0) }],
      },
    },
  ];
}

const TONE_NAMES = {
  negative: 'negative (below −0.2)',
  neutral: 'neutral',
  positive: 'positive (above 0.2)',
} as const;
