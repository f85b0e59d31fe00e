import { storeFindings } from '../../../store/store-findings.ts';
import { describe, expect, it } from 'vitest';
import type { FoundArticle } from '../../../../infra/cli/stack/find-article.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { aFinding, aMessage, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { memoryStack, openWorld } from '../open-world.ts';
import { feedsSource } from '../../../../shared/providers/feeds/feeds-source.ts';

const ADDRESS = 'https://news.example/1';
const article: FoundArticle = {
  title: 'Acme opens plant number 1\u001b[2J',
  link: ADDRESS,
  publishedAt: NOON,
  indexedAt: NOON,
  asFoundBy: () => ({ finding: aFinding(1), matches: true }),
};

/** `lookedBack` null: a stack without the news service. */
async function open(found?: FoundArticle, lookedBack: number | null = 90) {
  const { stack, store } = memoryStack();
  await store.definitions.putWatch(aWatch());
  await store.definitions.putWatch(aWatch({ id: 'other', query: { q: 'acme', lang: ['fr'] } }));
  await store.definitions.putWatch(aWatch({ id: 'breaches', kind: 'events' }));
  const { call } = openWorld({
    stack: { ...stack, findArticle: async () => ({ article: found, lookedBack: lookedBack ?? undefined }) },
  });
  return { call, store };
}

