import type { StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import { buildReport, type ReportFacts } from '../../../../shared/domain/reports/build-report.ts';
import { openRollup } from '../../../../shared/domain/reports/roll-up-findings.ts';
import { daysOf, periodBefore } from '../../../../shared/domain/reports/period.ts';
import { earlierPeriods } from '../../../../shared/domain/reports/trend.ts';
import { voiceSums } from '../../../../shared/domain/reports/voice-rows.ts';
import { addRollup, emptyTotals } from '../../../../shared/domain/reports/period-totals.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import type { AlertRow } from '../../../../shared/domain/reports/operations-numbers.ts';
import type { ReportNumbers } from '../../../../shared/domain/reports/report-numbers.ts';
import { aFinding, aReportPlan, NOON } from '../../../ports/examples.ts';

export const PERIOD = { first: '2026-11-16', last: '2026-11-22', timezone: 'Europe/Paris' };

/** Hostile titles. */
export const HOSTILE = [
  '<img src=x onerror="alert(1)">',
  '</style></title><script>alert(1)</script>',
  '\u202Egnp.exe\u202C \u2066turned\u2069 around\u0000\u001b[31m',
  `${'long '.repeat(10_000)}end`,
  '=HYPERLINK("https://evil.example")',
  'Unbroken'.repeat(40),
];

/** A report on `perDay` articles a day, with hostile titles among them. */
export function anExampleReport({
  perDay = 20,
  look = {},
  facts = {},
}: {
  perDay?: number;
  look?: Partial<ReportNumbers['look']>;
  facts?: Partial<ReportFacts>;
} = {}): ReportNumbers {
  const totals = { now: emptyTotals(PERIOD), before: emptyTotals(periodBefore(PERIOD)) };
  for (const period of [totals.now, totals.before])
    for (const [index, day] of daysOf(period.period).entries()) {
      const rollup = openRollup();
      for (let n = 0; n < perDay + index; n += 1) rollup.add(articleOf(n, day));
      if (perDay > 0)
        rollup.add({
          ...articleOf(9_999, day),
          finding: aFinding(9_999, { type: 'event', title: HOSTILE[0]!, link: 'javascript:alert(1)' }),
        });
      addRollup(period, { day, rollup: rollup.close() });
    }
  const plan = aReportPlan({ look: { title: 'Acme in the news', ...look } });
  return buildReport({ plan, ...totals, voice: voiceSums(totals.now), ...REST, ...facts });
}

function articleOf(n: number, day: string): StoredFinding {
  const tone = ((n % 9) - 4) / 5;
  return {
    watchId: 'acme-news',
    foundAt: NOON,
    expiresAt: NOON,
    story: `story-${n % 6}`,
    finding: aFinding(n, {
      fingerprint: `${day}-${n}`,
      publishedAt: Date.parse(`${day}T10:00:00Z`),
      title: n < HOSTILE.length ? HOSTILE[n]! : `Acme opens plant number ${n}`,
      link: n === 0 ? 'javascript:alert(1)' : `https://news.example/${n}?a="b"`,
      outlet: {
        domain: `outlet-${n % 15}.example`,
        name: n % 3 === 0 ? HOSTILE[n % HOSTILE.length]! : `Outlet ${n % 15}`,
        country: n % 2 ? 'FR' : '<b',
        rank: (n + 1) * 700,
      },
      authors: [n % 4 === 0 ? HOSTILE[1]! : `Author ${n % 5}`],
      sentiment: { content: tone },
      themes: ['Business', HOSTILE[n % HOSTILE.length]!],
      people: [`Person ${n % 4}`],
      ...(n % 5 === 1 && { translation: { title: HOSTILE[n % HOSTILE.length]! } }),
    }),
  };
}

const SINCE_OCTOBER = { from: Date.parse('2026-10-01'), to: Date.parse('2026-11-25') };

const WINDOW = {
  watchId: 'acme-news',
  from: NOON - HOUR,
  to: NOON,
  state: 'done',
  cut: false,
  late: false,
  matched: 12,
  found: 3,
  calls: 2,
} as const;

function counted(id: string, name: string, [articles, share]: [number, number]) {
  return { id, name, names: [name], exclude: ['a comic'], articles, share };
}

function anAlertRow(n: number, fate: AlertRow['fate']): AlertRow {
  return {
    id: `alert-${n}`,
    at: NOON,
    fate,
    severity: 'info',
    occasion: n === 1 ? 'spike' : 'story',
    watchId: 'acme-news',
    channel: 'press-team',
    title: HOSTILE[n]!,
    link: 'javascript:alert(1)',
    items: 1,
    ...(fate === 'held' && { reason: 'quiet-hours' }),
  };
}

/** Periods of the trend: in the first ones nothing was covered yet. */
const EARLIER = earlierPeriods(PERIOD).map((period, n) => ({ period, articles: 40 + 30 * n }));

const REST: Omit<ReportFacts, 'plan' | 'now' | 'before' | 'voice'> = {
  competitors: [
    {
      named: { id: 'globex', names: [HOSTILE[1]!] },
      now: { articles: 40, stories: 9, outlets: 6 },
      before: { articles: 50, stories: 9, outlets: 6 },
      voice: { articles: 40, stories: 9, outlets: 6 },
      covered: [{ watchId: 'globex-watch', finds: 'articles', covered: [SINCE_OCTOBER] }],
    },
  ],
  covered: [
    { watchId: 'acme-news', finds: 'articles', covered: [SINCE_OCTOBER] },
    { watchId: 'acme-events', finds: 'items', covered: [SINCE_OCTOBER] },
  ],
  earlier: EARLIER,
  service: {
    now: [counted('acme', 'Acme Corp', [3, 750]), counted('initech', HOSTILE[0]!, [1, 250])],
    before: [counted('acme', 'Acme Corp', [1, 500]), counted('initech', HOSTILE[0]!, [1, 500])],
    window: { from: NOON, to: NOON },
    windowBefore: { from: NOON, to: NOON },
  },
  uncounted: ['Hooli'],
  alerts: {
    made: 3,
    notified: 2,
    held: 1,
    silenced: 0,
    joined: 0,
    dropped: 0,
    bySeverity: { info: 3, warning: 0, critical: 0 },
    cut: false,
    listed: [anAlertRow(1, 'notified'), anAlertRow(2, 'notified'), anAlertRow(3, 'held')],
  },
  coverage: {
    due: 840,
    checked: 838,
    watches: [
      {
        watchId: 'acme-news',
        kind: 'search',
        schedule: 'rate(15 minutes)',
        timezone: 'Europe/Paris',
        due: 840,
        checked: 838,
        cutWindows: 1,
        lateWindows: 1,
        openWindows: 1,
        recordedWindows: 200,
        calls: 210,
        month: { month: '2026-11', calls: 2030 },
      },
    ],
    windows: [
      { ...WINDOW, state: 'open' },
      { ...WINDOW, cut: true },
      { ...WINDOW, late: true },
    ],
  },
  calls: { recorded: 210, months: [{ month: '2026-11', calls: 2030 }], own: 4 },
};
