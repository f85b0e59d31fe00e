import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Store } from '../../shared/store/open-store.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import {
  type Message,
  type MessageTexts,
  type Protocol,
  PROTOCOLS,
} from '../../shared/domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  lanesOf,
  type TransportName,
  transportOf,
} from '../../shared/domain/channels/channel.ts';
import type { PageLinks } from '../../shared/domain/pages/signed-link.ts';
import { DAY, type Instant, isoOf, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import type { StoredAlert } from '../../shared/store/alerts/alerts.ts';
import type { StoredMessage } from '../../shared/store/alerts/messages.ts';
import { upstreamAnswer } from '../cli/stack/connect-stack.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { Machine } from './aws/start-machine.ts';
import { type LoggedDecision, type LoggedRun, sumParts } from './function-log.ts';
import type { StackAccess } from './open-access.ts';
import { resumeExtractions } from './resume-work.ts';

/** What `--once --json` prints. Keys may be added, not renamed. */
export interface OnceReport {
  watches: WatchReport[];
  deliveries: DeliveryEntry[];
  totals: Record<string, number>;
}

/**
 * One watch, with all its runs added up: a run and its continuations count as one. Its stories and alerts are those
 * that were decided.
 */
export interface WatchReport extends Omit<LoggedRun, 'watchId' | 'kind'> {
  id: string;
  kind: string;
  stories: number;
}

export interface OnceOrder {
  machine: Machine;
  access: StackAccess;
  clock: SharedClock;
  watches: readonly Watch[];
  /** True: the clock leaps instead of waiting. */
  skipWaits: boolean;
  /** Filled by the log while functions run. */
  runs: readonly LoggedRun[];
  decided: readonly LoggedDecision[];
  sent: ReadonlySet<string>;
}

/** A channel sends ten messages a minute and puts the rest into one, so all that is due is sent long before this. */
const MOST_MINUTES = 30;
/** How often to check whether what was ordered is done, in milliseconds. */
const CHECK_EVERY = 10;

/**
 * Resumes the extractions that a stop or a kill left open, runs every watch once with its continuations until no
 * order is left, and delivers what is due.
 */
export async function runOnce(order: OnceOrder): Promise<OnceReport> {
  const { access, clock, watches, runs, decided, sent } = order;
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
  const reports = watches.map((watch) => addUp(watch, { runs, decided }));
  const deliveries = await listDeliveries(access.store, {
    sent,
    now: clock.now(),
    links: await access.links(),
  });
  return {
    watches: reports,
    deliveries,
    totals: totalsOf(reports, {
      deliveries,
      dead: deadOrders(order) - deadBefore,
      quarantined: decided.reduce((sum, one) => sum + one.quarantined, 0),
    }),
  };
}

/**
 * Delivers minute by minute while anything is due within the next one: a channel at its rate, a message that is
 * unsure.
 */
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
  while (!machine.isIdle() || access.workQueues.some((queue) => queues.depth(queue).ready > 0))
    await pause(CHECK_EVERY);
}

/** 0 when every watch ran to its end and no order died, else 1. */
export function exitCodeOf({ totals }: OnceReport): number {
  return totals['failed'] === 0 && totals['dead'] === 0 ? 0 : 1;
}

/** How many orders are in the dead letters of all queues of work. */
function deadOrders({ machine: { stack, queues }, access: { workQueues } }: OnceOrder): number {
  const targets = stack.queues
    .filter(({ name }) => workQueues.includes(name))
    .flatMap(({ attributes }) => redrive.safeParse(parseJson(attributes['RedrivePolicy'])).data ?? []);
  return [...new Set(targets)].reduce((sum, arn) => sum + queues.depth(arn).ready, 0);
}

const redrive = z
  .object({ deadLetterTargetArn: z.string() })
  .transform(({ deadLetterTargetArn }) => deadLetterTargetArn);

