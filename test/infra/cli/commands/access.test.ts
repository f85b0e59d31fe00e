import { expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOW, openApplied } from '../open-world.ts';

async function open() {
  const { store, call } = await openApplied();
  return { call, store };
}

it('makes a key that is printed once, lists it and revokes it', async () => {
  const { call } = await open();
  const made = await call('key', 'create', 'dashboard', '--write', '--per-minute', '10');
  expect(made.out).toMatch(/^bw_\w{48}\n$/);
  const id = /Key (\w{10})\. Keep it now/.exec(made.err)![1]!;
  expect((await call('key', 'list')).out).toBe(`${id}  dashboard  editor  all  last used never\n`);
  expect((await call('key', 'revoke', id)).out).toBe(`${id}: revoked. The API refuses it from now on.\n`);
  const { keys } = JSON.parse((await call('key', 'list', '--json')).out);
  expect(keys).toEqual([expect.objectContaining({ perMinute: 10, revokedAt: '2026-11-21T08:00:00.000Z' })]);
});

it('lists who has signed in, and ends the sessions of one person', async () => {
  const { call, store } = await open();
  for (const name of ['Ana', 'Rex']) {
    const identity = { issuer: 'https://i', subject: name, name, groups: ['press'] };
    await store.sessions.put({ id: `id-of-${name}`, identity, at: NOW - HOUR, expiresAt: NOW + HOUR });
  }
  const { out } = await call('sessions');
  expect(out).toContain('2 sessions.');
  expect(out).not.toContain('id-of');
  expect((await call('sessions', 'Rex', '--end')).out).toContain('1 session ended.');
  expect(await store.sessions.all(NOW)).toMatchObject([{ id: 'id-of-Ana' }]);
});

it('prints the address of a feed, lists those that are shared, and revokes one', async () => {
  const { call } = await open();
  const { out } = await call('share', 'watch', 'acme-news', '--articles');
  expect(out).toMatch(/^https?:\S+\/f\/\w{26}\n$/);
  const { feeds } = JSON.parse((await call('share', '--json')).out);
  expect(feeds).toMatchObject([{ of: 'watch', name: 'acme-news', entries: 'articles', link: out.trim() }]);
  expect((await call('share', '--revoke', feeds[0].id)).out).toContain('answers 410 from now on');
  expect((await call('share')).out).toBe('No feed is shared.\n');
});
