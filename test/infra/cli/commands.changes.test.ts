import { describe, expect, it } from 'vitest';
import { aMessage, anAlert } from '../../ports/examples.ts';
import { FILE, memoryStack, NOW, openWorld, openApplied } from './open-world.ts';

describe('apply', () => {
  it('prints the changes, and no changes the second time', async () => {
    const { stack, schedules, store } = memoryStack();
    const { call } = openWorld({ stack });
    const first = await call('apply');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('+  watches        acme-news');
    expect(first.out).toContain('+  subscriptions  press@acme.example');
    expect(first.out).toContain('Done: bellwether-test matches the watches file.');
    expect([...schedules.schedules.keys()]).toEqual(['acme-news']);
    expect((await store.definitions.watches()).map(({ id }) => id)).toEqual(['acme-news']);
    expect((await call('apply')).out).toBe('No changes in bellwether-test.\n');
  });

  it('changes nothing when the file has problems', async () => {
    const { stack, store } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(FILE.replace('q: Acme', 'q: a/b'));
    const { code, err } = await call('apply');
    expect(code).toBe(1);
    expect(err).toContain('Nothing was changed.');
    expect(await store.definitions.watches()).toEqual([]);
  });

  it('removes everything with --empty, without reading a file, and counts the dropped alerts', async () => {
    const { store, call, write } = await openApplied();
    await store.alerts.put(anAlert(1), { dueAt: NOW + 1, heldFor: 'brief' });
    write('broken: [');
    const { code, out } = await call('apply', '--empty');
    expect(code).toBe(0);
    expect(out).toContain('-  watches        acme-news');
    expect(out).toContain('Dropped 1 pending alert of removed watches or channels.');
    expect(await store.definitions.channels()).toEqual([]);
  });

  const TWO =
    `${FILE}  globex-news: { kind: search, query: { q: Globex }, alert: { channel: globex } }\n`.replace(
      'watches:',
      '  globex: { email: [globex@acme.example] }\nwatches:',
    );
  /** A stack with two watches and a pending alert of each, and a file that names the first of them only. */
  const withTwo = async (confirm?: (question: string) => Promise<boolean>) => {
    const { stack, store, queue } = memoryStack();
    const world = openWorld({ stack, ...(confirm && { confirm }) });
    world.write(TWO);
    await world.call('apply');
    await store.alerts.put(anAlert(1, { watchId: 'globex-news', channel: 'globex' }), { dueAt: NOW + 1 });
    world.write(FILE);
    const ids = async () => (await store.definitions.watches()).map(({ id }) => id).toSorted();
    return { ...world, ids, queue };
  };

  it('removes nothing without a terminal: it lists what would be lost and needs --yes', async () => {
    const { call, ids } = await withTwo();
    const refused = await call('apply');
    expect([refused.code, refused.out, await ids()]).toEqual([1, '', ['acme-news', 'globex-news']]);
    for (const text of [
      'This removes from bellwether-test:',
      /watch +globex-news +loses its schedule and its watermark.*1 pending alert will not be sent/,
      /channel +globex +loses/,
      /address +email globex@acme\.example +loses its subscription/,
      'apply needs --yes. Nothing was changed.',
    ])
      expect(refused.err).toMatch(text);
    const applied = await call('apply', '--yes');
    expect([applied.code, await ids()]).toEqual([0, ['acme-news']]);
    expect(applied.out).toContain('Dropped 1 pending alert');
  });

  it.each([
    [true, 0, ['acme-news']],
    [false, 1, ['acme-news', 'globex-news']],
  ])('asks on a terminal before it removes: %s', async (answer, code, left) => {
    const asked: string[] = [];
    const { call, ids } = await withTwo(async (question) => (asked.push(question), answer));
    expect(asked).toEqual([]);
    expect([(await call('apply')).code, await ids()]).toEqual([code, left]);
    expect(asked).toHaveLength(1);
    await call('apply', '--yes');
    expect(asked).toHaveLength(1);
  });

  it('queues a run of each watch that is new or has another version, and of no other', async () => {
    const { stack, queue } = memoryStack();
    const { call, write } = openWorld({ stack });
    expect((await call('apply')).out).toContain('Queued a run of acme-news.');
    const order = { watchId: 'acme-news', scheduledFor: NOW, track: 'live', continuation: 0 };
    expect(queue.sent).toEqual([{ service: 'news', order, delay: 0 }]);
    await call('apply');
    write(FILE.replace('channel: press-team } }', 'channel: press-team }, severity: critical }'));
    await call('apply');
    expect(queue.sent).toHaveLength(1);
    write(FILE.replace('q: Acme', 'q: Globex'));
    expect((await call('apply')).out).toContain('Queued a run of acme-news.');
    write(FILE.replace('query: { q: Acme }', 'query: { q: Initech }, enabled: false'));
    expect((await call('apply')).out).not.toContain('Queued');
    expect(queue.sent).toHaveLength(2);
  });

  it('fails when another apply is running', async () => {
    const { stack, store } = memoryStack();
    await store.leases.take('apply-watches', { owner: 'other', until: NOW + 60_000 }, NOW);
    const { code, err } = await openWorld({ stack }).call('apply');
    expect(code).toBe(1);
    expect(err).toContain('Another apply is running in bellwether-test. Nothing was changed.');
  });
});

describe('run', () => {
  it('queues each named watch once', async () => {
    const { queue, call } = await openApplied();
    queue.sent.length = 0;
    expect(await call('run', 'acme-news', 'acme-news')).toEqual({
      code: 0,
      out: 'acme-news: queued\n',
      err: '',
    });
    const order = { watchId: 'acme-news', scheduledFor: NOW, track: 'live', continuation: 0, byHand: true };
    expect(queue.sent).toEqual([{ service: 'news', order, delay: 0 }]);
  });
});

describe('redrive', () => {
  it('sends one or all failed messages again, and says when there are none', async () => {
    const { stack, store } = memoryStack();
    const { call } = openWorld({ stack });
    for (const n of [1, 2, 3]) {
      await store.messages.put(aMessage(n));
      const stored = await store.messages.get(`message-${n}`);
      await store.messages.move(stored!, { state: 'dead', tries: 5, retryAt: NOW, error: 'refused' });
    }
    expect(await call('redrive', 'message-2')).toEqual({
      code: 0,
      out: 'message-2: sent again\n1 message sent again.\n',
      err: '',
    });
    expect((await store.messages.get('message-2'))?.delivery).toMatchObject({ state: 'pending', tries: 0 });
    expect((await call('redrive', 'message-2')).err).toContain('No failed message message-2 in');
    expect((await call('redrive')).out).toContain('2 messages sent again.');
    expect((await call('redrive')).out).toBe('No failed messages.\n');
  });
});

describe('backfill', () => {
  it('queues the period on its own track, up to now by default', async () => {
    const { queue, call } = await openApplied();
    queue.sent.length = 0;
    const from = Date.UTC(2026, 10, 1);
    await call('backfill', 'acme-news', '--from', '2026-11-01');
    await call('backfill', 'acme-news', '--from', '2026-11-01', '--to', '2026-11-02T12:30:00+01:00');
    const base = { watchId: 'acme-news', scheduledFor: NOW, track: 'backfill', continuation: 0 };
    expect(queue.sent.map(({ order }) => order)).toEqual([
      { ...base, window: { from, to: NOW } },
      { ...base, window: { from, to: Date.UTC(2026, 10, 2, 11, 30) } },
    ]);
  });
});
