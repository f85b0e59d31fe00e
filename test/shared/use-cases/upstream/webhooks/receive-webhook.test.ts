import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { receiveWebhook } from '../../../../../shared/use-cases/upstream/webhooks/receive-webhook.ts';
import { aMonitorWatch, type UpstreamBench, upstreamBench } from '../../upstream-bench.ts';

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

describe('the receiver of webhook payloads', () => {
  it('stores a payload with the secret, and refuses every other', async () => {
    const { bench, receive } = await standing();
    const before = bench.ports.bodies.objects.size;
    expect(await receive({}, 'wrong')).toBe('refused');
    expect(await receive({}, '')).toBe('refused');
    expect(await receive({}, 'secret-1', 'another')).toBe('refused');
    expect(bench.ports.bodies.objects.size).toBe(before);
    expect(await receive({ any: 'thing' })).toBe('kept');
    expect(bench.ports.bodies.objects.size).toBe(before + 1);
    expect(bench.ports.deliveries.orders).toHaveLength(1);
  });

  it('stores a body of five megabytes', async () => {
    const { bench, receive } = await standing();
    const text = `{"records":"${'x'.repeat(5_000_000)}"}`;
    expect(await receive(text)).toBe('kept');
    expect([...bench.ports.bodies.objects.values()].at(-1)?.length).toBe(text.length);
  });
});
