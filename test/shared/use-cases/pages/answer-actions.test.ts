import { beforeEach, describe, expect, it } from 'vitest';
import { silenceFor } from '../../../../shared/domain/channels/silence.ts';
import { actionsLink, receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { watchRuleOf } from '../../../../shared/domain/watches/watch.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import { formIn, openPages } from './open-pages.ts';

const LANE = 'press-team~slack';
const story = { id: 'story-1', articles: 3, outlets: 2, countries: 1 };
const alert = anAlert(7, {
  id: 'BcDeFgHiJkLmNoPqRsTu',
  createdAt: NOON,
  occasion: { type: 'story' },
  severity: 'warning',
  story,
  items: [aFinding(7, { title: 'Acme opens a comics fair in Lyon' })],
});
const MUTING = ['mute-story', 'mute-watch', 'less-outlet'];

let open: Awaited<ReturnType<typeof openPages>>;
let path: string;
beforeEach(async () => {
  open = await openPages();
  await open.ports.definitions.putChannel(aChannel({ name: 'board' }));
  for (const channel of ['press-team', 'board'])
    await open.ports.alerts.put({ ...alert, channel }, { dueAt: NOON });
  path = pathOf(alert);
});

const partOf = (link: string) => new URL(link).pathname;
const pathOf = (of: typeof alert, lane = LANE) => partOf(actionsLink(of, { ...open.links, lane }));
/** Opens a page with forms, and sends one of them. */
async function send(kind: string, { where = path, name = 'action' } = {}) {
  return open.post(where, formIn(await open.get(where), name, kind));
}
const kindsOn = async (where: string) =>
  [...(await open.get(where)).matchAll(/name="action" value="([\w-]+)"/g)].map(([, kind]) => kind);
const actions = () => open.ports.readerActions.of('acme-news');
async function mutes(changes: Partial<typeof alert> = {}) {
  const next = { ...alert, id: 'next', createdAt: open.clock.at, ...changes };
  return silenceFor(next, { silences: await open.silences(), now: open.clock.at }) !== undefined;
}

describe('the page behind "get less of this"', () => {
  it('has one button for each action that the alert allows, and a GET changes nothing', async () => {
    const kinds = ['acknowledge', 'mute-story', 'mute-watch', 'not-relevant', 'less-outlet'];
    expect(await kindsOn(path)).toEqual(kinds);
    expect(await open.get(path)).toContain(partOf(receiptLink(alert, open.links)));
    const period = { from: 0, to: NOON };
    const spike = { ...alert, id: 'CcDeFgHiJkLmNoPqRsTu', story: undefined } as never as typeof alert;
    await open.ports.alerts.put(
      { ...spike, occasion: { type: 'spike', text: 'Far more.', period } },
      { dueAt: NOON },
    );
    expect(await kindsOn(pathOf(spike))).toEqual(['acknowledge', 'mute-watch', 'not-relevant']);
    const critical = { ...alert, id: 'DcDeFgHiJkLmNoPqRsTu', severity: 'critical' } as const;
    await open.ports.alerts.put(critical, { dueAt: NOON });
    for (const where of [pathOf(critical), partOf(receiptLink(critical, open.links))])
      expect(await kindsOn(where)).toEqual(['acknowledge', 'not-relevant']);
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) await open.ask(path, { method });
    expect([await open.silences(), await actions()]).toEqual([[], []]);
  });

  it('proposes lines for watches.yaml, on the page of the alert and of the watch, and changes nothing', async () => {
    await open.ports.definitions.putWatch(aWatch({ brand: 'acme' }));
    await send('not-relevant');
    await send('less-outlet');
    const watch = await open.get(`${open.inbox}/watches/acme-news`);
    for (const body of [await open.get(path), watch])
      for (const line of [
        'watches:\n  acme-news:\n    exclude:',
        'domains: [&quot;news.example&quot;]',
        'phrases: [&quot;Acme opens a comics fair in Lyon&quot;]',
      ])
        expect(body).toContain(line);
    expect(watch).toContain('<dt>Not relevant</dt><dd>1 alert</dd>');
    expect((await open.ports.definitions.watch('acme-news'))?.exclude).toEqual({ domains: [], phrases: [] });
  });
});

