import { afterAll, beforeAll, expect, it } from 'vitest';
import { findingAlertOf, policyAlertOf } from '../../shared/domain/alerts/alert.ts';
import { idOf } from '../../shared/domain/lib/hash.ts';
import { lanesOf, type Transports } from '../../shared/domain/channels/channel.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { inboxLink, type PageLinks, unsubscribeLink } from '../../shared/domain/pages/signed-link.ts';
import { emailHtml } from '../../shared/render/message/email-html.ts';
import { entriesOf, viewMessage } from '../../shared/render/message/view-message.ts';
import { FORMS } from '../../shared/render/chat/forms.ts';
import { composeDrillWithLinks } from '../../shared/render/message/compose-drill.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { answerRequest } from '../../shared/use-cases/pages/answer-request.ts';
import { openTables } from '../ports/open-tables.ts';
import { aChannel, aDrill, aFinding, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { heldClock, memoryDecideQueue, memoryReportFiles } from '../ports/memory-services.ts';

// Scanners of mail follow every link of a message, and some of them every link of the pages behind.

const TABLE = 'scanned';
const TRANSPORTS = {
  slack: { channel: '#press', tokenSecret: 'S' },
  teams: { webhookSecret: 'T' },
  pagerduty: { keySecret: 'P' },
  ses: { from: 'news@acme.example', to: ['press@acme.example'] },
  webhook: { url: 'https://hook.example/', secret: 'W' },
  eventbridge: { bus: 'press' },
} satisfies Transports;
const links: PageLinks = { base: 'https://pages.example', keys: ['key'] };
let tables: Awaited<ReturnType<typeof openTables>>;
beforeAll(async () => {
  tables = await openTables([TABLE]);
});
afterAll(() => tables.close());

it('a scanner that follows every GET of every message and page changes nothing in the table', async () => {
  const store = tables.store(TABLE);
  const clock = heldClock(NOON + HOUR);
  const ports = {
    ...store,
    clock,
    links: async () => links,
    files: memoryReportFiles(),
    pages: htmlPages,
    decideQueue: memoryDecideQueue(),
  };
  const watch = aWatch({ brand: 'acme' });
  const channel = aChannel({ sms: ['+33600000000'] });
  await store.definitions.putWatch(watch);
  await store.definitions.putChannel(channel);
  const story = { id: 'story-1', articles: 3, outlets: 2, countries: 1 };
  const one = findingAlertOf(
    { ...watch, alert: { ...watch.alert, when: 'story' } },
    { finding: aFinding(1), foundAt: NOON },
    story,
  );
  const counted = policyAlertOf(watch, {
    policy: 'spike',
    key: ['k'],
    detection: {
      text: '60 articles.',
      period: { from: NOON - HOUR, to: NOON },
      seen: { articles: 60 },
    },
    findings: [aFinding(2)],
    now: NOON,
  });
  await store.findings.put(aStoredFinding(1, { foundAt: NOON }));
  const compose = composeWithLinks(links);
  const messages = [
    [one],
    [one, counted],
    Array.from({ length: 45 }, (_, n) => ({
      ...one,
      id: idOf('alert', String(n)),
      createdAt: NOON + n * MINUTE,
      story: { ...story, id: `s${n}` },
    })),
  ];
  for (const alerts of messages) {
    for (const alert of alerts) await store.alerts.put(alert, { dueAt: NOON });
    const message = compose(alerts, { channel, now: NOON });
    await store.messages.put(message);
    await store.alerts.bind(channel.name, message);
  }
  const stored = await store.messages.madeOn('2026-11-20', 10);
  const html = emailHtml(
    viewMessage(entriesOf([one]), {
      channel,
      because: 'group',
      quieterOf: () => `${links.base}/q/a/b`,
      linkOf: () => undefined,
    }),
  ).html;

  const linksIn = (text: string) =>
    [...text.matchAll(/href="([^"]+)"|(https:\/\/pages\.example\/[^\s"\\<]+)/g)].map(([, href, plain]) =>
      (href ?? plain ?? '').replaceAll('&amp;', '&'),
    );
  // What the other transports get, with the links of their lanes, and a drill on each.
  const drill = aDrill('drill00001', { beganAt: NOON + HOUR });
  await store.drills.put(drill);
  const lanes = lanesOf({ ...channel, transports: TRANSPORTS });
  const composed = [composeWithLinks(links, FORMS), composeDrillWithLinks(links, FORMS)] as const;
  const targets = (['email', 'sms', 'https'] as const).map((by) => ({
    channel: channel.name,
    by,
    holds: [],
  }));
  const others = lanes.flatMap((lane) => [
    composed[0]([one, counted], { channel: lane, now: NOON, because: 'group' }),
    ...composed[1](drill, { lane, targets, now: NOON }),
  ]);
  const before = await tables.read(TABLE);
  const open = [
    inboxLink(NOON + HOUR + 15 * MINUTE, links),
    ...['aaaaaaaaaa', 'bbbbbbbbbb'].map((id) => unsubscribeLink(id, { ...links, lane: 'press-team~ses' })),
    ...linksIn(html),
    ...others.flatMap(({ texts }) => Object.values(texts).flatMap(linksIn)),
    ...stored.flatMap(({ message: { texts } }) => Object.values(texts).flatMap(linksIn)),
  ];
  const seen = new Set<string>();
  const bodies: string[] = [];
  for (let link = open.shift(); link !== undefined; link = open.shift()) {
    const { pathname: path, searchParams, origin } = new URL(link, links.base);
    const key = `${path}?${searchParams.toString()}`;
    const kind = path.slice(0, 3);
    // Menus lead from day to day without an end.
    const isEnough = [...seen].filter((one) => one.startsWith(kind)).length >= 40;
    if (origin !== links.base || seen.has(key) || isEnough) continue;
    seen.add(key);
    const query = Object.fromEntries(searchParams);
    const request = { method: 'GET', path, query, headers: {}, body: new Uint8Array() };
    const { status, body } = await answerRequest(request, ports);
    if (status === 200) bodies.push(body);
    open.push(...linksIn(body));
  }
  // Today notes when somebody looks at it. Nothing depends on that but what it calls new.
  const isVisit = ({ pk }: any) => pk.startsWith('VISIT#');
  expect((await tables.read(TABLE)).filter((item) => !isVisit(item))).toEqual(before);
  const asked = [...seen];
  for (const kind of ['/r/', '/q/', '/m/', '/i/', '/u/', '/d/'])
    expect(asked.filter((path) => path.startsWith(kind)).length).toBeGreaterThan(1);
  const rooms = asked.map((path) => /^\/i\/[^/]+\/(\w+)/.exec(path)?.[1]);
  expect(rooms).toEqual(expect.arrayContaining(['stories', 'search', 'watches', 'alerts']));
  for (const by of ['slack', 'teams', 'pagerduty', 'ses', 'webhook', 'eventbridge']) {
    expect(asked.some((path) => path.startsWith('/q/') && path.includes(`~${by}`))).toBe(true);
    expect(asked.some((path) => path.startsWith('/d/') && path.includes(`~${by}`))).toBe(true);
  }
  expect(bodies.some((body) => body.includes('<button>I have got it</button>'))).toBe(true);
  expect(asked.filter((path) => /^\/q\/\w{26}\/press-team\?$/.test(path)).length).toBeGreaterThan(10);
  expect(bodies.filter((body) => body.includes('<button>Mute this story</button>')).length).toBeGreaterThan(
    10,
  );
});
