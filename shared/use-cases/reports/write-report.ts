import { type AlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { defined } from '../../domain/lib/fields.ts';
import { buildReport } from '../../domain/reports/build-report.ts';
import type { CoveredWatch } from '../../domain/reports/coverage.ts';
import { isLowered } from '../../domain/judging/effects.ts';
import { type AlertRow, type AlertSums, fateOf } from '../../domain/reports/operations-numbers.ts';
import { type Period, periodBefore, periodWindow } from '../../domain/reports/period.ts';
import type { ReportNumbers, StoryRow } from '../../domain/reports/report-numbers.ts';
import {
  type Named,
  REPORT_FORMS,
  reportAlertOf,
  reportKey,
  type ReportPlan,
  type ReportRecord,
  reportRecordId,
} from '../../domain/reports/report-record.ts';
import { type Quote, topOf } from '../../domain/reports/day-rollup.ts';
import type { PeriodTotals } from '../../domain/reports/period-totals.ts';
import { quoteOf } from '../../domain/reports/roll-up-findings.ts';
import { toneSelectionOf } from '../../domain/reports/tone-selection.ts';
import { earlierPeriods, firstTrendDay } from '../../domain/reports/trend.ts';
import { type Voice, voiceDaysOf, voiceSums } from '../../domain/reports/voice-rows.ts';
import { contains, dayOf, type Instant, SECOND, type Window } from '../../domain/time/instant.ts';
import { severityOf } from '../../domain/watches/story-severity.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { compareSeverity, SEVERITIES, type Severity, type Watch } from '../../domain/watches/watch.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { putAlert } from '../alerts/put-alerts.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import {
  countVoices,
  readCoveredWatches,
  readEarlier,
  readTotals,
  sumWatches,
  type VoicePorts,
  type WatchPorts,
} from './read-totals.ts';
import {
  competitorsWithWatches,
  ROLLUP_RETENTION,
  rollUpForReport,
  type RollUpPorts,
  type RollUpProgress,
  utcDays,
  watchIdsOfBrand,
} from './roll-up-days.ts';

export interface ReportPorts
  extends RollUpPorts,
    WatchPorts,
    VoicePorts,
    Pick<Ports, 'definitions' | 'findings' | 'alerts' | 'reportRecords' | 'render' | 'spreadsheet'> {
  files: Pick<Ports['files'], 'put'>;
  /** How long a report can be opened, in milliseconds: no longer than its forms are kept. */
  retention: number;
  /** The link to a written report; undefined where there is no key for links. */
  linkOf: (recordId: string) => Promise<string | undefined>;
}

interface ReportOrder {
  plan: ReportPlan;
  period: Period;
  /** Whether the channel of the report is notified. */
  notify: boolean;
}

/** How it ended: `folding` when days were left to roll up at the deadline, and the same order must come again. */
export type ReportOutcome =
  | ({ status: 'folding' } & RollUpProgress)
  | ({ status: 'written'; record: ReportRecord; articles: number } & AlertsMade);

/** No day is rolled up with less time left: a report is written from its rollups within this. */
const WRITING = 60 * SECOND;

/**
 * Writes the report on a period: rolls up what is not rolled up yet, reads its numbers, puts its forms into the
 * bucket and its record into the table, and notifies its channel once. Every step can be repeated: the same facts
 * give the same bytes under the same names, and the alert is put if absent.
 */
export async function writeReport(
  order: ReportOrder,
  ports: ReportPorts,
  limits: CallLimits & { rollUpUntil?: Instant },
): Promise<ReportOutcome> {
  const watches = await ports.definitions.watches();
  const progress = await rollUpForReport(order.plan, {
    ...(await rollUpSpan(order, { watches, ports })),
    watches,
    ports,
    deadline: Math.min(limits.deadline - WRITING, limits.rollUpUntil ?? Number.POSITIVE_INFINITY),
  });
  if (progress.left > 0) return { status: 'folding', ...progress };
  const numbers = await readNumbers(order, { watches, ports, limits });
  const { clock, retention } = ports;
  const record = recordOf(order, { numbers, now: clock.now(), retention });
  const forms = await ports.render(numbers, await ports.linkOf(record.id));
  for (const form of ['html', 'text', 'json', 'csv'] as const)
    await ports.files.put(reportKey(record, form), { body: forms[form], type: REPORT_FORMS[form].type });
  const body = await ports.spreadsheet(numbers);
  await ports.files.put(reportKey(record, 'xlsx'), { body, type: REPORT_FORMS.xlsx.type });
  await ports.reportRecords.put(record);
  const alert = reportAlertOf(record, { body: forms.text, channel: order.plan.channel });
  const put = order.notify ? await putAlert(ports, alert) : NO_ALERTS;
  return { status: 'written', record, articles: numbers.articles.now, ...put };
}