describe('whoever gets an alert forwarded', () => {
  it.each(MUTING)('mutes by %s what follows on its channel alone, and nothing critical', async (kind) => {
    const rule = { when: 'story', channel: 'press-team', channels: ['press-team', 'board'] } as const;
    await open.ports.definitions.putWatch(aWatch({ alert: rule }));
    expect(await mutes()).toBe(false);
    await send(kind);
    expect(await mutes()).toBe(true);
    expect(await mutes({ channel: 'board' })).toBe(false);
    expect(await mutes({ severity: 'critical' })).toBe(false);
    const elsewhere = [aFinding(9, { outlet: { domain: 'other.example' } })];
    expect(await mutes({ items: elsewhere })).toBe(kind !== 'less-outlet');
    expect(await mutes({ story: { ...story, id: 'story-2' } })).toBe(kind !== 'mute-story');
    expect(await mutes({ watchId: 'globex-news' })).toBe(kind === 'mute-story');
  });

  it('mutes a story until 30 days after the alert, however often the form is sent', async () => {
    const form = formIn(await open.get(path), 'action', 'mute-story');
    open.clock.at += MINUTE;
    for (const { status, body } of [await open.post(path, form), await open.post(path, form)])
      expect([status, body.includes('Story muted until')]).toEqual([200, true]);
    expect(await open.silences()).toMatchObject([
      {
        matchers: { story: ['story-1'], channel: ['press-team'], severity: ['info', 'warning'] },
        startsAt: NOON + HOUR,
        endsAt: NOON + 30 * DAY,
        reason: expect.stringContaining('press-team (Slack)'),
      },
    ]);
    expect(await actions()).toMatchObject([{ kind: 'mute-story', lane: LANE, alertId: alert.id }]);
    expect(await mutes({ watchId: 'globex-news', watches: ['acme-news', 'globex-news'] })).toBe(true);
    const receipt = await open.get(partOf(receiptLink(alert, open.links)));
    expect(receipt).toContain('Story muted by channel press-team (Slack)');
    expect(receipt).toContain(pathOf(alert, 'press-team'));
  });

  it('mutes nothing, and reads why, where there are as many silences as there may be', async () => {
    open.ports.silences.isFull = async () => true;
    const { status, body } = await send('mute-story');
    expect(status).toBe(409);
    expect(body).toContain('There are 10,000 silences, which is the most.');
    expect([await open.silences(), await actions()]).toEqual([[], []]);
    expect((await send('acknowledge')).status).toBe(200);
  });

  it('mutes no longer than 30 days after the alert, although the alert is stored for 400', async () => {
    open.clock.at = NOON + 29 * DAY;
    await send('mute-story');
    await send('mute-watch');
    for (const { endsAt } of await open.silences()) expect(endsAt).toBeLessThanOrEqual(NOON + 30 * DAY);
    open.clock.at = NOON + 30 * DAY + HOUR;
    expect(await kindsOn(path)).toEqual(['acknowledge', 'not-relevant']);
    expect(await mutes()).toBe(false);
  });

  it('undoes it, and a form that was sent before mutes no more; however often, one silence and one note are left', async () => {
    const form = formIn(await open.get(path), 'action', 'mute-story');
    await open.post(path, form);
    for (let n = 0; n < 3; n += 1) {
      open.clock.at += MINUTE;
      expect((await send('mute-story', { name: 'undo' })).body).toContain('Undone: Story muted');
      expect(await mutes()).toBe(false);
      open.clock.at += MINUTE;
      await open.post(path, form);
      expect(await mutes()).toBe(false);
      await send('mute-story');
      expect(await mutes()).toBe(true);
    }
    expect(await open.silences()).toHaveLength(1);
    expect(await open.ports.muteNotes.unsent('press-team')).toHaveLength(1);
  });

  it('mutes after a death between the record and the silence, when the form is sent again', async () => {
    const form = formIn(await open.get(path), 'action', 'mute-story');
    const { put } = open.ports.silences;
    open.ports.silences.put = () => Promise.reject(new Error('dead'));
    await expect(open.post(path, form)).rejects.toThrow('dead');
    open.ports.silences.put = put;
    await open.post(path, form);
    expect(await mutes()).toBe(true);
  });
});

describe('a mute by a link', () => {
  it('is noted for the next message of each lane of the channel, once, and is on the page of the operators', async () => {
    const slack = { slack: { webhookSecret: 'hook' } };
    await open.ports.definitions.putChannel(aChannel({ name: 'press-team', transports: slack }));
    await send('mute-watch', { where: pathOf(alert, 'press-team') });
    const noted = await open.ports.muteNotes.unsent('press-team');
    const by = { from: 'message', alert: { id: alert.id, channel: 'press-team' } };
    expect(noted).toMatchObject([{ by }]);
    expect(await open.ports.muteNotes.unsent(LANE)).toEqual(noted);
    expect(await open.ports.muteNotes.unsent('board')).toEqual([]);
    const status = await open.get(`${open.inbox}/watches`);
    expect(status.replaceAll(/<\/?bdi>/g, '')).toContain(
      'A reader of press-team: watch acme-news below critical on press-team',
    );
    expect(status).toMatch(/href="[^"]+\/alerts\/\w{10}">by the link of this alert/);
    await open.ports.muteNotes.sent('press-team', noted, NOON);
    expect(await open.ports.muteNotes.unsent('press-team')).toEqual([]);
  });
});

