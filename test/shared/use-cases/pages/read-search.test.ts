import { storeFindings } from '../../../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../../../store/store-stories.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type MemoryStore, memoryStore } from '../../../store/memory-store.ts';
import {
  groupOfOne,
  type Hit,
  placeText,
  type SearchView,
} from '../../../../shared/domain/pages/search-view.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { readSearch } from '../../../../shared/use-cases/pages/read-search.ts';
import {
  aChannel,
  aFinding,
  anAlert,
  aStoredFinding,
  aStoryAlert,
  aWatch,
  NOON,
} from '../../../ports/examples.ts';

const now = NOON + HOUR;
let store: MemoryStore;

const ask = (fields: Record<string, string> = {}) => readSearch(fields, { ports: store, desk: { now } });

/** Every hit of a search, page by page, as a reader who goes on to the end sees them. */
async function askAll(fields: Record<string, string>, between?: () => Promise<void>): Promise<SearchView[]> {
  const pages = [await ask(fields)];
  for (let { next } = pages[0]!; next; next = pages.at(-1)!.next) {
    await between?.();
    pages.push(await ask({ ...fields, after: placeText(next) }));
  }
  return pages;
}

const hitsOf = ({ groups }: Pick<SearchView, 'groups'>): Hit[] =>
  groups.flatMap(({ alerts, stories, found }) => [...alerts, ...stories, ...found]);

const idsOf = (pages: readonly Pick<SearchView, 'groups'>[]): string[] =>
  pages
    .flatMap(hitsOf)
    .map((hit) =>
      hit.kind === 'alerts'
        ? hit.alert.id
        : hit.kind === 'stories'
          ? hit.story.id
          : hit.found.finding.fingerprint,
    );

beforeEach(async () => {
  store = memoryStore();
  await store.definitions.putWatch(aWatch({ brand: 'acme' }));
  await store.definitions.putWatch(aWatch({ id: 'globex-news', brand: 'globex' }));
  await store.definitions.putWatch(aWatch({ id: 'cuts', kind: 'extraction', brand: 'acme' }));
  await store.definitions.putChannel(aChannel());
  await store.definitions.putChannel(aChannel({ name: 'operators' }));
});

