import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { Death, dies, type Doom, dying, forEveryDeath } from '../ports/dying.ts';
import {
  aftermathOf,
  aJobWatch,
  type ExtractionBench,
  extractionBench,
  extractionsOf,
  follow,
} from '../shared/use-cases/extraction-bench.ts';

/** Follows the execution; the step that dies is tried again 30 s later, as the workflow does. */
async function followDying(bench: ExtractionBench, doom: Doom): Promise<void> {
  const ports = dying(bench.ports, doom);
  const { step, clock } = bench;
  let dead = false;
  bench.step = async (jobId, name) => {
    if (dead) return step(jobId, name);
    try {
      return await step(jobId, name, ports);
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      dead = true;
      clock.at += 30 * SECOND;
      return step(jobId, name);
    }
  };
  await follow(bench);
}

const asking = aJobWatch({ query: { query: 'Layoffs', limit: 12 } });
const open = (watch = asking) =>
  extractionBench({ watches: [watch], script: { records: 20, firstLimit: 6, pageSize: 5, credits: 500 } });

/** Calls that were made by who died are not known. */
async function countedOfMonth(bench: ExtractionBench) {
  const state = await bench.store.states.read('sector-cuts', 'live');
  const { jobs, credits } = state?.counters ?? {};
  return { covered: state?.coveredUntil, jobsCounted: jobs, credits };
}

/** What there is in the end, without times. */
async function endOf(bench: ExtractionBench) {
  const { findings, alerts } = await aftermathOf(bench);
  return {
    states: (await extractionsOf(bench)).map(({ state, upstreamId, limit }) => ({
      state,
      upstreamId,
      limit,
    })),
    findings: findings.map(({ id, verdict }) => ({ id, verdict })),
    alerts: alerts.map(({ id }) => id),
    jobs: bench.jobs.jobs.size,
    continues: bench.jobs.log.filter((call) => call === 'continue').length,
    ...(await countedOfMonth(bench)),
  };
}

describe('an extraction whose function dies at any port call', () => {
  it.each([
    ['notifies of every record once, from one job, continued once', asking],
    ['stores the same silent baseline', aJobWatch({ ...asking, firstRun: 'silent' })],
  ])('%s', async (_name, watch) => {
    const unharmed = await open(watch);
    await unharmed.run(watch);
    await follow(unharmed);
    const expected = await endOf(unharmed);
    expect(expected).toMatchObject({ states: [{ state: 'done', limit: 12 }], jobs: 1, continues: 1 });
    expect(expected.findings).toHaveLength(12);
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open(watch);
      await bench.run(watch);
      await followDying(bench, doom);
      expect(await endOf(bench)).toEqual(expected);
    });
    expect(deaths).toBeGreaterThan(110);
  });

  it('notifies once of a fact that two jobs find, whenever the second one dies', async () => {
    const watch = aJobWatch();
    const attempt = async (doom?: Doom) => {
      const bench = await extractionBench({ watches: [watch], script: { records: 4, sameFacts: true } });
      await bench.run(watch);
      await follow(bench);
      bench.clock.at += DAY;
      await bench.run(watch);
      await (doom ? followDying(bench, doom) : follow(bench));
      return endOf(bench);
    };
    const expected = await attempt();
    expect([expected.findings.length, expected.alerts.length, expected.jobs]).toEqual([4, 4, 2]);
    await forEveryDeath(async (doom) => expect(await attempt(doom)).toEqual(expected));
  });

  it('learns what was found before the policy was first_seen, whenever the job after it dies', async () => {
    const watch = aJobWatch();
    const first = aJobWatch({
      alert: { when: 'first_seen', channel: 'press-team', settings: { of: 'outlet' } },
    });
    const attempt = async (doom?: Doom) => {
      const bench = await extractionBench({ watches: [watch] });
      await bench.run(watch);
      await follow(bench);
      bench.clock.at += DAY;
      await bench.run(watch);
      await bench.store.definitions.putWatch(first);
      await (doom ? followDying(bench, doom) : follow(bench));
      return { ...(await endOf(bench)), learnedOf: await bench.store.seenValues.learned(watch.id) };
    };
    const expected = await attempt();
    expect([expected.findings.length, expected.alerts.length, expected.learnedOf]).toEqual([6, 3, 'outlet']);
    await forEveryDeath(async (doom) => expect(await attempt(doom)).toEqual(expected));
  });
});

describe('a slot that dies at any port call', () => {
  it('starts the same extraction once when its order comes again', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      await dies(bench.run(asking, {}, dying(bench.ports, doom)));
      expect(await bench.run(asking)).toMatchObject({ status: 'done' });
      expect(bench.workflow.started.size).toBe(1);
      await follow(bench);
      expect(await extractionsOf(bench)).toMatchObject([{ state: 'done', silent: false }]);
    });
    expect(deaths).toBeGreaterThan(5);
  });
});

describe('a reconciler that dies at any port call', () => {
  it('restarts a lost extraction in the end, and the extraction ends in the same way', async () => {
    await forEveryDeath(async (doom) => {
      const bench = await open();
      await bench.run(asking);
      const [id = ''] = bench.workflow.started.keys();
      await follow(bench, { until: bench.clock.at + 3 * MINUTE });
      bench.workflow.ended.add(id);
      bench.clock.at += 20 * MINUTE;
      await dies(bench.restart(dying(bench.ports, doom)));
      bench.clock.at += 20 * MINUTE;
      await bench.restart();
      await follow(bench);
      expect(await extractionsOf(bench)).toMatchObject([{ state: 'done', found: 12 }]);
      expect(bench.jobs.jobs.size).toBe(1);
    });
  });
});
