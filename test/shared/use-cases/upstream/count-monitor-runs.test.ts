import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { featureOf } from '../../../../shared/providers/extraction/client/account.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aMonitorWatch, type UpstreamBench, openUpstreamBench } from '../upstream-bench.ts';

/** A watch whose monitor exists for 20 minutes. */
async function standing() {
  const bench = await openUpstreamBench();
  await bench.apply(aMonitorWatch());
  await bench.pass(20 * MINUTE);
  return bench;
}

/** What we count in the month, and what the service counts: the first job, the runs of the monitor, the credits. */
async function countsOf({ store, client }: UpstreamBench) {
  const { jobs, credits } = (await store.states.read('breaches', 'live'))?.counters ?? {};
  const { monitor } = (await store.resources.monitor('breaches'))!;
  const runs = await client.monitors.runs(monitor!.id);
  return {
    ours: { jobs, credits },
    theirs: { jobs: 1 + runs.length, credits: await spentOf({ client }) },
  };
}

async function spentOf({ client }: Pick<UpstreamBench, 'client'>): Promise<number | undefined> {
  return featureOf(await client.userLimits(), 'monthly_free_credits')?.current_usage;
}

describe('the runs of a monitor', () => {
  it('count in the month once each, as the service charges them, also when a payload comes twice', async () => {
    const bench = await standing();
    await bench.sleep(2 * HOUR);
    const before = await countsOf(bench);
    expect(before.ours).toEqual(before.theirs);
    await bench.sleep(DAY);
    const { monitor, webhook } = (await bench.store.resources.monitor('breaches'))!;
    await fetch(`${bench.upstream.host.url}/jobs/svc/webhook/trigger/monitor/${monitor!.id}`, {
      method: 'POST',
      headers: { 'x-api-key': 'key-of-ann', 'content-type': 'application/json' },
      body: JSON.stringify({ webhook_id: webhook!.id }),
    });
    await bench.sleep(2 * HOUR);
    const after = await countsOf(bench);
    expect(after.ours).toEqual(after.theirs);
    expect(after.ours.jobs).toBe(before.theirs.jobs + 1);
    expect(after.ours.credits).toBeGreaterThan(before.ours.credits!);
  });

  it.each([
    ['is replaced', { query: { query: 'Data breaches at banks' }, version: 'v2' }],
    ['is not wanted any more', { monitor: undefined, disabled: true as const }],
  ])('count when their monitor %s before it is compared again', async (_, change) => {
    const bench = await standing();
    await bench.sleep(2 * HOUR);
    const { ours: before } = await countsOf(bench);
    await bench.upstream.clock.advance(DAY);
    await bench.processWebhooks();
    const credits = await spentOf(bench);
    const { monitor: _monitor, ...watch } = { ...aMonitorWatch(), ...change };
    const changed = 'query' in change ? { ...aMonitorWatch(), ...change } : watch;
    await bench.apply(changed);
    // The state is held: the monitor is not removed, as its runs could not be counted later.
    const now = bench.clock.now();
    const lease = { owner: 'a run', until: now + MINUTE };
    await bench.store.states.acquire({ watchId: 'breaches', track: 'live' }, lease, now);
    await bench.sweep();
    expect((await bench.store.resources.monitor('breaches'))?.monitor).toBeDefined();
    await bench.upstream.clock.advance(2 * MINUTE);
    await bench.sweep();
    const { counters } = (await bench.store.states.read('breaches', 'live'))!;
    expect({ jobs: counters.jobs, credits: counters.credits }).toEqual({ jobs: before.jobs! + 1, credits });
    expect((await bench.store.resources.monitor('breaches'))?.monitor).toBeUndefined();
  });

  it('count once wherever the sweep dies that counts them', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await standing();
      await bench.upstream.clock.advance(DAY);
      await bench.processWebhooks();
      const { states, monitors, collectedRuns } = bench.ports;
      await dies(bench.sweep({ ...bench.ports, ...dying({ states, monitors, collectedRuns }, doom) }));
      // The next sweep begins when the lease of the dead one has ended.
      await bench.upstream.clock.advance(5 * MINUTE);
      await bench.pass(10 * MINUTE);
      const { ours, theirs } = await countsOf(bench);
      expect(ours, `after call ${doom.dieAt}`).toEqual(theirs);
    });
    expect(deaths).toBeGreaterThan(5);
  });
});
