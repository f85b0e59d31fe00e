import { describe, expect, it } from 'vitest';
import { partsOfKey } from '../../../shared/domain/pages/api-key.ts';
import { signId } from '../../../shared/domain/pages/signed-link.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { NOON } from '../../ports/examples.ts';
import { LINKS } from '../use-cases/pages/open-pages.ts';
import { openApi } from './open-api.ts';

describe('a key', () => {
  it('is stored as a hash, and refused from the moment at which it is revoked', async () => {
    const { ask, makeKey, store, tokenOf } = await openApi();
    const { id, key } = await makeKey();
    expect(JSON.stringify(store.table.items())).not.toContain(partsOfKey(key)!.secret);
    expect((await ask('/watches', { key })).status).toBe(200);
    await ask(`/keys/${id}`, { method: 'DELETE', key: tokenOf('editor') });
    const refused = await ask('/watches', { key });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="bellwether"']);
  });

  it.each([
    ['a wrong letter', (key: string) => key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['a missing letter', (key: string) => key.slice(0, -1)],
    ['another form', () => 'letmein'],
    ['nothing', () => ''],
  ])('with %s is refused before anything is read', async (_what, change) => {
    const { ask, makeKey, keyReads } = await openApi();
    const { key } = await makeKey();
    expect((await ask('/watches', { key: change(key) })).status).toBe(401);
    expect(keyReads()).toBe(0);
  });

  it('makes as many calls in a minute as it may, whatever others make, and says when the next may come', async () => {
    const { ask, makeKey, clock } = await openApi();
    const [{ key }, other] = [await makeKey({ perMinute: 3 }), await makeKey({ perMinute: 1 })];
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => ask('/watches', { key })))).map(
        ({ status }) => status,
      );
    expect((await statuses(4)).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
    expect((await ask('/watches', { key: other.key })).status).toBe(200);
    const late = await ask('/watches', { key });
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(MINUTE / SECOND);
    await clock.sleep(MINUTE);
    expect(await statuses(1)).toEqual([200]);
  });

  it('of a reader changes nothing, and none manages keys', async () => {
    const { ask, makeKey } = await openApi();
    const [reader, editor] = [await makeKey(), await makeKey({ role: 'editor' })];
    const change = { method: 'POST', body: { alert: 'acme-alert-1' } };
    expect((await ask('/acknowledgements', { ...change, key: reader.key })).status).toBe(403);
    expect((await ask('/acknowledgements', { ...change, key: editor.key })).status).toBe(201);
    expect((await ask('/keys', { key: editor.key })).status).toBe(403);
  });
});

describe('somebody who has signed in', () => {
  const visitor = async (group: string) => {
    const { ask, store } = await openApi();
    const id = 's'.repeat(20);
    const identity = { issuer: 'https://login.example', subject: group, name: 'Ana', groups: [group] };
    await store.sessions.put({ id, identity, at: NOON, expiresAt: NOON + 8 * HOUR });
    const cookie = `__Host-bellwether=${signId(id, { purpose: 'session', keys: LINKS.keys })}`;
    const calls = (target: string, { method = 'GET', site = 'same-origin', body = {} } = {}) =>
      ask(target, { method, key: '', body, headers: { cookie, 'sec-fetch-site': site } });
    const acknowledges = async (brand: string, site?: string) =>
      (await calls('/acknowledgements', { method: 'POST', body: { alert: `${brand}-alert-1` }, site }))
        .status;
    return { calls, acknowledges, store, end: () => store.sessions.end(id, NOON) };
  };

  it('reads and acts for the own brands by role, until the session ends', async () => {
    const ana = await visitor('press');
    expect((await ana.calls('/watches')).json.items.map(({ id }: { id: string }) => id)).toEqual([
      'acme-cuts',
      'acme-news',
    ]);
    expect([await ana.acknowledges('acme'), await ana.acknowledges('globex')]).toEqual([201, 404]);
    expect((await ana.calls('/keys')).status).toBe(403);
    await ana.end();
    expect((await ana.calls('/watches')).status).toBe(401);
    expect(await (await visitor('guests')).acknowledges('acme')).toBe(403);
    expect((await (await visitor('others')).calls('/watches')).status).toBe(401);
  });

  it.each(['cross-site', 'same-site', 'none', ''])(
    'changes nothing by a request that the browser says comes from %s',
    async (site) => {
      const ana = await visitor('press');
      expect(await ana.acknowledges('acme', site)).toBe(403);
      expect((await ana.calls('/silences/acme-silence', { method: 'DELETE', site })).status).toBe(403);
      expect((await ana.calls('/watches', { site })).status).toBe(200);
    },
  );
});

it('the token of an operator ends after minutes, and one that reads changes nothing', async () => {
  const { ask, tokenOf, clock } = await openApi();
  const [reader, editor] = [tokenOf('reader'), tokenOf('editor')];
  expect((await ask('/silences/acme-silence', { method: 'DELETE', key: reader })).status).toBe(403);
  await clock.sleep(6 * MINUTE);
  expect((await ask('/watches', { key: editor })).status).toBe(401);
});
