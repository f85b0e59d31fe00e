import { expect, it } from 'vitest';
import { wholeStore } from '../store/memory-store.ts';
import { memoryTable } from '../../shared/store/memory-table.ts';
import type { Table } from '../../shared/store/table.ts';
import { inboxLink } from '../../shared/domain/pages/signed-link.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { rememberPastDays } from '../../shared/use-cases/pages/remember-timeline.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { heldClock } from '../ports/memory-services.ts';
import { countInStates, storeFindings } from '../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../store/store-stories.ts';
import { LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';

// How often each page asks the table: over 4 watches of 2 brands, each of which has found 20 articles of 10
// stories in a run today, with 5 alerts. Who makes a page read more sees it here: a request takes a millisecond or two
// of processor time.

const WATCHES = ['acme-news', 'acme-more', 'globex-news', 'globex-more'];

/** Counts the calls of a table. The adapter of DynamoDB makes one request of most of them. */
function countingTable() {
  const counted = { calls: 0 };
  const table = new Proxy<Table>(memoryTable(), {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        counted.calls += 1;
        return Reflect.apply(method, target, args);
      };
    },
  });
  return { table, counted };
}

/** The functions of the pages over a table that counts. */
async function opened() {
  const { table, counted } = countingTable();
  const store = wholeStore(table);
  await fill(store);
  const clock = heldClock(NOON + HOUR);
  const timeline = rememberPastDays(store.timeline, clock);
  const { ask } = pagesOver({ ...store, timeline, clock });
  const root = new URL(inboxLink(NOON + DAY, LINKS)).pathname;
  return async (path: string) => {
    counted.calls = 0;
    expect((await ask(root + path)).status).toBe(200);
    return counted.calls;
  };
}

async function fill(store: ReturnType<typeof wholeStore>): Promise<void> {
  await store.definitions.putChannel(aChannel());
  await store.definitions.putChannel(aChannel({ name: 'operators' }));
  for (const [w, id] of WATCHES.entries()) {
    await store.definitions.putWatch(aWatch({ id, brand: w < 2 ? 'acme' : 'globex' }));
    const found = Array.from({ length: 20 }, (_, n) => 100 * w + n);
    const storyOf = (n: number) => `story-${Math.floor(n / 2)}`;
    const findings = found.map((n) => aStoredFinding(n, { watchId: id, foundAt: NOON, story: storyOf(n) }));
    await storeFindings(store, findings);
    await countInStates(store, findings);
    const stories = [...Map.groupBy(found, storyOf)].map(([story, members]) =>
      aStoryRecord(story, {
        watches: [id],
        articles: members.map((n) => ({ fingerprint: aFinding(n).fingerprint, at: NOON })),
      }),
    );
    await storeStories(store, stories);
    for (let n = 0; n < 5; n += 1)
      await store.alerts.put(anAlert(10 * w + n, { watchId: id, createdAt: NOON + n }), { dueAt: NOON });
  }
}

it('each page asks the table so many times, at its first view and at the next ones', async () => {
  const requestsOf = await opened();
  const paths = ['', '/alerts', '/stories', '/stories/story-0', '/watches', '/watches/acme-news'];
  const searches = ['/search', '/search?in=findings&words=acme', '/search?in=alerts', '/records', '/reports'];
  const requests: Record<string, [number, number]> = {};
  for (const path of [...paths, ...searches, '/extractions'])
    requests[path] = [await requestsOf(path), await requestsOf(path)];
  expect(requests).toEqual({
    '': [18, 11],
    '/alerts': [11, 11],
    '/stories': [5, 5],
    '/stories/story-0': [10, 10],
    '/watches': [9, 9],
    '/watches/acme-news': [10, 10],
    '/search': [14, 14],
    '/search?in=findings&words=acme': [11, 11],
    '/search?in=alerts': [28, 4],
    '/records': [2, 2],
    '/reports': [2, 2],
    '/extractions': [3, 3],
  });
});
