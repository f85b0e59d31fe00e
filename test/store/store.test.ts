import { beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import { countMuted } from '../../shared/domain/channels/silence.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Extraction } from '../../shared/domain/extraction/extraction.ts';
import { OVERDUE } from '../../shared/domain/extraction/extraction-transitions.ts';
import { anExtraction } from '../ports/extraction-examples.ts';
import { aChannel, aMessage, anAlert, aWatch, NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

describeOnEachTable('the store:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  describe('definitions', () => {
    it('gives back what was put, whole, and lists it until it is removed', async () => {
      const watch = aWatch({
        id: fresh('w'),
        brand: 'acme',
        query: { q: 'a', lang: ['en', 'fr'], page: 1, has_nlp: true },
      });
      const channel = aChannel({
        name: fresh('c'),
        quietHours: { from: '22:00', to: '07:00', except: 'critical' },
      });
      await store.definitions.putWatch(watch);
      await store.definitions.putChannel(channel);
      expect(await store.definitions.watch(watch.id)).toEqual(watch);
      expect(await store.definitions.channel(channel.name)).toEqual(channel);
      expect(await store.definitions.watches()).toContainEqual(watch);
      expect(await store.definitions.channels()).toContainEqual(channel);
      await store.definitions.removeWatch(watch.id);
      await store.definitions.removeChannel(channel.name);
      expect(await store.definitions.watch(watch.id)).toBeUndefined();
      expect(await store.definitions.channel(channel.name)).toBeUndefined();
    });
  });

  describe('run states', () => {
    const order = () => ({ watchId: fresh('w'), track: 'live' as const });
    const lease = (owner: string, until = NOON + MINUTE) => ({ owner, until });

    it('lets one owner in at a time, and the next one when the lease was given back', async () => {
      const run = order();
      const first = await store.states.acquire(run, lease('a'), NOON);
      expect(first).toMatchObject({ fence: 1, clean: true, failures: 0, incidents: [], baseFound: 0 });
      expect(await store.states.acquire(run, lease('b'), NOON)).toBeUndefined();
      expect(await store.states.save(first!, { set: { coveredUntil: NOON }, release: true })).toBe(true);
      const second = await store.states.acquire(run, lease('b'), NOON);
      expect(second).toMatchObject({ fence: 2, clean: true, coveredUntil: NOON });
    });

    it('lets the same owner re-enter, and another one when the lease has ended, and says that work was left', async () => {
      const run = order();
      await store.states.acquire(run, lease('a'), NOON);
      expect(await store.states.acquire(run, lease('a'), NOON)).toMatchObject({ fence: 2, clean: false });
      expect(await store.states.acquire(run, lease('b'), NOON + MINUTE + 1)).toMatchObject({
        fence: 3,
        clean: false,
      });
    });

    it('refuses a write under an older fence, and one after the lease was given back', async () => {
      const run = order();
      const old = await store.states.acquire(run, lease('a'), NOON);
      const now = await store.states.acquire(run, lease('b'), NOON + MINUTE + 1);
      expect(await store.states.save(old!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.save(now!, { set: { failures: 1 }, release: true })).toBe(true);
      expect(await store.states.save(now!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.read(run.watchId, 'live')).toMatchObject({ failures: 1 });
    });

    it('forgets what is set to undefined, and everything when removed', async () => {
      const run = order();
      const state = await store.states.acquire(run, lease('a'), NOON);
      await store.states.save(state!, { set: { baseUntil: NOON, lastError: 'x', incidents: ['t'] } });
      await store.states.save(state!, {
        set: { baseUntil: undefined, lastError: undefined, incidents: [] },
      });
      const read = await store.states.read(run.watchId, 'live');
      expect(await store.states.readAll([run.watchId, 'without-a-state'])).toEqual([read]);
      expect(read?.baseUntil).toBeUndefined();
      expect(read?.lastError).toBeUndefined();
      await store.states.remove(run.watchId);
      expect(await store.states.read(run.watchId, 'live')).toBeUndefined();
      expect(await store.states.readAll([run.watchId])).toEqual([]);
      expect(await store.states.save(state!, { set: {} })).toBe(false);
    });

    it('keeps the fence of a watch that was removed: no earlier run writes the state of a later watch', async () => {
      const run = order();
      const old = await store.states.acquire(run, lease('a'), NOON);
      await store.states.save(old!, { set: { version: 'v1', baseUntil: NOON, failures: 3 } });
      await store.states.remove(run.watchId);
      const rate = { state: 'paused', reason: 'short', until: NOON + MINUTE } as const;
      await store.states.setRate(run.watchId, rate);
      expect(await store.states.read(run.watchId, 'live')).toBeUndefined();
      const next = await store.states.acquire(run, lease('b'), NOON);
      expect(next).toMatchObject({ clean: true, failures: 0, baseFound: 0, incidents: [] });
      expect(next?.fence).toBeGreaterThan(old!.fence);
      for (const field of ['version', 'baseUntil', 'rate'] as const) expect(next).not.toHaveProperty(field);
      expect(await store.states.save(old!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.read(run.watchId, 'live')).toMatchObject({ failures: 0 });
    });

    it('adds to the findings of the month that it counts, whoever holds the lease', async () => {
      const { watchId } = order();
      const more = { now: NOON, found: 3 };
      expect(await store.states.addFound(watchId, more)).toBe(false);
      const state = await store.states.acquire({ watchId, track: 'live' }, lease('a'), NOON);
      const counters = { month: '2026-11', calls: 1, runs: 1, quietWindows: 0, found: 2, foundOn: {} };
      await store.states.save(state!, { set: { counters } });
      expect(await store.states.addFound(watchId, more)).toBe(true);
      expect(await store.states.addFound(watchId, { ...more, now: NOON + 31 * DAY })).toBe(false);
      // The holder still holds it.
      expect(await store.states.save(state!, { set: {}, release: true })).toBe(true);
      const read = await store.states.read(watchId, 'live');
      expect(read).toMatchObject({
        fence: 1,
        counters: { ...counters, found: 5, foundOn: { '2026-11-20': 3 } },
      });
      await store.states.remove(watchId);
      expect(await store.states.addFound(watchId, more)).toBe(false);
    });

    it('keeps the tracks of a watch apart', async () => {
      const { watchId } = order();
      await store.states.acquire({ watchId, track: 'live' }, lease('a'), NOON);
      expect(await store.states.acquire({ watchId, track: 'backfill' }, lease('b'), NOON)).toMatchObject({
        fence: 1,
      });
    });
  });

  describe('extractions', () => {
    const put = async (changes: Partial<Extraction> = {}) => {
      const one = anExtraction({ id: fresh('extraction'), ...changes });
      await store.extractions.put(one);
      return one;
    };
    const overdue = async (now: number, { id }: Extraction) =>
      (await store.extractions.overdue(now, 1_000)).filter((one) => one.id === id);

    it('are put once and moved by whoever has read them as they are', async () => {
      const one = await put({ query: { query: 'q', limit: 50, source_groups: ['a', 'b'] } });
      expect(await store.extractions.put({ ...one, state: 'done' })).toBe(false);
      expect(await store.extractions.get(one.id)).toEqual(one);
      const moved = await store.extractions.move(one, {
        state: 'submitting',
        dueAt: NOON + MINUTE,
        sentAt: NOON,
      });
      expect(moved).toEqual({
        ...one,
        state: 'submitting',
        dueAt: NOON + MINUTE,
        sentAt: NOON,
        revision: one.revision + 1,
      });
      expect(await store.extractions.move(one, { state: 'removed', dueAt: NOON })).toBeUndefined();
      await store.extractions.move(moved!, { state: 'waiting', dueAt: NOON, sentAt: undefined });
      expect(await store.extractions.get(one.id)).toEqual({ ...one, revision: one.revision + 2 });
      expect(await store.extractions.get('unknown')).toBeUndefined();
    });

    it('are overdue some time after their next step was due, while they are open', async () => {
      const one = await put({ dueAt: NOON });
      expect(await overdue(NOON + OVERDUE - 1, one)).toEqual([]);
      expect(await overdue(NOON + OVERDUE, one)).toEqual([one]);
      const moved = await store.extractions.move(one, { state: 'submitting', dueAt: NOON + HOUR });
      expect(await overdue(NOON + HOUR, one)).toEqual([]);
      expect(await overdue(NOON + HOUR + OVERDUE, one)).toEqual([moved]);
      await store.extractions.move(moved!, { state: 'failed', dueAt: NOON });
      expect(await overdue(NOON + DAY, one)).toEqual([]);
    });

    it('are listed by the day they were made, newest first, wherever they stand', async () => {
      const day = NOON + 40 * DAY;
      const [early, late] = [await put({ createdAt: day }), await put({ createdAt: day + HOUR })];
      const moved = await store.extractions.move(early, { state: 'failed', dueAt: day });
      expect(await store.extractions.madeOn(dayOf(day), 1_000)).toEqual([late, moved]);
      expect(await store.extractions.madeOn(dayOf(day), 1)).toEqual([late]);
    });

    it('stand beside open windows, and neither is taken for the other', async () => {
      const one = await put({ dueAt: NOON });
      const window = { watchId: fresh('w'), from: NOON, to: NOON + HOUR, cut: false, late: false };
      const counts = { matched: 0, found: 0, calls: 1, failures: 1 };
      await store.windows.put({ ...window, ...counts, state: 'open', retryAt: NOON, openSince: NOON });
      const windows = await store.windows.open(NOON + DAY, 1_000);
      expect(windows.some(({ watchId }) => watchId === window.watchId)).toBe(true);
      expect(windows.every(({ retryAt }) => retryAt !== undefined)).toBe(true);
      expect(await overdue(NOON + DAY, one)).toEqual([one]);
    });

    it('claim a job of the service for the first that asks', async () => {
      const upstreamId = fresh('job');
      const claim = (extractionId: string) =>
        store.extractions.claim(upstreamId, { extractionId, expiresAt: NOON + DAY });
      expect(await claim('a')).toBe(true);
      expect(await claim('b')).toBe(false);
      expect(await claim('a')).toBe(true);
    });
  });

  describe('marks of records', () => {
    it('belong to the first that claims them, in each watch by itself', async () => {
      const [watchId, other] = [fresh('w'), fresh('w')];
      const mark = { id: 'mark-1', fingerprint: 'a', extractionId: 'job-a' };
      const claim = (to: string, changes: Partial<typeof mark> = {}) =>
        store.recordKeys.claim(to, { ...mark, ...changes, expiresAt: NOON + DAY });
      expect(await claim(watchId)).toEqual(mark);
      const late = { fingerprint: 'b', extractionId: 'job-b' };
      expect(await claim(watchId, late)).toEqual(mark);
      expect(await claim(other, late)).toEqual({ ...mark, ...late });
      expect(await store.recordKeys.read(watchId, ['mark-1', 'mark-1', 'mark-2'])).toEqual(
        new Map([['mark-1', mark]]),
      );
      expect(await store.recordKeys.read(watchId, [])).toEqual(new Map());
    });
  });

  describe('windows around an instant', () => {
    it('are those that hold it, the latest first', async () => {
      const watchId = fresh('w');
      const counts = { cut: false, late: false, matched: 1, found: 1, calls: 1, failures: 0 };
      const put = (from: number, to: number) =>
        store.windows.put({ watchId, from, to, state: 'done', ...counts });
      await put(NOON, NOON + HOUR);
      await put(NOON + 30 * MINUTE, NOON + 2 * HOUR);
      await put(NOON + 3 * HOUR, NOON + 4 * HOUR);
      const around = async (at: number) =>
        (await store.windows.covering(watchId, at)).map(({ from }) => (from - NOON) / MINUTE);
      expect(await around(NOON + 30 * MINUTE)).toEqual([30, 0]);
      expect(await around(NOON + HOUR)).toEqual([30]);
      expect(await around(NOON + 2 * HOUR)).toEqual([]);
      expect(await around(NOON - 1)).toEqual([]);
      const latest = await store.windows.latest(watchId, 2);
      expect(latest.map(({ from }) => (from - NOON) / HOUR)).toEqual([3, 0.5]);
    });
  });

  describe('windows', () => {
    it('lists the windows of a watch, and among all watches those to be asked again', async () => {
      const watchId = fresh('w');
      const record = {
        watchId,
        from: NOON,
        to: NOON + HOUR,
        cut: false,
        late: false,
        matched: 3,
        found: 2,
        calls: 1,
        failures: 1,
      };
      await store.windows.put({
        ...record,
        state: 'open',
        retryAt: NOON + 5,
        openSince: NOON,
        error: 'reset',
      });
      expect((await store.windows.open(NOON + 4, 100)).filter((one) => one.watchId === watchId)).toEqual([]);
      expect((await store.windows.open(NOON + 5, 100)).filter((one) => one.watchId === watchId)).toHaveLength(
        1,
      );
      await store.windows.put({ ...record, state: 'done' });
      expect((await store.windows.open(NOON + DAY, 100)).filter((one) => one.watchId === watchId)).toEqual(
        [],
      );
      expect(await store.windows.latest(watchId)).toEqual([{ ...record, state: 'done' }]);
    });
  });

  describe('alerts and messages', () => {
    it('put an alert once, hold it until it is due, and tell it in one message', async () => {
      const channel = fresh('c');
      const alert = anAlert(1, { channel, id: fresh('alert') });
      expect(await store.alerts.put(alert, { dueAt: NOON + 10, heldFor: 'brief' })).toBe(true);
      expect(await store.alerts.put(alert, { dueAt: NOON })).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + 9)).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + 10)).toBe(true);
      expect((await store.alerts.held(channel, 10)).map((one) => one.alert)).toEqual([alert]);
      const { alerts } = await store.outbox.due(channel, NOON + 10, 10);
      expect(alerts).toEqual([{ alert, state: { state: 'pending', dueAt: NOON + 10, heldFor: 'brief' } }]);
      await store.alerts.bind(channel, { id: 'm', alertIds: [alert.id, 'unknown'] });
      expect(await store.outbox.hasWork(channel, NOON + 10)).toBe(false);
      expect((await store.alerts.get(alert.id))?.state).toEqual({ state: 'notified', messageId: 'm' });
      expect(await store.alerts.settle(alert, { state: 'dropped', reason: 'x' })).toBe(false);
      await store.alerts.bind(channel, { id: 'other', alertIds: [alert.id] });
      expect((await store.alerts.get(alert.id))?.state).toEqual({ state: 'notified', messageId: 'm' });
      expect((await store.alerts.madeOn(dayOf(NOON), 1_000)).map((one) => one.alert.id)).toContain(alert.id);
    });

    it('keep an alert on each of its lanes, and list it with the first of them', async () => {
      const channel = fresh('c');
      const id = fresh('alert');
      const lanes = [channel, `${channel}~slack`];
      const alerts = lanes.map((lane) => anAlert(1, { channel: lane, id, lanes }));
      for (const alert of alerts) expect(await store.alerts.put(alert, { dueAt: NOON })).toBe(true);
      const found = (await store.alerts.onLanes(id)).map(({ alert }) => alert);
      expect(found.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))).toEqual(alerts);
      expect((await store.alerts.get(id))?.alert.channel).toBe(channel);
      const listed = await store.alerts.madeOn(dayOf(NOON), 1_000);
      expect(listed.filter(({ alert }) => alert.id === id).map(({ alert }) => alert.channel)).toEqual([
        channel,
      ]);
      await store.alerts.bind(`${channel}~slack`, { id: 'm', alertIds: [id] });
      expect(await store.outbox.hasWork(channel, NOON)).toBe(true);
      expect(await store.outbox.hasWork(`${channel}~slack`, NOON)).toBe(false);
    });

    it('list alerts by the minute they were made, and the latest of a day', async () => {
      const channel = fresh('c');
      const day = NOON + 50 * DAY;
      const made = [0, MINUTE - 1, MINUTE].map((after, n) =>
        anAlert(n, { channel, id: fresh('alert'), createdAt: day + after }),
      );
      for (const alert of made) await store.alerts.put(alert, { dueAt: day });
      const [first, second, third] = made.map(({ id }) => id);
      const idsOf = (found: readonly { alert: { id: string } }[]) => found.map(({ alert }) => alert.id);
      expect(new Set(idsOf(await store.alerts.madeIn(day)))).toEqual(new Set([first, second]));
      expect(idsOf(await store.alerts.latestOn(dayOf(day), 2))).toEqual([third, second]);
    });

    it('move the due time of a pending alert, or drop it', async () => {
      const channel = fresh('c');
      const alert = anAlert(2, { channel, id: fresh('alert') });
      await store.alerts.put(alert, { dueAt: NOON });
      expect(
        await store.alerts.settle(alert, { state: 'pending', dueAt: NOON + HOUR, heldFor: 'quiet-hours' }),
      ).toBe(true);
      expect(await store.outbox.hasWork(channel, NOON)).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + HOUR)).toBe(true);
      expect(await store.alerts.settle(alert, { state: 'dropped', reason: 'gone' })).toBe(true);
      expect(await store.outbox.hasWork(channel, NOON + HOUR)).toBe(false);
    });

    it('keep a message among the work until it is accepted, and let one deliverer move it', async () => {
      const channel = fresh('c');
      const message = aMessage(1, { channel, id: fresh('message') });
      expect(await store.messages.put(message)).toBe(true);
      expect(await store.messages.put(message)).toBe(false);
      const stored = await store.messages.get(message.id);
      expect(stored).toEqual({
        message,
        delivery: { state: 'pending', tries: 0, retryAt: message.createdAt },
      });
      expect((await store.outbox.due(channel, NOON + 1, 10)).messages).toEqual([stored]);
      const claimed = { state: 'claimed', tries: 1, retryAt: NOON + MINUTE } as const;
      expect(await store.messages.move(stored!, claimed)).toBe(true);
      expect(await store.messages.move(stored!, claimed)).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + 2)).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + MINUTE)).toBe(true);
      const accepted = { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-1' } as const;
      expect(await store.messages.move({ message, delivery: claimed }, accepted)).toBe(true);
      expect(await store.outbox.hasWork(channel, NOON + DAY)).toBe(false);
      expect((await store.messages.get(message.id))?.delivery).toEqual(accepted);
      expect((await store.messages.madeOn(dayOf(NOON), 1_000)).map((one) => one.message.id)).toContain(
        message.id,
      );
    });

    it('list dead messages apart, and not as work', async () => {
      const channel = fresh('c');
      const message = aMessage(2, { channel, id: fresh('message') });
      await store.messages.put(message);
      const stored = await store.messages.get(message.id);
      await store.messages.move(stored!, { state: 'dead', tries: 5, retryAt: NOON, error: 'no' });
      expect(await store.outbox.hasWork(channel, NOON + DAY)).toBe(false);
      expect((await store.messages.dead()).map((one) => one.message.id)).toContain(message.id);
    });

    it('give what is due in order of age, and no more than asked for', async () => {
      const channel = fresh('c');
      const alerts = [3, 1, 2].map((n) => anAlert(n, { channel, id: fresh('alert') }));
      for (const alert of alerts) await store.alerts.put(alert, { dueAt: alert.createdAt });
      const due = await store.outbox.due(channel, NOON + 10, 10);
      expect(due.alerts.map(({ alert }) => alert.createdAt)).toEqual([NOON + 1, NOON + 2, NOON + 3]);
      expect((await store.outbox.due(channel, NOON + 10, 2)).alerts).toHaveLength(2);
    });

    it('tell what is due of an urgency, however much waits on the other', async () => {
      const channel = fresh('c');
      const put = async (n: number, severity: 'warning' | 'critical') => {
        const alert = anAlert(n, { channel, id: fresh('alert'), severity });
        await store.alerts.put(alert, { dueAt: NOON + n });
        return alert.id;
      };
      const calm = [];
      for (let n = 0; n < 30; n += 1) calm.push(await put(n, 'warning'));
      expect(await store.outbox.hasWork(channel, NOON + 90, { urgency: 'critical' })).toBe(false);
      const urgent = [await put(40, 'critical'), await put(80, 'critical')];
      const idsOf = async (before: number, limit: number, urgency?: 'critical' | 'normal') =>
        (await store.outbox.due(channel, before, limit, urgency)).alerts.map(({ alert }) => alert.id);
      expect(await idsOf(NOON + 90, 3, 'critical')).toEqual(urgent);
      expect(await idsOf(NOON + 90, 1, 'critical')).toEqual(urgent.slice(0, 1));
      expect(await idsOf(NOON + 50, 3, 'critical')).toEqual(urgent.slice(0, 1));
      expect(await idsOf(NOON + 90, 100, 'normal')).toEqual(calm);
      expect(await idsOf(NOON + 90, 100)).toEqual([...calm, ...urgent]);
      expect(await store.outbox.hasWork(channel, NOON + 39, { urgency: 'critical' })).toBe(false);
      expect(await store.outbox.hasWork(channel, NOON + 40, { urgency: 'critical' })).toBe(true);
      const since = async (at: number) =>
        store.outbox.hasWork(channel, NOON + 50, { urgency: 'critical', since: NOON + at });
      expect([await since(40), await since(41)]).toEqual([true, false]);
      const message = aMessage(3, {
        channel,
        id: fresh('message'),
        severity: 'critical',
        alertIds: urgent,
      });
      await store.messages.put(message);
      await store.alerts.bind(channel, message);
      const due = await store.outbox.due(channel, NOON + 90, 100, 'critical');
      expect(due).toMatchObject({ alerts: [], messages: [{ message: { id: message.id } }] });
      expect((await store.outbox.due(channel, NOON + 90, 100, 'normal')).messages).toEqual([]);
    });
  });

  describe('gates and leases', () => {
    it('let one deliverer through, which remembers its sending times', async () => {
      const channel = fresh('c');
      const mine = { owner: 'a', until: NOON + MINUTE };
      expect(await store.gate.enter(channel, mine, NOON)).toEqual([]);
      expect(await store.gate.enter(channel, { owner: 'b', until: NOON + MINUTE }, NOON)).toBeUndefined();
      expect(await store.gate.note(channel, mine, [NOON])).toBe(true);
      expect(await store.gate.note(channel, { owner: 'b', until: NOON }, [])).toBe(false);
      await store.gate.leave(channel, { owner: 'b', until: NOON });
      expect(await store.gate.enter(channel, { owner: 'b', until: NOON + MINUTE }, NOON)).toBeUndefined();
      await store.gate.leave(channel, mine);
      expect(await store.gate.enter(channel, { owner: 'b', until: NOON + MINUTE }, NOON)).toEqual([NOON]);
    });

    it('let one deliverer in for each urgency', async () => {
      const channel = fresh('c');
      const until = NOON + MINUTE;
      const calm = { owner: 'a', until };
      const urgent = { owner: 'b', until, urgency: 'critical' } as const;
      expect(await store.gate.enter(channel, calm, NOON)).toEqual([]);
      expect(await store.gate.enter(channel, urgent, NOON)).toEqual([]);
      const other = { owner: 'c', until: NOON + HOUR };
      expect(await store.gate.enter(channel, { ...other, urgency: 'normal' }, NOON)).toBeUndefined();
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, NOON)).toBeUndefined();
      await store.gate.leave(channel, { ...calm, urgency: 'normal' });
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, NOON)).toBeUndefined();
      expect(await store.gate.enter(channel, { ...other, urgency: 'normal' }, NOON)).toEqual([]);
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, until + 1)).toEqual([]);
      expect(await store.gate.note(channel, urgent, [until], [])).toBe(false);
    });

    it('book a sending time only while the other urgency has booked none', async () => {
      const channel = fresh('c');
      const calm = { owner: 'a', until: NOON + MINUTE, urgency: 'normal' } as const;
      const urgent = { owner: 'a', until: NOON + MINUTE, urgency: 'critical' } as const;
      await store.gate.enter(channel, calm, NOON);
      await store.gate.enter(channel, urgent, NOON);
      expect(await store.gate.note(channel, urgent, [NOON], [])).toBe(true);
      expect(await store.gate.note(channel, calm, [NOON + 1], [])).toBe(false);
      expect(await store.gate.enter(channel, calm, NOON)).toEqual([NOON]);
      expect(await store.gate.note(channel, calm, [NOON, NOON + 1], [NOON])).toBe(true);
      expect(await store.gate.note(channel, urgent, [NOON, NOON + 2], [NOON])).toBe(false);
      // The oldest time was left out: as many as before, with another last one.
      expect(await store.gate.note(channel, calm, [NOON + 1, NOON + 3], [NOON, NOON + 1])).toBe(true);
      expect(await store.gate.note(channel, urgent, [NOON + 1, NOON + 4], [NOON, NOON + 1])).toBe(false);
      expect(await store.gate.enter(channel, urgent, NOON)).toEqual([NOON + 1, NOON + 3]);
      await store.gate.leave(channel, urgent);
      expect(await store.gate.note(channel, urgent, [NOON + 9], [NOON + 1, NOON + 3])).toBe(false);
      expect(await store.gate.note(channel, calm, [NOON + 9], [NOON + 1, NOON + 3])).toBe(true);
    });

    it('end with their time', async () => {
      const name = fresh('lease');
      expect(await store.leases.take(name, { owner: 'a', until: NOON + 1 }, NOON)).toBe(true);
      expect(await store.leases.take(name, { owner: 'b', until: NOON + 9 }, NOON + 1)).toBe(false);
      expect(await store.leases.take(name, { owner: 'b', until: NOON + 9 }, NOON + 2)).toBe(true);
      await store.leases.giveBack(name, { owner: 'b', until: 0 });
      expect(await store.leases.take(name, { owner: 'a', until: NOON + 9 }, NOON + 2)).toBe(true);
    });
  });

  describe('pauses of services', () => {
    it('are read by who has seen one, moved by one, and ended for all', async () => {
      const other = openStore(table());
      const pause = { since: NOON, times: 1, until: NOON + 1 };
      await store.pauses.put('events', pause);
      expect(await store.pauses.get('events')).toEqual(pause);
      expect(await other.pauses.get('events')).toBeUndefined();
      expect(await other.pauses.look('events')).toEqual(pause);
      expect(await other.pauses.move('events', pause, NOON + 9)).toBe(true);
      expect(await store.pauses.move('events', pause, NOON + 9)).toBe(false);
      await store.pauses.end('events');
      expect(await other.pauses.get('events')).toBeUndefined();
    });
  });

  describe('budgets', () => {
    it('are kept whole, one for each service', async () => {
      const budget = {
        service: 'extraction',
        askedAt: NOON,
        figures: { allowed: 6_000, left: 1_200, slots: { allowed: 4, busy: 1 } },
        readAt: NOON,
        renewsBy: NOON + DAY,
        pacedAt: NOON,
        isShort: true,
      } as const;
      await store.budgets.put({ service: 'events', askedAt: NOON, error: 'no answer' });
      await store.budgets.put({ ...budget, error: 'no answer' });
      await store.budgets.put(budget);
      expect(await store.budgets.get('extraction')).toEqual(budget);
      expect(await store.budgets.get('events')).toEqual({
        service: 'events',
        askedAt: NOON,
        error: 'no answer',
      });
    });
  });

  describe('removed watches', () => {
    it('are listed until they are forgotten, or until nothing of them is stored', async () => {
      const [first, second] = [fresh('w'), fresh('w')];
      const own = async (now: number) =>
        (await store.removedWatches.all(now)).filter(({ watchId }) => [first, second].includes(watchId));
      const one = { watchId: first, brand: 'acme', retention: DAY, removedAt: NOON, expiresAt: NOON + DAY };
      const { brand: _none, ...other } = { ...one, watchId: second, expiresAt: NOON + 2 * DAY };
      await store.removedWatches.note({ ...one, removedAt: NOON - DAY });
      await store.removedWatches.note(one);
      await store.removedWatches.note(other);
      expect(await own(NOON)).toEqual([one, other]);
      expect(await own(NOON + DAY)).toEqual([other]);
      await store.removedWatches.forget(second);
      await store.removedWatches.forget(second);
      expect(await own(NOON)).toEqual([one]);
    });
  });

  describe('expected runs', () => {
    it('are kept one for each watch, until they are removed', async () => {
      const [first, second] = [fresh('w'), fresh('w')];
      const one = { watchId: first, timetable: 'news rate(1 hour) UTC', after: NOON };
      const ours = async () =>
        (await store.expectedRuns.all()).filter(({ watchId }) => [first, second].includes(watchId));
      await store.expectedRuns.put(one);
      await store.expectedRuns.put({ ...one, watchId: second });
      await store.expectedRuns.put({ ...one, after: NOON + HOUR });
      expect((await ours()).toSorted((a, b) => a.after - b.after)).toEqual([
        { ...one, watchId: second },
        { ...one, after: NOON + HOUR },
      ]);
      await store.expectedRuns.remove(first);
      expect(await ours()).toEqual([{ ...one, watchId: second }]);
    });
  });

  it('muted alerts are listed from an instant on, once for a channel of several lanes', async () => {
    const lanes = [fresh('press'), `${fresh('press')}~slack`];
    const silenceId = fresh('silence');
    const muted = async (n: number, changes: Partial<Alert>) => {
      const alert = anAlert(n, {
        id: fresh('alert'),
        createdAt: NOON,
        channel: lanes[0]!,
        lanes,
        ...changes,
      });
      await store.alerts.put(alert, { dueAt: NOON });
      await store.alerts.settle(alert, { state: 'silenced', silenceId, reason: 'a fair' });
    };
    await muted(1, {});
    await muted(1, { channel: lanes[1]! });
    await muted(2, { createdAt: NOON - DAY });
    const since = async (from: number) => countMuted(await store.alerts.mutedSince(from)).get(silenceId) ?? 0;
    expect([await since(NOON - DAY), await since(NOON), await since(NOON + 1)]).toEqual([2, 1, 0]);
  });

  describe('the pace of a watch', () => {
    const order = (watchId: string) => ({ watchId, track: 'live' as const });
    const lease = { owner: 'a', until: NOON + MINUTE };
    const slowed = { state: 'slowed', interval: HOUR, reason: 'It is short.', until: NOON + DAY } as const;
    const paused = { state: 'paused', reason: 'It is shorter.', until: NOON + DAY } as const;

    it('is seen with the next lease, survives the writes of the run that holds it, and is taken away', async () => {
      const watchId = fresh('w');
      const state = await store.states.acquire(order(watchId), lease, NOON);
      await store.states.setRate(watchId, slowed);
      await store.states.save(state!, { set: { lastRunAt: NOON }, release: true });
      expect(await store.states.acquire(order(watchId), lease, NOON)).toMatchObject({ rate: slowed });
      await store.states.setRate(watchId, paused);
      expect((await store.states.read(watchId, 'live'))?.rate).toEqual(paused);
      await store.states.setRate(watchId, undefined);
      expect((await store.states.read(watchId, 'live'))?.rate).toBeUndefined();
    });

    it('its schedule is noted before its first run, stays whatever runs write, and goes with the watch', async () => {
      const watchId = fresh('w');
      await store.states.setSchedule(watchId, { start: NOON });
      const scheduleOf = async () => (await store.states.readAll([watchId]))[0]?.schedule;
      expect(await scheduleOf()).toEqual({ start: NOON });
      const state = await store.states.acquire(order(watchId), lease, NOON);
      expect(state).toMatchObject({ fence: 1, clean: true });
      await store.states.save(state!, { set: { lastRunAt: NOON }, release: true });
      expect(await scheduleOf()).toEqual({ start: NOON });
      await store.states.remove(watchId);
      expect(await scheduleOf()).toBeUndefined();
      await store.states.setSchedule(watchId, {});
      expect(await scheduleOf()).toEqual({});
    });

    it('makes no state for a watch that has none', async () => {
      const watchId = fresh('w');
      await store.states.setRate(watchId, paused);
      expect(await store.states.read(watchId, 'live')).toBeUndefined();
    });
  });

  describe('incidents', () => {
    it('open once and end once', async () => {
      const subject = fresh('watch');
      const incident = { subject, kind: 'failing', since: NOON, watchId: 'w', text: 'It fails.' } as const;
      expect(await store.incidents.raise(incident)).toEqual(incident);
      expect(await store.incidents.raise({ ...incident, since: NOON + DAY })).toEqual(incident);
      expect(await store.incidents.open()).toContainEqual(incident);
      await store.incidents.clear(subject);
      expect(await store.incidents.get(subject)).toBeUndefined();
      expect(await store.incidents.raise({ ...incident, since: NOON + DAY })).toMatchObject({
        since: NOON + DAY,
      });
    });
  });
});
