import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { Death, dies } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

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
const open = () =>
  workbench({
    watches: [aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } })],
    corpus: TITLES.map((title, n) => ({
      finding: aFinding(n, { title, snippet: '', indexedAt: NOON - (20 - n) * MINUTE }),
    })),
  });

/** What there is in the end. */
async function aftermath({ clock, store }: Bench) {
  const findings = await findingsOf({ clock, store });
  const alerts = await store.alerts.madeOn('2026-11-20', 100);
  const stories = await store.stories.open('acme-news');
  return {
    findings: findings.map(({ finding, story, verdict }) => [finding.fingerprint, story, verdict]),
    alerts: alerts.map(({ alert }) => alert.id).toSorted(),
    waiting: await store.findings.unjudged('acme-news', { limit: 100 }),
    open: stories.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** Batches of which the first `most` items are written before the process dies; `turned` begins at another item. */
interface Broken {
  batch: 'putOpen' | 'putJudged';
  most: number;
  turned: number;
}

function dyingWithin({ ports }: Bench, { batch, most, turned }: Broken): Bench['ports'] {
  const some = <T>(items: readonly T[]) => [...items.slice(turned), ...items.slice(0, turned)].slice(0, most);
  return {
    ...ports,
    ...(batch === 'putOpen'
      ? {
          stories: {
            ...ports.stories,
            putOpen: async (watchId, items) => {
              await ports.stories.putOpen(watchId, some(items));
              throw new Death();
            },
          },
        }
      : {
          findings: {
            ...ports.findings,
            putJudged: async (items) => {
              await ports.findings.putJudged(some(items));
              throw new Death();
            },
          },
        }),
  };
}

describe('a run that dies within a batch', () => {
  it.each(['putOpen', 'putJudged'] as const)('%s: nothing is lost, nothing is put twice', async (batch) => {
    const unharmed = await open();
    await unharmed.run();
    const expected = await aftermath(unharmed);
    expect(expected).toMatchObject({ waiting: [], alerts: { length: 4 } });
    for (let most = 0; most <= TITLES.length; most += 1) {
      for (const turned of [0, 2]) {
        const bench = await open();
        const ports = dyingWithin(bench, { batch, most, turned });
        const call = { owner: 'dies', deadline: NOON + 5 * MINUTE };
        expect(await dies(runWatch(bench.order(), ports, call))).toBe(true);
        const recorded = (await findingsOf(bench)).filter(({ verdict }) => verdict);
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
        expect(await aftermath(bench), `${batch}: ${most} items from the place ${turned} on`).toEqual(
          expected,
        );
        const again = recorded.filter(({ finding }) => decided.includes(finding.fingerprint));
        expect([recorded.length, again]).toEqual([batch === 'putJudged' ? most : 0, []]);
      }
    }
  });
});

it('what a run has read is judged without writing what it may not know of it', async () => {
  const bench = await open();
  const ports = dyingWithin(bench, { batch: 'putJudged', most: 0, turned: 0 });
  await dies(runWatch(bench.order(), ports, { owner: 'dies', deadline: NOON + 5 * MINUTE }));
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
