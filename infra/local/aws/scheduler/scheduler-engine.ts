import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseAs } from '../../../../shared/contracts/parse-as.ts';
import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import { type Instant, isAhead, isoOf, SECOND } from '../../../../shared/domain/time/instant.ts';
import { serveApp } from '../../serve-app.ts';
import { arnOf, type EngineAddress } from '../local-account.ts';
import type { RecordStore } from '../record-store.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { LocalStack } from '../template/local-stack.ts';
import {
  definitionSchema,
  keyOf,
  openAgenda,
  recordSchema,
  type ScheduleDefinition,
  type ScheduleRecord,
} from './schedule-record.ts';
import { schedulerApp } from './scheduler-wire.ts';

interface SchedulerOrder {
  groups: readonly string[];
  store: RecordStore;
  clock: SharedClock;
  /** How many requests of one kind it takes in a second. Left out: as few as AWS in any region. */
  rate?: number;
  /** Passes an input to the queue or function that an ARN names. Rejects when the target does not accept it. */
  deliver: (arn: string, input: string) => Promise<void>;
  /** Called with a schedule whose target did not take its input. */
  onFailure: (schedule: string, cause: unknown) => void;
  /** Called when the clock has gone back, by so many milliseconds. */
  onClockBack?: (by: number) => void;
}

/** EventBridge Scheduler on this machine. */
export interface SchedulerEngine extends EngineAddress {
  /** Creates a schedule of the template, or changes it when its definition has changed. */
  ensure(group: string, name: string, definition: ScheduleDefinition): void;
  /** Sends what is due. Slots that were missed while no process ran are sent as one for each schedule. */
  sendDue(): Promise<void>;
  /** Sends what is due from now on, every second. */
  run(): void;
  /** The next slot of each schedule, soonest first. */
  upcoming(): { group: string; name: string; at: Instant }[];
  stop(): Promise<void>;
}

/** How often due slots are looked for, in milliseconds. AWS itself is exact to the minute. */
const TICK = SECOND;

export async function startSchedulerEngine(order: SchedulerOrder): Promise<SchedulerEngine> {
  const { clock, groups } = order;
  const agenda = openAgenda(order.store.records('schedule', recordSchema));
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let shown = agenda.sentUntil();
  noticeClock();

  /** What was sent while the clock was ahead would else be the last for as long. */
  function noticeClock(): void {
    const now = clock.now();
    if (isAhead(shown, now)) {
      agenda.turnBack(now);
      order.onClockBack?.(shown - now);
    }
    shown = now;
  }

  async function send(key: string, slot: Instant): Promise<void> {
    const record = agenda.get(key);
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
    // After the sending. A process that dies in between sends once more, as AWS may do.
    agenda.settle(key, Math.max(slot, clock.now()));
  }

  /** One after the other: a slot must not be sent twice at one time. */
  function sendDue(): Promise<void> {
    sending = sending.then(async () => {
      noticeClock();
      for (const { key, at } of agenda.upcoming()) {
        if (at <= clock.now()) await send(key, at);
      }
    });
    return sending;
  }

  const server = await serveApp(schedulerApp({ groups, agenda, clock, rate: order.rate }));
  return {
    url: server.url,
    sendDue,
    ensure: (group, name, definition) => {
      const existing = agenda.get(keyOf(group, name));
      if (existing && isDeepStrictEqual(existing.definition, definition)) return;
      const now = clock.now();
      agenda.put({ group, name, definition, createdAt: existing?.createdAt ?? now, changedAt: now });
    },
    run: () => {
      timer = setInterval(() => void sendDue(), TICK);
    },
    upcoming: () =>
      agenda.upcoming().map(({ key, at }) => {
        const [group = '', name = ''] = key.split('/');
        return { group, name, at };
      }),
    stop: async () => {
      clearInterval(timer);
      await sending;
      await server.close();
    },
  };
}

/** Fills in the scheduler's placeholders: `<aws.scheduler.scheduled-time>` is the slot, to the second. */
function fillIn(input: string, { group, name }: ScheduleRecord, slot: Instant): string {
  const words: Readonly<Record<string, string>> = {
    'scheduled-time': `${isoOf(slot).slice(0, 19)}Z`,
    'schedule-arn': arnOf('scheduler', `schedule/${group}/${name}`),
    'execution-id': randomUUID(),
    'attempt-number': '1',
  };
  return input.replaceAll(
    /<aws\.scheduler\.([a-z-]+)>/g,
    (whole, word: string) => lookUp(words, word) ?? whole,
  );
}

/** Creates or changes a schedule of the template. */
export function ensureSchedule(
  scheduler: SchedulerEngine,
  { Name, GroupName, ...definition }: LocalStack['schedules'][number],
): void {
  scheduler.ensure(GroupName, Name, parseAs(definitionSchema, definition));
}
