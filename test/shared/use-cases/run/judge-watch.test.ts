import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { storyIdOf } from '../../../../shared/domain/stories/story.ts';
import { HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { JudgeOrder, Watch } from '../../../../shared/domain/watches/watch.ts';
import { insertForJudging, orderJudging } from '../../../../shared/use-cases/run/insert-for-judging.ts';
import { judgeWatch } from '../../../../shared/use-cases/run/judge-watch.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { judgeOrdered } from '../judge-ordered.ts';
import { pageOf } from '../../../ports/found-pages.ts';

type Bench = Awaited<ReturnType<typeof workbench>>;

const LIVE = { watchId: 'acme-news', track: 'live' } as const;
const ORDER: JudgeOrder = { kind: 'judge', watchId: 'acme-news', looks: 0, waits: 0 };

const open = (changes: Partial<Watch> = {}) => workbench({ watches: [aWatch(changes)] });

/** Inserts findings as a webhook payload does, or as a backfill, and orders them to be judged. */
async function insert(bench: Bench, findings: Finding[], { base = false, by = 'payload' } = {}) {
  const watch = (await bench.store.definitions.watch('acme-news'))!;
  const track = base ? 'backfill' : 'live';
  const scope = { ports: bench.ports, watch, track, finish: NOON + 24 * HOUR } as const;
  await insertForJudging(scope, pageOf(findings), undefined);
  await orderJudging(bench.ports, watch, by);
}

const judge = (bench: Bench, changes: Partial<JudgeOrder> = {}, minutes = 5) =>
  judgeWatch({ ...ORDER, ...changes }, bench.ports, {
    owner: `judge-${bench.clock.at}`,
    deadline: bench.clock.at + minutes * MINUTE,
  });

describe('an order to judge', () => {
  it('is queued with the first insert, once for many', async () => {
    const bench = await open();
    for (let n = 0; n < 20; n += 1) await insert(bench, [aFinding(n)], { by: `payload-${n}` });
    expect(bench.queue.judging).toEqual([{ service: 'news', order: ORDER, delay: 0 }]);
    await judgeOrdered(bench.queue, bench.ports);
    expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
    await insert(bench, [aFinding(30)], { by: 'payload-30' });
    expect(bench.queue.judging).toHaveLength(1);
  });

  it('is queued again by a repeat of the work that queued it, and when it is taken for lost', async () => {
    const bench = await open();
    await insert(bench, [aFinding(1)], { by: 'payload-1' });
    await insert(bench, [aFinding(1)], { by: 'payload-1' });
    expect(bench.queue.judging).toHaveLength(2);
    await insert(bench, [aFinding(2)], { by: 'payload-2' });
    expect(bench.queue.judging).toHaveLength(2);
    bench.clock.at += 16 * MINUTE;
    await insert(bench, [aFinding(3)], { by: 'payload-3' });
    expect(bench.queue.judging).toHaveLength(3);
  });

  it('puts the alerts of what was inserted, in the stories that a run would make', async () => {
    const bench = await open({ alert: { when: 'story', channel: 'press-team' } });
    const title = 'Acme merges with Globex';
    await insert(bench, [
      aFinding(1, { title }),
      aFinding(2, { title }),
      aFinding(3, { title: 'Rain in Rome' }),
    ]);
    expect(await bench.store.alerts.madeOn('2026-11-20', 10)).toEqual([]);
    const outcomes = await judgeOrdered(bench.queue, bench.ports);
    expect(outcomes[0]).toMatchObject({
      status: 'done',
      kind: 'search',
      new: 0,
      stories: 2,
      alerts: 2,
      channels: ['press-team'],
    });
    // It looks again, once more later, and then no more.
    const nothing = { status: 'done', stories: 0, alerts: 0 };
    expect(outcomes.slice(1)).toMatchObject([nothing, nothing]);
  });

  it('does not decide again where its holder has died: it carries out what is recorded', async () => {
    const bench = await open();
    const [one, other] = [
      aFinding(1, { title: 'Rain in Rome' }),
      aFinding(2, { title: 'Acme hires a poet' }),
    ];
    await insert(bench, [one, other]);
    const state = (await bench.ports.states.acquire(LIVE, { owner: 'died', until: NOON }, NOON))!;
    const begun = storyIdOf(one);
    const stories = [one, other].map(({ fingerprint }) => [fingerprint, begun] as const);
    await bench.ports.states.save(state, { set: { decided: { stories, merges: [] } } });
    bench.clock.at += MINUTE;
    expect(await judge(bench)).toMatchObject({ status: 'done', stories: 1 });
    expect((await findingsOf(bench)).map(({ story }) => story)).toEqual([begun, begun]);
    expect(await bench.ports.states.read(LIVE.watchId, 'live')).not.toHaveProperty('decided');
  });

  it('gives findings of a baseline their story, so that their later copies cause no alert', async () => {
    const bench = await open({ alert: { when: 'story', channel: 'press-team' } });
    const title = 'Acme merges with Globex';
    await insert(bench, [aFinding(1, { title })], { base: true });
    expect((await findingsOf(bench)).map(({ verdict, story }) => [verdict, story])).toEqual([
      [{ silent: 'base' }, undefined],
    ]);
    await judgeOrdered(bench.queue, bench.ports);
    await insert(bench, [aFinding(2, { title })]);
    await judgeOrdered(bench.queue, bench.ports);
    const found = await findingsOf(bench);
    expect(found.map(({ verdict }) => verdict)).toEqual([{ silent: 'base' }, { silent: 'same-story' }]);
    expect(new Set(found.map(({ story }) => story)).size).toBe(1);
    expect(await bench.store.alerts.madeOn('2026-11-20', 10)).toEqual([]);
  });

  it('looks again, because an index may show an insert late', async () => {
    const bench = await open();
    await insert(bench, [aFinding(1)]);
    const { findings } = bench.ports;
    bench.ports.findings = { ...findings, unjudged: async () => [] };
    expect(await judge(bench)).toMatchObject({ status: 'done', alerts: 0 });
    bench.ports.findings = findings;
    expect(bench.queue.judging.at(-1)).toEqual({
      service: 'news',
      order: { ...ORDER, looks: 1 },
      delay: 2_000,
    });
    // Until then it counts as the one that waits.
    await insert(bench, [aFinding(2)], { by: 'another' });
    expect(bench.queue.judging).toHaveLength(2);
    expect(await judge(bench, { looks: 1 })).toMatchObject({ alerts: 2 });
  });

  it('leaves further looks to an order that was queued while it worked', async () => {
    const bench = await open();
    await insert(bench, [aFinding(1)]);
    const [first] = bench.queue.judging.splice(0);
    const { alerts } = bench.ports;
    const put: typeof alerts.put = async (...given) => {
      if (bench.queue.judging.length === 0) await insert(bench, [aFinding(2)], { by: 'payload-2' });
      return alerts.put(...given);
    };
    const ports = { ...bench.ports, alerts: { ...alerts, put } };
    await judgeWatch(first!.order, ports, { owner: 'judge', deadline: bench.clock.at + 5 * MINUTE });
    expect(bench.queue.judging).toEqual([{ service: 'news', order: ORDER, delay: 0 }]);
    await judgeOrdered(bench.queue, bench.ports);
    expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
  });

  it('looks a last time, for which no insert waits', async () => {
    const bench = await open();
    await insert(bench, [aFinding(1)]);
    await judge(bench);
    expect(await judge(bench, { looks: 1 })).toMatchObject({ alerts: 0 });
    const last = { ...ORDER, looks: 2, last: true } as const;
    expect(bench.queue.judging.at(-1)).toEqual({ service: 'news', order: last, delay: 15_000 });
    const queued = bench.queue.judging.length;
    await insert(bench, [aFinding(2)], { by: 'another' });
    expect(bench.queue.judging).toHaveLength(queued + 1);
    bench.queue.judging.length = 0;
    // It has found something: so it goes on as the first did.
    expect(await judge(bench, last)).toMatchObject({ alerts: 1 });
    expect(bench.queue.judging).toMatchObject([{ order: { looks: 3 }, delay: 2_000 }]);
    expect(bench.queue.judging[0]?.order).not.toHaveProperty('last');
    expect(await judge(bench, last)).toMatchObject({ alerts: 0 });
    expect(bench.queue.judging).toHaveLength(1);
  });

  it('waits while another one holds the lease, longer each time, and not for ever', async () => {
    const bench = await open();
    await insert(bench, [aFinding(1)]);
    bench.queue.judging.length = 0;
    const hold = { owner: 'a run', until: NOON + 24 * HOUR };
    await bench.store.states.acquire(LIVE, hold, NOON);
    for (let waits = 0; waits < 40; waits += 1)
      expect(await judge(bench, { waits })).toMatchObject({ status: 'stepped-aside' });
    const delays = bench.queue.judging.map(({ delay }) => delay / SECOND);
    expect(delays.slice(0, 7)).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect(delays).toHaveLength(35);
  });

  it('stops before its time ends, and goes on with the rest', async () => {
    const bench = await open();
    await insert(
      bench,
      Array.from({ length: 250 }, (_, n) => aFinding(n)),
    );
    const { findings } = bench.ports;
    let recorded = 0;
    bench.ports.findings = {
      ...findings,
      judge: async (...given) => {
        recorded += 1;
        if (recorded === 100) bench.clock.at += 4 * MINUTE + 50 * SECOND;
        return findings.judge(...given);
      },
    };
    expect(await judge(bench)).toMatchObject({ status: 'continued', alerts: 100 });
    expect(await bench.store.states.read('acme-news', 'live')).toMatchObject({
      judgeOrderedAt: bench.clock.at,
    });
    bench.queue.judging.shift();
    await judgeOrdered(bench.queue, bench.ports);
    expect(await bench.store.alerts.madeOn('2026-11-20', 1_000)).toHaveLength(250);
  });

  it('does nothing for a watch that was removed, or is disabled', async () => {
    const bench = await open({ disabled: true });
    await insert(bench, [aFinding(1)]);
    expect(await judge(bench)).toMatchObject({ status: 'skipped' });
    await bench.store.definitions.removeWatch('acme-news');
    expect(await judge(bench)).toMatchObject({ status: 'skipped' });
    expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([undefined]);
  });

  it('is not taken over by a run that comes first, so that its news does not wait for a large backfill', async () => {
    const bench = await open({ firstRun: 'tell' });
    bench.corpus.push({ finding: aFinding(9, { indexedAt: NOON - MINUTE }) });
    await insert(bench, [aFinding(1)]);
    expect(await bench.run()).toMatchObject({ status: 'done', new: 1, alerts: 1 });
    expect(await bench.store.states.read('acme-news', 'live')).toHaveProperty('judgeOrderedAt', NOON);
    expect(await judge(bench)).toMatchObject({ status: 'done', alerts: 1 });
  });

  it.each([
    ['search', 90 * SECOND, 100],
    ['extraction', 2 * SECOND, 300],
  ] as const)('of a watch of kind %s leaves the lease to its runs for %i ms', async (kind, delay, alerts) => {
    const bench = await open({ kind });
    await insert(
      bench,
      Array.from({ length: 500 }, (_, n) => aFinding(n)),
    );
    const { findings } = bench.ports;
    bench.ports.findings = {
      ...findings,
      judge: async (...given) => {
        bench.clock.at += SECOND;
        return findings.judge(...given);
      },
    };
    bench.queue.judging.length = 0;
    expect(await judge(bench)).toMatchObject({ status: 'continued', alerts });
    expect(bench.queue.judging).toMatchObject([{ delay }]);
  });
});
