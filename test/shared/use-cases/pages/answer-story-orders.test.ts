import { beforeEach, describe, expect, it } from 'vitest';
import { silenceFor } from '../../../../shared/domain/channels/silence.ts';
import type { HttpRequest } from '../../../../shared/domain/pages/http-exchange.ts';
import { inboxLink } from '../../../../shared/domain/pages/signed-link.ts';
import { spacesOf } from '../../../../shared/domain/watches/watch.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';
import { LINKS, pagesOver } from './open-pages.ts';

const PLANT = 'Acme closes its turbine plant in Leipzig';
const alert = { when: 'story', channel: 'press-team' } as const;
const watches = [
  aWatch({ id: 'acme-news', brand: 'acme', firstRun: 'tell', alert }),
  aWatch({ id: 'acme-too', brand: 'acme', query: { q: 'plant' }, firstRun: 'tell', alert }),
  aWatch({ id: 'globex-news', brand: 'globex', query: { q: 'counsel' }, firstRun: 'tell', alert }),
];
const titled = (n: number, title: string) => ({
  finding: aFinding(n, {
    title,
    snippet: '',
    outlet: { domain: `outlet-${n}.example` },
    indexedAt: NOON - (30 - n) * MINUTE,
  }),
});

let bench: Awaited<ReturnType<typeof workbench>>;
let inbox: string;
beforeEach(async () => {
  const corpus = [titled(1, PLANT), titled(2, `${PLANT} <b>this year</b>`), titled(3, PLANT)];
  bench = await workbench({ watches, corpus });
  for (const watchId of ['acme-news', 'acme-too']) await bench.run({ watchId }, watchId);
  bench.corpus.splice(0, 3, titled(4, 'Globex hires Solveig Dahl as its counsel'));
  await bench.run({ watchId: 'globex-news' }, 'globex-news');
  bench.corpus.splice(0);
  inbox = new URL(inboxLink(NOON + 10 * HOUR, LINKS)).pathname;
});

const pages = () => pagesOver({ ...bench.ports, ...bench.store });
const ask = (path: string, more: Partial<HttpRequest> = {}) => pages().ask(path, more);
const storyOf = async (n: number, watchId = 'acme-news') =>
  (await bench.store.findings.read(watchId, [aFinding(n).fingerprint]))[0]?.story ?? 'none';
const pageOf = async (n: number, watchId?: string) => `${inbox}/stories/${await storyOf(n, watchId)}`;
const get = (path: string) => pages().get(path);
const tokenOf = (body: string, order: string) =>
  new RegExp(`name="order" value="${order}"><input type="hidden" name="token" value="(\\w+)"`).exec(
    body,
  )?.[1] ?? '';
const post = (path: string, fields: Record<string, string>, headers?: HttpRequest['headers']) =>
  pages().post(path, new URLSearchParams(fields).toString(), headers);
/** Opens a page and sends one of its forms. */
async function send(path: string, order: string, about = '') {
  bench.clock.at += MINUTE;
  return post(path, { order, about, token: tokenOf(await get(path), order) });
}
const orders = async () =>
  (await Promise.all(spacesOf(watches).map((space) => bench.store.storyOrders.of(space)))).flat();
/** The name of the order that the first undo button of a page undoes. */
const undoable = (body: string) =>
  /value="undo">.*?name="about" value="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe('the page of a story', () => {
  it('says that its alert was not relevant, by POST alone, and takes it back', async () => {
    const form = (body: string) =>
      /action="(\/i\/[^"]+\/actions)"><input type="hidden" name="(\w+)" value="not-relevant"><input type="hidden" name="token" value="(\w+)"><input type="hidden" name="lane" value="press-team"><button>[^<]+<\/button><\/form> <span>for watch acme-news</.exec(
        body,
      ) ?? [];
    const path = await pageOf(1);
    const [, address = '', field = '', token = ''] = form(await get(path));
    expect(field).toBe('action');
    await ask(address);
    const done = () => bench.store.readerActions.of('acme-news');
    expect(await done()).toEqual([]);
    const answer = await post(address, { action: 'not-relevant', token });
    expect(answer.body).toContain('Not relevant.');
    expect(await done()).toMatchObject([{ kind: 'not-relevant', lane: 'press-team' }]);

    const marked = await get(path);
    expect(marked).toContain('Not relevant, says channel press-team at');
    const [, undo = '', back = '', undoToken = ''] = form(marked);
    expect(back).toBe('undo');
    await post(undo, { undo: 'not-relevant', token: undoToken });
    expect((await done())[0]).toHaveProperty('undoneAt', NOON);
    expect(form(await get(path))[2]).toBe('action');
  });

  it('lists each article once, with the watches that have found it, and what the channel was notified of', async () => {
    const body = await get(await pageOf(1));
    expect(body).toContain('3 articles in 3 outlets');
    expect(body.match(/found by acme-news, acme-too</g)).toHaveLength(3);
    expect(body).toContain('<h2>Notified channels</h2>');
    expect(body.match(/→ press-team/g)).toHaveLength(1);
  });

  it('has forms to change it, and a GET or another method changes nothing', async () => {
    const body = await get(await pageOf(1));
    for (const text of ['Take it out of this story', 'Mute this story'])
      expect(body).toContain(`<button>${text}</button>`);
    expect(body).toContain('&lt;b&gt;');
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) await ask(await pageOf(1), { method });
    expect([await orders(), await bench.store.silences.since(0)]).toEqual([[], []]);
    expect(await get(await pageOf(4, 'globex-news'))).not.toContain('Take it out of this story');
  });

  it('refuses forms of other pages, other stories, other orders and other sites', async () => {
    const path = await pageOf(1);
    const token = tokenOf(await get(path), 'mute');
    const other = tokenOf(await get(await pageOf(4, 'globex-news')), 'mute');
    const given: [Record<string, string>, HttpRequest['headers']?][] = [
      [{ order: 'mute', token }, { 'sec-fetch-site': 'cross-site' }],
      [{ order: 'mute', token: other }],
      [{ order: 'split', token, about: aFinding(2).fingerprint }],
      [{ order: 'burn', token }],
      [{ token }],
    ];
    for (const [fields, headers] of given) expect((await post(path, fields, headers)).status).toBe(403);
    bench.clock.at += 13 * HOUR;
    expect((await post(path, { order: 'mute', token })).status).toBe(403);
    expect(await orders()).toEqual([]);
  });
});