/** The first UTC days that are rolled up: for the days before a report, and for its trend. */
export async function rollUpSpan(
  { plan, period }: Pick<ReportOrder, 'plan' | 'period'>,
  { watches, ports }: { watches: readonly Watch[]; ports: Pick<Ports, 'states'> },
): Promise<{ from: string; trendFrom: string }> {
  const from = periodWindow(periodBefore(period)).from;
  const covered = await readCovered(plan.brand, { period, watches, ports });
  const { from: trendFrom } = periodWindow({ ...period, first: firstTrendDay(period, covered) });
  return { from: dayOf(from), trendFrom: dayOf(trendFrom) };
}

async function readNumbers(
  { plan, period }: ReportOrder,
  { watches, ports, limits }: { watches: readonly Watch[]; ports: ReportPorts; limits: CallLimits },
): Promise<ReportNumbers> {
  const { brand } = plan;
  const before = periodBefore(period);
  const scopeOf = ({ id }: Named) => ({ brand: id, timezone: period.timezone });
  const read = (named: Named, voiceDays: readonly string[]) =>
    readTotals(
      { scope: scopeOf(named), watches: watchIdsOfBrand(named.id, watches), now: period, before, voiceDays },
      ports,
    );
  const watched = competitorsWithWatches(plan, watches);
  const uncovered = brand.competitors.filter((one) => !watched.includes(one));
  const names = [];
  for (const named of [brand, ...watched])
    names.push({ named, covered: await readCovered(named, { period, watches, ports }) });
  const [own, ...rivals] = names;
  const { days: voiceDays } = voiceDaysOf(period, names);
  const { voice, ...totals } = await read(brand, voiceDays);
  const competitors: Voice[] = [];
  // Of competitors only the sums are kept: their totals may weigh megabytes.
  for (const rival of rivals) {
    const sums = await read(rival.named, voiceDays);
    competitors.push({
      ...rival,
      now: voiceSums(sums.now),
      before: voiceSums(sums.before),
      voice: voiceSums(sums.voice),
    });
  }
  const { calls, ...voices } = await countVoices(
    { reportId: plan.id, brand, uncovered, period, before, retention: ROLLUP_RETENTION },
    ports,
    limits,
  );
  const ofBrand = watches.filter((watch) => watch.brand === brand.id);
  const sums = await sumWatches(ofBrand, { period, now: ports.clock.now() }, ports);
  const numbers = buildReport({
    plan,
    ...totals,
    voice: voiceSums(voice),
    earlier: await readEarlier(earlierPeriods(period), scopeOf(brand), ports),
    competitors,
    covered: own?.covered ?? [],
    ...voices,
    alerts: await sumAlerts({ brand: brand.id, period }, ports),
    badNews: await readBadNews(totals.now, { named: brand, watches: ofBrand, findings: ports.findings }),
    coverage: sums.coverage,
    calls: { ...sums.calls, own: calls },
  });
  const quoting = { watches: watchIdsOfBrand(brand.id, watches), findings: ports.findings };
  return { ...numbers, topStories: await quoteTitles(numbers.topStories, quoting) };
}

