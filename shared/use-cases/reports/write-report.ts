import { type AlertsMade, NO_ALERTS } from '../../domain/alerts/alerts-made.ts';
import { reportAlertOf } from '../../domain/reports/report-alert.ts';
import { dayOf, SECOND, type Instant } from '../../domain/time/instant.ts';
import { buildReport, voiceSums } from '../../domain/reports/build-report.ts';
import { type Period, periodBefore, periodWindow } from '../../domain/reports/period.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import {
  REPORT_FORMS,
  reportKey,
  type ReportRecord,
  reportRecordId,
} from '../../domain/reports/report-record.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Alerts, CallLimits, Definitions } from '../ports/ports.ts';
import { type AlertPorts, putAlert } from '../alerts/put-alert.ts';
import type { StoryReading } from '../stories/read-stories.ts';
import type { ReportFiles, ReportRecords, ReportRenderer } from '../ports/report-ports.ts';
import { countVoices, type VoicePorts } from './count-voices.ts';
import { coveredRivals, watchesOf } from './brand-watches.ts';
import type { RollUpPorts } from './roll-up-days.ts';
import { ROLLUP_RETENTION, rollUpFor } from './roll-up-for-report.ts';
import { readCoveredSpans } from './read-covered-spans.ts';
import { readTotals } from './read-totals.ts';
import { sumAlerts } from './sum-alerts.ts';
import { sumWatches, type WatchPorts } from './sum-watches.ts';

export interface ReportPorts extends RollUpPorts, StoryReading, WatchPorts, VoicePorts {
  definitions: Definitions;
  alerts: Alerts;
  records: ReportRecords;
  files: Pick<ReportFiles, 'put'>;
  render: ReportRenderer;
  /** How long a report can be opened, in milliseconds: no longer than its forms are kept. */
  retention: number;
  /** The link to a written report; undefined where there is no key for links. */
  linkOf: (recordId: string) => string | undefined;
}

export interface ReportOrder {
  plan: ReportPlan;
  period: Period;
  /** Whether the channel of the report hears of it. */
  notify: boolean;
}

/** How it ended: `folding` when days were left to fold at the deadline, and the same order must come again. */
export type ReportOutcome =
  | { status: 'folding'; rolledUp: number; left: number }
  | {
      status: 'written';
      record: ReportRecord;
      articles: number;
      alerts: number;
      channels: readonly string[];
    };

/** What is left of the deadline when no further day is folded: a report is written from folds within this. */
const WRITING = 60 * SECOND;

/**
 * Writes the report on a period: folds what is not folded yet, gathers its numbers, puts its forms into the bucket and its
 * record into the table, and tells its channel once. Every step can be repeated: the same facts give the same bytes under
 * the same names, and the alert is put if absent.
 */
export async function writeReport(
  order: ReportOrder,
  ports: ReportPorts,
  limits: CallLimits & { rollUpUntil?: Instant },
): Promise<ReportOutcome> {
  const watches = await ports.definitions.watches();
  const left = await rollUpFor(order.plan, {
    from: dayOf(periodWindow(periodBefore(order.period)).from),
    watches,
    ports,
    deadline: Math.min(limits.deadline - WRITING, limits.rollUpUntil ?? Number.POSITIVE_INFINITY),
  });
  if (left.left > 0) return { status: 'folding', ...left };
  const numbers = await gatherReport(order, { watches, ports, limits });
  const { clock, retention } = ports;
  const record = recordOf(order, { numbers, now: clock.now(), retention });
  const forms = ports.render(numbers, ports.linkOf(record.id));
  for (const form of ['html', 'text', 'json', 'csv'] as const)
    await ports.files.put(reportKey(record, form), { body: forms[form], type: REPORT_FORMS[form].type });
  await ports.records.put(record);
  const { alerts, channels } = order.notify
    ? await notify(record, { order, text: forms.text, ports })
    : NO_ALERTS;
  return { status: 'written', record, articles: numbers.articles.now, alerts, channels };
}

async function notify(
  record: ReportRecord,
  { order, text, ports }: { order: ReportOrder; text: string; ports: AlertPorts },
): Promise<AlertsMade> {
  return putAlert(ports, reportAlertOf(record, { body: text, channel: order.plan.channel }));
}

/** All numbers of a report. */
async function gatherReport(
  { plan, period }: ReportOrder,
  { watches, ports, limits }: { watches: readonly Watch[]; ports: ReportPorts; limits: CallLimits },
): Promise<ReportNumbers> {
  const before = periodBefore(period);
  const totalsOf = (brand: string) =>
    readTotals(
      {
        scope: { brand, timezone: period.timezone },
        watches: watchesOf(brand, watches),
        now: period,
        before,
      },
      ports,
    );
  const watchesWith = (brand: string) => watches.filter((watch) => watch.brand === brand);
  const covered = coveredRivals(plan, watches);
  const rivals = [];
  for (const named of covered) {
    const totals = await totalsOf(named.id);
    const spans = await readCoveredSpans(watchesWith(named.id), ports);
    rivals.push({ named, now: voiceSums(totals.now), before: voiceSums(totals.before), covered: spans });
  }
  const { brand } = plan;
  const uncovered = brand.competitors.filter((one) => !covered.includes(one));
  const { calls: own, ...voices } = await countVoices(
    { reportId: plan.id, brand, uncovered, period, before, retention: ROLLUP_RETENTION },
    ports,
    limits,
  );
  const about = watchesWith(brand.id);
  const sums = await sumWatches(about, { period, now: ports.clock.now() }, ports);
  return buildReport({
    plan,
    ...(await totalsOf(brand.id)),
    competitors: rivals,
    covered: await readCoveredSpans(about, ports),
    ...voices,
    alerts: await sumAlerts({ brand: brand.id, period }, ports),
    coverage: sums.coverage,
    calls: { ...sums.calls, own },
  });
}

function recordOf(
  { plan, period }: ReportOrder,
  { numbers, now, retention }: { numbers: ReportNumbers; now: Instant; retention: number },
): ReportRecord {
  return {
    id: reportRecordId(plan.id, period),
    reportId: plan.id,
    brand: plan.brand.id,
    title: plan.look.title,
    period,
    headline: numbers.changes[0]?.text ?? '',
    madeAt: now,
    expiresAt: now + retention,
  };
}
