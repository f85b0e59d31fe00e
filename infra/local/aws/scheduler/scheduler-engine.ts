import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Instant, isoOf, SECOND } from '../../../../shared/domain/instant.ts';
import { arnOf, type EngineAddress } from '../local-account.ts';
import type { RecordStore } from '../record-store.ts';
import type { SharedClock } from '../shared-clock.ts';
import { serveLoopback } from '../wire/loopback-server.ts';
import {
  keyOf,
  recordSchema,
  type ScheduleDefinition,
  type ScheduleRecord,
  slotAfter,
} from './schedule-record.ts';
import { answerScheduler } from './scheduler-wire.ts';

export interface SchedulerOrder {
  groups: readonly string[];
  store: RecordStore;
  clock: SharedClock;
  /** Hands an input to the queue or function that an arn names; rejects when that cannot take it. */
  deliver: (arn: string, input: string) => Promise<void>;
  /** Told of a schedule whose target did not take its input. */
  onFailure: (schedule: string, cause: unknown) => void;
}

/** EventBridge Scheduler on this machine. */
export interface SchedulerEngine extends EngineAddress {
  /** Makes a schedule of the template, or changes it when its definition has changed. */
  ensure(group: string, name: string, definition: ScheduleDefinition): void;
  /** Sends what is due. What was missed while the process was down is sent once for each schedule, not once a slot. */
  sendDue(): Promise<void>;
  /** Sends what is due from now on, every second. */
  run(): void;
  /** The next slot of each schedule that is switched on, soonest first. */
  upcoming(): { group: string; name: string; at: Instant }[];
  stop(): Promise<void>;
}

/** How often due slots are looked for. AWS itself is exact to the minute. */
const TICK = SECOND;

export async function startSchedulerEngine(order: SchedulerOrder): Promise<SchedulerEngine> {
  const { clock } = order;
  const records = order.store.records('schedule', recordSchema);
  const next = new Map<string, Instant>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const plan = (record: ScheduleRecord): void => {
    const key = keyOf(record.group, record.name);
    const slot = record.definition.State === 'ENABLED' ? slotAfter(record) : undefined;
    if (slot === undefined) next.delete(key);
    else next.set(key, slot);
  };
  const put = (record: ScheduleRecord): void => {
    plan(record);
    records.put(keyOf(record.group, record.name), record);
  };
  const remove = (key: string): void => {
    records.remove(key);
    next.delete(key);
  };
  for (const record of records.all()) plan(record);

  async function send(key: string, slot: Instant): Promise<void> {
    const record = records.get(key);
    if (!record) return;
    const { Arn, Input, DeadLetterConfig } = record.definition.Target;
    const input = fillIn(Input, record, slot);
    try {
      await order.deliver(Arn, input);
    } catch (cause) {
      order.onFailure(key, cause);
      if (DeadLetterConfig) {
        await order
          .deliver(DeadLetterConfig.Arn, input)
          .catch((again: unknown) => order.onFailure(key, again));
      }
    }
    settle(key, slot);
  }

  /** Notes what was sent, after it was sent: a process that dies in between sends it once more, as AWS may. */
  function settle(key: string, slot: Instant): void {
    const record = records.get(key);
    if (!record) return;
    const sent = { ...record, sentUntil: Math.max(slot, clock.now()) };
    if (record.definition.ActionAfterCompletion === 'DELETE' && slotAfter(sent) === undefined) remove(key);
    else put(sent);
  }

  /** One after the other: a slot that is being sent must not be taken up again. */
  function sendDue(): Promise<void> {
    sending = sending.then(sendAll);
    return sending;
  }

  async function sendAll(): Promise<void> {
    const due = [...next].filter(([, at]) => at <= clock.now()).toSorted(([, one], [, other]) => one - other);
    for (const [key, slot] of due) await send(key, slot);
  }

  const server = await serveLoopback(answerScheduler({ groups: order.groups, records, clock, put, remove }));
  return {
    url: server.url,
    sendDue,
    ensure: (group, name, definition) => {
      const existing = records.get(keyOf(group, name));
      if (existing && isDeepStrictEqual(existing.definition, definition)) return;
      const now = clock.now();
      put({ group, name, definition, createdAt: existing?.createdAt ?? now, changedAt: now });
    },
    run: () => {
      timer = setInterval(() => void sendDue(), TICK);
    },
    upcoming: () =>
      [...next]
        .map(([key, at]) => {
          const [group = '', name = ''] = key.split('/');
          return { group, name, at };
        })
        .toSorted((one, other) => one.at - other.at),
    stop: async () => {
      clearInterval(timer);
      await sending;
      await server.close();
    },
  };
}

/** Puts the scheduler's own words into an input: `<aws.scheduler.scheduled-time>` is the slot, to the second. */
function fillIn(input: string, { group, name }: ScheduleRecord, slot: Instant): string {
  const words: Readonly<Record<string, string>> = {
    'scheduled-time': `${isoOf(slot).slice(0, 19)}Z`,
    'schedule-arn': arnOf('scheduler', `schedule/${group}/${name}`),
    'execution-id': randomUUID(),
    'attempt-number': '1',
  };
  return input.replaceAll(/<aws\.scheduler\.([a-z-]+)>/g, (whole, word: string) => words[word] ?? whole);
}