describe('bellwether explain', () => {
  it('names the service when the article is not indexed', async () => {
    const { call } = await open();
    const { code, out } = await call('explain', ADDRESS);
    expect(code).toBe(0);
    expect(out).toContain('not-indexed');
    expect(out).toContain('The news service does not have this article');
    expect((await (await open(undefined, 30)).call('explain', ADDRESS)).out).toContain('older than 30 days');
  });

  it('explains an article that the service no longer has, from the watches that stored it', async () => {
    const { call, store } = await open();
    const alert = anAlert(1, { items: [aFinding(1)] });
    await storeFindings(store, [
      aStoredFinding(1, { foundAt: NOON - 20 * DAY, verdict: { notified: alert.id } }),
    ]);
    await store.alerts.put(alert, { dueAt: NOON });
    await store.alerts.settle(alert, { state: 'notified', messageId: 'message-1' });
    await store.messages.put(aMessage(1));
    const stored = await store.messages.get('message-1');
    await store.messages.move(stored!, { ...stored!.delivery, state: 'accepted', snsMessageId: 'sns-1' });
    const { out } = await call('explain', `${ADDRESS}?utm_source=mail`);
    expect(out).toContain('The news service no longer has this article (searched 90 days).');
    expect(out).toMatch(
      /acme-news: notified\n {2}It was sent to channel \S+ SNS accepted the message of 2026-/,
    );
    expect(out).not.toMatch(/not-indexed|other:/);
    expect(JSON.parse((await call('explain', ADDRESS, '--json')).out)).toMatchObject({
      noLongerShown: true,
      article: { link: ADDRESS },
      explanations: [{ watchId: 'acme-news', standing: 'notified' }],
    });
  });

  it('says since when the service has it, then explains it for each watch, the watches that found it first', async () => {
    const { call, store } = await open(article);
    await storeFindings(store, [aStoredFinding(1, { verdict: { silent: 'same-story' } })]);
    const { out } = await call('explain', ADDRESS);
    expect(out).toContain(
      'Acme opens plant number 1 [2J\n  The news service has it: since 2026-11-20 12:00 UTC',
    );
    expect(out).toMatch(/acme-news: duplicate[\s\S]*other: not-matched\n {2}It is in en/);
    expect(out).not.toContain('breaches');
  });

  it('names every alert that used the article: of events that cite it, of its story, of what counted it', async () => {
    const { call, store } = await open(article);
    const base = { verdict: { silent: 'baseline' }, story: 's1' } as const;
    await storeFindings(store, [aStoredFinding(1, { foundAt: NOON, ...base })]);
    const period = { from: NOON - HOUR, to: NOON };
    const cites = [{ title: 'A', link: `${ADDRESS}/` }];
    const baseline = { items: [], occasion: { type: 'baseline', found: 40, window: period } } as const;
    const alerts = [
      anAlert(1, { watchId: 'breaches', items: [{ ...aFinding(2), title: 'Breach', articles: cites }] }),
      anAlert(2, {
        items: [aFinding(3)],
        story: { id: 's1', articles: 9, outlets: 5, countries: 1 },
        raised: { from: 'info', by: [] },
      }),
      anAlert(3, baseline),
      anAlert(4, {
        items: [aFinding(4)],
        occasion: { type: 'volume', text: 'Many.', period, seen: { articles: 40 } },
      }),
      anAlert(5, { ...baseline, watchId: 'other' }),
    ];
    for (const alert of alerts)
      await store.alerts.put({ ...alert, createdAt: NOON + HOUR }, { dueAt: NOON + HOUR });
    const { out } = await call('explain', ADDRESS);
    for (const line of [
      'breaches: on-its-way\n  It is a source of "Breach", which caused an alert. Of the alert: Its alert is due',
      'It belongs to the story of an alert, which had climbed from info to warning.',
      'It is one of the findings of the first run, which a summary counts.',
      'It is one of the findings that an alert counts.',
    ])
      expect(out).toContain(line);
    expect(out.match(/Of the alert/g)).toHaveLength(4);
  });

  it('says that a feed showed what no watch has stored, and why each watch of feeds has not', async () => {
    const { stack, store } = memoryStack();
    const feed = 'https://news.example/feed.xml';
    const watches = { press: ['press', 'Globex'], far: ['far', 'Acme'] } as const;
    for (const [id, [list, q]] of Object.entries(watches))
      await store.definitions.putWatch(aWatch({ id, kind: 'feeds', query: { feeds: [list], q } }));
    await store.feedLists.put({ name: 'press', urls: [feed] });
    const item = { key: 'k1', feed, feedTitle: 'News', seenAt: NOON, link: ADDRESS, title: 'Acme opens' };
    await store.feeds.putFinds(NOON, { items: [{ ...item, snippet: '', authors: [] }], missed: [] });
    const { call } = openWorld({
      stack: { ...stack, askService: async (_service, ask) => ask(feedsSource(store)) },
    });
    const { out } = await call('explain', ADDRESS);
    expect(out).toContain('A feed showed it: since 2026-11-20 12:00 UTC');
    expect(out).toContain('press: not-matched\n  Its text does not match the query of the watch.');
    expect(out).toContain(`far: not-matched\n  A feed showed it that the watch does not read: ${feed}.`);
  });

  it('names the window, the run and the request that first found it, in the zone of its receipt', async () => {
    const { call, store } = await open();
    const discovery = {
      run: { id: 'queue-message-1', track: 'live', scheduledFor: NOON },
      window: { from: NOON - 2 * HOUR, to: NOON },
      requestId: 'c7e1a9',
      hits: 41,
    } as const;
    const id = 'AbCdEfGhIjKlMnOpQrSt';
    const alert = anAlert(1, { id, items: [aFinding(1)], discovery, timezone: 'Europe/Paris' });
    await store.alerts.put(alert, { dueAt: NOON, heldFor: 'brief' });
    const link = receiptLink(alert, { base: 'https://pages.example.com', keys: ['any'] });
    const { out } = await call('explain', `${link}?from=mail`);
    for (const line of [
      'acme-news: held\n  Its alert waits on channel',
      'since 2026-11-20 12:00 CET, 21h ago',
      '  Window: 2026-11-20 11:00 CET to 2026-11-20 13:00 CET\n',
      '  Run of 2026-11-20 13:00 CET: queue-message-1\n',
      '  Request: c7e1a9\n',
    ])
      expect(out).toContain(line);
    const [explanation] = JSON.parse((await call('explain', id, '--json')).out).explanations;
    expect(explanation).toMatchObject({
      window: { from: '2026-11-20T10:00:00Z', to: '2026-11-20T12:00:00Z' },
      foundBy: { run: { scheduledFor: '2026-11-20T12:00:00Z' }, requestId: 'c7e1a9', hits: 41 },
    });
  });
});

describe('bellwether open', () => {
  it('prints a link that is valid for an hour, and opens it with --browse', async () => {
    const { call } = openWorld({ stack: memoryStack().stack });
    const { code, out, browsed } = await call('open');
    expect([code, browsed]).toEqual([0, undefined]);
    expect(out).toMatch(/^https:\/\/pages\.example\.com\/i\/\w{26}\n$/);
    expect((await call('open', '--browse', '--minutes', '5')).browsed).toHaveLength(1);
  });
});
