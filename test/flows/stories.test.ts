import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';

const TEXT =
  'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work, Acme said. ';
const notifiesStories = (changes: Partial<Watch> = {}) =>
  aWatch({
    alert: { when: 'story', channel: 'press-team' },
    raise: [{ to: 'critical', outlets: 10 }],
    ...changes,
  });

/** One wire report in some outlets. */
const WIRE = [0, 1, 2].map((n) =>
  aFinding(n, {
    title: 'Acme closes its plant in Leipzig',
    snippet: TEXT.repeat(4 + n),
    outlet: { domain: `outlet-${n}.example` },
  }),
);

type Bench = Awaited<ReturnType<typeof workbench>>;

async function notified(bench: Bench) {
  const days = [0, 1, 2, 40].map((n) => dayOf(NOON + n * DAY));
  const alerts = await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 1_000)));
  return alerts.flat().map(({ alert }) => alert);
}

describe('what is not news', () => {
  const old = aFinding(1, {
    title: 'Acme closes its plant in Leipzig',
    snippet: TEXT.repeat(5),
    indexedAt: NOON - HOUR,
  });
  const again = (n: number, changes: Partial<Finding> = {}) => ({
    finding: { ...old, fingerprint: `again-${n}`, indexedAt: NOON + 20 * DAY + n * MINUTE, ...changes },
  });

  it('is an article that was sent, edited or indexed again, for as long as stories are remembered', async () => {
    const bench = await workbench({ watches: [notifiesStories()], corpus: [{ finding: old }] });
    await bench.run();
    const before = (await notified(bench)).length;
    bench.corpus.push(again(1), again(2, { title: 'Acme closes Leipzig plant', snippet: TEXT.repeat(6) }));
    bench.clock.at = NOON + 20 * DAY + HOUR;
    expect(await bench.run()).toMatchObject({ new: 2, stories: 1, alerts: 0 });
    expect((await notified(bench)).length).toBe(before);
    bench.corpus.push({ finding: { ...old, fingerprint: 'later', indexedAt: NOON + 60 * DAY } });
    bench.clock.at = NOON + 60 * DAY + HOUR;
    expect(await bench.run(), 'by then the story is forgotten').toMatchObject({ new: 1, alerts: 1 });
  });
});

it('a silent baseline notifies nobody: what goes on with a story of it is news once', async () => {
  const [first, second, third] = WIRE.map((finding, n) => ({
    finding: { ...finding, indexedAt: NOON - HOUR + n * 2 * HOUR },
  }));
  const bench = await workbench({ watches: [notifiesStories({ firstRun: 'silent' })], corpus: [first!] });
  expect(await bench.run()).toMatchObject({ new: 1 });
  const alerts: number[] = [];
  for (const next of [second!, third!]) {
    bench.corpus.push(next);
    bench.clock.at = next.finding.indexedAt + 5 * MINUTE;
    alerts.push((await bench.run()).alerts);
  }
  expect(alerts).toEqual([1, 0]);
});

describe('a run whose time is up', () => {
  const many = Array.from({ length: 350 }, (_, n) => ({
    finding: aFinding(n, {
      title: `Acme ${n} ${n * 7} ${n * 13}`,
      snippet: '',
      indexedAt: NOON - HOUR + n * 1_000,
    }),
  }));

  it('and a decision whose time is up leaves the rest to the next order', async () => {
    const bench = await workbench({ watches: [aWatch({ firstRun: 'tell' })], corpus: many });
    await bench.collect();
    const { spaces } = bench.store;
    const begin: typeof spaces.begin = async (...given) => {
      bench.clock.at += MINUTE;
      return spaces.begin(...given);
    };
    const outcomes = await decideOrdered({ ...bench.ports, spaces: { ...spaces, begin } });
    expect(outcomes.length).toBeGreaterThan(1);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...outcomes.slice(1).map(() => 'continued'),
      'done',
    ]);
    expect(outcomes.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(350);
    expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
  });
});
