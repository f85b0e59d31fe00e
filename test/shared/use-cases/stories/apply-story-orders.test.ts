import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import {
  changedOrder,
  newStoryOrder,
  type StoryOrder,
} from '../../../../shared/domain/stories/story-order.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { orderStoryOrders } from '../../../../shared/use-cases/reconcile/order-waiting.ts';
import { judgeWatch } from '../../../../shared/use-cases/collect/judge-watch.ts';
import { readStoriesOfWatch } from '../../../../shared/use-cases/stories/read-stories.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { everyOrder, takingTurns } from '../../../ports/interleaved.ts';
import { newStories } from '../../../ports/story-examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { judgeOrdered } from '../judge-ordered.ts';
import { heldStories } from '../../../store/memory-store.ts';

type Bench = Awaited<ReturnType<typeof workbench>>;
type Given = Pick<StoryOrder, 'kind' | 'story' | 'about'>;

const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
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
const COUNSEL = 'Globex hires Solveig Dahl as its counsel';

const open = (findings: readonly Finding[]) =>
  workbench({ watches: [watch], corpus: findings.map((finding) => ({ finding })) });

/** Finds more, ten minutes later, and says how many alerts that made. */
async function find(bench: Bench, ...findings: Finding[]): Promise<number> {
  bench.clock.at += 20 * MINUTE;
  const indexedAt = bench.clock.at - 10 * MINUTE;
  for (const finding of findings) bench.corpus.push({ finding: { ...finding, indexedAt } });
  return (await bench.run()).alerts;
}

/** The story of each finding, merged ones under the id of the one that they are in now. */
async function stories(bench: Bench): Promise<Record<string, string | undefined>> {
  const found = await findingsOf(bench);
  const ids = found.flatMap(({ story }) => story ?? []);
  const whole = await readStoriesOfWatch(bench.store, watch.id, ids);
  return Object.fromEntries(
    found.map(({ finding, story = '' }) => [finding.fingerprint, whole.get(story)?.story.id]),
  );
}
const storyOf = async (bench: Bench, n: number) =>
  (await stories(bench))[aFinding(n).fingerprint] ?? 'no story';
/** Which findings are in a story with which others, by their numbers. */
async function groups(bench: Bench): Promise<number[][]> {
  const byStory = Map.groupBy(Object.entries(await stories(bench)), ([, id]) => id);
  const numberOf = (fingerprint: string) =>
    Array.from({ length: 40 }, (_, n) => n).find((n) => aFinding(n).fingerprint === fingerprint) ?? -1;
  return Array.from(byStory.values(), (all) =>
    all.map(([one]) => numberOf(one)).toSorted((a, b) => a - b),
  ).toSorted(([a = 0], [b = 0]) => a - b);
}
/** The members of each story as the store has it, by those that are not merged into another one. */
async function members(bench: Bench): Promise<number[]> {
  const ids = new Set(Object.values(await stories(bench)).flatMap((id) => id ?? []));
  const whole = await readStoriesOfWatch(bench.store, watch.id, [...ids]);
  return [...whole.values()].map(({ story }) => story.members.length).toSorted((a, b) => a - b);
}

async function give(bench: Bench, given: Given): Promise<StoryOrder> {
  bench.clock.at += MINUTE;
  const order = newStoryOrder({ ...given, watchId: watch.id, at: bench.clock.at }, await lastOf(bench));
  expect(await bench.store.storyOrders.put(order, await lastOf(bench))).toBe(true);
  return order;
}
const lastOf = async (bench: Bench) => (await bench.store.storyOrders.of(watch.id)).at(-1);
async function undo(bench: Bench): Promise<void> {
  bench.clock.at += MINUTE;
  const was = (await lastOf(bench))!;
  await bench.store.storyOrders.put(changedOrder(was, { undoneAt: bench.clock.at }), was);
}
const ORDER = { kind: 'judge', watchId: watch.id, looks: 0, waits: 0 } as const;
const judge = (bench: Bench, ports: Bench['ports'] = bench.ports) =>
  judgeWatch(ORDER, ports, { owner: `judge-${bench.clock.at}`, deadline: bench.clock.at + 5 * MINUTE });