describe('a link to all pages, which ends within the hour', () => {
  it('shows no link that lasts longer, not in the texts of messages, either', async () => {
    const to = { channel: aChannel(), now: NOON, because: 'group', muted: [] } as const;
    const composed = composeWithLinks(open.links)([alert], to);
    expect(composed.texts.email).toMatch(/\/q\/\w{26}/);
    await open.ports.messages.put(composed);
    await open.ports.alerts.bind('press-team', composed);
    const seen = new Set<string>();
    const left = [open.inbox, `${open.inbox}/messages/${composed.id}/json`];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (seen.has(at) || seen.size > 200) continue;
      seen.add(at);
      const [where = '', query = ''] = at.split('?');
      const body = await open.get(where, Object.fromEntries(new URLSearchParams(query)));
      expect([at, /\/[rqmupd]\/[0-9A-Za-z]{26}/.exec(body)?.[0]]).toEqual([at, undefined]);
      for (const [, href = ''] of body.matchAll(/(?:href|action)="(\/i\/[^"]+)"/g))
        left.push(href.replaceAll('&amp;', '&'));
    }
    expect([...seen].some((at) => at.includes('/messages/'))).toBe(true);
  });
});

describe('a form of actions', () => {
  it('is refused from another site, for another action, alert or lane, when it is old or too large', async () => {
    const form = formIn(await open.get(path), 'action', 'mute-story');
    const other = { ...alert, id: 'DdDeFgHiJkLmNoPqRsTu' };
    await open.ports.alerts.put(other, { dueAt: NOON });
    const host = 'pages.example.com';
    const refused = [
      open.post(path, form, { 'sec-fetch-site': 'cross-site' }),
      open.post(path, form, { 'sec-fetch-site': 'same-site' }),
      open.post(path, form, { origin: 'https://evil.example', host }),
      open.post(path, form, { origin: 'null', host }),
      open.post(path, form.replace('mute-story', 'less-outlet')),
      open.post(path, form.replace('action=', 'undo=')),
      open.post(pathOf(other), form),
      open.post(pathOf(alert, 'press-team'), form),
      open.post(path, 'action=mute-story'),
      open.post(path, 'action=everything&token=x'),
      open.post(path, `${form}&x=${'x'.repeat(9_000)}`),
    ];
    for (const { status } of await Promise.all(refused)) expect(status).toBe(403);
    open.clock.at += 13 * HOUR;
    expect((await open.post(path, form)).status).toBe(403);
    expect([await open.silences(), await actions()]).toEqual([[], []]);
  });

  it('opens for its lane alone', async () => {
    for (const lane of ['press-team', ''])
      expect((await open.ask(path.replace(LANE, lane))).status).toBe(403);
  });
});

it('the page of a watch says what its judge did, and "Wrong" is a mark by which it is measured', async () => {
  const judge = { model: 'small', relevant: 'Acme', tokensPerMonth: 10_000 };
  const watch = aWatch({ judge });
  await open.ports.definitions.putWatch(watch);
  const lowered = { ...alert, id: 'EcDeFgHiJkLmNoPqRsTu', rule: watchRuleOf(watch) };
  await open.ports.alerts.put(lowered, { dueAt: NOON });
  const judged = { relevant: false, reason: 'It is a fair.', model: 'small', version: 'v', tokens: 9 };
  await storeFindings(open.ports, [
    aStoredFinding(7, { foundAt: NOON + MINUTE, judged, verdict: { notified: lowered.id } }),
  ]);
  const where = `${open.inbox}/watches/acme-news`;
  const page = await open.get(where);
  expect(page).toContain('Readers have marked none of these articles');
  expect(page).toContain('probably not about you: <bdi>It is a fair.</bdi>');
  const to =
    /action="(\/i\/[^"]+\/actions)"><input type="hidden" name="action" value="relevant">/.exec(page)?.[1] ??
    '';
  await open.post(to, formIn(page, 'action', 'relevant'));
  expect(await actions()).toMatchObject([{ kind: 'relevant', alertId: lowered.id }]);
  const after = await open.get(where);
  expect(after).toContain('Readers say: relevant.');
  expect(after).toContain('they agree with 0.0% (precision)');
  expect(after).not.toContain('Wrong');
});
