import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { Records } from '../record-store.ts';
import { keyOf, type ScheduleRecord, slotAfter } from './schedule-record.ts';

/** The schedules, and when each is due next. */
export interface Agenda {
  get(key: string): ScheduleRecord | undefined;
  all(): ScheduleRecord[];
  put(record: ScheduleRecord): void;
  remove(key: string): void;
  /** Records that everything up to an instant was sent. Deletes a schedule without further slots, if it asks for that. */
  settle(key: string, until: Instant): void;
  /** The next slot of each enabled schedule, soonest first. Those in the past are due. */
  upcoming(): { key: string; at: Instant }[];
}

export function openAgenda(records: Records<ScheduleRecord>): Agenda {
  const next = new Map<string, Instant>();
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
  return {
    get: (key) => records.get(key),
    all: () => records.all(),
    put,
    remove,
    settle: (key, until) => {
      const record = records.get(key);
      if (!record) return;
      const sent = { ...record, sentUntil: until };
      const isOver = record.definition.ActionAfterCompletion === 'DELETE' && slotAfter(sent) === undefined;
      if (isOver) remove(key);
      else put(sent);
    },
    upcoming: () => [...next].map(([key, at]) => ({ key, at })).toSorted((one, other) => one.at - other.at),
  };
}
