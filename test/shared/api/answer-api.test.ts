import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../shared/api/routes.ts';
import { problemSchema } from '../../../shared/api/schemas.ts';
import { DAY, isoOf, MINUTE } from '../../../shared/domain/time/instant.ts';
import { NOON } from '../../ports/examples.ts';
import { openApi } from './open-api.ts';

/** A request for each route that is answered, with what must be in the answer. */
const ASKED: readonly [request: string, holds: string, body?: object][] = [
  ['GET /search?words=recalls', '"kind":"stories"'],
  ['GET /stories?brand=acme', '"id":"acme-story"'],
  ['GET /stories/acme-story', 'acme recalls its pump 2'],
  ['GET /alerts?state=sent', '"messageId":"globex-message"'],
  ['GET /alerts/acme-alert-1', '"state":"waiting"'],
  ['GET /findings?words="pump 3"', 'https://acme.example/3'],
  ['GET /records', '"jobs":"120"'],
  ['GET /watches?brand=acme', '"query":{"q":"acme"}'],
  ['GET /status', '"deadMessages":0'],
  ['GET /explain?alert=acme-alert-2', 'Its message to channel acme-team is being sent.'],
  ['GET /explain?watch=acme-news&finding=article-00002', 'It belongs to a story'],
  ['GET /silences', 'globex-silence'],
  [
    'POST /silences',
    '"owner":"operator"',
    { matchers: { watch: ['acme-news'] }, reason: 'figures', endsAt: isoOf(NOON + DAY) },
  ],
  ['DELETE /silences/acme-silence', '"reason":"acme publishes'],
  ['GET /acknowledgements', '"alertId":"globex-alert-1"'],
  ['POST /acknowledgements', '"lane":"acme-team"', { alert: 'acme-alert-3' }],
  ['POST /keys', '"key":"bw_', { name: 'dashboard', role: 'reader', brands: ['acme'] }],
  ['GET /keys', '"items":[]'],
];

const filled = (path: string, brand: string) =>
  path
    .replace('/stories/{id}', `/stories/${brand}-story`)
    .replace('/alerts/{id}', `/alerts/${brand}-alert-1`)
    .replace('/silences/{id}', `/silences/${brand}-silence`);

