import { describe, expect, it } from 'vitest';
import {
  BadShapeError,
  RefusedError,
  ThrottledError,
  TransportError,
} from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { runWatch } from '../../../../shared/use-cases/collect/run-watch.ts';
import { findingsOf, workbench } from '../bench.ts';
import { pageOf } from '../../../ports/found-pages.ts';

const facts = { service: 'news', operation: 'POST /search' } as const;
/** `count` articles, a minute apart, the last one a minute before noon. */
const articles = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    finding: aFinding(n, { indexedAt: NOON - (count - n) * MINUTE }),
  }));

describe('a run', () => {
  it('stores what it finds, notifies of it once, and finds nothing new the next time', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
    expect(await bench.run()).toMatchObject({
      status: 'done',
      windows: 1,
      calls: 1,
      matched: 3,
      new: 3,
      alerts: 3,
    });
    bench.clock.at += 15 * MINUTE;
    expect(await bench.run()).toMatchObject({
      status: 'done',
      calls: 1,
      matched: 3,
      new: 0,
      alerts: 0,
      channels: [],
    });
    expect(await findingsOf(bench)).toHaveLength(3);
  });

  it('trims what a service returns beyond its window: the end of the window belongs to the next run', async () => {
    const bench = await workbench({ watches: [aWatch()] });
    const given = [NOON, NOON - SECOND, NOON - DAY - SECOND].map((indexedAt, n) =>
      aFinding(n, { indexedAt }),
    );
    bench.source.fetchPage = async () => pageOf(given, { refused: 2 });
    expect(await bench.run()).toMatchObject({ matched: 1, new: 1, refused: 2 });
  });

  it('reads what it has not seen before, and nothing else; what cannot be read leaves the others alone', async () => {
    const bench = await workbench({ watches: [aWatch()] });
    const read: string[] = [];
    const givePage = (ns: readonly number[]) => {
      const findings = ns.map((n) => aFinding(n, { indexedAt: NOON - MINUTE }));
      const items = pageOf(findings).items.map((item) => ({
        ...item,
        read: () => {
          read.push(item.fingerprint);
          if (item.fingerprint === findings[1]?.fingerprint) throw new TypeError('strange');
          return item.read();
        },
      }));
      bench.source.fetchPage = async () => pageOf([], { items });
    };
    givePage([1, 2, 3]);
    expect(await bench.run()).toMatchObject({ matched: 3, new: 2, quarantined: 1 });
    const [one, strange, three] = read;
    read.length = 0;
    bench.clock.at += MINUTE;
    givePage([1, 2, 3, 4]);
    expect(await bench.run()).toMatchObject({ matched: 4, new: 1, quarantined: 0 });
    expect(read).toContain(strange);
    expect(read).not.toContain(one);
    expect(read).not.toContain(three);
  });

  it('pages through a window, and halves one that is over the cap until it fits', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(100), cap: 40, pageSize: 10 });
    const outcome = await bench.run();
    expect(outcome).toMatchObject({ status: 'done', matched: 100, new: 100, cut: 0 });
    expect(outcome.windows).toBeGreaterThan(2);
  });

  it('marks a shortest window over the cap as cut, and continues', async () => {
    const crowd = Array.from({ length: 60 }, (_, n) => ({
      finding: aFinding(n, { indexedAt: NOON - 10 * MINUTE }),
    }));
    const bench = await workbench({ watches: [aWatch()], corpus: crowd, cap: 40 });
    expect(await bench.run()).toMatchObject({ status: 'done', new: 40, cut: 1 });
    const records = await bench.store.windows.latest('acme-news');
    expect(records.filter(({ cut }) => cut)).toHaveLength(1);
  });

  it('halves a window that is too heavy for the service', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(10) });
    let heavy = 3;
    bench.source.fail = () => {
      heavy -= 1;
      return heavy >= 0
        ? new TransportError('30 s passed.', { ...facts, status: 408, timedOut: true })
        : undefined;
    };
    expect(await bench.run()).toMatchObject({ status: 'done', new: 10 });
  });

  it('queues a continuation when its time is up, and the next part starts where it stopped', async () => {
    const bench = await workbench({ watches: [aWatch({ lookback: 60 * DAY })], corpus: articles(5) });
    const fetchPage = bench.source.fetchPage.bind(bench.source);
    bench.source.fetchPage = async (ask, limits) => {
      bench.clock.at += 5 * MINUTE;
      return fetchPage(ask, limits);
    };
    expect(await bench.run()).toMatchObject({ status: 'continued', windows: 1 });
    expect(bench.queue.sent).toEqual([
      {
        service: 'news',
        order: { ...bench.order({ scheduledFor: NOON }), continuation: 1 },
        delay: 10 * SECOND,
      },
    ]);
    bench.source.fetchPage = fetchPage;
    expect(await bench.run({ continuation: 1 })).toMatchObject({ status: 'done', new: 5 });
  });
});

