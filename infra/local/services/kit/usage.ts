import type { Service } from '../../../../shared/domain/lib/errors.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Clock } from './clock.ts';
import { RequestRefused } from './http/refusal.ts';
import type { StateFolder } from './state-folder.ts';

/** What a plan allows one key of one service. A limit that is left out does not exist. */
export interface UsageLimits {
  /** Calls answered at the same time. */
  concurrentCalls?: number;
  /** Calls begun within one second. */
  callsPerSecond?: number;
  /** Calls in a calendar month of UTC. */
  monthlyCalls?: number;
}

/** Counts the calls of each key. The month's count is kept in the state folder and survives a kill. */
export type Usage = ReturnType<typeof trackUsage>;

export function trackUsage({ clock, state }: { clock: Clock; state: StateFolder }) {
  const database = state.database('usage');
  database.exec(
    'CREATE TABLE IF NOT EXISTS calls (service TEXT, key TEXT, month TEXT, count INTEGER, PRIMARY KEY (service, key, month))',
  );
  const add = database.prepare(
    'INSERT INTO calls VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
  );
  const ofKey = database.prepare(
    'SELECT count AS total FROM calls WHERE service = ? AND key = ? AND month = ?',
  );
  const ofService = database.prepare('SELECT sum(count) AS total FROM calls WHERE service = ? AND month = ?');
  const month = () => new Date(clock.now()).toISOString().slice(0, 7);
  const running = new Map<string, number>();
  const recent = new Map<string, number[]>();

  return {
    /**
     * Starts a call. The returned function ends it.
     * @throws RequestRefused 429 when a limit is reached. A refused call is not counted.
     */
    begin({ service, key, limits }: { service: Service; key: string; limits: UsageLimits }): () => void {
      const id = `${service} ${key}`;
      const inFlight = running.get(id) ?? 0;
      const now = clock.now();
      const lastSecond = (recent.get(id) ?? []).filter((at) => now - SECOND < at && at <= now);
      if (inFlight >= (limits.concurrentCalls ?? Infinity)) {
        throw new RequestRefused(429, `Concurrency limit of ${limits.concurrentCalls} calls reached`);
      }
      if (lastSecond.length >= (limits.callsPerSecond ?? Infinity)) {
        throw new RequestRefused(429, `Rate limit of ${limits.callsPerSecond} calls a second reached`);
      }
      if (totalOf(ofKey.get(service, key, month())) >= (limits.monthlyCalls ?? Infinity)) {
        throw new RequestRefused(429, `The plan's quota of ${limits.monthlyCalls} calls a month is used up`);
      }
      add.run(service, key, month());
      running.set(id, inFlight + 1);
      if (limits.callsPerSecond !== undefined) recent.set(id, [...lastSecond, now]);
      return () => void running.set(id, (running.get(id) ?? 1) - 1);
    },
    /** Calls of this month so far, all keys of the service together. */
    used: (service: Service): number => totalOf(ofService.get(service, month())),
  };
}

function totalOf(row: Record<string, unknown> | undefined): number {
  return Number(row?.['total'] ?? 0);
}
