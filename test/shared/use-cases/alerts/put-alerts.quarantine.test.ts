import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { remindOfIncidents } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { runWatch } from '../../../../shared/use-cases/collect/run-watch.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { decidedOf, decideOrdered } from '../decide-ordered.ts';
import { newsOf } from '../news-of.ts';

const ID = 'poison';
const POISON = { fingerprint: ID, outlet: { domain: 'odd.example', rank: 1e300 } };

/** Some good articles, and one that is odd. */
async function open(odd: Partial<Finding>, changes: Parameters<typeof aWatch>[0] = {}) {
  const { article } = newsOf(5);
  const corpus = [1, 2, 3].map((n) => article(NOON - n * MINUTE));
  corpus.splice(1, 0, article(NOON - 30 * MINUTE, odd));
  const bench = await workbench({ watches: [aWatch({ lookback: HOUR, ...changes })], corpus });
  const incidents = async () => (await bench.store.incidents.open()).map(({ kind }) => kind);
  const count = async () => (await bench.store.quarantine.counts(bench.clock.now())).get('acme-news') ?? 0;
  let runs = 0;
  /** Runs the watch, then decides what it has found: with some other ports, if they are given. */
  const run = async (given: Partial<typeof bench.ports> = {}) => {
    const ports = { ...bench.ports, ...given };
    const call = { owner: `run-${(runs += 1)}`, deadline: bench.clock.now() + 5 * MINUTE };
    const outcome = await runWatch(bench.order(), ports, call);
    const { quarantined, faults } = decidedOf(await decideOrdered(ports), 'acme-news');
    return { ...outcome, quarantined: outcome.quarantined + quarantined, faults };
  };
  return { ...bench, article, incidents, count, run };
}

describe('a finding that the store cannot hold', () => {
  it('notifies the operators once, and once more when no new one has come for a day', async () => {
    const bench = await open(POISON);
    await bench.run();
    expect(await bench.incidents()).toEqual(['quarantine']);
    bench.clock.at += 20 * HOUR;
    bench.corpus.push(
      bench.article(bench.clock.now() - MINUTE, { ...POISON, fingerprint: 'poison-2', title: 'Another' }),
    );
    await bench.run();
    expect(await bench.count()).toBe(2);
    bench.clock.at += 20 * HOUR;
    expect(await remindOfIncidents(bench.ports)).toMatchObject({ resolved: [] });
    bench.clock.at += 5 * HOUR;
    expect(await remindOfIncidents(bench.ports)).toMatchObject({ resolved: ['watch:acme-news:quarantine'] });
    expect(await bench.incidents()).toEqual([]);
    const alerts = await bench.store.alerts.held('operators', 100);
    const about = alerts.map(({ alert: { occasion } }) =>
      occasion.type === 'incident' && occasion.reminder === undefined ? occasion.resolved : undefined,
    );
    expect(about.filter((resolved) => resolved !== undefined)).toEqual([false, true]);
  });
});

describe('a store that is busy', () => {
  it('fails the run, and quarantines nothing', async () => {
    const bench = await open({ fingerprint: ID });
    const busy = async () => {
      throw new Error('ThrottlingException');
    };
    const findings = { ...bench.ports.findings, put: busy, putNew: busy };
    await expect(bench.run({ findings })).rejects.toThrow('ThrottlingException');
    expect(await bench.count()).toBe(0);
    expect(await bench.incidents()).toEqual([]);
  });
});

describe('a finding at which our code fails', () => {
  const failing = (
    bench: Awaited<ReturnType<typeof open>>,
    isOdd: (keys: readonly string[]) => boolean,
  ): typeof bench.ports.stories => ({
    ...bench.ports.stories,
    inSpace: async (space, wanted) => {
      if (isOdd(wanted.keys)) throw new TypeError('Cannot read properties of undefined');
      return bench.ports.stories.inSpace(space, wanted);
    },
  });

  it('is quarantined with a verdict, its neighbours cause alerts, and the error is reported', async () => {
    const bench = await open({ fingerprint: ID, duplicateGroup: ID });
    const stories = failing(bench, (keys) => keys.includes(`g-${ID}`));
    const outcome = await bench.run({ stories });
    expect(outcome).toMatchObject({ status: 'done', new: 4, quarantined: 1 });
    expect(outcome.faults.map(({ message }) => message)).toEqual(['Cannot read properties of undefined']);
    const verdicts = (await findingsOf(bench)).map(({ finding, verdict }) => [
      finding.fingerprint === ID,
      Object.keys(verdict ?? {})[0],
    ]);
    expect(verdicts.filter(([isPoison]) => !isPoison).map(([, verdict]) => verdict)).toEqual([
      'notified',
      'notified',
      'notified',
    ]);
    const poison = (await findingsOf(bench)).find(({ finding }) => finding.fingerprint === ID);
    expect(poison?.verdict).toEqual({ silent: 'quarantined' });
    expect(await bench.run({ stories })).toMatchObject({ status: 'done', new: 0, quarantined: 0 });
    expect(await bench.store.spaces.waiting('watch.acme-news', 9)).toEqual([]);
  });

  it('is no item at all where all of many fail: the fault is ours, and it is decided again', async () => {
    const bench = await open({ fingerprint: ID });
    for (let n = 10; n < 20; n += 1) bench.corpus.push(bench.article(NOON - n * MINUTE));
    await expect(bench.run({ stories: failing(bench, () => true) })).rejects.toThrow(TypeError);
    expect(await bench.count()).toBe(0);
  });
});