describe('the first run of a silent watch', () => {
  it('stores a baseline, sends one summary, and alerts on what is parsed from then on', async () => {
    const bench = await workbench({ watches: [aWatch({ firstRun: 'silent' })], corpus: articles(4) });
    expect(await bench.run()).toMatchObject({ status: 'done', new: 4, alerts: 1 });
    expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 4 }, () => ({ silent: 'baseline' })),
    );
    bench.corpus.push(
      { finding: aFinding(50, { indexedAt: NOON + MINUTE }) },
      { finding: aFinding(51, { indexedAt: NOON - 5 * MINUTE }) },
    );
    bench.clock.at = NOON + 15 * MINUTE;
    expect(await bench.run()).toMatchObject({ new: 2, alerts: 1 });
    await bench.deliver();
    const texts = bench.topic.published.map(({ texts }) => texts.email);
    expect(texts.filter((text) => text.includes('found 4 matches'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('plant number 50'))).toHaveLength(1);
    expect(texts.join()).not.toContain('plant number 51');
  });

  it('holds what a source of our own has read in this second', async () => {
    const corpus = [{ finding: aFinding(1, { indexedAt: NOON }) }];
    const bench = await workbench({
      watches: [aWatch({ firstRun: 'silent' })],
      corpus,
      now: NOON + SECOND / 2,
    });
    const source = { ...bench.source, knownSpan: async () => ({ from: 0, to: NOON + SECOND }) };
    const call = { owner: 'one', deadline: NOON + HOUR };
    expect(await runWatch(bench.order(), { ...bench.ports, source }, call)).toMatchObject({ new: 1 });
    expect(await findingsOf(bench)).toMatchObject([{ verdict: { silent: 'baseline' } }]);
  });

  it('stores a new baseline when the query changes, and keeps what it knows', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(2) });
    await bench.run();
    await bench.store.definitions.putWatch(aWatch({ version: 'v2', query: { q: 'acme OR globex' } }));
    bench.corpus.push({ finding: aFinding(9, { indexedAt: NOON - 2 * HOUR }) });
    bench.clock.at += 15 * MINUTE;
    expect(await bench.run()).toMatchObject({ matched: 3, new: 1, alerts: 1 });
    const verdicts = Object.fromEntries(
      (await findingsOf(bench)).map(({ finding, verdict }) => [finding.fingerprint, verdict]),
    );
    expect(verdicts['article-00009']).toEqual({ silent: 'baseline' });
  });
});

describe('two runs of one watch', () => {
  it('may be of the same message: the earlier one stops without harm', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
    const fetchPage = bench.source.fetchPage.bind(bench.source);
    let again: unknown;
    bench.source.fetchPage = async (ask, limits) => {
      bench.source.fetchPage = fetchPage;
      again = await bench.run({}, 'a-message');
      return fetchPage(ask, limits);
    };
    expect(await bench.run({}, 'a-message')).toMatchObject({ status: 'stepped-aside', new: 0 });
    expect(again).toMatchObject({ status: 'done', new: 3, alerts: 3 });
  });
});

describe('a run that finds the lease held', () => {
  it('is queued again for when that lease must have ended, and does the work of a holder that died', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
    await bench.store.states.acquire(
      { watchId: 'acme-news', track: 'live' },
      { owner: 'dead', until: NOON + 5 * MINUTE },
      NOON,
    );
    expect(await bench.run()).toMatchObject({ status: 'stepped-aside', new: 0 });
    const [again] = bench.queue.sent;
    bench.clock.at += again?.delay ?? 0;
    expect(await bench.run(again?.order)).toMatchObject({ status: 'done', new: 3, alerts: 3 });
    expect(bench.queue.sent).toHaveLength(1);
  });
});