describe('a split', () => {
  it('is recorded, carried out by the holder of the space, and undone', async () => {
    const path = await pageOf(2);
    const { fingerprint } = aFinding(2);
    const { body } = await send(path, 'split', fingerprint);
    expect(body).toContain('the article becomes a story of its own');
    expect(body).toContain('This waits, for a minute at most');
    expect((await orders()).map(({ space, kind }) => [space, kind])).toEqual([
      ['brand.acme.normal', 'split'],
    ]);
    await bench.decide();
    expect(await storyOf(2)).toBe(await storyOf(2, 'acme-too'));
    const now = await get(path);
    expect([now.includes('2 articles'), now.includes('its own story</a>')]).toEqual([true, true]);
    const own = await pageOf(2);
    expect(await get(own)).toContain('1 article');

    const undone = await send(path, 'undo', undoable(now));
    expect(undone.body).toContain('Undone.');
    await bench.decide();
    expect(await get(path)).toContain('3 articles');
    expect((await ask(own)).status).toBe(404);
  });

  it('is the same when its form is sent twice, and does nothing once it was undone', async () => {
    const path = await pageOf(2);
    const { fingerprint: about } = aFinding(2);
    bench.clock.at += MINUTE;
    const form = { order: 'split', about, token: tokenOf(await get(path), 'split') };
    await post(path, form);
    const first = await orders();
    bench.clock.at += MINUTE;
    await post(path, form);
    expect(await orders()).toEqual(first);
    await send(path, 'undo', undoable(await get(path)));
    await post(path, form);
    expect((await orders()).map(({ undoneAt }) => undoneAt !== undefined)).toEqual([true]);
    await bench.decide();
    expect(await get(path)).toContain('3 articles');
  });
});

describe('a mute', () => {
  const isMuted = async (story: string) => {
    const silences = await bench.store.silences.since(bench.clock.at);
    const about = anAlert(1, {
      story: { id: story, articles: 1, outlets: 1, countries: 0 },
      createdAt: bench.clock.at,
    });
    return silenceFor(about, { silences, now: bench.clock.at }) !== undefined;
  };

  it('mutes the story below critical for 30 days, on the channels that were notified of it, until it is undone', async () => {
    const [path, story] = [await pageOf(1), await storyOf(1)];
    const { body } = await send(path, 'mute');
    expect(body).toContain('This story is muted');
    expect(body).not.toContain('<button>Mute this story</button>');
    expect([await isMuted(story), await isMuted('another')]).toEqual([true, false]);
    const end = Math.floor((bench.clock.at + 30 * DAY) / HOUR) * HOUR;
    const matchers = { story: [story], channel: ['press-team'], severity: ['info', 'warning'] };
    expect(await bench.store.silences.since(0)).toMatchObject([{ matchers, endsAt: end }]);
    await send(path, 'undo', undoable(body));
    expect(await isMuted(story)).toBe(false);
    await send(path, 'mute');
    expect(await isMuted(story)).toBe(true);
  });

  it('mutes after a death between the record and the silence, when the form is sent again', async () => {
    const [path, story] = [await pageOf(1), await storyOf(1)];
    const form = { order: 'mute', token: tokenOf(await get(path), 'mute') };
    const { silences } = bench.store;
    bench.store.silences = { ...silences, put: () => Promise.reject(new Error('dead')) };
    await expect(post(path, form)).rejects.toThrow('dead');
    bench.store.silences = silences;
    await post(path, form);
    expect(await isMuted(story)).toBe(true);
  });
});
