import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { processWebhook, processWebhooks } from '../../../../shared/use-cases/upstream/process-webhooks.ts';
import { aftermath } from '../upstream-bench.ts';
import { foundOf, monitoredWatches } from './webhooks/monitored-watch.ts';

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

it('the run of a payload that brought all its records is noted as collected, that of a single record is not', async () => {
  const opened = await open();
  const { bench, receive } = opened;
  await receive(payloadOf(opened, 1, record(1)));
  // A payload of a single record says nothing about others.
  await receive({ ...record(2), monitor_id: opened.resource.monitor!.id, latest_job_id: 'job-2' });
  await bench.processWebhooks();
  expect(await bench.store.collectedRuns.of('breaches', ['job-1', 'job-2'])).toEqual([
    {
      watchId: 'breaches',
      jobId: 'job-1',
      isPulled: false,
      takenAt: bench.clock.now(),
      expiresAt: bench.clock.now() + 60 * DAY,
    },
  ]);
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
    { order: orders[0], outcome: { status: 'done', new: 1 } },
    { order: orders[2], outcome: { status: 'skipped' } },
    { order: orders[3], outcome: { status: 'skipped' } },
    { order: orders[4], outcome: { status: 'done', new: 1 } },
  ]);
});

describe('a payload of a webhook', () => {
  it('stores records of every form once, however they come and how often', async () => {
    const { bench, resource, receive } = await open();
    const { id: monitor_id } = resource.monitor!;
    const facts = { monitor_id, latest_job_id: 'job-9' };
    await receive({ ...facts, records_count: 2, records: [record(1), record(2)] });
    await receive({ ...facts, records_count: 2, records: [record(1), record(2)] });
    await receive({ ...facts, records_count: 1, record: record(3) });
    await receive({ job_id: 'job-10', all_records: [record(4)] });
    await receive(record(5));
    await receive({ event: 'test' });
    await receive({ records: [record(6)] });
    for (const nothing of ['[1, 2]', 'null', '7', '{"records":7}', '{"record":[1]}']) await receive(nothing);
    await receive({ job_id: 'of-nobody' });
    const outcomes = await bench.processWebhooks();
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'done'),
      'skipped',
      'done',
      ...Array.from({ length: 4 }, () => 'skipped'),
      'done',
      'done',
    ]);
    expect(await bench.store.incidents.open()).toEqual([]);
    const { findings, alerts } = await aftermath(bench);
    expect(findings.filter(({ told: notified }) => notified).map(({ id }) => id)).toEqual([
      'r-1',
      'r-2',
      'r-3',
      'r-4',
      'r-5',
      'r-6',
    ]);
    expect(alerts.filter((type) => type === 'finding')).toHaveLength(6);
  });

  it('counts each finding once in the month, beside those of the first job, however often it comes', async () => {
    const { bench, resource, receive } = await open();
    const base = await foundOf(bench);
    expect(base.counted).toBe(base.stored);
    const facts = { monitor_id: resource.monitor!.id, latest_job_id: 'job-9' };
    const owner = 'a run';
    for (const records of [[1, 2], [1, 2], [2, 3], [3]])
      await receive({ ...facts, records_count: records.length, records: records.map((n) => record(n)) });
    // The state is held: it is waited for.
    const now = bench.clock.now();
    const held = { owner, until: now + 5_000 };
    await bench.store.states.acquire({ watchId: 'breaches', track: 'live' }, held, now);
    await bench.processWebhooks();
    expect(await foundOf(bench)).toEqual({ counted: base.stored + 3, stored: base.stored + 3 });
  });

  it('counts what was stored before a pull that failed, and the rest with the next try', async () => {
    const { bench, resource, receive } = await open();
    const base = await foundOf(bench);
    bench.road.passes = () => false;
    await bench.upstream.clock.advance(DAY + 2 * HOUR);
    const limits = { owner: 'call', deadline: bench.clock.now() + MINUTE };
    const [run] = await bench.ports.monitors.runs(resource.monitor!.id, limits);
    const facts = { monitor_id: resource.monitor!.id, latest_job_id: run?.jobId };
    await receive({ ...facts, records_count: 7, records: [record(1)] });
    const order = bench.ports.deliveries.orders[0]!;
    const lost = () =>
      Promise.reject(new TransportError('lost', { service: 'extraction', operation: 'GET /' }));
    const broken = { ...bench.ports, monitors: { ...bench.ports.monitors, records: lost } };
    await expect(processWebhook(order, broken, limits)).rejects.toThrow('lost');
    expect((await foundOf(bench)).counted).toBe(base.stored + 1);
    await bench.processWebhooks();
    const after = await foundOf(bench);
    expect(after).toEqual({ counted: after.stored, stored: after.stored });
    expect(after.stored).toBeGreaterThan(base.stored + 1);
  });

  it('recognises a fact that another job delivers under another id, in whatever order they come', async () => {
    const { bench, resource, receive } = await open();
    const { id: monitor_id } = resource.monitor!;
    const fact = (record_id: string, job: string, title = 'Retailer Hooli is breached') => ({
      monitor_id,
      latest_job_id: job,
      records_count: 1,
      records: [{ ...record(1), record_id, record_title: title }],
    });
    const given = [fact('b', 'job-2', 'Retailer Hooli Is Breached!'), fact('a', 'job-1'), fact('b', 'job-2')];
    for (const body of given) await receive(body);
    await bench.processWebhooks();
    const { findings, alerts } = await aftermath(bench);
    expect(findings.filter(({ told: notified }) => notified).map(({ id }) => id)).toEqual(['b']);
    expect(alerts.filter((type) => type === 'finding')).toHaveLength(1);
    // Two records of one job are two facts, though they have title and article in common.
    const { records } = fact('c', 'job-3', 'Hooli closes shops');
    await receive({
      monitor_id,
      latest_job_id: 'job-3',
      records: [...records, { ...records[0], record_id: 'd' }],
    });
    await bench.processWebhooks();
    const after = await aftermath(bench);
    expect(after.findings.filter(({ told: notified }) => notified).map(({ id }) => id)).toEqual([
      'b',
      'c',
      'd',
    ]);
  });

  it('stores a body that is not JSON and has an incident until a payload can be read again', async () => {
    const { bench, resource, receive } = await open();
    await receive('this is no JSON');
    expect(await bench.processWebhooks()).toMatchObject([{ status: 'failed' }]);
    const [incident] = await bench.store.incidents.open();
    expect(incident).toMatchObject({ kind: 'unreadable-delivery', watchId: 'breaches' });
    const key = /deliveries\/\S+/.exec(incident?.text ?? '')?.[0]?.replace(/\.$/, '') ?? '';
    expect(new TextDecoder().decode(await bench.ports.webhookPayloads.read(key))).toBe('this is no JSON');
    await receive({ monitor_id: resource.monitor!.id, latest_job_id: 'j', records_count: 0, records: [] });
    await bench.processWebhooks();
    expect(await bench.store.incidents.open()).toEqual([]);
  });
});
