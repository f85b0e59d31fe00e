import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { changedOrder, newStoryOrder, type StoryOrder } from '../../../../shared/domain/pages/story-order.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { spaceOf } from '../../../../shared/domain/watches/watch.ts';
import { orderDeciding } from '../../../../shared/use-cases/collect/insert-findings.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { decideOrdered } from '../decide-ordered.ts';

type Bench = Awaited<ReturnType<typeof workbench>>;

const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
const space = spaceOf(watch);
const printed = (n: number, title: string, changes: Partial<Finding> = {}) =>
  aFinding(n, {
    title,
    snippet: '',
    outlet: { domain: `outlet-${n}.example` },
    indexedAt: NOON - (60 - n) * MINUTE,
    ...changes,
  });
const PLANT = 'Acme closes its turbine plant in Leipzig';
const EDITED = 'Acme closes its turbine plant in Leipzig this year';

async function open(findings: readonly Finding[]): Promise<Bench> {
  const bench = await workbench({ watches: [watch], corpus: findings.map((finding) => ({ finding })) });
  await bench.run();
  return bench;
}

/** Finds more, ten minutes later, and says how many alerts that made. */
async function find(bench: Bench, ...findings: Finding[]): Promise<number> {
  bench.clock.at += 20 * MINUTE;
  const indexedAt = bench.clock.at - 10 * MINUTE;
  for (const finding of findings) bench.corpus.push({ finding: { ...finding, indexedAt } });
  return (await bench.run()).alerts;
}

async function storyOf(bench: Bench, n: number): Promise<string> {
  const [found] = await bench.store.findings.read(watch.id, [aFinding(n).fingerprint]);
  return found?.story ?? 'no story';
}

/** Which findings are in a story with which others, by their numbers: as they say, and as their stories list them. */
async function groups(bench: Bench): Promise<number[][]> {
  const found = await findingsOf(bench);
  const stories = await bench.store.stories.read(found.flatMap(({ story }) => story ?? []));
  const byStory = Map.groupBy(found, ({ story = '' }) => story);
  const listed = new Map(
    [...stories].map(([id, { articles }]) => [id, articles.map((one) => one.fingerprint)]),
  );
  for (const [id, members] of byStory)
    expect(listed.get(id)?.toSorted()).toEqual(members.map(({ finding }) => finding.fingerprint).toSorted());
  const numberOf = (fingerprint: string) =>
    Array.from({ length: 40 }, (_, n) => n).find((n) => aFinding(n).fingerprint === fingerprint) ?? -1;
  return Array.from(byStory.values(), (all) =>
    all.map(({ finding }) => numberOf(finding.fingerprint)).toSorted((a, b) => a - b),
  ).toSorted(([a = 0], [b = 0]) => a - b);
}

const orderOf = async (bench: Pick<Bench, 'store'>) => (await bench.store.storyOrders.of(space)).at(-1);

/** What waits is put, then the order changes, then the space is ordered: as the page does. */
async function change(bench: Bench, next: (was: StoryOrder | undefined) => StoryOrder): Promise<void> {
  bench.clock.at += MINUTE;
  const was = await orderOf(bench);
  const order = next(was);
  const since = bench.clock.at;
  const { spaces, storyOrders } = bench.store;
  await spaces.wait([{ kind: 'split', order: order.key, space, rank: 'live', since, watchId: watch.id }]);
  expect(await storyOrders.put(order, was)).toBe(true);
  await orderDeciding(bench.ports, space, { by: order.key });
}

async function order(bench: Bench, n: number): Promise<void> {
  const story = await storyOf(bench, n);
  const article = aFinding(n).fingerprint;
  await change(bench, (was) =>
    newStoryOrder({ kind: 'split', space, story, article, at: bench.clock.at }, was),
  );
}

const orderUndo = (bench: Bench) => change(bench, (was) => changedOrder(was!, { undoneAt: bench.clock.at }));

async function split(bench: Bench, n: number): Promise<void> {
  await order(bench, n);
  await bench.decide();
}

async function undo(bench: Bench): Promise<void> {
  await orderUndo(bench);
  await bench.decide();
}

const alertsOf = async (bench: Bench) => (await bench.store.alerts.madeOn('2026-11-20', 100)).length;

/** Three reports of the plant in one story. The second one has an edited title. */
async function threeReports(changes: Partial<Finding> = {}): Promise<Bench> {
  const bench = await open([printed(1, PLANT, changes), printed(2, EDITED), printed(3, PLANT)]);
  expect(await groups(bench)).toEqual([[1, 2, 3]]);
  return bench;
}

describe('an article that a person splits out of its story', () => {
  it('is a story of its own, which its copies join, and of which nobody is notified', async () => {
    const bench = await threeReports();
    const alerts = await alertsOf(bench);
    await split(bench, 2);
    expect(await groups(bench)).toEqual([[1, 3], [2]]);
    expect(await orderOf(bench)).toMatchObject({ result: 'done', made: await storyOf(bench, 2) });
    expect(await find(bench, printed(4, EDITED), printed(5, PLANT))).toBe(0);
    expect(await groups(bench)).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
    expect(await alertsOf(bench)).toBe(alerts);
  });

  it('goes back when that is undone, with what has joined it, and may be split again', async () => {
    const bench = await threeReports();
    await split(bench, 2);
    await find(bench, printed(4, EDITED));
    expect(await groups(bench)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    await undo(bench);
    expect(await groups(bench)).toEqual([[1, 2, 3, 4]]);
    expect(await find(bench, printed(5, EDITED), printed(6, PLANT))).toBe(0);
    expect(await groups(bench)).toEqual([[1, 2, 3, 4, 5, 6]]);
    await split(bench, 2);
    expect(await groups(bench)).toEqual([[1, 3, 4, 5, 6], [2]]);
  });

  it.each([
    ['alone', 1],
    ['unknown', 9],
  ])('is %s: the order ends, and changes nothing', async (_why, n) => {
    const bench = await open([printed(1, PLANT)]);
    await split(bench, n);
    expect(await orderOf(bench)).toMatchObject({ result: 'gone' });
    expect(await groups(bench)).toEqual([[1]]);
  });
});

it.each(['split', 'undone split'])(
  'whoever dies while he carries out an order leaves the same after the next one: %s',
  async (what) => {
    const begin = async () => {
      const bench = await threeReports();
      await order(bench, 2);
      if (what === 'split') return bench;
      await bench.decide();
      await find(bench, printed(4, EDITED));
      await orderUndo(bench);
      return bench;
    };
    const aftermath = async (bench: Bench) => ({
      groups: await groups(bench),
      alerts: await alertsOf(bench),
      order: (await orderOf(bench))?.result,
      open: (await bench.store.stories.open(space)).map(({ id, articles }) => [id, articles]),
    });
    const unharmed = await begin();
    await unharmed.decide();
    const wanted = await aftermath(unharmed);
    await forEveryDeath(async (doom) => {
      const bench = await begin();
      const { waiting } = bench.ports.decideQueue;
      const ordered = [...waiting];
      const died = await dies(
        decideOrdered({ ...dying(bench.ports, doom), decideQueue: bench.ports.decideQueue }),
      );
      bench.clock.at += HOUR;
      if (died) waiting.splice(0, waiting.length, ...ordered);
      await bench.decide();
      expect(await aftermath(bench)).toEqual(wanted);
      expect(await find(bench, printed(7, EDITED), printed(8, PLANT))).toBe(0);
    });
  },
);