const split = async (bench: Bench, n: number): Promise<Given> => ({
  kind: 'split',
  story: await storyOf(bench, n),
  about: aFinding(n).fingerprint,
});
const alertsOf = async (bench: Bench) => (await bench.store.alerts.madeOn('2026-11-20', 100)).length;

/** Three reports of the plant in one story. The second one has an edited title. */
async function threeReports(changes: Partial<Finding> = {}): Promise<Bench> {
  const bench = await open([printed(1, PLANT, changes), printed(2, EDITED), printed(3, PLANT)]);
  await bench.run();
  expect(await groups(bench)).toEqual([[1, 2, 3]]);
  return bench;
}

describe('an article that a person splits out of its story', () => {
  it('is a story of its own, which its copies join, and of which nobody is notified', async () => {
    const bench = await threeReports();
    const alerts = await alertsOf(bench);
    await give(bench, await split(bench, 2));
    await judge(bench);
    expect([await groups(bench), await members(bench)]).toEqual([
      [[1, 3], [2]],
      [1, 2],
    ]);
    expect(await lastOf(bench)).toMatchObject({ result: 'done' });
    expect(await find(bench, printed(4, EDITED), printed(5, PLANT))).toBe(0);
    expect(await groups(bench)).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
    expect(await alertsOf(bench)).toBe(alerts);
  });

  it('stays apart when the service later puts both into one group', async () => {
    const bench = await threeReports({ duplicateGroup: 'g-1' });
    await give(bench, await split(bench, 2));
    await judge(bench);
    await find(bench, printed(4, EDITED, { duplicateGroup: 'g-1' }));
    await find(bench, printed(5, EDITED, { duplicateGroup: 'g-1' }), printed(6, EDITED));
    const now = await stories(bench);
    expect(now[aFinding(1).fingerprint]).not.toBe(now[aFinding(2).fingerprint]);
  });

  it('may be the one that began the story: the others keep the story and its title', async () => {
    const bench = await open([printed(1, EDITED), printed(2, PLANT), printed(3, PLANT)]);
    await bench.run();
    const before = await storyOf(bench, 3);
    await give(bench, await split(bench, 1));
    await judge(bench);
    expect([await groups(bench), await storyOf(bench, 3)]).toEqual([[[1], [2, 3]], before]);
    const whole = await readStoriesOfWatch(bench.store, watch.id, [before]);
    expect(whole.get(before)?.story.title).toBe(PLANT);
    await find(bench, printed(4, EDITED), printed(5, PLANT));
    expect(await groups(bench)).toEqual([
      [1, 4],
      [2, 3, 5],
    ]);
  });

  it('goes back when that is undone, with what has joined it, and may be split again', async () => {
    const bench = await threeReports();
    await give(bench, await split(bench, 2));
    await judge(bench);
    await find(bench, printed(4, EDITED));
    await undo(bench);
    await judge(bench);
    expect([await groups(bench), await members(bench)]).toEqual([[[1, 2, 3, 4]], [4]]);
    expect(await find(bench, printed(5, EDITED), printed(6, PLANT))).toBe(0);
    expect(await groups(bench)).toEqual([[1, 2, 3, 4, 5, 6]]);
    await give(bench, await split(bench, 2));
    await judge(bench);
    expect(await groups(bench)).toEqual([[1, 3, 4, 5, 6], [2]]);
  });

  it('is left where it is when the order was undone before it was carried out', async () => {
    const bench = await threeReports();
    await give(bench, await split(bench, 2));
    await undo(bench);
    await judge(bench);
    expect(await groups(bench)).toEqual([[1, 2, 3]]);
    expect(await bench.store.storyOrders.waiting(10)).toEqual([]);
  });

  it('is found in the story that its own was merged into meanwhile', async () => {
    const bench = await open([printed(1, PLANT), printed(2, EDITED), printed(3, COUNSEL)]);
    await bench.run();
    const order = await split(bench, 2);
    await give(bench, { kind: 'join', story: await storyOf(bench, 1), about: await storyOf(bench, 3) });
    await judge(bench);
    await bench.store.storyOrders.put(newStoryOrder({ ...order, watchId: watch.id, at: bench.clock.at + 1 }));
    await judge(bench);
    expect(await groups(bench)).toEqual([[1, 3], [2]]);
  });

  it('is gone, or alone: the order ends, and changes nothing', async () => {
    const bench = await open([printed(1, PLANT)]);
    await bench.run();
    const before = await stories(bench);
    for (const about of [aFinding(1).fingerprint, 'nobody']) {
      const order = newStoryOrder({ kind: 'split', watchId: watch.id, story: 's', about, at: NOON });
      await bench.store.storyOrders.put(order);
    }
    await judge(bench);
    expect((await bench.store.storyOrders.of(watch.id)).map(({ result }) => result)).toEqual([
      'gone',
      'gone',
    ]);
    expect(await stories(bench)).toEqual(before);
  });
});

