import { expect, it } from 'vitest';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { aftermath, aMonitorWatch, upstreamBench } from '../shared/use-cases/upstream-bench.ts';

// The receiver accepts bodies of up to 6 MB. An expression over so much text takes more than the stack of the process.

it.each([1, 5_500_000])('a record with a field of %i characters is stored', async (size) => {
  const citations = [{ title: 'A breach', link: 'https://news.example/r/1' }];
  const enrichment = { filler: 'y'.repeat(size) };
  const record = { record_id: 'r-1', record_title: 'Retailer Hooli is breached', enrichment, citations };
  const bench = await upstreamBench();
  try {
    await bench.apply(aMonitorWatch());
    await bench.pass(15 * MINUTE);
    const before = await aftermath(bench);
    const body = JSON.stringify({ job_id: 'job-1', records: [record] });
    await bench.ports.webhookPayloads.put('large', new TextEncoder().encode(body));
    const order = { watchId: 'breaches', key: 'large', receivedAt: bench.clock.now() };
    bench.ports.deliveries.orders.push(order);
    expect(await bench.processWebhooks()).toMatchObject([{ status: 'done', new: 1, quarantined: 0 }]);
    expect((await aftermath(bench)).findings).toHaveLength(before.findings.length + 1);
  } finally {
    await bench.close();
  }
});
