import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { aDoom, Death, dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

const TEXT =
  'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work, Acme said. ';
const notifiesStories = (changes: Partial<Watch> = {}) =>
  aWatch({
    alert: { when: 'story', channel: 'press-team' },
    raise: [{ to: 'critical', outlets: 10 }],
    ...changes,
  });

/** One wire report in sixty outlets over a day: some edit it, some put it under a headline of their own. */
const WIRE = Array.from({ length: 60 }, (_, n) =>
  aFinding(n, {
    title: n % 7 === 3 ? 'Leipzig: Acme closes plant' : 'Acme closes its plant in Leipzig',
    snippet: (n % 5 === 4 ? 'By our staff. ' : '') + TEXT.repeat(4 + (n % 3)),
    indexedAt: NOON + n * 24 * MINUTE,
    publishedAt: NOON + n * 24 * MINUTE,
    outlet: {
      domain: `outlet-${n}.example`,
      country: ['US', 'FR', 'DE'][n % 3] ?? 'US',
      rank: n === 40 ? 90 : 40_000,
    },
    sentiment: { content: -0.6 },
  }),
);

type Bench = Awaited<ReturnType<typeof workbench>>;

/** Everything that was told from a day on, by what rang. */
async function notified(bench: Bench) {
  const days = [0, 1, 2, 40].map((n) => dayOf(NOON + n * DAY));
  const alerts = await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 1_000)));
  return alerts.flat().map(({ alert }) => alert);
}

const kindOf = ({ occasion, raised }: Awaited<ReturnType<typeof notified>>[number]) =>
  raised?.after ? 'climb' : occasion.type;

/** Runs a watch every quarter of an hour for a day. */
async function wholeDay(bench: Bench, watches: readonly Watch[]) {
  for (let at = NOON; at <= NOON + 25 * HOUR; at += 15 * MINUTE) {
    bench.clock.at = at;
    await Promise.all(watches.map(({ id }) => bench.run({ watchId: id }, `${id}-${at}`)));
  }
}

describe('one wire report in sixty outlets over a day', () => {
  it('makes one alert, and one at the tenth outlet', async () => {
    const watch = notifiesStories();
    const bench = await workbench({ watches: [watch], corpus: WIRE.map((finding) => ({ finding })) });
    await wholeDay(bench, [watch]);
    const alerts = await notified(bench);
    expect(alerts.map(kindOf)).toEqual(['story', 'climb']);
    expect(alerts.map(({ story }) => story)).toMatchObject([
      { articles: 1, outlets: 1 },
      { outlets: 10, countries: 3 },
    ]);
    expect(new Set(alerts.map(({ story }) => story?.id)).size).toBe(1);
    const silent = (await findingsOf(bench)).filter(({ verdict }) => verdict && 'silent' in verdict);
    expect(silent).toHaveLength(59);
    expect(new Set(silent.map(({ story }) => story))).toEqual(new Set([alerts[0]?.story?.id]));
  });

  it('found in one run makes one alert, with the size of the story and some of its articles', async () => {
    const bench = await workbench({
      watches: [notifiesStories()],
      corpus: WIRE.map((finding) => ({ finding: { ...finding, indexedAt: NOON - HOUR } })),
    });
    await bench.run();
    const [alert, ...others] = await notified(bench);
    expect(others).toEqual([]);
    expect(alert?.story).toMatchObject({ articles: 60, outlets: 60, countries: 3, silent: { count: 59 } });
  });

  it('found by eight watches at once is one story, notified once by each of them', async () => {
    const watches = Array.from({ length: 8 }, (_, n) =>
      notifiesStories({ id: `watch-${n}`, query: { q: `a${n}` } }),
    );
    const bench = await workbench({ watches, corpus: WIRE.map((finding) => ({ finding })) });
    await wholeDay(bench, watches);
    const alerts = await notified(bench);
    for (const { id } of watches) {
      const own = alerts.filter(({ watchId }) => watchId === id).map(kindOf);
      expect(own).toEqual(['story', 'climb']);
    }
    const ids = [...new Set(alerts.map(({ story }) => story?.id ?? ''))];
    const stories = [...(await readStories(bench.store, ids)).values()];
    expect(new Set(stories.map(({ story }) => story.id)).size).toBe(1);
    expect(stories[0]?.story.members).toHaveLength(60);
  });
});

describe('what is not news', () => {
  const old = aFinding(1, {
    title: 'Acme closes its plant in Leipzig',
    snippet: TEXT.repeat(5),
    indexedAt: NOON - HOUR,
  });
  const again = (n: number, changes: Partial<Finding> = {}) => ({
    finding: { ...old, fingerprint: `again-${n}`, indexedAt: NOON + 20 * DAY + n * MINUTE, ...changes },
  });

  it.each<[string, Partial<Watch>]>([
    ['that was told', {}],
    ['that is in the silent baseline', { firstRun: 'silent' }],
  ])(
    'is an article %s, edited or indexed again, for as long as stories are remembered',
    async (_name, changes) => {
      const bench = await workbench({ watches: [notifiesStories(changes)], corpus: [{ finding: old }] });
      await bench.run();
      const before = (await notified(bench)).length;
      bench.corpus.push(again(1), again(2, { title: 'Acme closes Leipzig plant', snippet: TEXT.repeat(6) }));
      bench.clock.at = NOON + 20 * DAY + HOUR;
      expect(await bench.run()).toMatchObject({ new: 2, stories: 1, alerts: 0 });
      expect((await notified(bench)).length).toBe(before);
      bench.corpus.push({ finding: { ...old, fingerprint: 'later', indexedAt: NOON + 60 * DAY } });
      bench.clock.at = NOON + 60 * DAY + HOUR;
      expect(await bench.run(), 'by then the story is forgotten').toMatchObject({ new: 1, alerts: 1 });
    },
  );

  it('does not include an event of the same title: each is a story by itself', async () => {
    const events = [1, 2].map((n) => ({
      finding: aFinding(n, { type: 'event', title: 'Layoffs at Acme', snippet: '' }),
    }));
    const bench = await workbench({ watches: [notifiesStories()], corpus: events });
    expect(await bench.run()).toMatchObject({ new: 2, stories: 2, alerts: 2 });
  });
});