describe('two stories that a person joins', () => {
  async function joined(): Promise<Bench> {
    const bench = await open([printed(1, PLANT), printed(2, COUNSEL)]);
    await bench.run();
    await give(bench, { kind: 'join', story: await storyOf(bench, 1), about: await storyOf(bench, 2) });
    await judge(bench);
    return bench;
  }

  it('are one, and later articles of both are in it', async () => {
    const bench = await joined();
    expect(await groups(bench)).toEqual([[1, 2]]);
    expect(await find(bench, printed(3, PLANT), printed(4, COUNSEL))).toBe(0);
    expect([await groups(bench), await members(bench)]).toEqual([[[1, 2, 3, 4]], [4]]);
  });

  it('are two again when that is undone, and stay so, whatever the service groups', async () => {
    const bench = await joined();
    await undo(bench);
    await judge(bench);
    expect([await groups(bench), await members(bench)]).toEqual([
      [[1], [2]],
      [1, 1],
    ]);
    await find(bench, printed(3, PLANT, { duplicateGroup: 'g-7' }));
    await find(bench, printed(4, COUNSEL, { duplicateGroup: 'g-7' }));
    const now = await stories(bench);
    expect(now[aFinding(1).fingerprint]).not.toBe(now[aFinding(2).fingerprint]);
  });

  it.each([
    { other: -2, stays: 'other' },
    { other: 1, stays: 'own' },
  ])(
    'are one under the id of the older one where the watch has only one of them (the other began $other hours later)',
    async ({ other, stays }) => {
      const bench = await open([printed(1, PLANT)]);
      await bench.run();
      const own = await storyOf(bench, 1);
      const began = NOON + (other - 1) * HOUR;
      const [record] = [...heldStories(bench.store.table).stories.values()];
      const article = { ...record!.articles[0]!, fingerprint: 'elsewhere', at: began };
      const story = { ...record!, id: '0', articles: [article] };
      await bench.store.stories.putNew('other-watch', newStories({ stories: [story] }));
      for (const about of ['0', '0']) {
        await bench.store.storyOrders.put(
          newStoryOrder({ kind: 'join', watchId: watch.id, story: own, about, at: NOON }),
        );
        await judge(bench);
        expect([await storyOf(bench, 1), await members(bench)]).toEqual([stays === 'own' ? own : '0', [1]]);
      }
      expect(await find(bench, printed(2, PLANT))).toBe(0);
      expect(await groups(bench)).toEqual([[1, 2]]);
    },
  );

  it('stay as they are where one of them is gone', async () => {
    const bench = await open([printed(1, PLANT)]);
    await bench.run();
    const own = await storyOf(bench, 1);
    for (const about of ['0', 'zzzz']) {
      const order = newStoryOrder({ kind: 'join', watchId: watch.id, story: own, about, at: NOON });
      await bench.store.storyOrders.put(order);
      await judge(bench);
      expect([await storyOf(bench, 1), await members(bench)]).toEqual([own, [1]]);
    }
  });

  it('lose what has set them apart', async () => {
    const bench = await threeReports();
    await give(bench, await split(bench, 2));
    await judge(bench);
    const pair = { story: await storyOf(bench, 1), about: await storyOf(bench, 2) };
    await bench.store.storyOrders.put(
      newStoryOrder({ kind: 'join', watchId: watch.id, ...pair, at: bench.clock.at }),
    );
    await judge(bench);
    expect(await groups(bench)).toEqual([[1, 2, 3]]);
    for (const { apart } of heldStories(bench.store.table).stories.values()) expect(apart).toBeUndefined();
  });
});

