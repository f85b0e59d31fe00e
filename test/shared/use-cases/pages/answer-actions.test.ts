import { beforeEach, describe, expect, it } from 'vitest';
import { silenceFor } from '../../../../shared/domain/channels/silence.ts';
import { actionsLink, receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const LANE = 'press-team~slack';
const story = { id: 'story-1', articles: 3, outlets: 2, countries: 1 };
const alert = anAlert(7, {
  id: 'BcDeFgHiJkLmNoPqRsTu',
  createdAt: NOON,
  occasion: { type: 'story' },
  story,
  items: [aFinding(7, { title: 'Acme opens a comics fair in Lyon' })],
});

let open: Awaited<ReturnType<typeof openPages>>;
let path: string;
beforeEach(async () => {
  open = await openPages();
  await open.ports.alerts.put(alert, { dueAt: NOON });
  path = pathOf(alert);
});

const pathOf = (of: typeof alert, lane = LANE) => new URL(actionsLink(of, { ...open.links, lane })).pathname;
const get = async (where = path) => (await open.ask(where)).body;
/** The token of a form of the page, as it stands there. */
const tokenOf = (body: string, name: 'action' | 'undo', kind: string) =>
  new RegExp(`name="${name}" value="${kind}"><input type="hidden" name="token" value="(\\w+)"`).exec(
    body,
  )?.[1];
const formOf = (body: string, kind: string, name: 'action' | 'undo' = 'action') =>
  `${name}=${kind}&token=${tokenOf(body, name, kind) ?? ''}`;
const post = (text: string, { headers = { 'sec-fetch-site': 'same-origin' }, where = path } = {}) =>
  open.ask(where, { method: 'POST', headers, body: new TextEncoder().encode(text) });
const take = async (kind: string) => post(formOf(await get(), kind));
const actions = () => open.ports.readerActions.of('acme-news');
const nextAlert = (changes: Partial<typeof alert> = {}) => ({
  ...alert,
  id: 'next',
  createdAt: open.clock.at,
  ...changes,
});
const mutes = async (one: typeof alert) =>
  silenceFor(one, { silences: await open.silences(), now: open.clock.at }) !== undefined;

describe('the page behind "get less of this"', () => {
  it('has one button for each action, and a GET changes nothing', async () => {
    const body = await get();
    for (const text of [
      'Acknowledge',
      'Mute this story',
      'Mute this watch for a day',
      'Not relevant',
      'Less of this outlet',
    ])
      expect(body.split(`<button>${text}</button>`)).toHaveLength(2);
    expect(body).toContain(new URL(receiptLink(alert, open.links)).pathname);
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) await open.ask(path, { method });
    expect([await open.silences(), await actions()]).toEqual([[], []]);
  });

  it('offers only what an alert allows', async () => {
    const count = anAlert(8, {
      id: 'CcDeFgHiJkLmNoPqRsTu',
      createdAt: NOON,
      occasion: { type: 'spike', text: 'Far more.', period: { from: 0, to: NOON } },
      items: [aFinding(8)],
    });
    await open.ports.alerts.put(count, { dueAt: NOON });
    const buttons = [...(await get(pathOf(count))).matchAll(/<button>([^<]+)/g)].map(([, text]) => text);
    expect(buttons).toEqual(['Acknowledge', 'Mute this watch for a day', 'Not relevant']);
  });
});

describe('muting a story', () => {
  it('mutes what follows about it on this channel until 30 days after the alert, however often the form is sent', async () => {
    const form = formOf(await get(), 'mute-story');
    expect(await mutes(nextAlert())).toBe(false);
    open.clock.at += MINUTE;
    for (const { status, body } of [await post(form), await post(form)])
      expect([status, body.includes('Story muted until')]).toEqual([200, true]);
    expect(await open.silences()).toMatchObject([
      {
        startsAt: NOON + HOUR,
        endsAt: NOON + 30 * DAY,
        reason: expect.stringContaining('press-team (Slack)'),
      },
    ]);
    expect(await actions()).toMatchObject([
      { kind: 'mute-story', lane: LANE, alertId: alert.id, story: 'story-1' },
    ]);
    expect(await mutes(nextAlert())).toBe(true);
    expect(await mutes(nextAlert({ watchId: 'globex-news', watches: ['acme-news', 'globex-news'] }))).toBe(
      true,
    );
    for (const other of [{ channel: 'board' }, { story: { ...story, id: 'story-2' } }, { story: undefined }])
      expect(await mutes(nextAlert(other as Partial<typeof alert>))).toBe(false);
  });

  it('ends when it is undone, and the form that was sent before mutes no more', async () => {
    const form = formOf(await get(), 'mute-story');
    const { body } = await post(form);
    open.clock.at += MINUTE;
    const undo = formOf(body, 'mute-story', 'undo');
    for (const answer of [await post(undo), await post(undo)])
      expect(answer.body).toContain('Undone: Story muted');
    open.clock.at += MINUTE;
    await post(form);
    expect(await mutes(nextAlert())).toBe(false);
    expect(await actions()).toMatchObject([{ undoneAt: NOON + HOUR + MINUTE }]);
    await take('mute-story');
    expect(await mutes(nextAlert())).toBe(true);
  });

  it('mutes after a death between the record and the silence, when the form is sent again', async () => {
    const form = formOf(await get(), 'mute-story');
    const { put } = open.ports.silences;
    open.ports.silences.put = () => Promise.reject(new Error('dead'));
    await expect(post(form)).rejects.toThrow('dead');
    open.ports.silences.put = put;
    await post(form);
    expect(await mutes(nextAlert())).toBe(true);
  });
});

