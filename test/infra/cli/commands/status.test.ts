import { failedIncident } from '../../../../shared/domain/extraction/extraction.ts';
import { describe, expect, it } from 'vitest';
import { channelStatus } from '../../../../infra/cli/read-status.ts';
import { watchStatus, type WatchFacts } from '../../../../shared/domain/pages/watch-status.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { newState } from '../../../../shared/domain/world/archive-state.ts';
import type { RunState } from '../../../../shared/domain/runs/run-state.ts';
import { aChannel, aMessage, aWatch } from '../../../ports/examples.ts';
import { FILE, memoryStack, NOW, openWorld, openApplied } from '../open-world.ts';

const RAN: RunState = {
  watchId: 'acme-news',
  track: 'live',
  fence: 3,
  clean: true,
  version: 'v1',
  coveredFrom: NOW - 30 * HOUR,
  coveredUntil: NOW - 5 * MINUTE,
  baseFound: 0,
  failures: 0,
  lastRunAt: NOW - 5 * MINUTE,
  schedule: { start: NOW - 20 * HOUR },
  incidents: [],
  counters: { month: '2026-11', calls: 12, runs: 9, found: 31, foundOn: {} },
};

const SLOWED = {
  state: 'slowed',
  interval: 3 * HOUR,
  reason: '812 calls are left',
  until: NOW + HOUR,
} as const;

function statusOf(
  live: Partial<RunState> | undefined,
  known: Partial<WatchFacts> = {},
  schedule = 'rate(15 minutes)',
) {
  const all = {
    live: live && { ...RAN, ...live },
    backfill: undefined,
    ...known,
  };
  return watchStatus(aWatch({ schedule, timezone: 'UTC' }), all, NOW);
}

