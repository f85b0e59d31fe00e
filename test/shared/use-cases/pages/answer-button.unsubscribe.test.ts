import { beforeEach, describe, expect, it } from 'vitest';
import { isUnsubscribed, recipientId } from '../../../../shared/domain/channels/unsubscribed.ts';
import { unsubscribeLink } from '../../../../shared/domain/pages/signed-link.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const LANE = 'press-team~ses';
const ADDRESS = 'Pat@acme.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let open: Awaited<ReturnType<typeof openPages>>;
let path: string;
beforeEach(async () => {
  open = await openPages();
  const ses = { from: 'news@acme.example', to: [ADDRESS, 'other@acme.example'] };
  await open.ports.definitions.putChannel(aChannel({ transports: { ses } }));
  path = pathOf(ADDRESS);
});

const pathOf = (address: string, lane = LANE) =>
  new URL(unsubscribeLink(recipientId(lane, address), { ...open.links, lane })).pathname;
const post = (body: string, headers: Record<string, string> = FORM, where = path) =>
  open.post(where, body, headers);
const records = () => open.ports.unsubscriptions.of(LANE);
const isOut = async (address: string) => isUnsubscribed(recipientId(LANE, address), await records());
const undoIn = (body: string) => /name="undo" value="(\w+)"/.exec(body)?.[1] ?? '';

describe('the link to unsubscribe', () => {
  it('shows one button, and no GET changes anything', async () => {
    for (const method of ['GET', 'GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) await open.ask(path, { method });
    const { body, status } = await open.ask(path);
    expect(status).toBe(200);
    expect(body.match(/<button>[^<]+/g)).toEqual(['<button>Unsubscribe']);
    expect(body).toContain('P…@acme.example');
    expect(body).not.toContain(ADDRESS);
    expect(await records()).toEqual([]);
  });

  it.each([
    ['a form', 'List-Unsubscribe=One-Click', FORM],
    [
      'a form in parts',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    ['a form of another site', 'List-Unsubscribe=One-Click', { ...FORM, 'sec-fetch-site': 'cross-site' }],
  ])('unsubscribes one address of one channel by %s, without cookies', async (_name, body, headers) => {
    const { status, body: page } = await post(body, headers);
    expect([status, page.includes('You are unsubscribed.')]).toEqual([200, true]);
    expect(await isOut(ADDRESS.toLowerCase())).toBe(true);
    expect(await isOut('other@acme.example')).toBe(false);
    expect(await open.ports.unsubscriptions.of('board~ses')).toEqual([]);
  });

  it('is the same when it is sent twice', async () => {
    await post('List-Unsubscribe=One-Click');
    open.clock.at += DAY;
    await post('List-Unsubscribe=One-Click');
    expect(await records()).toEqual([{ lane: LANE, recipient: recipientId(LANE, ADDRESS), at: NOON + HOUR }]);
  });

  it('is undone by the page alone, and can be used again', async () => {
    const { body } = await post('List-Unsubscribe=One-Click');
    const undo = `undo=${undoIn(body)}`;
    expect((await post(undo, { ...FORM, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post(undo, FORM, pathOf('other@acme.example'))).status).toBe(403);
    expect(await isOut(ADDRESS)).toBe(true);
    expect((await post(undo)).body).toContain('You are subscribed again.');
    expect(await isOut(ADDRESS)).toBe(false);
    await post('List-Unsubscribe=One-Click');
    expect(await isOut(ADDRESS)).toBe(true);
    open.clock.at += 13 * HOUR;
    expect((await post(undo)).status).toBe(403);
  });

  it('unsubscribes nobody on another lane, or without its words', async () => {
    await post('List-Unsubscribe=One-Click', FORM, path.replace(LANE, 'press-team'));
    for (const body of ['', 'List-Unsubscribe=yes', 'undo=', 'x=List-Unsubscribe%3DOne-Click'])
      expect((await post(body)).status).toBe(403);
    expect(await records()).toEqual([]);
  });

  it('holds also when the channel does not name the address any more', async () => {
    await open.ports.definitions.putChannel(aChannel());
    const { body } = await post('List-Unsubscribe=One-Click');
    expect(body).toContain('does not name this address any more');
    expect(await isOut(ADDRESS)).toBe(true);
  });
});
