import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { heartbeatOf, coveredWindowsOf } from '../../../../shared/domain/runs/expected-run.ts';
import type { RunState } from '../../../../shared/domain/runs/run-state.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

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
  counters: { month: '2026-11', calls: 0, runs: 0, quietWindows: 0, found: 0, foundOn: {} },
  ...changes,
});
const hourlyCounts = (watch: Partial<Watch>, state: RunState | undefined = aState()) =>
  coveredWindowsOf(aWatch(watch), { state, since: SINCE, until: NOON });

describe('the windows of a watch in a week', () => {
  it('are all checked where the watermark is up to date', () => {
    // A quarter of an hour each, less the four of the last hour, which may still be on their way.
    expect(hourlyCounts({})).toEqual({ watchId: 'acme-news', due: 668, checked: 668 });
  });

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

  it('follow a schedule by the wall clock', () => {
    const schedule = 'cron(0 8 ? * MON-FRI *)';
    expect(hourlyCounts({ schedule })).toMatchObject({ due: 5, checked: 5 });
    expect(hourlyCounts({ schedule }, aState({ coveredUntil: NOON - 2 * DAY }))).toMatchObject({
      due: 5,
      checked: 3,
    });
  });

  it('that run by days reach to the last midnight', () => {
    const midnight = Date.parse('2026-11-20T00:00:00Z');
    const volume = { kind: 'volume', schedule: 'rate(6 hours)' } as const;
    expect(hourlyCounts(volume, aState({ coveredUntil: midnight }))).toMatchObject({ due: 27, checked: 27 });
  });

  it('of jobs are late after a day', () => {
    const jobs = { kind: 'extraction', schedule: 'cron(0 6 * * ? *)', timezone: 'UTC' } as const;
    const yesterday = aState({ coveredUntil: Date.parse('2026-11-19T06:00:00Z') });
    expect(hourlyCounts(jobs, yesterday)).toMatchObject({ due: 6, checked: 6 });
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