describe('the state of a watch', () => {
  it('is ok when its last run covered everything', () => {
    expect(statusOf({})).toEqual({
      id: 'acme-news',
      kind: 'search',
      condition: 'ok',
      lastRunAt: NOW - 5 * MINUTE,
      coveredUntil: NOW - 5 * MINUTE,
      nextRunAt: NOW + 15 * MINUTE,
      month: { runs: 9, calls: 12, found: 31 },
      quarantined: 0,
    });
  });

  it.each([
    ['new', { lastRunAt: undefined }, 'has not run yet'],
    ['unscheduled', { schedule: undefined }, 'apply watches.yaml again'],
    [
      'failing',
      { failures: 1, lastError: 'The service refuses\nour key' },
      'its last run failed: The service refuses',
    ],
    ['failing', { failures: 4, lastError: 'no answer' }, 'its last 4 runs failed: no answer'],
    ['open', { openSince: NOW - 2 * HOUR }, 'could not be covered, first 2h ago'],
    [
      'failing',
      { failures: 2, lastError: 'No answer.', slow: { times: 3, until: NOW + 4 * MINUTE } },
      'its last 2 runs failed: No answer. Its last 3 runs had no answer in time; it is asked again in 4m.',
    ],
    [
      'open',
      { openSince: NOW - MINUTE, slow: { times: 1, until: NOW - MINUTE } },
      'Its last run had no answer in time; it is asked again when no other query of its service waits long.',
    ],
    ['ok', { slow: { times: 0, until: 0 } }, undefined],
    ['baseline', { baseUntil: NOW }, 'stores its baseline'],
    ['late', { coveredUntil: NOW - 2 * HOUR }, 'a run was due 1h ago'],
    ['ok', { coveredUntil: NOW - 12 * MINUTE }, undefined],
    [
      'slowed',
      { coveredUntil: NOW - 2 * HOUR, rate: SLOWED },
      'it runs every 3 hours only: 812 calls are left',
    ],
    ['paused', { rate: { ...SLOWED, state: 'paused' } as const }, 'it does not run: 812 calls are left'],
    ['ok', { rate: { ...SLOWED, until: NOW } }, undefined],
  ])('is %s', (condition, live, detail) => {
    const found = statusOf(live);
    expect(found.condition).toBe(condition);
    expect(found.detail ?? '').toContain(detail ?? '');
  });

  it('is failing while the incident of its failed job is open, and not by a job of another watch', () => {
    const job = { id: 'job-1', watchId: 'acme-news' };
    const incident = failedIncident(job, { why: 'The service gave up.', now: NOW - HOUR });
    expect(statusOf({}, { incidents: [incident] })).toMatchObject({
      condition: 'failing',
      detail: expect.stringContaining('has failed: The service gave up.'),
    });
    expect(statusOf({}, { incidents: [{ ...incident, watchId: 'other' }] }).condition).toBe('ok');
  });

  it('is not late over a weekend that its schedule leaves out', () => {
    const friday = Date.UTC(2026, 10, 20, 8);
    const sunday = watchStatus(
      aWatch({ schedule: 'cron(0 8 ? * MON-FRI *)', timezone: 'UTC' }),
      { live: { ...RAN, coveredUntil: friday, schedule: {} }, backfill: undefined },
      Date.UTC(2026, 10, 22, 20),
    );
    expect(sunday).toMatchObject({ condition: 'ok', nextRunAt: Date.UTC(2026, 10, 23, 8) });
  });

  it.each([
    ['known', { start: NOW - 40 * MINUTE }],
    ['not known', {}],
  ])(
    'is not late before its next slot, though its last run took moments; where its rate counts from is %s',
    (_, schedule) => {
      const covered = NOW - 40 * MINUTE;
      const at = (later: number, took: number) =>
        watchStatus(
          aWatch({ schedule: 'rate(1 hour)', timezone: 'UTC' }),
          {
            live: { ...RAN, coveredUntil: covered, lastRunAt: covered + took, schedule },
            backfill: undefined,
          },
          NOW + later,
        );
      for (const took of [0, 700, 9 * MINUTE]) expect(at(0, took)).toMatchObject({ condition: 'ok' });
      expect(at(29 * MINUTE, 700)).toMatchObject({ condition: 'ok' });
      expect(at(31 * MINUTE, 700)).toMatchObject({
        condition: 'late',
        detail: expect.stringMatching(/due 1[01]m ago/),
      });
    },
  );

  it('is not late while the job of its last run is working', () => {
    const asking = aWatch({ kind: 'extraction', schedule: 'rate(1 hour)', timezone: 'UTC' });
    const known = { backfill: undefined };
    const schedule = { start: NOW - 10 * HOUR };
    const live = { ...RAN, schedule, lastRunAt: NOW - 40 * MINUTE, coveredUntil: NOW - 2 * HOUR };
    expect(watchStatus(asking, { ...known, live }, NOW).condition).toBe('ok');
    const stuck = { ...live, lastRunAt: NOW - 3 * HOUR };
    expect(watchStatus(asking, { ...known, live: stuck }, NOW).condition).toBe('late');
  });

  it('counts only this month, and shows a backfill until it is done', () => {
    expect(statusOf({ counters: { ...RAN.counters, month: '2026-10' } }).month).toEqual({
      runs: 0,
      calls: 0,
      found: 0,
    });
    const past = { ...RAN, track: 'backfill', baseUntil: NOW - HOUR } as const;
    const backfill = { ...past, coveredUntil: NOW - 2 * HOUR };
    expect(statusOf({}, { backfill }).backfill).toEqual({ coveredUntil: NOW - 2 * HOUR, until: NOW - HOUR });
    expect(statusOf({}, { backfill: { ...past, coveredUntil: NOW - HOUR } }).backfill).toBeUndefined();
  });
});

it('does not take a number for confirmed when the list of opted-out numbers cannot be read', () => {
  const numbers = ['+33600000000', '+33600000001', '+33600000002'];
  const channel = aChannel({ email: ['a@acme.example'], sms: numbers });
  const confirmed = { channels: ['press-team'], arn: 'arn:1' };
  const subscriptions = [
    { protocol: 'email', endpoint: 'a@acme.example', ...confirmed },
    { protocol: 'sms', endpoint: '+33600000000', ...confirmed },
    { protocol: 'sms', endpoint: '+33600000001', channels: [] },
  ] as const;
  const states = (optedOut?: readonly string[] | 'unknown') =>
    channelStatus(channel, subscriptions, { optedOut }).addresses.map(({ state }) => state);
  expect(states('unknown')).toEqual(['confirmed', 'unknown', 'pending', 'gone']);
  expect(states([])).toEqual(['confirmed', 'confirmed', 'pending', 'gone']);
  expect(states(['+33600000000'])).toEqual(['confirmed', 'opted-out', 'pending', 'gone']);
});

