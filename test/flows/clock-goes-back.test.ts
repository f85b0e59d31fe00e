import { beforeEach, describe, expect, it } from 'vitest';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { pollFeeds } from '../../shared/use-cases/feeds/poll-feeds.ts';
import { reconcile } from '../../shared/use-cases/reconcile/reconcile.ts';
import { aWatch } from '../ports/examples.ts';
import { memorySubscriptions, type Publication } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { newsOf } from '../shared/use-cases/news-of.ts';

// A clock that was ahead, and one that is behind for a while: what is covered, sent and counted afterwards.

let bench: Awaited<ReturnType<typeof workbench>>;
let corpus: Publication[];
let article: ReturnType<typeof newsOf>['article'];
let sweeps = 0;

beforeEach(() => open({}));

/** A stack whose watch has run for an hour. */
async function open(changes: Partial<Watch>) {
  ({ article } = newsOf());
  corpus = [];
  bench = await workbench({ watches: [aWatch(changes)], corpus });
  for (let minutes = 0; minutes < 60; minutes += 5) await pass();
}

const sweep = () =>
  reconcile(
    { ...bench.ports, subscriptions: memorySubscriptions([]), plans: {} },
    { owner: `sweep-${(sweeps += 1)}`, deadline: bench.clock.now() + 5 * MINUTE },
  );
const stateOf = () => bench.store.states.read('acme-news', 'live');
const published = () => bench.topic.published.map(({ texts }) => texts.subject);
const alerts = () => published().filter((subject) => !subject.startsWith('Bellwether:'));

/** Five minutes of a stack: a sweep, a run, and what is due. */
async function pass(milliseconds = 5 * MINUTE) {
  const swept = await sweep();
  const { stories } = await bench.run();
  await bench.deliver();
  bench.clock.at += milliseconds;
  return { stories, ...swept };
}

describe('after a clock that was 3 hours ahead for 100 seconds', () => {
  it('a watch finds what comes next, and the operators hear of it and of its end', async () => {
    bench.clock.at += 3 * HOUR;
    await pass(100 * SECOND);
    bench.clock.at -= 3 * HOUR;
    corpus.push(article(bench.clock.at - 50 * SECOND));
    expect(await pass()).toMatchObject({ stories: 1, incidents: ['stack:clock'] });
    expect((await stateOf())?.coveredUntil).toBeLessThanOrEqual(bench.clock.at);
    expect(await pass()).toMatchObject({ resolved: ['stack:clock'] });
    expect(await pass()).toMatchObject({ incidents: [], resolved: [] });
    expect(published().filter((subject) => subject.includes('clock'))).toHaveLength(2);
  });

  it('a run that died meanwhile holds nothing', async () => {
    bench.clock.at += 3 * HOUR;
    const lease = { owner: 'dead', until: bench.clock.at + 6 * MINUTE };
    await bench.store.states.acquire({ watchId: 'acme-news', track: 'live' }, lease, bench.clock.at);
    await bench.store.leases.take('reconcile', lease, bench.clock.at);
    bench.clock.at -= 3 * HOUR;
    expect((await sweep()).status).toBe('done');
    expect((await bench.run()).status).toBe('done');
  });

  it('the hours that it closed are counted again', async () => {
    await open({ alert: { when: 'volume', channel: 'press-team', settings: { count: 3, within: HOUR } } });
    bench.clock.at += 3 * HOUR;
    await pass(100 * SECOND);
    bench.clock.at -= 3 * HOUR;
    for (let n = 0; n < 4; n += 1) corpus.push(article(bench.clock.at + n * MINUTE));
    for (let minutes = 0; minutes < 65; minutes += 5) await pass();
    expect(alerts()).toHaveLength(1);
  });
});

describe('after a start with a clock that was a day ahead', () => {
  it('a watch that was new when the clock was right does not collect its baseline again', async () => {
    await bench.store.definitions.putWatch(aWatch({ id: 'late', firstRun: 'silent' }));
    await bench.run({ watchId: 'late' });
    bench.clock.at += DAY;
    await sweep();
    await bench.run({ watchId: 'late' });
    bench.clock.at -= DAY - MINUTE;
    await sweep();
    const { coveredUntil = 0, baseUntil = 0 } = (await bench.store.states.read('late', 'live')) ?? {};
    expect(coveredUntil).toBeGreaterThanOrEqual(baseUntil);
    expect(coveredUntil).toBeLessThanOrEqual(bench.clock.at);
  });
});

it('feeds that were polled while the clock was ahead are polled in the first round after it', async () => {
  const polled: string[] = [];
  const pollFeed = async (url: string) => {
    polled.push(url);
    return { status: 'failed', failure: 'server-error', text: 'It failed.' } as const;
  };
  const ports = { ...bench.ports, pollFeed, languages: () => Promise.reject(new Error('Nothing is new.')) };
  await bench.store.feedLists.put({ name: 'all', urls: ['https://a.example/rss'] });
  const round = () =>
    pollFeeds(ports, { owner: `round-${polled.length}`, deadline: bench.clock.at + MINUTE });
  bench.clock.at += 3 * HOUR;
  await round();
  bench.clock.at -= 3 * HOUR - MINUTE;
  await round();
  expect(polled).toHaveLength(2);
  await round();
  expect(polled).toHaveLength(2);
});
