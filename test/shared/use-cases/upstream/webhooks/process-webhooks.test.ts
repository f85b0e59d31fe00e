import { expect, it } from 'vitest';
import { TransportError } from '../../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { processWebhooks } from '../../../../../shared/use-cases/upstream/webhooks/process-webhooks.ts';
import { longForm } from '../../../../long-form.ts';
import { Death, dying, forEveryDeath } from '../../../../ports/dying.ts';
import { decideOrdered } from '../../decide-ordered.ts';
import { aftermath } from '../../upstream-bench.ts';
import { foundOf, monitoredWatches } from './monitored-watch.ts';

const open = monitoredWatches();

const record = (n: number, title = `Retailer number ${n} is breached`) => ({
  record_id: `r-${n}`,
  record_title: title,
  enrichment: {},
  citations: [{ title: 'A breach', link: `https://news.example/r/${n}` }],
});
type Opened = Awaited<ReturnType<typeof open>>;
const payloadOf = ({ resource }: Opened, n: number, ...records: object[]) => ({
  monitor_id: resource.monitor!.id,
  latest_job_id: `job-${n}`,
  records_count: records.length,
  records,
});
const limitsOf = ({ bench }: Opened) => ({ owner: 'call', deadline: bench.clock.now() + 4 * MINUTE });
const notifiedOf = async ({ bench }: Opened) =>
  (await aftermath(bench)).findings.filter(({ told }) => told).map(({ id }) => id);

it('payloads of a batch are stored with one order to decide, each record as found by its own job', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  const base = await foundOf(bench);
  for (const n of [1, 2, 3]) await receive(payloadOf(opened, n, record(n)));
  const before = bench.ports.decideQueue.waiting.length;
  const { processed, failed } = await processWebhooks(
    bench.ports.deliveries.orders.splice(0),
    bench.ports,
    limitsOf(opened),
  );
  expect(failed.size).toBe(0);
  expect(processed).toMatchObject([
    { orders: [{}, {}, {}], outcome: { status: 'done', new: 3, matched: 3 } },
  ]);
  expect(bench.ports.decideQueue.waiting.length - before).toBe(1);
  const stored = await bench.store.findings.read('breaches', ['r-1', 'r-2', 'r-3']);
  expect(new Map(stored.map(({ finding, discovery }) => [finding.fingerprint, discovery?.run?.id]))).toEqual(
    new Map([1, 2, 3].map((n) => [`r-${n}`, `job-${n}`])),
  );
  expect((await foundOf(bench)).counted).toBe((base.counted ?? 0) + 3);
});

it('what a later payload of a batch says of a record of an earlier one is its new content, and no finding of its own', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  await receive(payloadOf(opened, 1, record(1)));
  await receive(payloadOf(opened, 2, record(2)));
  await receive(payloadOf(opened, 3, record(1, 'Retailer number 1 is breached again')));
  expect(await bench.processInBatches()).toMatchObject([
    { processed: [{ orders: [{}, {}, {}], outcome: { new: 2, changed: 1 } }] },
  ]);
  const [changed] = await bench.store.findings.read('breaches', ['r-1']);
  expect(changed).toMatchObject({ finding: { title: 'Retailer number 1 is breached again' } });
  expect(changed?.discovery?.run?.id).toBe('job-1');
  expect(await notifiedOf(opened)).toEqual(['r-1', 'r-2']);
});

it('a fact that two jobs deliver in one batch is the finding of the first', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  await receive(payloadOf(opened, 1, record(1)));
  await receive(payloadOf(opened, 2, { ...record(1), record_id: 'r-9' }, record(2)));
  await receive(payloadOf(opened, 3, { ...record(2), record_id: 'r-8' }));
  expect(await bench.processInBatches()).toMatchObject([
    { processed: [{ orders: [{}, {}, {}], outcome: { new: 2 } }] },
  ]);
  expect(await notifiedOf(opened)).toEqual(['r-1', 'r-2']);
});

it('a payload whose records cannot be pulled comes again alone, and tests and strangers are skipped', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  bench.road.passes = () => false;
  await bench.upstream.clock.advance(DAY + 2 * HOUR);
  await receive(payloadOf(opened, 1, record(1)));
  await receive({ ...payloadOf(opened, 2, record(2)), records_count: 7 });
  await receive({ event: 'test' });
  await receive({ ...payloadOf(opened, 3, record(3)), monitor_id: 'another' });
  await receive(payloadOf(opened, 4, record(4)));
  const lost = () =>
    Promise.reject(new TransportError('lost', { service: 'extraction', operation: 'GET /' }));
  const broken = { ...bench.ports, monitors: { ...bench.ports.monitors, records: lost } };
  const orders = bench.ports.deliveries.orders.splice(0);
  const { processed, failed } = await processWebhooks(orders, broken, limitsOf(opened));
  expect([...failed.keys()]).toEqual([orders[1]]);
  expect(processed).toMatchObject([
    { orders: [orders[0], orders[4]], outcome: { status: 'done', new: 2 } },
    { orders: [orders[2]], outcome: { status: 'skipped' } },
    { orders: [orders[3]], outcome: { status: 'skipped' } },
  ]);
});

it('a batch whose reading fails at one payload is processed one by one', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  for (const n of [1, 2, 3]) await receive(payloadOf(opened, n, record(n)));
  const orders = bench.ports.deliveries.orders.splice(0);
  const { webhookPayloads } = bench.ports;
  const read = (key: string) =>
    key === orders[1]?.key ? Promise.reject(new Error('lost')) : webhookPayloads.read(key);
  const ports = { ...bench.ports, webhookPayloads: { ...webhookPayloads, read } };
  const { processed, failed } = await processWebhooks(orders, ports, limitsOf(opened));
  expect([...failed.keys()]).toEqual([orders[1]]);
  expect(processed).toMatchObject([{ outcome: { new: 1 } }, { outcome: { new: 1 } }]);
});

it('a call that dies anywhere in a batch loses no record and notifies of each once, when the batch comes again', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  // Half an hour passes with each death: the monitor runs meanwhile, and its own payloads do not count here.
  bench.road.passes = () => false;
  let next = 100;
  const batch = longForm(3, 10);
  await forEveryDeath(async (doom) => {
    const own = Array.from({ length: batch }, () => (next += 1));
    for (const n of own) await receive(payloadOf(opened, n, record(n)));
    const orders = bench.ports.deliveries.orders.splice(0);
    const first = await processWebhooks(orders, dying(bench.ports, doom), limitsOf(opened));
    const died = [...first.failed.values()].filter((error) => error instanceof Death);
    expect(died.length).toBe(first.failed.size);
    // The queue gives the messages back after their visibility time-out.
    await bench.upstream.clock.advance(30 * MINUTE);
    const again = orders.filter((order) => first.failed.has(order));
    const { failed } = await processWebhooks(again, bench.ports, limitsOf(opened));
    expect(failed.size).toBe(0);
    await decideOrdered(bench.ports);
  });
  const { findings, alerts } = await aftermath(bench);
  const brought = findings.filter(({ id }) => id.startsWith('r-'));
  expect(brought.filter(({ told }) => told)).toHaveLength(next - 100);
  expect(brought).toHaveLength(next - 100);
  expect(alerts.filter((type) => type === 'finding')).toHaveLength(next - 100);
});