describe('the API', () => {
  it.each(ASKED)('answers %s', async (request, holds, body) => {
    const { ask, tokenOf } = await openApi();
    const [method = '', target = ''] = request.split(/ (.*)/s);
    const answer = await ask(target, { method, key: tokenOf('editor'), body });
    expect(answer).toMatchObject({ status: method === 'POST' ? 201 : 200 });
    expect(answer.text).toContain(holds);
    const path = target.split('?')[0]!;
    const route = ROUTES.find(
      (one) =>
        one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )!;
    expect(Object.keys(answer.json).filter((key) => !(key in route.answer.shape))).toEqual([]);
  });

  it('has a test for each route', async () => {
    const { makeKey, ask, tokenOf } = await openApi();
    const { id } = await makeKey();
    const revoked = await ask(`/keys/${id}`, { method: 'DELETE', key: tokenOf('editor') });
    expect(revoked.json.revokedAt).toBe('2026-11-20T13:00:00.000Z');
    const asked = [...ASKED.map(([request]) => request.split('?')[0]!), 'DELETE /keys/{id}'];
    const missing = ROUTES.filter(
      ({ method, path }) =>
        !asked.includes(`${method} ${path}`) && !asked.includes(`${method} ${filled(path, 'acme')}`),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('gives every entry of a list once, page by page, whatever comes meanwhile', async () => {
    const { ask, store } = await openApi();
    const [stored] = await store.alerts.onLanes('acme-alert-1');
    const put = (id: string, createdAt: number) =>
      store.alerts.put({ ...stored!.alert, id, createdAt }, { dueAt: NOON });
    for (let n = 0; n < 70; n += 1) await put(`more-${n}`, NOON - n);
    const ids: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: any = (await ask(`/alerts?${next && `after=${encodeURIComponent(next)}`}`)).json;
      ids.push(...page.items.map(({ id }: { id: string }) => id));
      next = page.next;
      await put(`late-${ids.length}`, NOON + MINUTE + ids.length);
    }
    expect([ids.length, new Set(ids).size, ids.filter((id) => id.startsWith('late'))]).toEqual([76, 76, []]);
  });

  it('gives nothing again to who has it, by its ETag', async () => {
    const { ask, store } = await openApi();
    const first = await ask('/silences');
    const etag = first.headers['etag']!;
    const again = await ask('/silences', { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    await store.silences.put({
      id: 'new',
      matchers: { brand: ['acme'] },
      owner: 'o',
      reason: 'r',
      startsAt: NOON,
      endsAt: NOON + DAY,
    });
    const changed = await ask('/silences', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  it.each([
    ['/nothing', 404],
    ['/stories/none', 404],
    ['/stories/%00', 400],
    ['/alerts?severity=grave', 400],
    ['/alerts?colour=red', 400],
    ['/stories?after=1', 400],
    ['/explain', 404],
    ['/search?words=LONG', 413],
  ])('says in a problem what is wrong with %s', async (target, status) => {
    const answer = await (await openApi()).ask(target.replace('LONG', 'a'.repeat(5_000)));
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(problemSchema.parse(answer.json).status).toBe(status);
    expect(answer.status).toBe(status);
  });

  it('names the methods of a path, and the fields of a body that are wrong', async () => {
    const { ask, tokenOf } = await openApi();
    const put = await ask('/silences', { method: 'PUT' });
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, POST']);
    const body = { matchers: { watch: ['acme-news'] }, reason: '', endsAt: 'tomorrow' };
    const wrong = await ask('/silences', { method: 'POST', key: tokenOf('editor'), body });
    expect(wrong.json.errors.map(({ path }: { path: string }) => path)).toEqual(['reason', 'endsAt']);
  });

  it.each([
    [
      { matchers: { watch: ['acme-new'] } },
      'Name only watches and brands that exist and that the key may see.',
    ],
    [{ endsAt: isoOf(NOON) }, 'endsAt must be in the next 366 days.'],
  ])('makes no silence that would mute nothing: %j', async (changes, detail) => {
    const { ask, tokenOf } = await openApi();
    const body = { matchers: { watch: ['acme-news'] }, reason: 'r', endsAt: isoOf(NOON + DAY), ...changes };
    const { status, json } = await ask('/silences', { method: 'POST', key: tokenOf('editor'), body });
    expect([status, json.detail]).toEqual([422, detail]);
  });

  it('gives receipts, whose pages let people act, to editors alone', async () => {
    const { ask, makeKey } = await openApi();
    const of = async (role: string) => {
      const { key } = await makeKey({ role });
      return (await ask('/alerts/acme-alert-1', { key })).json.receipt;
    };
    expect(await of('reader')).toBeUndefined();
    expect(await of('editor')).toMatch(/^https:\/\/pages\.example\.com\/r\/\w{26}$/);
  });
});

describe('a key that is limited to a brand', () => {
  it('never sees another brand, by any route', async () => {
    const { ask, makeKey, store } = await openApi();
    const [joined] = await store.alerts.onLanes('acme-alert-3');
    const joinedTo = { alertId: 'globex-alert-1', watchId: 'globex-news', messageId: 'globex-message' };
    await store.alerts.settle(joined!.alert, { state: 'dropped', reason: 'sent by another watch', joinedTo });
    const { key } = await makeKey({ role: 'editor', brands: ['acme'] });
    const seen: string[] = [];
    const walk = async (target: string, method = 'GET', body?: object) => {
      const answer = await ask(target, { method, key, body });
      const [found] = /.{0,40}globex.{0,40}/i.exec(answer.text) ?? [];
      expect([target, found]).toEqual([target, undefined]);
      if (answer.status < 300) seen.push(`${method} ${target}`);
      return answer.status;
    };
    const narrowed = ['brand=globex', 'watch=globex-news', 'words=globex', 'outlet=globex.example'];
    for (const { path } of ROUTES.filter(({ method, access }) => method === 'GET' && access === 'read')) {
      const other = filled(path, 'globex');
      await walk(filled(path, 'acme'));
      const status = await walk(other);
      expect([path, other === path || status === 404]).toEqual([path, true]);
      for (const query of narrowed) await walk(`${path}?${query}`);
    }
    for (const query of [
      'alert=globex-alert-1',
      'watch=globex-news&finding=article-00101',
      'alert=acme-alert-3',
    ])
      await walk(`/explain?${query}`);
    const silence = { reason: 'r', endsAt: isoOf(NOON + DAY) };
    for (const matchers of [{ watch: ['globex-news'] }, { brand: ['globex'] }, { words: ['pump'] }])
      expect(await walk('/silences', 'POST', { ...silence, matchers })).toBe(422);
    expect(await walk('/silences/globex-silence', 'DELETE')).toBe(404);
    expect(await walk('/acknowledgements', 'POST', { alert: 'globex-alert-2' })).toBe(404);
    expect(seen).toContain('GET /stories/acme-story');
    expect(seen).toContain('GET /explain?alert=acme-alert-3');
  });
});
