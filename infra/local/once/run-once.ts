import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { lanesOf } from '../../../shared/domain/channels/lanes.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { endRuns, leap } from './end-runs.ts';
import { keepUpstreamOnce } from './keep-upstream-once.ts';
import type { SharedClock } from '../aws/shared-clock.ts';
import type { Machine } from '../aws/start-machine.ts';
import type { LoggedRun } from '../function-log.ts';
import { type DeliveryEntry, listDeliveries } from '../list-deliveries.ts';
import type { StackAccess } from '../open-access.ts';
import { resumeExtractions } from '../resume-extractions.ts';

/** What `--once --json` prints. Keys may be added, not renamed. */
export interface OnceReport {
  watches: WatchReport[];
  deliveries: DeliveryEntry[];
  totals: Record<string, number>;
}

/** One watch, with all its runs added up: a run and its continuations count as one. */
export type WatchReport = Omit<LoggedRun, 'watchId' | 'kind'> & { id: string; kind: string };

export interface OnceOrder {
  machine: Machine;
  access: StackAccess;
  clock: SharedClock;
  watches: readonly Watch[];
  /** True: the clock leaps instead of waiting. */
  skipWaits: boolean;
  /** Filled by the log while functions run. */
  runs: readonly LoggedRun[];
  sent: ReadonlySet<string>;
}

/** A channel sends ten messages a minute and puts the rest into one, so all that is due is sent long before this. */
const MOST_MINUTES = 30;
/** How often to check whether what was ordered is done, in milliseconds. */
const LOOK = 10;

/**
 * Resumes the extractions that a stop or a kill left open, runs every watch once with its continuations until no order is
 * left, and delivers what is due.
 */
export async function runOnce(order: OnceOrder): Promise<OnceReport> {
  const { access, clock, watches, runs, sent } = order;
  const deadBefore = deadOrders(order);
  await resumeExtractions(access, clock);
  // Upstream objects of watches that were removed are removed as well.
  const isHeld = (await access.store.resources.all()).length > 0;
  if (isHeld || watches.some(({ monitor, watchlist }) => monitor ?? watchlist)) {
    await keepUpstreamOnce(order, async (milliseconds) => {
      await endRuns(order);
      leap(milliseconds, order);
    });
  }
  for (const { id, kind } of watches) {
    await access.queue.send(serviceOf(kind), {
      watchId: id,
      scheduledFor: clock.now(),
      track: 'live',
      continuation: 0,
    });
  }
  await endRuns(order);
  await deliverDue(order);
  const reports = watches.map((watch) => addUp(watch, runs));
  const deliveries = await listDeliveries(access.store, {
    sent,
    now: clock.now(),
    links: await access.links(),
  });
  return {
    watches: reports,
    deliveries,
    totals: totalsOf(reports, { deliveries, dead: deadOrders(order) - deadBefore }),
  };
}

/** Delivers minute by minute while anything is due within the next one: a channel at its rate, a message that is unsure. */
async function deliverDue({ machine, access, clock, skipWaits }: OnceOrder): Promise<void> {
  const { store } = access;
  for (let minute = 0; minute < MOST_MINUTES; minute += 1) {
    await machine.functions.invoke(access.outputs.DeliverAlertsFunction, '{}');
    await transportsEnd({ machine, access });
    const channels = (await store.definitions.channels()).flatMap(lanesOf);
    const soon = clock.now() + MINUTE;
    const waiting = await Promise.all(channels.map(({ name }) => store.outbox.hasWork(name, soon)));
    if (!waiting.includes(true)) return;
    if (skipWaits) leap(MINUTE, { machine, clock });
    else await pause(MINUTE);
  }
}

/** Waits until nobody sends to other transports: a sweep orders that, and does not wait for it. */
async function transportsEnd({ machine, access }: Pick<OnceOrder, 'machine' | 'access'>): Promise<void> {
  const { queues } = machine;
  while (!machine.isIdle() || access.runQueues.some((queue) => queues.depth(queue).ready > 0))
    await pause(LOOK);
}

/** 0 when every watch ran to its end and no order died, else 1. */
export function exitCodeOf({ totals }: OnceReport): number {
  return totals['failed'] === 0 && totals['dead'] === 0 ? 0 : 1;
}

/** How many orders are in the dead letters of the queues of runs and of webhook payloads. */
function deadOrders({ machine: { stack, queues }, access: { runQueues } }: OnceOrder): number {
  const targets = stack.queues
    .filter(({ name }) => runQueues.includes(name))
    .flatMap(({ attributes }) => redrive.safeParse(parseJson(attributes['RedrivePolicy'])).data ?? []);
  return [...new Set(targets)].reduce((sum, arn) => sum + queues.depth(arn).ready, 0);
}

const redrive = z
  .object({ deadLetterTargetArn: z.string() })
  .transform(({ deadLetterTargetArn }) => deadLetterTargetArn);

function addUp({ id, kind }: Watch, runs: readonly LoggedRun[]): WatchReport {
  const own = runs.filter(({ watchId, status }) => watchId === id && status !== 'stepped-aside');
  const last = own.at(-1);
  const sum = (key: 'windows' | 'calls' | 'matched' | 'new' | 'stories' | 'alerts' | 'quarantined') =>
    own.reduce((total, run) => total + run[key], 0);
  // A run that continues orders another one, and none is left: that one has died.
  const hasDied = !last || last.status === 'continued';
  const error = hasDied ? DIED : last.error;
  return {
    id,
    kind,
    status: hasDied ? 'failed' : last.status,
    windows: sum('windows'),
    calls: sum('calls'),
    matched: sum('matched'),
    new: sum('new'),
    stories: sum('stories'),
    alerts: sum('alerts'),
    quarantined: sum('quarantined'),
    ...(error && { error }),
  };
}

const DIED = {
  name: 'RunDied',
  message: 'Every try of this run was interrupted. See functions.log for the cause.',
};

function totalsOf(
  watches: readonly WatchReport[],
  { deliveries, dead }: { deliveries: readonly DeliveryEntry[]; dead: number },
): Record<string, number> {
  const sum = (key: 'windows' | 'calls' | 'matched' | 'new' | 'stories' | 'alerts' | 'quarantined') =>
    watches.reduce((total, watch) => total + watch[key], 0);
  return {
    watches: watches.length,
    failed: watches.filter(({ status }) => status === 'failed').length,
    dead,
    windows: sum('windows'),
    calls: sum('calls'),
    matched: sum('matched'),
    new: sum('new'),
    stories: sum('stories'),
    alerts: sum('alerts'),
    quarantined: sum('quarantined'),
    deliveries: deliveries.length,
    pending: deliveries.filter(({ status }) => status === 'pending').length,
  };
}
