import { describe, expect, it } from 'vitest';
import { monitoredWatches } from './monitored-watch.ts';

const open = monitoredWatches();

describe('the receiver of webhook payloads', () => {
  it('stores a payload with the secret, and refuses every other', async () => {
    const { bench, receive } = await open();
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
    const { bench, receive } = await open();
    const text = `{"records":"${'x'.repeat(5_000_000)}"}`;
    expect(await receive(text)).toBe('kept');
    expect([...bench.ports.bodies.objects.values()].at(-1)?.length).toBe(text.length);
  });
});
