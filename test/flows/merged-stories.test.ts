import { expect, it } from 'vitest';
import { silenceOf } from '../../shared/domain/channels/silence.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';
import { storyIdOf } from '../../shared/domain/stories/story.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { readStory } from '../../shared/use-cases/pages/story/read-story.ts';
import { rememberSame } from '../../shared/use-cases/pages/story/remember-same.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { readStories, readStoriesOfWatch } from '../../shared/use-cases/stories/read-stories.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { memoryReportFiles } from '../ports/memory-services.ts';
import { memorySource } from '../ports/memory-services.ts';
import { PLAN, reportPorts } from '../shared/use-cases/report-bench.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

// Two stories that a watch has notified of are one, as a later article shows: what it notifies of afterwards is looked up under
// both. What other watches find out is theirs.

const climbs = {
  alert: { when: 'story', channel: 'press-team' },
  raise: [{ to: 'critical', outlets: 6 }],
} as const;
const watch = aWatch(climbs);
const other = aWatch({ id: 'other-watch', query: { q: 'plant' }, ...climbs });

const WIRE =
  'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work, Acme said. ';
const printed = (n: number, changes: Partial<Finding>) =>
  aFinding(n, { outlet: { domain: `outlet-${n}.example` }, indexedAt: NOON - HOUR, ...changes });
/** The wire report; another paper's own words, which the service puts into a group; and what shows that both are one. */
const wire = (n: number, changes: Partial<Finding> = {}) =>
  printed(n, { title: 'Acme closes its plant in Leipzig', snippet: WIRE.repeat(5), ...changes });
const own = (n: number, changes: Partial<Finding> = {}) =>
  printed(n, { title: 'Werk macht zu', snippet: '', duplicateGroup: 'g-1', ...changes });
const link = (n: number, changes: Partial<Finding> = {}) => wire(n, { duplicateGroup: 'g-1', ...changes });

async function notified(bench: Awaited<ReturnType<typeof workbench>>) {
  const alerts = await Promise.all(
    [0, 1, 2].map((day) => bench.store.alerts.madeOn(dayOf(NOON + day * DAY), 100)),
  );
  return alerts
    .flat()
    .filter((stored) => stored.alert.watchId === watch.id)
    .map((stored) => stored.alert);
}

const kindsOf = (alerts: Awaited<ReturnType<typeof notified>>) =>
  alerts.map(({ occasion, raised }) => (raised?.after ? 'climb' : occasion.type));

it('a merged story gets no third alert, and each climb once', async () => {
  const bench = await workbench({
    watches: [watch],
    corpus: [{ finding: wire(1) }, { finding: own(2) }],
  });
  await bench.run();
  const first = await notified(bench);
  expect(kindsOf(first)).toEqual(['story', 'story']);

  bench.clock.at = NOON + 15 * MINUTE;
  bench.corpus.push({ finding: link(3, { indexedAt: NOON + 5 * MINUTE }) });
  expect(await bench.run()).toMatchObject({ new: 1, alerts: 0 });
  const ids = first.map(({ story }) => story?.id ?? '');
  for (const read of [
    await readStories(bench.store, ids),
    await readStoriesOfWatch(bench.store, watch.id, ids),
  ])
    expect(new Set([...read.values()].map(({ story }) => story.id)).size).toBe(1);

  // More of the one and of the other: nothing but the sixth outlet is news.
  for (const [n, finding] of [wire(4), own(5), link(10), wire(6), own(7), wire(8), own(9)].entries()) {
    const indexedAt = NOON + (20 + 15 * n) * MINUTE;
    bench.corpus.push({ finding: { ...finding, indexedAt } });
    bench.clock.at = indexedAt + 10 * MINUTE;
    await bench.run();
  }
  const all = await notified(bench);
  expect(kindsOf(all)).toEqual(['story', 'story', 'climb']);
  expect(all[2]?.story).toMatchObject({ id: [...ids].toSorted()[0], outlets: 6 });
  const verdicts = (await findingsOf(bench)).slice(2).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(verdicts.map(() => ({ silent: 'same-story' })));
});

/** Story numbers whose first stories are in this order of their ids. */
const IN_ORDER = [1, 2].toSorted((one, other) => (storyIdOf(wire(one)) < storyIdOf(wire(other)) ? -1 : 1));

it.each([IN_ORDER, IN_ORDER.toReversed()])(
  'of two stories that are one the older stays, whatever their ids (%i before %i): nothing is sent, both ids lead to it, and reports count one',
  async (first = 0, second = 0) => {
    const ofBrand = { ...watch, brand: 'acme' };
    const bench = await workbench({ watches: [ofBrand], now: NOON - HOUR });
    const { store, clock, corpus } = bench;
    const run = async (finding: Finding) => {
      clock.at += HOUR;
      corpus.push({ finding: { ...finding, indexedAt: clock.at - MINUTE, publishedAt: clock.at - MINUTE } });
      return (await bench.run()).alerts;
    };
    expect([await run(wire(first)), await run(own(second))]).toEqual([1, 1]);
    await bench.deliver();
    const sent = bench.topic.published.length;
    expect(await run(link(3))).toBe(0);
    // What comes later of either is in the story that stayed.
    expect([await run(wire(4)), await run(own(5))]).toEqual([0, 0]);
    await bench.deliver();
    expect(bench.topic.published).toHaveLength(sent);

    const [older, younger] = [storyIdOf(wire(first)), storyIdOf(own(second))];
    const reports = { ...store, files: memoryReportFiles() };
    const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
    for (const id of [older, younger]) {
      const pages = { ...store, clock, links, reports, pages: htmlPages, sameStories: rememberSame() };
      const view = await readStory({ id }, pages);
      expect([view?.story.id, view?.story.members.length, view?.sent.length]).toEqual([older, 5, 2]);
    }
    const { ports, files } = reportPorts(store, { now: NOON + 2 * DAY });
    const period = daysBefore(NOON + 2 * DAY, PLAN);
    await writeReport({ plan: PLAN, period, notify: false }, ports, {
      deadline: NOON + 2 * DAY + 5 * MINUTE,
    });
    const json = [...files].find(([name]) => name.endsWith('json'))?.[1].body ?? '{}';
    const { stories, topStories } = JSON.parse(json) as ReportNumbers;
    expect([stories.now, topStories.map(({ articles }) => articles)]).toEqual([1, [5]]);
  },
);

