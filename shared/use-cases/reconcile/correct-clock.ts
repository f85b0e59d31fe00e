import { CLAIM } from '../../domain/alerts/message.ts';
import { lanesOf } from '../../domain/channels/channel.ts';
import { countsUntil } from '../../domain/counting/hourly-counts.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  CLOCK_SUBJECT,
  clockIncident,
  stateWithoutFuture,
  trueUntil,
  withSweep,
} from '../../domain/runs/clock-record.ts';
import { DAY, HOUR, type Instant, isAhead } from '../../domain/time/instant.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  resolveNamedIncident,
  sumIncidents,
} from '../alerts/put-alerts.ts';
import { moveDueTimes } from '../apply/apply-definitions.ts';
import { changeState } from '../collect/change-state.ts';
import type { Ports } from '../ports/ports.ts';

export type ClockPorts = Pick<
  Ports,
  | 'clock'
  | 'clockRecord'
  | 'definitions'
  | 'states'
  | 'hourlyCounts'
  | 'windows'
  | 'alerts'
  | 'messages'
  | 'incidents'
>;

/** By how many milliseconds the clock went back. Absent: it did not. */
interface ClockOutcome extends IncidentOutcome {
  clockBack?: number;
}

/** Open windows are queried again within an hour, and a message is tried again within it. */
const LONGEST_WAIT = HOUR;
/** Later than anything can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/**
 * Finds that the clock went back since an earlier sweep, and notifies the operators once. What was stored meanwhile
 * lies in the future, and would stop its watch or its message until then: watches are taken back to what they had
 * covered when the clock was right, and what is to be sent or tried again is due at its time by the clock of now. The
 * sweep after the last correction resolves the incident. Other parts of the stack ignore such instants where they
 * read them.
 */
export async function correctClock(ports: ClockPorts, owner: string): Promise<ClockOutcome> {
  const now = ports.clock.now();
  const record = await ports.clockRecord.get();
  if (!record || !isAhead(record.at, now)) {
    const resolved = record?.isReported ? await resolveNamedIncident(ports, CLOCK_SUBJECT) : {};
    await ports.clockRecord.put(withSweep(record, now));
    return sumIncidents([resolved]);
  }
  const until = trueUntil(record, now);
  const opened = await openNamedIncident(ports, clockIncident({ at: record.at, until, now }));
  const watches = await ports.definitions.watches();
  const corrected = await inParallel(watches, ({ id }) => correctWatch(id, { ports, owner, until }));
  for (const window of await ports.windows.open(now + AHEAD, MOST))
    if (isAhead(window.retryAt, now + LONGEST_WAIT)) await ports.windows.put({ ...window, retryAt: now });
  for (const lane of (await ports.definitions.channels()).flatMap(lanesOf)) {
    await moveDueTimes(lane, ports);
    for (const stored of await ports.messages.waiting(lane.name, MOST)) {
      const { delivery } = stored;
      // A deliverer may be at work on one that is claimed.
      if (isAhead(delivery.retryAt, now + LONGEST_WAIT))
        await ports.messages.move(stored, { ...delivery, retryAt: now + CLAIM });
    }
  }
  // A watch that runs now is corrected by the next sweep: until then the record stays.
  if (corrected.every(Boolean)) await ports.clockRecord.put({ at: now, leaps: [], isReported: true });
  return { ...sumIncidents([opened]), clockBack: record.at - now };
}

/** False: a run holds the watch. */
async function correctWatch(
  watchId: string,
  { ports, owner, until }: { ports: ClockPorts; owner: string; until: Instant },
): Promise<boolean> {
  const now = ports.clock.now();
  const state = await ports.states.read(watchId, 'live');
  if (!state) return true;
  const counts = await ports.hourlyCounts.get(watchId);
  if (counts && counts.until > now) await ports.hourlyCounts.put(countsUntil(counts, until), counts);
  if (!stateWithoutFuture(state, { now, until })) return true;
  const of = { owner, watchId, track: 'live' } as const;
  return changeState(ports, of, (held) => stateWithoutFuture(held, { now, until }) ?? {});
}
