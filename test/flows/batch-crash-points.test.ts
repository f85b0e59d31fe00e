import { describe, expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { NewStories } from '../../shared/use-cases/ports/stories.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { Death, dies } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { newStories } from '../ports/story-examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { heldStories } from '../store/memory-store.ts';

// A run that dies within a batch: any of its items are written, in no order. The next run, after the lease has ended, leaves what
// an unharmed run leaves.

type Bench = Awaited<ReturnType<typeof workbench>>;

const TITLES = [
  'Acme closes its plant in Leipzig',
  'Globex hires Solveig Dahl as its counsel',
  'Acme closes its plant in Leipzig',
  'Heavy rain floods the streets of Lyon',
  'Researchers store solar power in salt',
];
const open = (alert: Watch['alert'] = { when: 'story', channel: 'press-team' }) =>
  workbench({
    watches: [aWatch({ firstRun: 'tell', alert })],
    corpus: TITLES.map((title, n) => ({
      finding: aFinding(n, {
        title,
        snippet: '',
        outlet: { domain: `outlet-${n}.example` },
        indexedAt: NOON - (20 - n) * MINUTE,
      }),
    })),
  });
/** First values are claimed before the verdicts are known: findings are put without them, and then with them. */
const FIRST_OUTLETS: Watch['alert'] = {
  when: 'first_seen',
  channel: 'press-team',
  settings: { of: 'outlet' },
};

/** What there is of stories in the end, but for the times. */
function storiesIn({ store: { table } }: Bench) {
  const { stories, keys, notified } = heldStories(table);
  return {
    stories: new Map(
      Array.from(stories, ([key, { articles }]) => [key, articles.map(({ fingerprint }) => fingerprint)]),
    ),
    keys: new Map(Array.from(keys, ([key, { story }]) => [key, story])),
    claims: new Map(Array.from(notified, ([key, { fingerprint }]) => [key, fingerprint])),
  };
}

/** What there is in the end. */
async function aftermath(bench: Bench) {
  const { clock, store } = bench;
  const findings = await findingsOf({ clock, store });
  const alerts = await store.alerts.madeOn('2026-11-20', 100);
  const stories = await store.stories.open('acme-news');
  return {
    findings: findings.map(({ finding, story, verdict }) => [finding.fingerprint, story, verdict] as const),
    alerts: alerts.map(({ alert }) => alert.id).toSorted(),
    waiting: [
      ...(await store.findings.unjudged('acme-news', { limit: 100 })),
      ...findings.filter(({ verdict }) => !verdict),
    ],
    open: stories.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ...storiesIn(bench),
  };
}

/** The stories by their articles, each with the number of those that were notified of, and all that is counted. */
function stories({ findings, alerts, waiting, open, claims }: Awaited<ReturnType<typeof aftermath>>) {
  const groups = Map.groupBy(findings, ([, story]) => story);
  return {
    groups: Array.from(groups.values(), (group) => ({
      articles: group.map(([fingerprint]) => fingerprint),
      notified: group.filter(([, , verdict]) => verdict && 'notified' in verdict).length,
    })),
    counts: [alerts.length, waiting.length, open.length, claims.size],
  };
}

/** Batches of which the first `most` items are written before the process dies; `turned` begins at another item. */
interface Broken {
  batch: 'findings' | 'stories' | 'verdicts';
  most: number;
  turned: number;
}

function dyingWithin({ ports }: Bench, { batch, most, turned }: Broken): Bench['ports'] {
  const some = <T>(items: readonly T[]) => [...items.slice(turned), ...items.slice(0, turned)].slice(0, most);
  const { stories, findings } = ports;
  const broken = {
    findings: {
      findings: {
        ...findings,
        putNew: async (items: readonly StoredFinding[]) => {
          await findings.putNew(some(items));
          throw new Death();
        },
      },
    },
    stories: {
      stories: {
        ...stories,
        putNew: async (watchId: string, fresh: NewStories) => {
          const items: Partial<NewStories>[] = [
            ...fresh.claims.map((one) => ({ claims: [one] })),
            ...fresh.stories.map((one) => ({ stories: [one] })),
            ...fresh.keys.map((one) => ({ keys: [one] })),
            ...fresh.open.map((one) => ({ open: [one] })),
          ];
          expect(items).toHaveLength(ITEMS.stories);
          for (const item of some(items)) await stories.putNew(watchId, newStories(item));
          throw new Death();
        },
      },
    },
    verdicts: {
      findings: {
        ...findings,
        putJudged: async (items: readonly StoredFinding[]) => {
          await findings.putJudged(some(items));
          throw new Death();
        },
      },
    },
  };
  return { ...ports, ...broken[batch] };
}

/** How many items a batch has; each of 4 new stories has a claim, its record, a key and an open story. */
const ITEMS = { findings: TITLES.length, stories: 4 * 4, verdicts: TITLES.length };

describe('a run that dies within a batch', () => {
  it.each(['findings', 'stories', 'verdicts'] as const)(
    '%s: nothing is lost, nothing is put twice',
    async (batch) => {
      const rule = batch === 'verdicts' ? FIRST_OUTLETS : undefined;
      const unharmed = await open(rule);
      await unharmed.run();
      const expected = await aftermath(unharmed);
      expect(expected).toMatchObject({ waiting: [], alerts: { length: rule ? TITLES.length : 4 } });
      for (let most = 0; most <= ITEMS[batch]; most += 1) {
        for (const turned of batch === 'stories' ? [0, 2, 7, 12] : [0, 2]) {
          const bench = await open(rule);
          const ports = dyingWithin(bench, { batch, most, turned });
          const call = { owner: 'dies', deadline: NOON + 5 * MINUTE };
          expect(await dies(runWatch(bench.order(), ports, call))).toBe(true);
          const stored = await findingsOf(bench);
          const isWhole = stored.length === 0 || stored.length === TITLES.length;
          const recorded = stored.filter(({ verdict, isPlanned }) => verdict && !isPlanned);
          const decided: string[] = [];
          const findings = { ...bench.store.findings };
          bench.ports.findings.judge = async (one, verdict) => {
            decided.push(one.finding.fingerprint);
            await findings.judge(one, verdict);
          };
          bench.ports.findings.putJudged = async (all) => {
            decided.push(...all.map(({ finding }) => finding.fingerprint));
            await findings.putJudged(all);
          };
          bench.clock.at = NOON + 10 * MINUTE;
          await bench.run();
          const now = await aftermath(bench);
          // Of articles of one story, the first that is stored stands for it.
          const [is, should] = isWhole ? [now, expected] : [stories(now), stories(expected)];
          expect(is, `${batch}: ${most} items from the place ${turned} on`).toEqual(should);
          const again = recorded.filter(({ finding }) => decided.includes(finding.fingerprint));
          expect([recorded.length, again]).toEqual([batch === 'verdicts' ? most : 0, []]);
        }
      }
    },
  );
});

it('a run that dies before its alerts goes on with others that are like what it had: each story is notified of once', async () => {
  for (let most = 0; most <= ITEMS.stories; most += 1) {
    for (const turned of [0, 4, 8, 12]) {
      const bench = await open();
      const ports = dyingWithin(bench, { batch: 'stories', most, turned });
      await dies(runWatch(bench.order(), ports, { owner: 'dies', deadline: NOON + 5 * MINUTE }));
      // Earlier copies of two of the stories become visible late, and one more that nobody has.
      for (const [n, title] of [TITLES[0], TITLES[3], 'Bakers of the old town win a prize'].entries())
        bench.corpus.push({
          finding: aFinding(20 + n, { title: title ?? '', snippet: '', indexedAt: NOON - (40 - n) * MINUTE }),
        });
      bench.clock.at = NOON + 10 * MINUTE;
      await bench.run();
      const { findings, alerts, waiting } = await aftermath(bench);
      const stories = new Set(findings.map(([, story]) => story));
      expect([findings.length, stories.size, alerts.length, waiting], `${most} from ${turned} on`).toEqual([
        8,
        5,
        5,
        [],
      ]);
    }
  }
});

it('what a run has read is judged without writing what it may not know of it', async () => {
  const bench = await open(FIRST_OUTLETS);
  const ports = dyingWithin(bench, { batch: 'verdicts', most: 0, turned: 0 });
  expect(await dies(runWatch(bench.order(), ports, { owner: 'dies', deadline: NOON + 5 * MINUTE }))).toBe(
    true,
  );
  let put = 0;
  bench.ports.findings.putJudged = async (all) => void (put += all.length);
  bench.clock.at = NOON + 10 * MINUTE;
  await bench.run();
  expect(put).toBe(0);
  expect((await aftermath(bench)).waiting).toEqual([]);
});

it('records, and findings of a watch for changes, are judged one by one: others may store new content of them', async () => {
  const forChanges = aWatch({ firstRun: 'tell', alert: { when: 'change', channel: 'press-team' } });
  for (const [watch, contentHash] of [
    [forChanges, undefined],
    [aWatch({ firstRun: 'tell' }), 'hash'],
  ] as const) {
    const finding = aFinding(1, { indexedAt: NOON - MINUTE, ...(contentHash && { contentHash }) });
    const bench = await workbench({ watches: [watch], corpus: [{ finding }] });
    bench.ports.findings.putJudged = async () => expect.fail('It was put whole.');
    expect(await bench.run()).toMatchObject({ status: 'done', new: 1 });
    expect((await findingsOf(bench)).map(({ verdict }) => verdict !== undefined)).toEqual([true]);
  }
});