describe('a run that dies while it notifies of a growing story', () => {
  it('at any port call: its climb is notified once', async () => {
    const watch = notifiesStories();
    const first = WIRE.slice(0, 1).map((finding) => ({
      finding: { ...finding, indexedAt: NOON - 5 * MINUTE },
    }));
    const rest = [...WIRE.slice(1, 12), ...WIRE.slice(40, 41)].map((finding, n) => ({
      finding: { ...finding, indexedAt: NOON + n * 1_000 },
    }));
    const open = async () => {
      const bench = await workbench({ watches: [watch], corpus: first });
      await bench.run();
      bench.corpus.push(...rest);
      bench.clock.at = NOON + 10 * MINUTE;
      return bench;
    };
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      const owner = { owner: 'message-1', deadline: bench.clock.now() + 5 * MINUTE };
      await dies(runWatch(bench.order(), dying(bench.ports, doom), owner));
      await runWatch(bench.order(), bench.ports, owner);
      const alerts = await notified(bench);
      expect(alerts.map(kindOf).toSorted()).toEqual(['climb', 'story']);
      expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
    });
    expect(deaths).toBeGreaterThan(8);
  });
});

describe('a run whose time is up', () => {
  const many = Array.from({ length: 350 }, (_, n) => ({
    finding: aFinding(n, {
      title: `Acme ${n} ${n * 7} ${n * 13}`,
      snippet: '',
      indexedAt: NOON - HOUR + n * 1_000,
    }),
  }));

  it('within a page stops after a part, with all that it stored judged, and the next one continues', async () => {
    const bench = await workbench({ watches: [aWatch()], corpus: many });
    let parts = 0;
    const known = bench.ports.findings.known.bind(bench.ports.findings);
    bench.ports.findings.known = async (...args) => {
      parts += 1;
      if (parts === 2) bench.clock.at += 5 * MINUTE;
      return known(...args);
    };
    expect(await bench.run()).toMatchObject({ status: 'continued', new: 200, alerts: 200 });
    expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
    expect(await bench.run({ continuation: 1 })).toMatchObject({ status: 'done', new: 150, alerts: 150 });
  });

  it('reads an index of work once that still shows what has been judged', async () => {
    const bench = await workbench({ watches: [aWatch({ firstRun: 'tell' })], corpus: many });
    const owner = { owner: 'one', deadline: NOON + 5 * MINUTE };
    const doom = aDoom(110, 'before');
    await expect(runWatch(bench.order(), dying(bench.ports, doom), owner)).rejects.toThrow(Death);
    const { findings } = bench.ports;
    for (let n = 0; n < 90; n += 1) await findings.put(aStoredFinding(1_000 + n));
    const left = await findings.unjudged('acme-news', { limit: 1_000 });
    expect(left).toHaveLength(90);
    findings.unjudged = async (_watchId, { after }) =>
      left.slice(
        after ? 1 + left.findIndex((one) => one.finding.fingerprint === after.finding.fingerprint) : 0,
      );
    bench.clock.at = NOON + 10 * MINUTE;
    expect(await bench.run({ continuation: 1 }, 'two')).toMatchObject({ status: 'done' });
  });

  it('while it judges what was left queues a continuation, and no run treats the rest as judged', async () => {
    const bench = await workbench({ watches: [aWatch({ firstRun: 'tell' })], corpus: many });
    const owner = { owner: 'one', deadline: NOON + 5 * MINUTE };
    const doom = aDoom(110, 'before');
    await expect(runWatch(bench.order(), dying(bench.ports, doom), owner)).rejects.toThrow(Death);
    const waiting = async () =>
      (await findingsOf(bench)).map(withoutPlan).filter(({ verdict }) => !verdict).length;
    const left = await waiting();
    expect(left).toBeGreaterThan(0);
    bench.clock.at = NOON + 10 * MINUTE;
    const late = { owner: 'two', deadline: bench.clock.now() };
    expect(await runWatch(bench.order(), bench.ports, late)).toMatchObject({ status: 'continued', calls: 0 });
    expect(bench.queue.sent).toHaveLength(1);
    expect(await waiting()).toBe(left);
    expect(await bench.run({ continuation: 1 }, 'three')).toMatchObject({ status: 'done' });
    const verdicts = (await findingsOf(bench)).map(({ verdict }) => verdict);
    expect(verdicts).toHaveLength(350);
    expect(verdicts.every((verdict) => verdict && 'notified' in verdict)).toBe(true);
  });
});
