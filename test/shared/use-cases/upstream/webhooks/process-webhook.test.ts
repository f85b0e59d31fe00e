import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { TransportError } from '../../../../../shared/domain/lib/errors.ts';
import { processWebhook } from '../../../../../shared/use-cases/upstream/webhooks/process-webhook.ts';
import { longForm } from '../../../../long-form.ts';
import { aftermath } from '../../upstream-bench.ts';
import { foundOf, monitoredWatches } from './monitored-watch.ts';

const open = monitoredWatches();

const record = (n: number) => ({
  record_id: `r-${n}`,
  record_title: `Retailer number ${n} is breached`,
  enrichment: {},
  citations: [{ title: 'A breach', link: `https://news.example/r/${n}` }],
});

describe('processing a webhook payload', () => {
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
      await receive({ ...facts, records_count: records.length, records: records.map(record) });
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

  it('skips payloads of a monitor that the watch does not have any more, and of unwanted watches', async () => {
    const { bench, receive } = await open();
    await receive({ monitor_id: 'another', latest_job_id: 'j', records_count: 1, records: [record(1)] });
    expect(await bench.processWebhooks()).toMatchObject([{ status: 'skipped', new: 0 }]);
    await receive({ records: [record(2)], job_id: 'j' });
    await bench.apply();
    expect(await bench.processWebhooks()).toMatchObject([{ status: 'skipped', new: 0 }]);
  });

  it('pulls the records of the monitor when not all of them came along', async () => {
    const { bench, resource, receive } = await open();
    bench.road.passes = () => false;
    await bench.upstream.clock.advance(DAY + 2 * HOUR);
    const [run] = await bench.ports.monitors.runs(resource.monitor!.id, {
      deadline: bench.clock.now() + MINUTE,
    });
    await receive({
      monitor_id: resource.monitor!.id,
      latest_job_id: run?.jobId,
      records_count: 7,
      records: [],
    });
    await bench.processWebhooks();
    const { findings } = await aftermath(bench);
    expect(findings.filter(({ told: notified }) => notified)).toHaveLength(1);
  });

  it('stores exactly the right set after many payloads, some doubled and some out of order', async () => {
    const count = longForm(80, 1_000);
    const { bench, resource, receive } = await open();
    const { id: monitor_id } = resource.monitor!;
    const bodies = Array.from({ length: count }, (_, n) => ({
      monitor_id,
      latest_job_id: `job-${n}`,
      records_count: 1,
      records: [record(n)],
    }));
    for (let n = 0; n < count; n += 20) bodies.splice(n, 1, ...bodies.splice(n, 2).toReversed());
    const doubled = bodies.flatMap((body, n) => (n % 20 === 7 ? [body, body] : [body]));
    for (const body of doubled) expect(await receive(body)).toBe('kept');
    await bench.processInBatches();
    const { findings, alerts } = await aftermath(bench);
    const notified = new Set(findings.filter((one) => one.told).map(({ id }) => id));
    expect(notified).toEqual(new Set(doubled.map(({ records }) => records[0]!.record_id)));
    expect(alerts.filter((type) => type === 'finding')).toHaveLength(notified.size);
    expect(await foundOf(bench)).toEqual({ counted: findings.length, stored: findings.length });
  });
});
