import { randomBytes } from 'node:crypto';
import { answerApi } from '../../../shared/api/answer-api.ts';
import { operatorToken } from '../../../shared/api/caller.ts';
import { DAY, HOUR } from '../../../shared/domain/time/instant.ts';
import { htmlPages } from '../../../shared/render/pages/html-pages.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import {
  aChannel,
  aFinding,
  aMessage,
  aStoredFinding,
  aStoryAlert,
  aWatch,
  NOON,
} from '../../ports/examples.ts';
import { heldClock, memoryDecideQueue, memoryReportFiles } from '../../ports/memory-services.ts';
import { type MemoryStore, memoryStore } from '../../store/memory-store.ts';
import { storeFindings } from '../../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../../store/store-stories.ts';
import { LINKS } from '../use-cases/pages/open-pages.ts';

/** The brands of the store. All that belongs to one names it. */
export const BRANDS = ['acme', 'globex'] as const;

/** An answer of the API, its JSON read. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
  json: any;
}

/** The API over a store in memory with two brands, which have the same things. */
export async function openApi() {
  const store = memoryStore();
  const clock = heldClock(NOON + HOUR);
  let reads = 0;
  const apiKeys = {
    ...store.apiKeys,
    take: (...given: Parameters<typeof store.apiKeys.take>) => {
      reads += 1;
      return store.apiKeys.take(...given);
    },
  };
  const ports = {
    ...store,
    apiKeys,
    clock,
    links: async () => LINKS,
    files: memoryReportFiles(),
    decideQueue: memoryDecideQueue(),
    pages: htmlPages,
    random: (length: number) => randomBytes(length),
    signIn: {
      roles: { editor: [{ who: 'press', brands: ['acme'] }], reader: [{ who: 'guests' }] },
      begin: async () => Promise.reject(new Error('Nobody signs in here.')),
      end: async () => Promise.reject(new Error('Nobody signs in here.')),
    },
  };
  await fill(store);
  const tokenOf = (role: 'reader' | 'editor') =>
    operatorToken({ role }, { keys: LINKS.keys, now: clock.now() });
  const ask = async (
    target: string,
    {
      method = 'GET',
      key = tokenOf('reader'),
      body,
      headers = {},
    }: { method?: string; key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answered> => {
    const [path = '', search = ''] = target.split('?');
    const answer = await answerApi(
      {
        method,
        path: `/api/v1${path}`,
        query: Object.fromEntries(new URLSearchParams(search)),
        headers: { ...(key !== '' && { authorization: `Bearer ${key}` }), ...headers },
        body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
      },
      ports,
    );
    const json = answer.body === '' ? undefined : JSON.parse(answer.body);
    return { status: answer.status, headers: answer.headers, text: answer.body, json };
  };
  /** Makes a key. */
  const makeKey = async (changes: object = {}): Promise<{ id: string; key: string }> => {
    const body = { name: 'dashboard', role: 'reader', ...changes };
    return (await ask('/keys', { method: 'POST', key: tokenOf('editor'), body })).json;
  };
  return { store, clock, ports, ask, makeKey, tokenOf, keyReads: () => reads };
}

/** Puts both brands into a store. */
export async function fill(store: MemoryStore): Promise<void> {
  for (const name of ['operators', 'press-team']) await store.definitions.putChannel(aChannel({ name }));
  await store.definitions.putWatch(aWatch({ id: 'no-brand' }));
  for (const [n, brand] of BRANDS.entries()) await fillBrand(store, brand, n * 100);
}

/** Puts into a store what a brand has: its name is in each text. The numbers of its articles follow `first`. */
export async function fillBrand(
  store: Omit<MemoryStore, 'table'>,
  brand: string,
  first: number,
): Promise<void> {
  const watchId = `${brand}-news`;
  const own: Partial<Watch> = {
    brand,
    query: { q: brand },
    alert: { when: 'story', channel: `${brand}-team` },
  };
  await store.definitions.putChannel(aChannel({ name: `${brand}-team` }));
  await store.definitions.putWatch(aWatch({ id: watchId, ...own }));
  await store.definitions.putWatch(aWatch({ id: `${brand}-cuts`, kind: 'extraction', ...own }));
  const story = `${brand}-story`;
  const articles = [1, 2, 3].map((n) =>
    aFinding(first + n, {
      title: `${brand} recalls its pump ${n}`,
      snippet: `${brand} said so.`,
      link: `https://${brand}.example/${n}`,
      outlet: { domain: `${brand}.example`, country: 'US' },
    }),
  );
  await storeFindings(
    store,
    articles.map((finding, n) =>
      aStoredFinding(0, {
        watchId,
        finding,
        story,
        foundAt: NOON + first + n,
        verdict: { silent: 'same-story' },
      }),
    ),
  );
  const record = aFinding(first + 9, {
    type: 'record',
    service: 'extraction',
    title: `${brand} closes a plant`,
    fields: { place: `${brand} town`, jobs: '120' },
  });
  await storeFindings(store, [aStoredFinding(first + 9, { watchId: `${brand}-cuts`, finding: record })]);
  const title = `${brand} recalls its pump`;
  const record0 = aStoryRecord(story, {
    space: `brand.${brand}.normal`,
    title,
    watches: [watchId],
    articles: articles.map(({ fingerprint, indexedAt: at }) => ({
      fingerprint,
      at,
      domain: `${brand}.example`,
    })),
    notices: {
      [`${brand}-team`]: { severity: 'warning', at: NOON, alerts: [`${brand}-alert-2`], watches: [watchId] },
    },
  });
  await storeStories(store, [record0]);
  for (const n of [1, 2, 3]) {
    const alert = aStoryAlert(
      n,
      { title: `${title} ${n}`, link: `https://${brand}.example/${n}`, snippet: brand },
      {
        id: `${brand}-alert-${n}`,
        channel: `${brand}-team`,
        brand,
        watchId,
        createdAt: NOON + first + n,
        story: { id: story, articles: 3, outlets: 1, countries: 1 },
      },
    );
    await store.alerts.put(alert, { dueAt: NOON });
    if (n !== 2) continue;
    const message = aMessage(first, {
      id: `${brand}-message`,
      alertIds: [alert.id],
      channel: `${brand}-team`,
    });
    await store.messages.put(message);
    await store.alerts.settle(alert, { state: 'notified', messageId: message.id });
  }
  await store.silences.put({
    id: `${brand}-silence`,
    matchers: { brand: [brand] },
    owner: 'jane',
    reason: `${brand} publishes its figures`,
    startsAt: NOON,
    endsAt: NOON + DAY,
  });
  await store.incidents.raise({
    subject: `watch ${watchId}`,
    kind: 'failing',
    since: NOON,
    watchId,
    text: `${watchId} fails.`,
  });
  await store.readerActions.put({
    kind: 'acknowledge',
    watchId,
    alertId: `${brand}-alert-1`,
    lane: `${brand}-team`,
    at: NOON,
    expiresAt: NOON + DAY,
  });
}