describe('the other actions', () => {
  it('less of an outlet mutes what only it prints, on this channel and in this watch', async () => {
    await take('less-outlet');
    expect(await mutes(nextAlert({ story: { ...story, id: 'other' } }))).toBe(true);
    expect(await mutes(nextAlert({ channel: 'board' }))).toBe(false);
    const elsewhere = aFinding(9, { outlet: { domain: 'other.example' } });
    expect(await mutes(nextAlert({ items: [elsewhere] }))).toBe(false);
  });

  it('not relevant and acknowledge mute nothing, and are recorded with the channel', async () => {
    await take('not-relevant');
    const { body } = await take('acknowledge');
    expect(await open.silences()).toEqual([]);
    expect((await actions()).map(({ kind, lane }) => [kind, lane])).toEqual([
      ['acknowledge', LANE],
      ['not-relevant', LANE],
    ]);
    expect(body).toContain(`Acknowledged by channel press-team (Slack)`);
    expect(body).not.toContain('<button>Acknowledge</button>');
  });

  it('propose lines for watches.yaml, on the page of the alert and of the watch, and change nothing', async () => {
    await open.ports.definitions.putWatch(aWatch({ brand: 'acme' }));
    await take('not-relevant');
    await take('less-outlet');
    const page = await get();
    const watch = await get(`${open.inbox}/watches/acme-news`);
    for (const body of [page, watch])
      for (const line of [
        'watches:\n  acme-news:\n    exclude:',
        'domains: [&quot;news.example&quot;]',
        'phrases: [&quot;Acme opens a comics fair in Lyon&quot;]',
      ])
        expect(body).toContain(line);
    expect(watch).toContain('<dt>Not relevant</dt><dd>1 alert</dd>');
    expect((await open.ports.definitions.watch('acme-news'))?.exclude).toEqual({ domains: [], phrases: [] });
  });

  it('stand on the receipt', async () => {
    await take('mute-story');
    const receipt = await get(new URL(receiptLink(alert, open.links)).pathname);
    expect(receipt).toContain(`Story muted by channel press-team (Slack)`);
    expect(receipt).toContain(pathOf(alert, 'press-team'));
  });
});

describe('a form of actions', () => {
  it('is refused from another site, for another action, alert or lane, when it is old or too large', async () => {
    const form = formOf(await get(), 'mute-story');
    const other = { ...alert, id: 'DdDeFgHiJkLmNoPqRsTu', createdAt: NOON };
    await open.ports.alerts.put(other, { dueAt: NOON });
    const refused = [
      post(form, { headers: { 'sec-fetch-site': 'cross-site' } }),
      post(form.replace('mute-story', 'less-outlet')),
      post(form.replace('action=', 'undo=')),
      post(form, { where: pathOf(other) }),
      post(form, { where: pathOf(alert, 'press-team') }),
      post('action=mute-story'),
      post('action=everything&token=x'),
      post(`${form}&x=${'x'.repeat(9_000)}`),
    ];
    for (const { status } of await Promise.all(refused)) expect(status).toBe(403);
    open.clock.at += 13 * HOUR;
    expect((await post(form)).status).toBe(403);
    expect([await open.silences(), await actions()]).toEqual([[], []]);
  });

  it('a link opens for its lane alone, with its signature, as long as the alert is kept', async () => {
    const [, , signed = ''] = path.split('/');
    for (const where of [
      `/q/${signed}/press-team`,
      `/q/${signed}`,
      `${path}/more`,
      `/r/${signed}`,
      `/q/${signed.slice(0, -1)}x/${LANE}`,
      `/q/${new URL(receiptLink(alert, open.links)).pathname.slice(3)}/${LANE}`,
    ])
      expect([where, (await open.ask(where)).status]).toEqual([where, 403]);
    open.clock.at = alert.expiresAt;
    expect((await open.ask(path)).status).toBe(403);
  });
});
