import { beforeEach, expect, it } from 'vitest';
import { drillLink } from '../../../../shared/domain/pages/signed-link.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const ID = 'aB3dE6gH9j';

let open: Awaited<ReturnType<typeof openPages>>;
let path: string;
beforeEach(async () => {
  open = await openPages();
  await open.ports.definitions.putChannel(aChannel());
  const targets = [{ channel: 'press-team', by: 'email', holds: [] }] as const;
  await open.ports.drills.put({ id: ID, sms: false, orderedAt: NOON, beganAt: NOON, targets });
  path = pathOf('press-team~email');
});

const pathOf = (target: string) => new URL(drillLink(ID, { ...open.links, target })).pathname;
const tokenIn = (body: string) => /name="token" value="(\w+)"/.exec(body)?.[1] ?? '';
const post = (token: string, where = path, site = 'same-origin') =>
  open.post(where, `token=${token}`, { 'sec-fetch-site': site });
const confirmations = async () => (await open.ports.drills.read(ID))?.confirmations;

it('the link of a drill shows one button, and no GET changes anything', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) await open.ask(path, { method });
  const { body, status } = await open.ask(path);
  expect(status).toBe(200);
  expect(body.match(/<button>[^<]+/g)).toEqual(['<button>I have got it']);
  expect(body).toContain('Nobody has confirmed it here yet.');
  expect(await confirmations()).toEqual([]);
});

it('a POST confirms the channel and the way of its link, once however often it is sent', async () => {
  const token = tokenIn(await open.get(path));
  open.clock.at += MINUTE;
  const { status, body } = await post(token);
  await post(token);
  expect([status, body.includes('Thank you'), body.includes('confirmed here once')]).toEqual([
    200,
    true,
    true,
  ]);
  expect(await confirmations()).toEqual([{ channel: 'press-team', by: 'email', at: expect.any(Number) }]);
});

it('confirms nothing by another token, from another site, or after half a day', async () => {
  const token = tokenIn(await open.get(path));
  expect((await post('x'.repeat(26))).status).toBe(403);
  expect((await post(token, path, 'cross-site')).status).toBe(403);
  expect((await post(token, pathOf('press-team~sms'))).status).toBe(403);
  open.clock.at += 13 * HOUR;
  expect((await post(token)).status).toBe(403);
  expect(await confirmations()).toEqual([]);
});
