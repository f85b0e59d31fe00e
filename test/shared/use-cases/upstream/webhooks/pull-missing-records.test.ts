import { afterEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { receiveWebhook } from '../../../../../shared/use-cases/upstream/webhooks/receive-webhook.ts';
import { aftermath, aMonitorWatch, type UpstreamBench, upstreamBench } from '../../upstream-bench.ts';

const open: UpstreamBench[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A watch whose monitor stands, with its base told. */
async function standing(firstRun: 'silent' | 'tell' = 'silent') {
  const bench = await upstreamBench();
  open.push(bench);
  await bench.apply(aMonitorWatch({ firstRun }));
  await bench.pass(20 * MINUTE);
  const resource = await bench.store.resources.monitor('breaches');
  const secret = `secret-${bench.settings.newSecret().split('-')[1]}`;
  let bodies = 0;
  const receive = (body: unknown, given = 'secret-1', watchId = 'breaches') =>
    receiveWebhook(
      {
        watchId,
        secret: given,
        body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
        digest: `own-${(bodies += 1)}`,
      },
      { ...bench.ports, clock: bench.clock },
    );
  return { bench, resource: resource!, receive, secret };
}

/** What the month of the watch says it found, and what is stored. */
async function foundOf(bench: UpstreamBench): Promise<{ counted: number | undefined; stored: number }> {
  const state = await bench.store.states.read('breaches', 'live');
  return { counted: state?.counters.found, stored: (await aftermath(bench)).findings.length };
}

describe('pulling missing records', () => {
  it('pulls records whose payload never arrived, once, and triggers nothing', async () => {
    const { bench } = await standing();
    bench.road.passes = () => false;
    await bench.sleep(DAY + 2 * HOUR);
    const healed = await aftermath(bench);
    expect(healed.findings.filter(({ told: notified }) => notified)).toHaveLength(1);
    const webhook_id = (await bench.store.resources.monitor('breaches'))?.webhook?.id ?? '';
    const { items } = await bench.client.webhooks.history({ webhook_id });
    const failed = items.filter(({ delivery_status }) => delivery_status === 'FAILED');
    expect(failed).toHaveLength(3);
    await bench.sleep(2 * HOUR);
    expect((await aftermath(bench)).alerts).toEqual(healed.alerts);
    expect(await foundOf(bench)).toEqual({
      counted: healed.findings.length,
      stored: healed.findings.length,
    });
    expect((await bench.client.webhooks.history({ webhook_id })).items).toHaveLength(items.length);
  });

  it('stores nothing while the watch is disabled, and pulls what came since once it is enabled again', async () => {
    const { bench } = await standing();
    const { findings: base } = await aftermath(bench);
    const watch = aMonitorWatch({ firstRun: 'silent' });
    await bench.upstream.clock.advance(DAY + MINUTE);
    await bench.apply({ ...watch, disabled: true });
    const outcomes = await bench.processWebhooks();
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ status: 'skipped', new: 0 })));
    await bench.pass(2 * HOUR);
    expect((await aftermath(bench)).findings).toEqual(base);
    await bench.apply(watch);
    await bench.pass(2 * HOUR);
    expect((await aftermath(bench)).findings.length).toBeGreaterThan(base.length);
  });

  it('reads nothing but runs and history when everything arrived', async () => {
    const { bench } = await standing();
    await bench.sleep(DAY);
    await bench.upstream.clock.advance(2 * HOUR);
    const { healed } = await bench.sweep();
    expect(healed).toEqual([]);
  });
});