describe('a service that fails', () => {
  it.each([
    ['a reset', new TransportError('The connection was reset.', facts)],
    ['a wrong shape', new BadShapeError('The answer has no total_hits.', facts)],
  ])(
    '%s: the run fails with its reason, the window stays open, is requested again, and is covered',
    async (_name, error) => {
      const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
      bench.source.fail = () => error;
      expect(await bench.run()).toMatchObject({
        status: 'failed',
        new: 0,
        error: { name: error.name, message: error.message },
      });
      expect(await bench.store.windows.open(NOON + HOUR, 10)).toMatchObject([
        { watchId: 'acme-news', state: 'open' },
      ]);
      bench.source.fail = undefined;
      bench.clock.at += 15 * MINUTE;
      expect(await bench.run()).toMatchObject({ status: 'done', new: 3, alerts: 3 });
      expect(await bench.store.windows.open(NOON + DAY, 10)).toEqual([]);
    },
  );

  it('being throttled is no failure: the run continues after the time that the service asks for', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
    bench.source.fail = () =>
      new ThrottledError('Too many calls at once.', { ...facts, status: 429, retryAfter: 90 * SECOND });
    expect(await bench.run()).toMatchObject({ status: 'continued' });
    expect(bench.queue.sent).toMatchObject([{ order: { continuation: 1 }, delay: 90 * SECOND }]);
    expect((await bench.store.states.read('acme-news', 'live'))?.failures).toBe(0);
  });

  it('notifies the operators once of three failures in a row, and once when they end', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: [] });
    bench.source.fail = () => new TransportError('The connection was reset.', facts);
    for (let n = 0; n < 5; n += 1) {
      await bench.run();
      bench.clock.at += 15 * MINUTE;
    }
    bench.source.fail = undefined;
    await bench.run();
    bench.clock.at += 15 * MINUTE;
    await bench.run();
    await bench.deliver();
    const subjects = bench.topic.published.map(({ texts }) => texts.subject);
    expect(subjects).toEqual([
      'Bellwether: A watch keeps failing',
      'Bellwether: Resolved: A watch keeps failing',
    ]);
    expect(await bench.store.incidents.open()).toEqual([]);
  });

  it('notifies the operators of a refused key at once, and once for all watches of the service', async () => {
    const watches = [aWatch(), aWatch({ id: 'globex-news' })];
    const bench = await workbench({ watches });
    bench.source.fail = () =>
      new RefusedError('The key is not known.', { ...facts, status: 401, refusal: 'key' });
    await bench.run();
    await bench.run({ watchId: 'globex-news' });
    await bench.deliver();
    expect(bench.topic.published.map(({ texts }) => texts.subject)).toEqual([
      'Bellwether: A service rejects its API key',
    ]);
    bench.source.fail = undefined;
    await bench.run();
    await bench.run({ watchId: 'globex-news' });
    await bench.deliver();
    expect(bench.topic.published).toHaveLength(2);
  });

  it('a count above what it gives keeps what came and the window open, until it is covered', async () => {
    const bench = await workbench({ watches: [aWatch()] });
    const incomplete = new BadShapeError('3 were counted, and 2 given.', facts);
    const page = articles(3).map(({ finding }) => finding);
    bench.source.fetchPage = async () => pageOf(page.slice(0, 2), { incomplete });
    expect(await bench.run()).toMatchObject({ status: 'failed', new: 2, error: { name: 'BadShapeError' } });
    expect(await bench.store.windows.open(NOON + HOUR, 10)).toMatchObject([{ retryAt: NOON + MINUTE }]);
    bench.source.fetchPage = async () => pageOf(page);
    bench.clock.at += MINUTE;
    expect(await bench.run()).toMatchObject({ status: 'done', new: 1 });
  });

  it('a fault of our own store is thrown, so that the order comes again', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(1) });
    bench.ports.findings.putNew = () => Promise.reject(new Error('The table is away.'));
    await expect(bench.run()).rejects.toThrow('The table is away.');
  });
});

describe('the daily recount', () => {
  it('counts each of the last three days with one call, and covers again a day that holds more', async () => {
    const bench = await workbench({ watches: [aWatch({ lookback: 5 * DAY })], corpus: articles(2) });
    await bench.run();
    bench.corpus.push({ finding: aFinding(77, { indexedAt: NOON - 30 * HOUR }), visibleAt: NOON + HOUR });
    bench.clock.at = NOON + DAY;
    const outcome = await bench.run();
    expect(outcome).toMatchObject({ status: 'done', new: 1, alerts: 1, calls: 5 });
    expect((await bench.store.windows.latest('acme-news')).filter(({ late }) => late)).toHaveLength(1);
    bench.clock.at += HOUR;
    expect(await bench.run()).toMatchObject({ calls: 1 });
  });
});

describe('a service that does not answer', () => {
  const silent = async (seconds: number) => {
    const bench = await workbench({ watches: [aWatch()], corpus: articles(3) });
    bench.source.fail = () => {
      bench.clock.at += seconds * SECOND;
      return new TransportError('No answer in time.', { ...facts, timedOut: true });
    };
    return bench;
  };

  it('is asked no more within the run after 8 seconds, or a few time-outs, however short the windows', async () => {
    expect(await (await silent(8)).run()).toMatchObject({ status: 'continued', calls: 1 });
    expect(await (await silent(1)).run()).toMatchObject({ status: 'continued', calls: 4 });
  });

  it('is asked again in a minute, may then take 90 seconds, and has failed after that', async () => {
    const bench = await silent(45);
    await bench.run();
    expect(bench.queue.sent).toMatchObject([{ order: { continuation: 0, sends: 1 }, delay: MINUTE }]);
    expect(await bench.run(), 'before its time').toMatchObject({ status: 'skipped', calls: 0 });
    bench.clock.at += MINUTE;
    expect(await bench.run()).toMatchObject({
      status: 'failed',
      calls: 2,
      error: { name: 'TransportError' },
    });
    expect(bench.queue.sent).toHaveLength(1);
    const [open] = await bench.store.windows.open(bench.clock.at + HOUR, 10);
    expect(open).toMatchObject({ retryAt: bench.clock.at + 2 * MINUTE });
  });
});