describe('whoever dies while he carries out orders', () => {
  const aftermath = async (bench: Bench) => ({
    groups: await groups(bench),
    members: await members(bench),
    alerts: await alertsOf(bench),
    orders: (await bench.store.storyOrders.of(watch.id)).map(({ kind, result }) => [kind, result]),
    open: (await bench.store.stories.open(watch.id)).filter(({ lastAt }) => lastAt > 0).length,
    keys: new Set(Array.from(heldStories(bench.store.table).keys.values(), ({ story }) => story)).size,
    claims: heldStories(bench.store.table).notified.size,
  });

  it.each(['split', 'join', 'undone split', 'undone join'])(
    'leaves the same after the next one: %s',
    async (what) => {
      const begin = async () => {
        const bench = await open([printed(1, PLANT), printed(2, EDITED), printed(3, COUNSEL)]);
        await bench.run();
        const join = {
          kind: 'join',
          story: await storyOf(bench, 1),
          about: await storyOf(bench, 3),
        } as const;
        await give(bench, what.endsWith('split') ? await split(bench, 2) : join);
        if (!what.startsWith('undone')) return bench;
        await judge(bench);
        await undo(bench);
        return bench;
      };
      const unharmed = await begin();
      await judge(unharmed);
      const wanted = await aftermath(unharmed);
      await forEveryDeath(async (doom) => {
        const bench = await begin();
        const died = await dies(judge(bench, dying(bench.ports, doom)));
        bench.clock.at += HOUR;
        if (died) await judge(bench);
        expect(await aftermath(bench)).toEqual(wanted);
      });
    },
  );
});

it.each(['split', 'join'] as const)(
  'a %s that a person undoes while it is carried out ends as if it had not been, in whichever order the two write',
  async (kind) => {
    const orders = await everyOrder(async (choose) => {
      const bench = await open([printed(1, PLANT), printed(2, EDITED), printed(3, COUNSEL)]);
      await bench.run();
      const before = await groups(bench);
      const join = { kind, story: await storyOf(bench, 1), about: await storyOf(bench, 3) } as const;
      await give(bench, kind === 'split' ? await split(bench, 2) : join);
      const turns = takingTurns();
      const portsOf = (writer: number) => ({
        ...bench.ports,
        ...turns.ports(writer, { storyOrders: bench.store.storyOrders }),
      });
      const [holder, page] = [portsOf(0), portsOf(1)];
      const undoing = async () => {
        for (let isDone = false; !isDone; ) {
          const was = (await page.storyOrders.of(watch.id)).at(-1)!;
          isDone = await page.storyOrders.put(changedOrder(was, { undoneAt: bench.clock.at + MINUTE }), was);
        }
      };
      await turns.run([judge(bench, holder), undoing()], choose);
      bench.clock.at += HOUR;
      await judge(bench);
      expect([await groups(bench), await bench.store.storyOrders.waiting(10)]).toEqual([before, []]);
    });
    expect(orders).toBeGreaterThan(5);
  },
);

it('the sweep has a watch judged whose stories somebody has ordered to change, once', async () => {
  const bench = await threeReports();
  await orderStoryOrders(bench.ports);
  expect(bench.queue.judging).toEqual([]);
  await give(bench, await split(bench, 2));
  await orderStoryOrders(bench.ports);
  expect(bench.queue.judging).toHaveLength(1);
  await judgeOrdered(bench.queue, bench.ports);
  expect(await groups(bench)).toEqual([[1, 3], [2]]);
  await orderStoryOrders(bench.ports);
  expect(bench.queue.judging).toEqual([]);
});
