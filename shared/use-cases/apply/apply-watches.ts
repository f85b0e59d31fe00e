import type { Ports } from '../ports/ports.ts';
import type { Desired } from '../../domain/config/desired-state.ts';
import { emptyApplyOutcome, type ApplyOutcome, type Changes } from '../../domain/runs/outcome.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { putChannels, removeChannels } from './apply-channels.ts';
import { applyDefinitions } from './apply-definitions.ts';
import { type Kept, takeApplyLease } from './apply-lease.ts';
import { applyReports, type ApplyReportPorts } from './apply-reports.ts';
import { applySubscriptions, type SubscriptionPorts } from './apply-subscriptions.ts';
import type { Lists } from '../../store/watches/definitions.ts';
import { compareById } from './compare-by-id.ts';

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
 * Updates the table, schedules and subscriptions to match the watches. Applying the same again changes nothing, and completes
 * what a crash interrupted. Never calls an upstream service.
 */
export async function applyWatches(
  desired: Desired,
  ports: ApplyPorts,
  context: { owner: string; deadline: Instant },
): Promise<ApplyOutcome> {
  const lease = await takeApplyLease(ports, context);
  if (!lease) return { ...emptyApplyOutcome(), status: 'busy' };
  const { keep, giveBack } = lease;
  try {
    return await applyInLease(desired, { ...ports, keep });
  } finally {
    await giveBack();
  }
}

/** A watch never names a channel that does not exist: channels are put before the watches, and removed after them. */
async function applyInLease(desired: Desired, ports: ApplyPorts & Kept): Promise<ApplyOutcome> {
  const channels = await putChannels(desired.channels, ports);
  const watchlists = await applyLists(desired.watchlists ?? [], ports.watchlists);
  const feeds = await applyLists(desired.feeds ?? [], ports.feedLists);
  const { dropped, ...definitions } = await applyDefinitions(desired.watches, ports);
  const droppedWithChannels = await removeChannels(channels.removed, ports);
  const reports = await applyReports(desired.reports ?? [], ports);
  await ports.keep();
  const subscriptions = await applySubscriptions(desired.channels, ports);
  return {
    status: 'applied',
    ...definitions,
    channels,
    watchlists,
    feeds,
    reports,
    subscriptions,
    dropped: dropped + droppedWithChannels,
  };
}

/**
 * Makes the stored lists agree with the file. The next sweeps do the same with entities and datasets, and the next round of the poller
 * reads the feeds.
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
