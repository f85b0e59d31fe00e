import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aftermath, aMonitorWatch } from '../upstream-bench.ts';
import { foundOf, monitoredWatches } from './webhooks/monitored-watch.ts';

const open = monitoredWatches();

describe('pulling missing records', () => {
  it('pulls records whose payload never arrived, once, and triggers nothing', async () => {
    const { bench } = await open();
    bench.road.passes = () => false;
    await bench.sleep(DAY + 2 * HOUR);
    const healed = await aftermath(bench);
    expect(healed.findings.filter(({ told: notified }) => notified)).toHaveLength(1);
    const webhook_id = (await bench.store.resources.monitor('breaches'))?.webhook?.id ?? '';
    const { items } = await bench.client.webhooks.history({ webhook_id });
    const failed = items.filter(({ raw }) => JSON.stringify(raw).includes('"FAILED"'));
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
    const { bench } = await open();
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
});
