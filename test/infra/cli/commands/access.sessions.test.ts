import { expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

it('lists who has signed in, and ends the sessions of one person', async () => {
  const { stack, store } = memoryStack();
  const world = openWorld({ stack });
  for (const [id, name] of [
    ['s1', 'Ana'],
    ['s2', 'Rex'],
  ] as const) {
    const identity = { issuer: 'https://i', subject: id, name, groups: ['press'] };
    await store.sessions.put({ id, identity, at: NOW - HOUR, expiresAt: NOW + HOUR });
  }
  const listed = await world.call('sessions');
  expect(listed.out).toContain('2 sessions.');
  expect((await world.call('sessions', 'Zoe', '--end')).err).toContain('no such session');
  expect((await world.call('sessions', 'Rex', '--end')).out).toContain('1 session ended.');
  expect(await store.sessions.all(NOW)).toMatchObject([{ id: 's1' }]);
  expect(listed.out).not.toContain('"id"');
});
