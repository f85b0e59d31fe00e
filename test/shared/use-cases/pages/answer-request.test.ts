import { beforeEach, describe, expect, it } from 'vitest';
import {
  actionsLink,
  drillLink,
  messageLink,
  receiptIdOf,
  receiptLink,
  reportLink,
  unsubscribeLink,
} from '../../../../shared/domain/pages/signed-link.ts';
import { aMessage, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { answerRequest } from '../../../../shared/use-cases/pages/answer-request.ts';
import { feedLink } from '../../../../shared/domain/pages/shared-feed.ts';
import { shareFeed } from '../../../../shared/use-cases/pages/answer-feed.ts';
import { LINKS, openPages } from './open-pages.ts';
import { recipientId } from '../../../../shared/domain/channels/unsubscribed.ts';
import { reportKey } from '../../../../shared/domain/reports/report-record.ts';

let open: Awaited<ReturnType<typeof openPages>>;
beforeEach(async () => {
  open = await openPages();
});

const pathOf = (link: string) => new URL(link).pathname;
const REFUSAL = 'This link does not open';

describe('the receipt of an alert', () => {
  it('says why there is the alert and what became of it', async () => {
    const { status, body } = await open.ask(open.receipt);
    expect(status).toBe(200);
    for (const text of [
      'Acme recalls &lt;pumps&gt;',
      '<mark>Acme</mark>',
      'each story once, however many',
      'The service counted 41 matches in this window.',
      'c7e1a9',
      'message-1',
      'sns-42',
      'Mute this watch for a day',
    ])
      expect(body).toContain(text);
    expect(body).not.toContain('<pumps>');
  });

  it('costs no read of the store when a stranger guesses', async () => {
    const { clock, links, pages } = open.ports;
    const ports = { clock, links, pages } as typeof open.ports;
    const guess = 'A'.repeat(26);
    for (const path of [
      `/r/${guess}`,
      `/r/${guess}/findings`,
      `/q/${guess}/press-team`,
      `/i/${guess}/alerts`,
      `/p/${guess}/rows`,
      `/m/${'A'.repeat(36)}`,
      `/u/${guess}/press-team~ses`,
      `/d/${guess}/press-team~sns`,
    ])
      for (const method of ['GET', 'POST']) {
        const request = { method, path, query: {}, headers: {}, body: new Uint8Array() };
        expect((await answerRequest(request, ports)).status).toBe(403);
      }
  });
});

describe('a signed link of each kind', () => {
  const LANE = 'press-team~ses';
  const links = { ...LINKS, lane: LANE };
  const kinds: Readonly<Record<string, () => Promise<string>>> = {
    receipt: async () => open.receipt,
    findings: async () => `${open.receipt}/findings`,
    actions: async () => actionsLink(open.alert, links),
    inbox: async () => open.inbox,
    message: async () => {
      const id = 'MeSsAgEiDMeSsAgEiDMe';
      await open.ports.messages.put(aMessage(2, { id, expiresAt: open.alert.expiresAt }));
      return messageLink(id, LINKS);
    },
    report: async () => {
      const record = aRecord({ id: 'report1059', expiresAt: open.alert.expiresAt });
      await open.ports.reportRecords.put(record);
      await open.ports.files.put(reportKey(record, 'html'), { body: 'A report', type: 'text/html' });
      return reportLink(record.id, LINKS);
    },
    unsubscribe: async () => unsubscribeLink(recipientId(LANE, 'pat@acme.example'), links),
    feed: async () => {
      const order = { of: 'watch', name: 'acme-news', entries: 'stories' } as const;
      return feedLink(await shareFeed(order, open.ports), LINKS);
    },
    drill: async () => {
      const targets = [{ channel: 'press-team', by: 'email', holds: [] }] as const;
      await open.ports.drills.put({ id: 'aB3dE6gH9j', sms: false, orderedAt: NOON, beganAt: NOON, targets });
      return drillLink('aB3dE6gH9j', { ...LINKS, target: 'press-team~email' });
    },
  };

  it.each(Object.entries(kinds))(
    '%s: opens as it is and by GET, and is refused in one way else',
    async (kind, make) => {
      const path = (await make()).replace(LINKS.base, '');
      expect((await open.ask(path)).status).toBe(200);
      const [, letter = '', signed = ''] = path.split('/');
      const other = signed.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
      const asked = [
        path.replace(signed, other),
        path.replace(signed, signed.slice(1)),
        path.replace(signed, `${signed}x`),
        path.replace(`/${letter}/`, letter === 'r' ? '/i/' : '/r/'),
        `/${letter}/`,
        ...(kind === 'inbox' ? [] : [`${path}/more`]),
      ];
      for (const at of asked) {
        const { status, body } = await open.ask(at);
        expect([at, status, body.includes(REFUSAL)]).toEqual([at, 403, true]);
      }
      const isRead = ['receipt', 'findings', 'message', 'report', 'feed'].includes(kind);
      for (const method of ['PUT', 'DELETE', 'HEAD', ...(isRead ? ['POST'] : [])])
        expect((await open.ask(path, { method })).status).toBe(403);
      if (['drill', 'unsubscribe', 'feed'].includes(kind)) return;
      open.clock.at = open.alert.expiresAt;
      expect((await open.ask(path)).status).toBe(403);
    },
  );

  it('is not opened by an id of another one, and an address that is none is refused', async () => {
    const borrowed = receiptIdOf({ ...open.alert, id: 'ZyXwVuTsRq' }) + open.receipt.slice(-16);
    const gone = receiptLink({ ...open.alert, id: 'ZyXwVuTsRq' }, open.links);
    for (const path of [`/r/${borrowed}`, pathOf(gone), '/r/%E0%A4%A', '/constructor/x', '/nothing'])
      expect([path, (await open.ask(path)).status]).toEqual([path, 403]);
  });
});

describe('the inbox', () => {
  it('shows the watches, the alerts, the message as it went out, stories and extractions', async () => {
    await open.ports.extractions.put(anExtraction());
    const title = async (path: string, query = {}) => {
      const { status, body } = await open.ask(`${open.inbox}${path}`, { query });
      return [status, /<h1>(?:<bdi>)?([^<]*)/.exec(body)?.[1]];
    };
    expect(await title('')).toEqual([200, 'Today']);
    expect(await title('/watches')).toEqual([200, 'Watches']);
    expect(await title('/watches/acme-news')).toEqual([200, 'acme-news']);
    expect(await title('/alerts')).toEqual([200, 'Alerts of 2026-11-20']);
    expect(await title('/alerts', { day: '2026-11-19' })).toEqual([200, 'Alerts of 2026-11-19']);
    expect(await title('/alerts', { day: "2026-11-19'><x" })).toEqual([200, 'Alerts of 2026-11-20']);
    expect(await title(`/alerts/${receiptIdOf(open.alert)}`)).toEqual([200, 'Acme recalls &lt;pumps&gt;']);
    expect(await title('/messages/message-1')).toEqual([200, 'Acme']);
    const wholeMessage = (await open.ask(`${open.inbox}/messages/message-1/json`)).body;
    expect(JSON.parse(wholeMessage)).toMatchObject({ v: 1, message: { id: 'message-1' } });
    const wholeWatch = (await open.ask(`${open.inbox}/watches/acme-news/json`)).body;
    expect(JSON.parse(wholeWatch)).toMatchObject({ v: 1, watch: 'acme-news', quarantine: [] });
    expect(await title('/stories')).toEqual([200, 'Stories of 2026-11-20']);
    expect(await title('/reports/'), 'with a slash at the end').toEqual([200, 'Reports']);
    expect(await title('/extractions')).toEqual([200, 'Extractions of 2026-11-20']);
    for (const path of ['/watches/gone', '/messages/gone', '/alerts/0000000000', '/nothing', '/a/b/c'])
      expect(await title(path)).toEqual([404, 'There is no such page']);
  });

  it('lists the reports a page at a time, each with its link and its forms, until they are forgotten', async () => {
    const { reportRecords } = open.ports;
    for (let n = 0; n < 60; n += 1) {
      const day = `2026-${n < 30 ? '09' : '10'}-${String(1 + (n % 30)).padStart(2, '0')}`;
      const period = { first: day, last: day, timezone: 'Europe/Paris' };
      await reportRecords.put(aRecord({ id: `report${1_000 + n}`, headline: `<b>${n}`, period }));
    }
    await reportRecords.put(aRecord({ id: 'oldoldoldo', headline: 'Forgotten', expiresAt: NOON }));
    const list = async (page?: string) =>
      (await open.ask(`${open.inbox}/reports`, { query: page === undefined ? {} : { page } })).body;
    const first = await list();
    expect(first.match(/&lt;b&gt;\d+/g)).toEqual(Array.from({ length: 49 }, (_, n) => `&lt;b&gt;${59 - n}`));
    expect(first).not.toContain('Forgotten');
    expect(first).toContain('reports?page=2');
    expect(first).toContain(`${open.inbox}/reports/report1059`);
    expect(await list('2')).toContain('&lt;b&gt;0<');
    expect(await list('3')).toContain('There are no more');
    for (const wrong of ['0', '-1', '1e9', 'x']) expect(await list(wrong)).toBe(first);
  });
});

describe('a request that no link of ours makes', () => {
  const long = 'a'.repeat(900);
  it.each([
    ['/watches/', long],
    ['/watches/', '__proto__'],
    ['/alerts/', '%E0%A4%A'],
    ['/alerts/', '00000-0000'],
    ['/messages/', '%F0%9F%92%A5'],
    ['/stories/', 'a%2Fb'],
  ])('is answered with 404 without a read of the object: %s%s', async (place, id) => {
    const read = () => Promise.reject(new Error('The store was read.'));
    const { ports, inbox } = open;
    const closed = {
      ...ports,
      definitions: { ...ports.definitions, watch: read },
      alerts: { ...ports.alerts, madeIn: read },
      messages: { ...ports.messages, get: read },
      stories: { ...ports.stories, get: read },
    };
    const request = {
      method: 'GET',
      path: `${inbox}${place}${id}`,
      query: {},
      headers: {},
      body: new Uint8Array(),
    };
    expect((await answerRequest(request, closed)).status).toBe(404);
  });

  it('with a path, a query or a form above the limits is refused', async () => {
    const big = { query: { day: 'x'.repeat(5_000) } };
    expect((await open.ask(`${open.receipt}/${'x'.repeat(3_000)}`)).status).toBe(403);
    expect((await open.ask(open.inbox, big)).status).toBe(403);
    expect((await open.ask(open.receipt, { method: 'POST', body: new Uint8Array(1_000_000) })).status).toBe(
      403,
    );
  });
});
