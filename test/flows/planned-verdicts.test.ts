import { expect, it } from 'vitest';
import { withoutPlan } from '../../shared/use-cases/findings/store-findings.ts';
import { inboxLink } from '../../shared/domain/pages/page-links.ts';
import { newStoryOrder } from '../../shared/domain/stories/story-order.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { explainArticle } from '../../shared/use-cases/explain/explain-article.ts';
import { answerRequest } from '../../shared/use-cases/pages/answer-request.ts';
import { rememberSame } from '../../shared/use-cases/pages/story/remember-same.ts';
import { judgeWatch } from '../../shared/use-cases/run/judge-watch.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { Death, dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { memoryReportFiles } from '../ports/memory-services.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

// A part of a run stores its findings once, with the verdicts that it has planned, before what follows from them. What a reader sees
// meanwhile, and what others do with a part that has not ended.

type Bench = Awaited<ReturnType<typeof workbench>>;

const PLANT = 'Acme closes its plant in Leipzig';
const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
const TITLES = [PLANT, PLANT, 'Globex hires Solveig Dahl as its counsel'];
const open = () =>
  workbench({
    watches: [watch],
    corpus: TITLES.map((title, n) => ({
      finding: aFinding(n, {
        title,
        snippet: '',
        outlet: { domain: `outlet-${n}.example` },
        indexedAt: NOON - (20 - n) * MINUTE,
      }),
    })),
  });
const NOTIFIED = { notified: expect.any(String) };
const SAME = { silent: 'same-story' };

const alertsOf = async ({ store }: Bench) =>
  (await store.alerts.madeOn('2026-11-20', 1_000)).map(({ alert }) => alert.id).toSorted();
const call = (bench: Bench, owner: string) => ({ owner, deadline: bench.clock.at + 5 * MINUTE });

/** A run that dies where it is to put its first alert. */
async function diedBeforeAlerts(): Promise<Bench> {
  const bench = await open();
  const alerts = {
    ...bench.store.alerts,
    put: async () => {
      throw new Death();
    },
  };
  expect(await dies(runWatch(bench.order(), { ...bench.ports, alerts }, call(bench, 'dies')))).toBe(true);
  expect((await findingsOf(bench)).map(({ isPlanned }) => isPlanned)).toEqual([true, true, true]);
  bench.clock.at = NOON + 10 * MINUTE;
  return bench;
}

it('findings are stored once, before their stories, which come before their alerts', async () => {
  const bench = await open();
  const writes: string[] = [];
  const recorded = <P extends object>(port: P, name: string): P =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (!['put', 'putNew', 'putJudged', 'judge'].includes(String(key))) return method;
        return (...args: unknown[]) => {
          writes.push(`${name}.${String(key)}`);
          return Reflect.apply(method as () => unknown, target, args);
        };
      },
    });
  const { findings, stories, alerts } = bench.ports;
  const ports = {
    findings: recorded(findings, 'findings'),
    stories: recorded(stories, 'stories'),
    alerts: recorded(alerts, 'alerts'),
  };
  await runWatch(bench.order(), { ...bench.ports, ...ports }, call(bench, 'one'));
  expect(writes).toEqual(['findings.putNew', 'stories.putNew', 'alerts.put', 'alerts.put']);
  expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([NOTIFIED, SAME, NOTIFIED]);
});

it('a version before, which does not know planned verdicts, judges a part that has not ended, and this one reads what it has judged', async () => {
  const bench = await diedBeforeAlerts();
  const { findings } = bench.store;
  const read: typeof findings.read = async (...given) =>
    (await findings.read(...given)).map(({ isPlanned, verdict, ...one }) => ({
      ...one,
      ...(verdict && !isPlanned && { verdict }),
    }));
  const before = { ...bench.ports, findings: { ...findings, read } };
  expect(await runWatch(bench.order(), before, call(bench, 'before'))).toMatchObject({
    status: 'done',
    alerts: 2,
  });
  expect((await findingsOf(bench)).map(({ verdict, isPlanned }) => [verdict, isPlanned])).toEqual([
    [NOTIFIED, undefined],
    [SAME, undefined],
    [NOTIFIED, undefined],
  ]);
  expect(await bench.run()).toMatchObject({ status: 'done', new: 0, alerts: 0 });
});