it('stories that a version before merged into the one with the smaller id stay as they are, and take in what comes', async () => {
  const [smaller = 0, larger = 0] = IN_ORDER;
  const bench = await workbench({ watches: [watch], now: NOON - HOUR });
  const run = async (finding: Finding) => {
    bench.clock.at += HOUR;
    bench.corpus.push({ finding: { ...finding, indexedAt: bench.clock.at - MINUTE } });
    return (await bench.run()).alerts;
  };
  expect([await run(wire(larger)), await run(own(smaller))]).toEqual([1, 1]);
  const [older, younger] = [storyIdOf(wire(larger)), storyIdOf(own(smaller))];
  await bench.store.stories.absorb(watch.id, younger, older);
  await bench.store.stories.redirect(watch.id, older, younger);
  expect([await run(link(3)), await run(wire(4)), await run(own(5))]).toEqual([0, 0, 0]);
  for (const read of [
    await readStories(bench.store, [older, younger]),
    await readStoriesOfWatch(bench.store, watch.id, [older, younger]),
  ])
    expect([...read.values()].map(({ story }) => [story.id, story.members.length])).toEqual([
      [younger, 5],
      [younger, 5],
    ]);
});

it('a merged story repeats no note that one of the two has had', async () => {
  const bench = await workbench({
    watches: [watch],
    corpus: [{ finding: wire(1) }, { finding: own(2) }],
  });
  await bench.run();
  bench.clock.at = NOON + 15 * MINUTE;
  for (let n = 10; n < 15; n += 1) bench.corpus.push({ finding: own(n, { indexedAt: NOON + MINUTE }) });
  await bench.run();
  expect(kindsOf(await notified(bench))).toEqual(['story', 'story', 'climb']);
  bench.clock.at = NOON + 30 * MINUTE;
  bench.corpus.push({ finding: link(3, { indexedAt: NOON + 20 * MINUTE }) });
  expect(await bench.run()).toMatchObject({ new: 1, alerts: 0 });
  bench.corpus.push({ finding: wire(4, { indexedAt: NOON + 40 * MINUTE }) });
  bench.clock.at = NOON + 45 * MINUTE;
  expect(await bench.run()).toMatchObject({ new: 1, alerts: 0 });
  expect(kindsOf(await notified(bench))).toEqual(['story', 'story', 'climb']);
});

it('what another watch finds out merges no stories of this one', async () => {
  const bench = await workbench({
    watches: [watch, other],
    corpus: [{ finding: wire(1) }, { finding: own(2) }],
  });
  await bench.run();
  bench.clock.at = NOON + 15 * MINUTE;
  const source = memorySource(
    [wire(1), own(2), link(3)].map((finding) => ({ finding })),
    bench.clock,
  );
  const context = { owner: 'other', deadline: bench.clock.at + 5 * MINUTE };
  await runWatch(bench.order({ watchId: other.id }), { ...bench.ports, source }, context);
  const ids = (await notified(bench)).map(({ story }) => story?.id ?? '');
  const storiesIn = async (watchId: string) =>
    new Set([...(await readStoriesOfWatch(bench.store, watchId, ids)).values()].map(({ story }) => story.id));
  expect([(await storiesIn(watch.id)).size, (await storiesIn(other.id)).size]).toEqual([2, 1]);
});

it('a muted story that is merged into another one stays muted, whichever of the two stays', async () => {
  for (const muted of [0, 1]) {
    const corpus = [{ finding: wire(1) }, { finding: own(2) }];
    const bench = await workbench({ watches: [watch], corpus });
    await bench.run();
    await bench.deliver();
    const stories = [(await notified(bench))[muted]?.story?.id ?? ''];
    const order = { matchers: { words: ['none'] }, owner: 'jane', reason: 'Known.', endsAt: NOON + DAY };
    await bench.store.silences.put(silenceOf({ ...order, stories }, bench.clock.at));
    bench.clock.at = NOON + 15 * MINUTE;
    bench.corpus.push({ finding: link(3, { indexedAt: NOON + 5 * MINUTE }) });
    await bench.run();
    for (let n = 4; n < 10; n += 1)
      bench.corpus.push({ finding: wire(n, { indexedAt: NOON + 20 * MINUTE }) });
    bench.clock.at = NOON + 30 * MINUTE;
    expect(await bench.run()).toMatchObject({ new: 6, alerts: 1 });
    const sent = bench.topic.published.length;
    expect((await bench.deliver()).silenced).toBe(1);
    expect(bench.topic.published).toHaveLength(sent);
  }
});