describe('readSearch', () => {
  it('finds alerts, findings and records together, the newest first, each by its own fields', async () => {
    await storeFindings(store, [aStoredFinding(1)]);
    await storeFindings(store, [aStoredFinding(2, { watchId: 'globex-news' })]);
    const record = aFinding(3, { type: 'record', service: 'extraction', title: 'Plant closed' });
    await storeFindings(store, [aStoredFinding(3, { watchId: 'cuts', finding: record })]);
    await store.alerts.put(anAlert(4, { severity: 'critical', brand: 'acme' }), { dueAt: NOON });
    const view = await ask();
    const { choices } = view;
    expect(hitsOf(view).map(({ kind }) => kind)).toEqual(['alerts', 'records', 'findings', 'findings']);
    expect(choices).toEqual({
      brand: ['acme', 'globex'],
      watch: ['acme-news', 'cuts', 'globex-news'],
      channel: ['press-team'],
    });
    const kindsBy = async (fields: Record<string, string>) =>
      hitsOf(await ask(fields)).map((hit) => `${hit.kind} ${idsOf([{ groups: [groupOfOne(hit)] }])[0]}`);
    expect(await kindsBy({ in: 'records' })).toEqual(['records article-00003']);
    expect(await kindsBy({ brand: 'globex' })).toEqual(['findings article-00002']);
    expect(await kindsBy({ watch: 'cuts' })).toEqual(['records article-00003']);
    expect(await kindsBy({ severity: 'critical' })).toEqual(['alerts alert-00004']);
    expect(await kindsBy({ severity: 'info' })).toEqual([]);
    expect(await kindsBy({ state: 'waiting', channel: 'press-team' })).toEqual(['alerts alert-00004']);
    expect(await kindsBy({ state: 'sent' })).toEqual([]);
    expect(await kindsBy({ words: 'plant closed' })).toEqual(['records article-00003']);
    expect(await kindsBy({ words: '"number 2"' })).toEqual(['findings article-00002']);
  });

  it('finds by outlet with its subdomains, country and language', async () => {
    const outlets = [
      { domain: 'news.example', country: 'US' },
      { domain: 'paris.news.example', country: 'FR' },
      { domain: 'badnews.example', country: 'FR' },
    ];
    for (const [n, outlet] of outlets.entries())
      await storeFindings(store, [
        aStoredFinding(n, { finding: aFinding(n, { outlet, language: n === 1 ? 'fr' : 'en' }) }),
      ]);
    await store.alerts.put(aStoryAlert(7, { outlet: outlets[1]! }), { dueAt: NOON });
    const byOutlet = idsOf([await ask({ outlet: 'https://www.News.example/a' })]);
    expect(byOutlet).toEqual(['alert-00007', 'article-00001', 'article-00000']);
    expect(idsOf([await ask({ country: 'fr', in: 'findings' })])).toEqual(['article-00002', 'article-00001']);
    expect(idsOf([await ask({ language: 'FR' })])).toEqual(['article-00001']);
  });

  it('gives every finding once, page by page, though a run stores more in between', async () => {
    // A run stores its findings with one time.
    for (let n = 0; n < 150; n += 1)
      await storeFindings(store, [
        aStoredFinding(n, { foundAt: NOON - DAY * (n % 3), watchId: n % 2 ? 'acme-news' : 'globex-news' }),
      ]);
    let later = 1_000;
    const pages = await askAll({ in: 'findings' }, async () => {
      later += 1;
      await storeFindings(store, [aStoredFinding(later, { foundAt: NOON + HOUR / 2 })]);
    });
    const ids = idsOf(pages);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(Array.from({ length: 150 }, (_, n) => aFinding(n).fingerprint));
    const times = pages.flatMap((page) => hitsOf(page).map(({ at }) => at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('reads on until a page is full or all of the days are searched: no page before the last is empty', async () => {
    const found = Array.from({ length: 6_000 }, (_, n) =>
      aStoredFinding(n, {
        foundAt: NOON - n * 60_000,
        finding: aFinding(n, { title: n % 2_500 === 0 ? 'A rare zebra' : 'Pumps' }),
      }),
    );
    await storeFindings(store, found);
    for (const fields of [{ words: 'zebra' }, { words: 'zebra', in: 'findings' }] as Record<
      string,
      string
    >[]) {
      const pages = await askAll(fields);
      expect(pages).toHaveLength(1);
      expect(idsOf(pages)).toEqual(['article-00000', 'article-02500', 'article-05000']);
    }
  });

  it('gives the story with the most articles on a word first, however old it is, and each result once', async () => {
    const recalls = (n: number, story: string) =>
      aStoredFinding(n, { foundAt: NOON - n * 60_000, story, finding: aFinding(n, { title: 'A recall' }) });
    await storeFindings(store, [
      ...Array.from({ length: 70 }, (_, n) => recalls(n, `small-${n}`)),
      ...Array.from({ length: 5 }, (_, n) => recalls(100 + n, 'middle')),
    ]);
    // Its own articles are gone, or say it in other words.
    const articles = Array.from({ length: 32 }, (_, n) => ({ fingerprint: `x${n}`, at: NOON - 3 * DAY }));
    const large = aStoryRecord('large', { title: 'Recalled: pumps', madeAt: NOON - 3 * DAY, articles });
    await storeStories(store, [large]);
    const parts = [await ask({ words: 'recall' }), await ask({ words: 'recall', part: '2' })];
    expect(parts.map(({ groups, part, parts: of }) => [groups.length, part, of])).toEqual([
      [30, 1, 2],
      [42, 2, 2],
    ]);
    const [first, second] = parts[0]!.groups;
    expect([first?.stories[0]?.story.id, second?.found.length]).toEqual(['large', 5]);
    expect(new Set(idsOf(parts)).size).toBe(70 + 5 + 1);
  });

  it('searches the days of the address alone, and says which of its fields it cannot use', async () => {
    for (const days of [0, 1, 2, 40])
      await storeFindings(store, [aStoredFinding(days, { foundAt: NOON - days * DAY })]);
    expect(idsOf([await ask()])).toEqual(['article-00000', 'article-00001', 'article-00002']);
    expect(idsOf([await ask({ from: '2026-11-18', to: '2026-11-19' })])).toEqual([
      'article-00001',
      'article-00002',
    ]);
    expect(idsOf(await askAll({ from: '2026-01-01', to: '2026-10-31' }))).toEqual(['article-00040']);
    const odd = await ask({
      in: 'x',
      watch: 'A B',
      country: 'FRA',
      from: '2026-02-30',
      after: '<',
      outlet: 'a b',
    });
    expect(odd.ignored).toEqual(['in', 'watch', 'outlet', 'country', 'from']);
    expect(odd.isFirst).toBe(true);
  });

  it('finds no item whose retention has ended', async () => {
    await storeFindings(store, [aStoredFinding(1, { expiresAt: now })]);
    await store.alerts.put(anAlert(1, { expiresAt: now }), { dueAt: NOON });
    expect((await ask()).groups).toEqual([]);
  });
});
