import { describe, expect, it } from 'vitest';
import {
  type ExpectedRun,
  expectRun,
  isRunMissing,
  withLastRun,
  heartbeatOf,
  coveredWindowsOf,
} from '../../../../shared/domain/runs/expected-run.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../../shared/domain/time/schedule.ts';
import { type Watch } from '../../../../shared/domain/watches/watch.ts';
import { aWatch as aWatchInParis, NOON } from '../../../ports/examples.ts';
import { type RunState } from '../../../../shared/domain/runs/run-state.ts';

const aWatch = (changes: Partial<Watch>): Watch => aWatchInParis({ timezone: 'UTC', ...changes });
const OFFICE = { schedule: 'cron(0/15 9-17 ? * MON-FRI *)', timezone: 'Europe/Paris' };
const at = (text: string): Instant => Date.parse(text);

/** The sweeps of a span: when each saw the run missing. `runsAt` says whether a slot's order ran. */
function sweeps(
  watch: Watch,
  {
    from,
    to,
    runs = () => true,
    before,
    every = 5 * MINUTE,
  }: {
    from: Instant;
    to: Instant;
    runs?: (slot: Instant) => boolean;
    before?: ExpectedRun;
    every?: number;
  },
): Instant[] {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const missing: Instant[] = [];
  let expected = before;
  let ran: Instant | undefined;
  let slot = nextSlot(schedule, { after: from, start: from + 7 * MINUTE });
  for (let now = from; now <= to; now += every) {
    for (
      ;
      slot !== undefined && slot <= now;
      slot = nextSlot(schedule, { after: slot, start: from + 7 * MINUTE })
    )
      if (runs(slot)) ran = slot + 20_000;
    expected = expectRun(watch, expected, now);
    if (ran !== undefined) expected = withLastRun(expected, { lastRunAt: ran });
    if (isRunMissing(expected, watch, now)) missing.push(now);
  }
  return missing;
}

describe('a watch whose runs all happen misses none', () => {
  it.each([
    ['within office hours, over nights and weekends', OFFICE, '2026-11-05T00:00Z', '2026-11-17T00:00Z'],
    [
      'in the hour that spring leaves out',
      { schedule: 'cron(30 2 * * ? *)', timezone: 'Europe/Paris' },
      '2026-03-27T12:00Z',
      '2026-03-31T12:00Z',
    ],
    [
      'over the hour that autumn repeats',
      { schedule: 'cron(0/20 * * * ? *)', timezone: 'America/New_York' },
      '2026-10-31T12:00Z',
      '2026-11-02T12:00Z',
    ],
    ['at a rate of minutes', { schedule: 'rate(5 minutes)' }, '2026-11-05T00:00Z', '2026-11-06T00:00Z'],
    ['once', { schedule: 'at(2026-11-06T08:00:00)' }, '2026-11-05T00:00Z', '2026-11-20T00:00Z'],
  ])('%s', (_what, timetable, from, to) => {
    const [start, end] = [at(from), at(to)];
    const every = Math.max(5 * MINUTE, (end - start) / 200);
    expect(sweeps(aWatch(timetable), { from: start, to: end, every })).toEqual([]);
  });
});

describe('a run is missing', () => {
  const monday = at('2026-11-09T00:00Z');

  it('40 minutes after its slot, until a later one happens', () => {
    const nine = at('2026-11-09T08:00Z');
    const missing = sweeps(aWatch({ ...OFFICE, schedule: 'cron(0 9,12 ? * MON-FRI *)' }), {
      from: monday,
      to: monday + DAY,
      runs: (slot) => slot !== nine,
    });
    expect([missing[0], missing.at(-1)]).toEqual([nine + 40 * MINUTE, nine + 3 * HOUR - 5 * MINUTE]);
  });

  it('at a rate, one period and the grace after the last run', () => {
    const stopped = monday + 6 * HOUR;
    const runs = (slot: Instant) => slot < stopped;
    const missing = sweeps(aWatch({ schedule: 'rate(1 hour)' }), { from: monday, to: monday + DAY, runs });
    const last = monday + 5 * HOUR + 7 * MINUTE;
    expect(missing[0]).toBe(last + HOUR + 43 * MINUTE);
  });
});

const SINCE = NOON - 7 * DAY;
const aState = (changes: Partial<RunState> = {}): RunState => ({
  watchId: 'acme-news',
  track: 'live',
  fence: 1,
  clean: true,
  coveredFrom: NOON - 30 * DAY,
  coveredUntil: NOON - 10 * MINUTE,
  baseFound: 0,
  failures: 0,
  incidents: [],
  counters: { month: '2026-11', calls: 0, runs: 0, found: 0, foundOn: {} },
  ...changes,
});
const hourlyCounts = (watch: Partial<Watch>, state: RunState | undefined = aState()) =>
  coveredWindowsOf(aWatch(watch), { state, since: SINCE, until: NOON });

describe('the windows of a watch in a week', () => {
  it('are checked up to the watermark, however they were covered', () => {
    expect(hourlyCounts({}, aState({ coveredUntil: NOON - DAY }))).toMatchObject({ due: 668, checked: 576 });
    expect(hourlyCounts({}, aState({ coveredUntil: SINCE - DAY }))).toMatchObject({ due: 668, checked: 0 });
  });

  it('are checked up to a window that is open', () => {
    expect(hourlyCounts({}, aState({ openWindow: NOON - DAY }))).toMatchObject({ due: 668, checked: 576 });
  });

  it('count from the first run of a young watch on', () => {
    const young = aState({ coveredFrom: NOON - 2 * DAY, coveredUntil: NOON });
    expect(hourlyCounts({ lookback: DAY }, young)).toMatchObject({ due: 92, checked: 92 });
  });

  it('were due and not checked where the watch has never run', () => {
    expect(
      coveredWindowsOf(aWatch({ schedule: 'rate(1 hour)' }), { state: undefined, since: SINCE, until: NOON }),
    ).toMatchObject({ due: 167, checked: 0 });
  });

  it('that run by days reach to the last midnight', () => {
    const midnight = Date.parse('2026-11-20T00:00:00Z');
    const volume = { kind: 'volume', schedule: 'rate(6 hours)' } as const;
    expect(hourlyCounts(volume, aState({ coveredUntil: midnight }))).toMatchObject({ due: 27, checked: 27 });
  });
});

it('a heartbeat adds the watches up, and names those that are behind, worst first', () => {
  const hourlyCounts = [
    { watchId: 'a', due: 672, checked: 672 },
    { watchId: 'b', due: 168, checked: 160 },
    { watchId: 'c', due: 400, checked: 100 },
  ];
  expect(heartbeatOf(hourlyCounts, { since: SINCE, until: NOON })).toEqual({
    since: SINCE,
    until: NOON,
    watches: 3,
    due: 1_240,
    checked: 932,
    behind: [hourlyCounts[2], hourlyCounts[1]],
  });
  expect(heartbeatOf(hourlyCounts.slice(0, 1), { since: SINCE, until: NOON + HOUR }).behind).toEqual([]);
});