function addUp({ id, kind }: Watch, { runs, decided }: Pick<OnceOrder, 'runs' | 'decided'>): WatchReport {
  const own = runs.filter(({ watchId, status }) => watchId === id && status !== 'stepped-aside');
  const last = own.at(-1);
  const parts = sumParts(decided.flatMap((one) => one.watches).filter(({ watchId }) => watchId === id));
  const sum = (key: 'windows' | 'calls' | 'matched' | 'new' | 'alerts' | 'quarantined') =>
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
    stories: parts.stories,
    alerts: sum('alerts') + parts.alerts,
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
  {
    deliveries,
    dead,
    quarantined,
  }: { deliveries: readonly DeliveryEntry[]; dead: number; quarantined: number },
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
    quarantined: sum('quarantined') + quarantined,
    deliveries: deliveries.length,
    pending: deliveries.filter(({ status }) => status === 'pending').length,
  };
}

/** What moves when time is skipped. */
export interface Movable {
  machine: Pick<Machine, 'workflow' | 'queues'>;
  clock: SharedClock;
}

export interface RunningOrders extends Movable {
  machine: Pick<Machine, 'workflow' | 'queues' | 'isIdle'>;
  access: Pick<StackAccess, 'workQueues'>;
  /** True: the clock leaps instead of waiting. */
  skipWaits: boolean;
  /**
   * How long to wait before an order that has failed is tried again, in milliseconds. Its queue would wait half an
   * hour.
   */
  retryAfter?: number;
}

/**
 * How many waits for delayed messages and executions there may be. After that the report shows the state at that
 * time.
 */
const MOST_WAITS = 10_000;
/** What `retryAfter` is where it is left out. */
const RETRY = 2 * SECOND;

/**
 * Waits until no order is left in any queue, be it ready, delayed or received, and no execution runs. An order that
 * fails each time goes to the dead letters after its receives.
 */
export async function endRuns({
  machine,
  access,
  clock,
  skipWaits,
  retryAfter = RETRY,
}: RunningOrders): Promise<void> {
  const { queues, workflow } = machine;
  const isAny = (state: 'ready' | 'inFlight') =>
    access.workQueues.some((queue) => queues.depth(queue)[state] > 0);
  for (let waited = 0; waited < MOST_WAITS; waited += 1) {
    while (!machine.isIdle() || isAny('ready')) await pause(CHECK_EVERY);
    const waits = [queues.untilNext(access.workQueues), workflow.untilNext()];
    const wait = Math.min(...waits.map((one) => one ?? Number.POSITIVE_INFINITY));
    if (wait === Number.POSITIVE_INFINITY) return;
    if (skipWaits) leap(wait, { machine, clock });
    else if (isAny('inFlight')) {
      // Nothing works, so what was received has failed.
      await pause(Math.min(Math.max(wait, CHECK_EVERY), retryAfter));
      if (machine.isIdle()) queues.releaseAll();
    } else await pause(Math.max(wait, CHECK_EVERY));
  }
}

/** Moves the clock, the queues and the executions forward by the same time. */
export function leap(milliseconds: number, { machine, clock }: Movable): void {
  clock.leap(milliseconds);
  machine.queues.skip(milliseconds);
  machine.workflow.wake();
}

/** The time between two sweeps of the stack, and how many are enough for all that can be made or pulled at once. */
const BETWEEN = 5 * MINUTE;
const MOST_SWEEPS = 40;
/** A lost webhook payload is pulled after ten minutes. After so many sweeps without a step, nothing more will come. */
const QUIET_SWEEPS = 3;

/**
 * Reconciles until the extraction service has all objects that the watches need, and until their records are here. A
 * start with `--once` would otherwise end long before. `pass` lets the time between two sweeps pass, and waits for
 * the work that is due.
 */
export async function keepUpstreamOnce(
  { machine, access, skipWaits }: { machine: Machine; access: StackAccess; skipWaits: boolean },
  pass: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let quiet = 0;
  for (let sweep = 0; sweep < MOST_SWEEPS && quiet < QUIET_SWEEPS; sweep += 1) {
    const end = await machine.functions.invoke(access.outputs.ReconcileFunction, '{}');
    const { steps, waiting } =
      'error' in end ? { steps: [], waiting: [] } : upstreamAnswer.parse(JSON.parse(end.payload)).upstream;
    quiet = steps.length + waiting.length === 0 ? quiet + 1 : 0;
    // With services on the network, time cannot be skipped. The next start continues.
    if (!skipWaits) return;
    await pass(BETWEEN);
  }
}

