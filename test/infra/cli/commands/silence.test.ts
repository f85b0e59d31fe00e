import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { silenceOf } from '../../../../shared/domain/channels/silence.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const WHO = ['--owner', 'jane', '--reason', 'we publish our figures'];

async function open() {
  const { stack, store } = memoryStack();
  const world = openWorld({ stack });
  await world.call('apply');
  const silences = () => store.silences.since(NOW);
  return { ...world, silences, store };
}

it('lists a story that a reader has muted by its id', async () => {
  const { call, store } = await open();
  const matchers = { watch: ['acme-news'], channel: ['press-team'], story: ['story-1'] };
  const order = { matchers, owner: 'reader', reason: 'muted', endsAt: NOW + DAY };
  const silence = silenceOf(order, NOW);
  await store.silences.put(silence);
  expect((await call('silence')).out).toBe(
    `${silence.id}  ends in 1d  watch=acme-news channel=press-team story=story-1  reader: muted\n`,
  );
  const { silences } = JSON.parse((await call('silence', '--json')).out);
  expect(silences).toMatchObject([{ id: silence.id, matchers }]);
});

describe('silence', () => {
  it('mutes what matches until its end, is listed, and can be ended', async () => {
    const { call, silences } = await open();
    expect((await call('silence')).out).toBe('No active silences.\n');
    const made = await call(
      'silence',
      'watch=acme-news',
      'severity=info,warning',
      'words=profit, and loss',
      '--for',
      '8h',
      ...WHO,
    );
    const [silence] = await silences();
    expect(silence).toMatchObject({
      matchers: { watch: ['acme-news'], severity: ['info', 'warning'], words: ['profit, and loss'] },
      owner: 'jane',
      reason: 'we publish our figures',
      startsAt: NOW,
      endsAt: NOW + 8 * HOUR,
    });
    const matchers = 'watch=acme-news severity=info,warning words=profit, and loss';
    expect(made).toMatchObject({
      code: 0,
      out: `${silence!.id}: muted until 2026-11-21T16:00:00Z, ${matchers}\n`,
      err: '',
    });
    expect((await call('silence')).out).toBe(
      `${silence!.id}  ends in 8h  ${matchers}  jane: we publish our figures\n`,
    );
    expect((await call('silence', '--expire', silence!.id)).out).toContain(
      'ended. Alerts that it muted are not sent; new alerts are.',
    );
    expect((await call('silence')).out).toBe('No active silences.\n');
    expect(await call('silence', '--expire', silence!.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`No active silence ${silence!.id} in`),
    });
  });

  it.each([
    ['jane', 'jane'],
    [undefined, 'unknown'],
  ])(
    'belongs to the person at the machine, and gives no reason, unless someone says otherwise: %s',
    async (user, owner) => {
      const { stack, store } = memoryStack();
      const { call } = openWorld({ stack, ...(user !== undefined && { user }) });
      expect((await call('silence', 'domain=news.example', '--for', '1h')).code).toBe(0);
      expect(await store.silences.since(NOW)).toMatchObject([{ owner, reason: 'not given' }]);
    },
  );
});
