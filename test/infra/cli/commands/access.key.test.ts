import { expect, it } from 'vitest';
import { memoryStack, openWorld } from '../open-world.ts';

it('makes a key that is printed once, lists it and revokes it', async () => {
  const { stack } = memoryStack();
  const { call } = openWorld({ stack });
  await call('apply', '--yes');
  const made = await call('key', 'create', 'dashboard', '--write', '--per-minute', '10');
  expect(made.out).toMatch(/^bw_\w{48}\n$/);
  const id = /Key (\w{10})\. Keep it now/.exec(made.err)![1]!;
  expect((await call('key', 'list')).out).toBe(`${id}  dashboard  editor  all  last used never\n`);
  expect((await call('key', 'revoke', id)).out).toBe(`${id}: revoked. The API refuses it from now on.\n`);
  const { keys } = JSON.parse((await call('key', 'list', '--json')).out);
  expect(keys).toEqual([expect.objectContaining({ perMinute: 10, revokedAt: '2026-11-21T08:00:00.000Z' })]);
});

it.each([
  [['create', 'x', '--brands', 'acme'], /There is no watch of one of these brands/],
  [['create'], /name: Too small/],
  [['revoke', 'AAAAAAAAAA'], /There is no such key/],
  [['make'], /Unknown word "make"/],
])('key %j says what is wrong', async (args, said) => {
  const { call } = openWorld({ stack: memoryStack().stack });
  const { code, err } = await call('key', ...args);
  expect([code, err]).toEqual([1, expect.stringMatching(said)]);
});