function readCovered(
  named: Named,
  given: { period: Period; watches: readonly Watch[]; ports: Pick<Ports, 'states'> },
): Promise<CoveredWatch[]> {
  const { period, watches, ports } = given;
  const since = periodWindow(periodBefore(period)).from;
  const ofName = watches.filter(({ brand }) => brand === named.id);
  return readCoveredWatches(ofName, { named, since }, ports);
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

/** How many alerts of a day are read. Where there are more, the sums say that they are cut. */
const MOST_ALERTS = 20_000;
/** How many alerts are listed behind the sums. */
const MOST_LISTED = 300;
/** Longer texts would make a page larger than can be served. */
const LONGEST = { title: 240, link: 600 } as const;

/** The alerts of a brand that were made in a period, read a day at a time. */
export async function sumAlerts(
  { brand, period }: { brand: string; period: Period },
  { alerts }: Pick<Ports, 'alerts'>,
): Promise<AlertSums> {
  const span = periodWindow(period);
  const listed = topOf(MOST_LISTED, gravestFirst);
  const fates = { notified: 0, held: 0, silenced: 0, joined: 0, dropped: 0 };
  const bySeverity = { info: 0, warning: 0, critical: 0 };
  let made = 0;
  let doubted = 0;
  let cut = false;
  for (const day of utcDays(dayOf(span.from), dayOf(span.to - 1))) {
    const ofDay = await alerts.madeOn(day, MOST_ALERTS);
    cut ||= ofDay.length === MOST_ALERTS;
    const own = ofDay.filter((one) => concerns(one, { brand, span }));
    doubted += own.filter(({ alert: { judged, severity } }) => isLowered(judged, severity)).length;
    for (const row of own.map(rowOf)) {
      listed.add(row);
      made += 1;
      fates[row.fate] += 1;
      bySeverity[row.severity] += 1;
    }
  }
  return { made, ...fates, ...(doubted > 0 && { doubted }), bySeverity, cut, listed: listed.all() };
}

function concerns({ alert }: StoredAlert, { brand, span }: { brand: string; span: Window }): boolean {
  const { occasion } = alert;
  const isOurOwn =
    occasion.type === 'report' || occasion.type === 'heartbeat' || occasion.type === 'incident';
  // What went on to another channel is counted where it came from.
  return alert.brand === brand && !isOurOwn && !alert.escalated && contains(span, alert.createdAt);
}

function gravestFirst(one: AlertRow, other: AlertRow): number {
  const gravity = ({ severity }: AlertRow) => SEVERITIES.indexOf(severity);
  return gravity(other) - gravity(one) || one.at - other.at || (one.id < other.id ? -1 : 1);
}

function rowOf({ alert, state }: StoredAlert): AlertRow {
  const [item] = alert.items;
  const reason = 'reason' in state ? state.reason : state.state === 'pending' ? state.heldFor : undefined;
  return defined<AlertRow>({
    id: alert.id,
    at: alert.createdAt,
    fate: fateOf(state),
    severity: alert.severity,
    occasion: alert.occasion.type,
    watchId: alert.watchId,
    channel: channelNameOf(alert.channel),
    title: shorten(item?.title ?? '', LONGEST.title),
    link: item?.link !== undefined && item.link.length <= LONGEST.link ? item.link : undefined,
    story: alert.story?.id,
    items: alert.items.length,
    reason,
  });
}

/** How many of the largest stories are looked for among what a watch has found. */
const MOST_LOOKED_FOR = 300;

/**
 * The stories that a watch for bad news has found, each with the severity that the rules of the watch give it by its
 * outlets. They are known without alerts: a baseline makes none.
 */
async function readBadNews(
  { large, stories }: PeriodTotals,
  given: { named: Named; watches: readonly Watch[]; findings: Pick<Ports['findings'], 'read'> },
): Promise<Map<string, Severity>> {
  const { named, watches, findings } = given;
  const largest = [...large]
    .toSorted(([one], [other]) => (stories.get(other) ?? 0) - (stories.get(one) ?? 0))
    .slice(0, MOST_LOOKED_FOR);
  const led = new Map(largest.map(([id, story]) => [story.central.article.fingerprint, { id, ...story }]));
  const severities = new Map<string, Severity>();
  for (const watch of watches) {
    const selection = toneSelectionOf(watch, named.names);
    if (selection?.finds !== 'only' || selection.news !== 'bad') continue;
    for (const { finding } of await findings.read(watch.id, [...led.keys()])) {
      const story = led.get(finding.fingerprint);
      if (!story) continue;
      const judged = { outlets: [...story.outlets], countries: [], members: [] };
      const { severity } = severityOf(watch, { story: judged, facts: [] }, { isFirst: true });
      const known = severities.get(story.id) ?? severity;
      severities.set(story.id, compareSeverity(severity, known) > 0 ? severity : known);
    }
  }
  return severities;
}

/**
 * The stories of a report, each quoted from the article whose headline is its title, so that the quote speaks of what
 * the title says. Rollups hold the text of the most read outlet alone. It stays where the article is gone, or has no
 * text.
 *
 * @param watches the ids of the watches of the brand. Each is asked for what those before it do not have.
 */
async function quoteTitles(
  stories: readonly StoryRow[],
  { watches, findings }: { watches: readonly string[]; findings: Pick<Ports['findings'], 'read'> },
): Promise<StoryRow[]> {
  const quotes = new Map<string, Quote | undefined>();
  for (const watchId of watches) {
    const left = stories.map(({ central }) => central.fingerprint).filter((one) => !quotes.has(one));
    if (left.length === 0) break;
    for (const found of await findings.read(watchId, left))
      quotes.set(found.finding.fingerprint, quoteOf(found));
  }
  return stories.map((story) => {
    const quote = quotes.get(story.central.fingerprint);
    return quote ? { ...story, quote } : story;
  });
}