it('a run that dies in a later part leaves the parts before it as they are planned', async () => {
  const bench = await workbench({
    watches: [aWatch({ firstRun: 'tell' })],
    corpus: Array.from({ length: 150 }, (_, n) => ({
      finding: aFinding(n, {
        title: `Acme ${n} ${n * 7} ${n * 13}`,
        snippet: '',
        indexedAt: NOON - HOUR + n * 1_000,
      }),
    })),
  });
  let puts = 0;
  const alerts = {
    ...bench.store.alerts,
    put: async (...given: Parameters<Bench['store']['alerts']['put']>) => {
      puts += 1;
      if (puts > 110) throw new Death();
      return bench.store.alerts.put(...given);
    },
  };
  expect(await dies(runWatch(bench.order(), { ...bench.ports, alerts }, call(bench, 'dies')))).toBe(true);
  bench.clock.at = NOON + 10 * MINUTE;
  expect(await bench.run()).toMatchObject({ status: 'done', new: 0, alerts: 40 });
  const found = await findingsOf(bench);
  expect(found.filter(({ isPlanned }) => isPlanned)).toHaveLength(100);
  expect(found.filter(({ verdict }) => verdict && 'notified' in verdict)).toHaveLength(150);
  expect(await alertsOf(bench)).toHaveLength(150);
});

it('wherever a run is in a part, pages answer, and an article without its alert yet is explained as not evaluated', async () => {
  const links = { base: 'https://pages.example.com', keys: ['key'] };
  const deaths = await forEveryDeath(async (doom) => {
    const bench = await open();
    await dies(runWatch(bench.order(), dying(bench.ports, doom), call(bench, 'dies')));
    const { store, clock } = bench;
    const reports = { ...store, files: memoryReportFiles() };
    const ports = {
      ...store,
      clock,
      reports,
      links: async () => links,
      pages: htmlPages,
      sameStories: rememberSame(),
    };
    const root = new URL(inboxLink(NOON + HOUR, links)).pathname;
    const found = await findingsOf(bench);
    const stories = new Set(found.flatMap(({ story = [] }) => story));
    const made = await alertsOf(bench);
    for (const path of [
      '',
      '/alerts',
      '/stories',
      '/watches/acme-news',
      '/search',
      ...Array.from(stories, (id) => `/stories/${id}`),
    ]) {
      const request = {
        method: 'GET',
        path: `${root}${path}`,
        query: {},
        headers: {},
        body: new Uint8Array(),
      };
      const { status } = await answerRequest(request, ports);
      expect([200, ...(path.startsWith('/stories/') ? [404] : [])], `${path} ${doom.dieAt}`).toContain(
        status,
      );
    }
    for (const { finding, verdict } of found) {
      const { standing, alertId } = await explainArticle(
        { watch, finding, matches: true, now: clock.at },
        store,
      );
      const alert = verdict && 'notified' in verdict ? verdict.notified : undefined;
      const isKnown = alert !== undefined && made.includes(alert);
      expect(isKnown ? alertId === alert : ['not-judged', 'duplicate'].includes(standing)).toBe(true);
    }
  });
  expect(deaths).toBeGreaterThan(5);
});

it('what a person orders about a story while its part has not ended is done after the part', async () => {
  const bench = await diedBeforeAlerts();
  const [first, second] = (await findingsOf(bench)).map(withoutPlan);
  const story = (await findingsOf(bench))[0]?.story ?? '';
  const about = second?.finding.fingerprint ?? '';
  const at = bench.clock.at;
  await bench.store.storyOrders.put(
    newStoryOrder({ kind: 'split', story, about, watchId: watch.id, at }, undefined),
  );
  const order = { kind: 'judge', watchId: watch.id, looks: 0, waits: 0 } as const;
  expect(await judgeWatch(order, bench.ports, call(bench, 'judge'))).toMatchObject({
    status: 'done',
    alerts: 2,
  });
  const read = await bench.store.findings.read(watch.id, [first?.finding.fingerprint ?? '', about]);
  expect(read.map((one) => one.story === story)).toEqual([true, false]);
});