/** One message on one protocol or transport of its channel, as `--once --json` lists it. */
export interface DeliveryEntry {
  /** Id of the message, or of the alert while it is in no message yet. */
  id: string;
  /** The first alert of the message. */
  alertId: string;
  alertIds: readonly string[];
  channel: string;
  /** How SNS delivers it, or the transport of another lane. */
  protocol: Protocol | TransportName;
  subject: string;
  body: string;
  severity: string;
  /** Of an SMS: how many parts each number gets, and what all parts cost, if the channel has a price. */
  parts?: number;
  cost?: number;
  /** `accepted` by SNS; else `pending`, `claimed`, `unsure`, `failed` or `dead`. */
  status: string;
  /** ISO time of the next try, while the message is not sent. */
  dueAt?: string;
}

/** Later than any message can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/** Lists the sent messages by their ids, and all that still waits on any channel, each with its link to a receipt. */
export async function listDeliveries(
  store: Store,
  { sent, now, links }: { sent: Iterable<string>; now: Instant; links: PageLinks },
): Promise<DeliveryEntry[]> {
  const channels = new Map(
    (await store.definitions.channels()).flatMap(lanesOf).map((lane) => [lane.name, lane]),
  );
  const messages = new Map<string, StoredMessage>();
  const alerts: StoredAlert[] = [];
  for (const id of sent) {
    const found = await store.messages.get(id);
    if (found) messages.set(id, found);
  }
  for (const name of channels.keys()) {
    const waiting = await store.outbox.due(name, now + AHEAD, MOST);
    for (const stored of waiting.messages) messages.set(stored.message.id, stored);
    alerts.push(...waiting.alerts);
  }
  const compose = composeWithLinks(links);
  return [
    ...[...messages.values()].flatMap((stored) => entriesOf(stored, channels.get(stored.message.channel))),
    ...alerts.flatMap((stored) =>
      pendingEntries(stored, { channel: channels.get(stored.alert.channel), now, compose }),
    ),
  ];
}

function entriesOf({ message, delivery }: StoredMessage, channel: Channel | undefined): DeliveryEntry[] {
  if (!channel) return [];
  const ended = delivery.state === 'accepted' || delivery.state === 'dead';
  return perProtocol(message, channel).map((entry) => ({
    ...entry,
    status: delivery.state,
    ...(ended ? {} : { dueAt: isoOf(delivery.retryAt) }),
  }));
}

/** The texts of a pending alert as if it were sent alone. A brief may collect several. */
function pendingEntries(
  { alert, state }: StoredAlert,
  given: { channel: Channel | undefined; now: Instant; compose: ReturnType<typeof composeWithLinks> },
): DeliveryEntry[] {
  const { channel, now, compose } = given;
  if (!channel || state.state !== 'pending') return [];
  const dueAt = isoOf(state.dueAt);
  return perProtocol(compose([alert], { channel, now }), channel).map((entry) => ({
    ...entry,
    id: alert.id,
    status: 'pending',
    dueAt,
  }));
}

function perProtocol(message: Message, channel: Channel): Omit<DeliveryEntry, 'status'>[] {
  const transport = transportOf(channel.name);
  if (transport !== undefined) {
    const { id, alertIds, severity, texts } = message;
    const head = { id, alertId: alertIds[0] ?? '', alertIds, channel: channelNameOf(channel.name) };
    return [{ ...head, protocol: transport, subject: texts.subject, body: texts.email, severity }];
  }
  return PROTOCOLS.flatMap((protocol) => {
    const body = textFor(message.texts, protocol);
    if (channel[protocol].length === 0 || body === undefined) return [];
    const { id, alertIds, severity, texts } = message;
    const head = { id, alertId: alertIds[0] ?? '', alertIds, channel: channel.name, protocol };
    const { parts, cost } = (protocol === 'sms' ? message.sms : undefined) ?? {};
    const bill = { ...(parts !== undefined && { parts }), ...(cost !== undefined && { cost }) };
    return [{ ...head, subject: texts.subject, body, severity, ...bill }];
  });
}

function textFor(texts: MessageTexts, protocol: Protocol): string | undefined {
  if (protocol === 'email') return texts.email;
  return protocol === 'sms' ? texts.sms : texts.json;
}