describe('the command', () => {
  it('prints watches, addresses, incidents and failed messages', async () => {
    const { store, call } = await openApplied(memoryStack({ pending: ['press@acme.example'] }));
    const text = 'The key is refused.';
    await store.incidents.raise({ subject: 'service:news:key', kind: 'key', since: NOW, text });
    await store.messages.put(aMessage(1));
    const held = await store.messages.get('message-1');
    await store.messages.move(held!, { state: 'dead', tries: 5, retryAt: NOW });
    const { code, out, err } = await call('status');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^WATCH +STATUS +LAST RUN +COVERED UNTIL +NEXT RUN +FOUND +CALLS$/m);
    expect(out).toMatch(/^acme-news +new +- +- +in \d+m +0 +0$/m);
    expect(out).toContain('  acme-news: it has not run yet');
    expect(out).toMatch(/^press-team +email +press@acme.example +pending$/m);
    expect(out).toMatch(/^operators +email +oncall@acme.example +confirmed$/m);
    expect(out).toContain('The key is refused.');
    expect(out).toContain('message-1  press-team: Acme (unknown reason)');
  });

  it('says how long after the indexing of their articles messages were accepted, in the last day', async () => {
    const { store, call } = await openApplied();
    const sent = async (n: number, { at, minutes }: { at: number; minutes: number }) => {
      const first = { indexedAt: at - minutes * MINUTE, alertedAt: at - 5_000 };
      await store.messages.put(aMessage(n, { first, createdAt: at - 1_000, expiresAt: NOW + HOUR }));
      const held = (await store.messages.get(`message-${n}`))!;
      await store.messages.move(held, { state: 'accepted', tries: 1, retryAt: at, acceptedAt: at });
    };
    await sent(1, { at: NOW - 25 * HOUR, minutes: 600 });
    expect(JSON.parse((await call('status', '--json')).out)).toMatchObject({ notifyTimes: null });
    await sent(2, { at: NOW - 20 * HOUR, minutes: 4 });
    await sent(3, { at: NOW - HOUR, minutes: 12 });
    expect((await call('status')).out).toContain(
      'From indexed to notified, in 24 hours: half of 2 messages within 4 min, 95% within 12 min. On average 7.9 min until ' +
        'a run found the article, 4 s until its message was written, 1 s until the message was accepted.',
    );
  });

  it('shows what is left of the plan of each service whose plan was read', async () => {
    const { store, call } = await openApplied();
    expect((await call('status')).out).not.toContain('PLAN');
    const news = { figures: { allowed: 10_000, left: 812 }, readAt: NOW - 12 * MINUTE };
    await store.budgets.put({ service: 'news', askedAt: NOW, ...news, renewsBy: NOW + 240 * HOUR });
    await store.budgets.put({
      service: 'extraction',
      askedAt: NOW,
      error: 'refused\nhere',
      figures: { allowed: 60, left: 9, slots: { allowed: 4, busy: 1 } },
    });
    const { out } = await call('status');
    expect(out).toMatch(/^news +812 of 10,000 calls +read 12m ago$/m);
    expect(out).toMatch(
      /^extraction +9 of 60 credits +1 of 4 job slots busy; the last request failed: refused here$/m,
    );
    const { plans } = JSON.parse((await call('status', '--json')).out);
    expect(plans[0]).toEqual({
      service: 'news',
      unit: 'calls',
      allowed: 10_000,
      left: 812,
      readAt: '2026-11-21T07:48:00Z',
      renewsBy: '2026-12-01T08:00:00Z',
    });
  });

  it('says what to do when nothing was applied', async () => {
    const { call, write } = openWorld({ stack: memoryStack().stack });
    write(FILE);
    expect((await call('status')).out).toContain('No watches in bellwether-test. Run bellwether apply');
  });
});

it('says how far the past of the archive is read for new watches, and whose lookback is cut', async () => {
  const { stack, store } = memoryStack();
  await store.definitions.putWatch(aWatch({ id: 'acme-world', kind: 'world', lookback: 30 * DAY }));
  const from = NOW - 7 * DAY;
  await store.world.putState({
    ...newState(NOW),
    watches: [{ id: 'acme-world', version: 'v1', from }],
    past: { by: 'another', from, upTo: NOW - DAY },
  });
  const { out } = await openWorld({ stack }).call('status');
  expect(out).toMatch(/Reads the past for new watches: since \S+Z, done up to \S+Z\./);
  expect(out).toMatch(
    /acme-world: read since \S+Z, not for its whole lookback\. bellwether backfill acme-world reads/,
  );
});
