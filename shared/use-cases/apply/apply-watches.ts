import type { Desired } from '../../domain/config/desired-state.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ReportPlan } from '../../domain/reports/report-record.ts';
import { type ApplyOutcome, type Changes, emptyApplyOutcome } from '../../domain/runs/outcome.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { isOver } from '../../domain/time/schedule.ts';
import type { Lists } from '../../store/watches/definitions.ts';
import type { Ports, ReportSchedule } from '../ports/ports.ts';
import {
  applyDefinitions,
  compareById,
  type Kept,
  putChannels,
  removeChannels,
  takeApplyLease,
} from './apply-definitions.ts';
import { settleEdits, type WhenOverruled } from './settle-edits.ts';
import { applySubscriptions, type SubscriptionPorts } from './apply-subscriptions.ts';

type ApplyPorts = ApplyReportPorts &
  SubscriptionPorts &
  Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'removedWatches'
    | 'states'
    | 'alerts'
    | 'schedules'
    | 'leases'
    | 'watchlists'
    | 'feedLists'
  >;

/**
 * Updates the table, schedules and subscriptions to match the watches. Applying the same again changes nothing, and
 * completes what a crash interrupted. Never calls an upstream service.
 */
export async function applyWatches(
  desired: Desired,
  ports: ApplyPorts,
  context: { owner: string; deadline: Instant; edits?: WhenOverruled },
): Promise<ApplyOutcome> {
  const lease = await takeApplyLease(ports, context);
  if (!lease) return { ...emptyApplyOutcome(), status: 'busy' };
  const { keep, giveBack } = lease;
  try {
    return await applyInLease(desired, { ...ports, keep }, context.edits);
  } finally {
    await giveBack();
  }
}

/** A watch never names a channel that does not exist: channels are put before the watches, and removed after them. */
async function applyInLease(
  desired: Desired,
  ports: ApplyPorts & Kept,
  whenOverruled: WhenOverruled,
): Promise<ApplyOutcome> {
  const channels = await putChannels(desired.channels, ports);
  const watchlists = await applyLists(desired.watchlists ?? [], ports.watchlists);
  const feeds = await applyLists(desired.feeds ?? [], ports.feedLists);
  const { dropped, ...definitions } = await applyDefinitions(desired.watches, ports);
  const droppedWithChannels = await removeChannels(channels.removed, ports);
  const reports = await applyReports(desired.reports ?? [], ports);
  await ports.keep();
  const edits = await settleEdits(ports, whenOverruled);
  const subscriptions = await applySubscriptions(await ports.definitions.channels(), ports);
  return {
    status: 'applied',
    ...definitions,
    channels,
    watchlists,
    feeds,
    reports,
    subscriptions,
    dropped: dropped + droppedWithChannels,
    ...(Object.values(edits).flat().length > 0 && { edits }),
  };
}

/**
 * Makes the stored lists agree with the file. The next sweeps do the same with entities and datasets, and the next
 * round of the poller reads the feeds.
 */
async function applyLists<T extends { name: string }>(
  desired: readonly T[],
  lists: Lists<T>,
): Promise<Changes> {
  const { put, changes } = compareById(desired, await lists.all(), ({ name }) => name);
  for (const list of put) await lists.put(list);
  for (const name of changes.removed) await lists.remove(name);
  return changes;
}

type ApplyReportPorts = Pick<Ports, 'reportPlans' | 'reportSchedules' | 'clock'>;

/**
 * Makes reports and their schedules agree with the file. A plan is put before its schedule and removed after it, so
 * that no schedule calls for a report that does not exist, and applying again finds what is left to do. Written
 * reports stay.
 */
async function applyReports(
  reports: readonly ReportPlan[],
  { reportPlans, reportSchedules, clock, keep }: ApplyReportPorts & Kept,
): Promise<Changes> {
  const filed = (await reportPlans.ofFile.all()).map(({ base }) => base);
  const { put, changes } = compareById(reports, filed, ({ id }) => id);
  const schedules = new Map((await reportSchedules.list()).map((one) => [one.reportId, one]));
  const rescheduled = new Set<ReportPlan>();
  await inParallel(reports, async (plan) => {
    await keep();
    if (put.has(plan)) await reportPlans.putPlan(plan);
    if (await applyReportSchedule(plan, { reportSchedules, clock, before: schedules.get(plan.id) }))
      rescheduled.add(plan);
  });
  const wanted = new Set(reports.map(({ id }) => id));
  const removed = [...new Set([...schedules.keys(), ...changes.removed])].filter((id) => !wanted.has(id));
  for (const id of removed) {
    await keep();
    await reportSchedules.remove(id);
    await reportPlans.removePlan(id);
  }
  const changed = reports.filter(
    (plan) => (put.has(plan) || rescheduled.has(plan)) && !changes.added.includes(plan.id),
  );
  return { added: changes.added, changed: changed.map(({ id }) => id), removed };
}

/** True when the schedule of a report was not as it should be. */
async function applyReportSchedule(
  { id, schedule, timezone, disabled }: ReportPlan,
  {
    reportSchedules,
    clock,
    before,
  }: Pick<ApplyReportPorts, 'reportSchedules' | 'clock'> & { before: ReportSchedule | undefined },
): Promise<boolean> {
  const wanted = { reportId: id, expression: schedule, timezone };
  if (!disabled && before && isSame(before, wanted)) return false;
  if (disabled || isOver({ schedule, timezone }, clock.now())) {
    if (before) await reportSchedules.remove(id);
    return before !== undefined;
  }
  await reportSchedules.put(wanted, before !== undefined);
  return true;
}
