import { beforeEach, describe, expect, it } from 'vitest';
import { silenceFor } from '../../../../shared/domain/channels/silence.ts';
import { actionsLink, receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aFinding, anAlert, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const story = { id: 'story-1', articles: 3, outlets: 2, countries: 1 };
const alert = anAlert(7, {
  id: 'BcDeFgHiJkLmNoPqRsTu',
  createdAt: NOON,
  occasion: { type: 'story' },
  severity: 'warning',
  story,
  items: [aFinding(7)],
});
const MUTING = ['mute-story', 'mute-watch', 'less-outlet'];

let open: Awaited<ReturnType<typeof openPages>>;
beforeEach(async () => {
  open = await openPages();
  await open.ports.definitions.putChannel(aChannel({ name: 'board' }));
  for (const channel of ['press-team', 'board'])
    await open.ports.alerts.put({ ...alert, channel }, { dueAt: NOON });
});

const pathOf = (link: string) => new URL(link).pathname;
const actionsOf = (of: typeof alert) => pathOf(actionsLink(of, { ...open.links, lane: of.channel }));
const get = async (path: string) => (await open.ask(path)).body;
const kindsOn = async (path: string) =>
  [...(await get(path)).matchAll(/name="action" value="([\w-]+)"/g)].map(([, kind]) => kind);
async function take(path: string, kind: string, name = 'action') {
  const [, token = ''] =
    new RegExp(`name="${name}" value="${kind}"><input type="hidden" name="token" value="(\\w+)"`).exec(
      await get(path),
    ) ?? [];
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = new TextEncoder().encode(`${name}=${kind}&token=${token}`);
  return open.ask(path, { method: 'POST', headers, body });
}
const isMuted = async (one: typeof alert) =>
  silenceFor(one, { silences: await open.silences(), now: open.clock.at }) !== undefined;

describe('whoever gets an alert forwarded', () => {
  it.each(MUTING)('mutes by %s on its channel alone, and nothing critical', async (kind) => {
    await take(actionsOf(alert), kind);
    const next = { ...alert, id: 'next', createdAt: open.clock.at };
    expect(await isMuted(next)).toBe(true);
    expect(await isMuted({ ...next, channel: 'board' })).toBe(false);
    expect(await isMuted({ ...next, severity: 'critical' })).toBe(false);
  });

  it('mutes no longer than 30 days after the alert, although the alert is stored for 400', async () => {
    open.clock.at = NOON + 29 * DAY;
    await take(actionsOf(alert), 'mute-story');
    await take(actionsOf(alert), 'mute-watch');
    for (const { endsAt } of await open.silences()) expect(endsAt).toBeLessThanOrEqual(NOON + 30 * DAY);
    open.clock.at = NOON + 30 * DAY + HOUR;
    expect(await kindsOn(actionsOf(alert))).toEqual(['acknowledge', 'not-relevant']);
    expect(await isMuted({ ...alert, id: 'next', createdAt: open.clock.at })).toBe(false);
  });

  it('leaves one silence and one note, however often it mutes and undoes', async () => {
    for (let n = 0; n < 5; n += 1) {
      open.clock.at += MINUTE;
      await take(actionsOf(alert), 'mute-story');
      open.clock.at += MINUTE;
      if (n < 4) await take(actionsOf(alert), 'mute-story', 'undo');
    }
    expect(await open.silences()).toHaveLength(1);
    expect(await open.ports.muteNotes.untold('press-team')).toHaveLength(1);
    expect(await isMuted({ ...alert, id: 'next', createdAt: open.clock.at })).toBe(true);
  });

  it('finds no mute on the pages of a critical alert', async () => {
    const critical = { ...alert, id: 'CcDeFgHiJkLmNoPqRsTu', severity: 'critical' } as const;
    await open.ports.alerts.put(critical, { dueAt: NOON });
    for (const path of [actionsOf(critical), pathOf(receiptLink(critical, open.links))])
      expect(await kindsOn(path)).toEqual(['acknowledge', 'not-relevant']);
  });
});

it('a mute is noted for the next message of each lane of the channel, once, and is on the page of the operators', async () => {
  await open.ports.definitions.putChannel(
    aChannel({ name: 'press-team', transports: { slack: { webhookSecret: 'hook' } } }),
  );
  const path = actionsOf(alert);
  await take(path, 'mute-watch');
  const noted = await open.ports.muteNotes.untold('press-team');
  expect(noted).toMatchObject([{ by: { from: 'message', alert: { id: alert.id, channel: 'press-team' } } }]);
  expect(await open.ports.muteNotes.untold('press-team~slack')).toEqual(noted);
  expect(await open.ports.muteNotes.untold('board')).toEqual([]);
  const status = await get(`${open.inbox}/watches`);
  expect(status.replaceAll(/<\/?bdi>/g, '')).toContain(
    'A reader of press-team: watch acme-news below critical on press-team',
  );
  expect(status).toMatch(/href="[^"]+\/alerts\/\w{10}">by the link of this alert/);
  await open.ports.muteNotes.told('press-team', noted, NOON);
  expect(await open.ports.muteNotes.untold('press-team')).toEqual([]);
});

it('the message says who muted what, until when and by which link, and how to end it', async () => {
  await take(actionsOf(alert), 'mute-watch');
  const [silence] = await open.silences();
  const to = { channel: aChannel({ timezone: 'UTC' }), now: NOON, because: 'group' } as const;
  const muted = [silence!];
  const { texts } = composeWithLinks(open.links)([alert], { ...to, muted });
  const sentence =
    `A reader of press-team has muted watch acme-news below critical on this channel on the page of an alert ` +
    `(${receiptLink(alert, open.links)}), until Saturday 21 November 2026, 13:00 (UTC). Run bellwether silence --expire ${silence!.id} to end it.`;
  expect(texts.email.replaceAll(/\s+/g, ' ')).toContain(sentence);
  expect(JSON.parse(texts.json)).toMatchObject({ muted: [sentence] });
  const phones = aChannel({ email: [], sms: ['+33600000000'] });
  expect(composeWithLinks(open.links)([alert], { ...to, channel: phones, muted }).texts.sms).toContain(
    'Muted by links: 1.',
  );
});

describe('receipts and actions of an alert on several channels', () => {
  it('are those of the channel of the message that carried the link', async () => {
    for (const channel of ['press-team', 'board']) {
      const own = { ...alert, channel };
      const receipt = await get(pathOf(receiptLink(own, open.links)));
      expect(receipt).toContain(`<dt>Channel</dt><dd>${channel}</dd>`);
      await take(actionsOf(own), 'mute-story');
    }
    expect((await open.silences()).map(({ matchers }) => matchers.channel)).toEqual(
      expect.arrayContaining([['press-team'], ['board']]),
    );
  });
});

describe('a link to all pages, which ends within the hour', () => {
  it('shows no link that lasts longer, not in the texts of messages, either', async () => {
    const composed = composeWithLinks(open.links)([alert], {
      channel: aChannel(),
      now: NOON,
      because: 'group',
      muted: [],
    });
    expect(composed.texts.email).toMatch(/\/q\/\w{26}/);
    await open.ports.messages.put(composed);
    await open.ports.alerts.bind('press-team', composed);
    const seen = new Set<string>();
    const left = [open.inbox, `${open.inbox}/messages/${composed.id}/json`];
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path) || seen.size > 200) continue;
      seen.add(path);
      const [at = '', query = ''] = path.split('?');
      const { body } = await open.ask(at, { query: Object.fromEntries(new URLSearchParams(query)) });
      expect([path, /\/[rqmupd]\/[0-9A-Za-z]{26}/.exec(body)?.[0]]).toEqual([path, undefined]);
      for (const [, href = ''] of body.matchAll(/(?:href|action)="(\/i\/[^"]+)"/g))
        left.push(href.replaceAll('&amp;', '&'));
    }
    expect([...seen].some((path) => path.includes('/messages/'))).toBe(true);
  });

  it('has the actions on an alert, with forms that end with it', async () => {
    const [, path = ''] = /href="([^"]+\/actions)"/.exec(await get(`${open.inbox}/alerts`)) ?? [];
    expect(await kindsOn(path)).toContain('not-relevant');
    await take(path, 'not-relevant');
    expect(await open.ports.readerActions.of('acme-news')).toMatchObject([{ kind: 'not-relevant' }]);
    open.clock.at += 20 * 60_000;
    expect((await take(path, 'acknowledge')).status).toBe(403);
  });
});
