import { describe, expect, it } from 'vitest';
import { receiveWebhook } from '../../../../shared/use-cases/upstream/receive-webhook.ts';
import { monitoredWatches } from './webhooks/monitored-watch.ts';

const open = monitoredWatches();

describe('the receiver of webhook payloads', () => {
  it('stores a payload with the secret, and refuses every other', async () => {
    const { bench, receive } = await open();
    const before = bench.ports.webhookPayloads.objects.size;
    expect(await receive({}, 'wrong')).toBe('refused');
    expect(await receive({}, '')).toBe('refused');
    expect(await receive({}, 'secret-1', 'another')).toBe('refused');
    expect(bench.ports.webhookPayloads.objects.size).toBe(before);
    expect(await receive({ any: 'thing' })).toBe('kept');
    expect(bench.ports.webhookPayloads.objects.size).toBe(before + 1);
    expect(bench.ports.deliveries.orders).toHaveLength(1);
  });

  it.each([
    ['a path of 3,000 characters', { watchId: 'a'.repeat(3_000) }, 'unknown'],
    ['a name that no watch has', { watchId: '__proto__' }, 'unknown'],
    ['a secret of a megabyte', { secret: 'x'.repeat(1_000_000) }, 'refused'],
    ['a body above the limit', { body: new Uint8Array(6 * 1024 * 1024 + 1) }, 'too large'],
  ] as const)('refuses %s without reading the store', async (_case, given, outcome) => {
    const read = () => Promise.reject(new Error('The store was read.'));
    const ports = {
      clock: { now: () => 0, sleep: read },
      resources: { monitor: read },
      webhookPayloads: { put: read, read },
      deliveries: { send: read },
    };
    const posted = { watchId: 'breaches', secret: 'guess', body: new Uint8Array(), digest: 'd', ...given };
    expect(await receiveWebhook(posted, ports)).toBe(outcome);
  });
});
