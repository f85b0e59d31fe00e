import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import {
  article,
  DAY,
  HOUR,
  heldClock,
  MINUTE,
  type OpenExtraction,
  type OpenOptions,
  openExtraction,
  START,
} from './open-extraction.ts';

/** One breach before the start, then one on each of the next days; on the second day the first one is told again. */
const ARTICLES = [
  article('Retailer Acme hit by data breach'),
  article('Supermarket Globex admits a security breach', { discoveredAt: START + 20 * HOUR }),
  article('Retailer Acme hit by data breach', { discoveredAt: START + 44 * HOUR }),
  article('Department store Initech reports ransomware attack', { discoveredAt: START + 45 * HOUR }),
];

const open: OpenExtraction[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start(options: OpenOptions = {}): Promise<OpenExtraction> {
  const extraction = await openExtraction({ articles: ARTICLES, ...options });
  open.push(extraction);
  return extraction;
}

/** A service with a completed reference job, a webhook and a monitor, daily at nine. */
async function withMonitor(more: object = {}, options: OpenOptions = {}) {
  const extraction = await start(options);
  const { call, finishedJob } = extraction;
  const job = await finishedJob();
  const hook = (await call('POST', '/svc/webhooks', { name: 'Ours', url: 'https://hooks.example.com/x' }))
    .body.webhook.id;
  const made = await call('POST', '/svc/monitors/create', {
    reference_job_id: job,
    schedule: 'every day at 9 AM UTC',
    backfill: false,
    webhook_ids: [hook],
    ...more,
  });
  expect(made).toMatchObject({ status: 200, body: { status: 'Monitor Created Successfully' } });
  const bodies = () => extraction.sent.map(({ body }) => JSON.parse(body ?? 'null'));
  return { ...extraction, extraction, job, hook, id: String(made.body.monitor_id), bodies };
}
const titles = (records: any[]) => records.map((record) => record.record_title);

describe('making a monitor', () => {
  it.each([
    ['a schedule that is not understood', { schedule: 'whenever' }, 422],
    ['runs that are too close', { schedule: 'every 6 hours' }, 422],
    ['no schedule', { schedule: undefined }, 422],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 422],
    ['a limit below 1', { limit: 0 }, 422],
    ['an unknown job', { reference_job_id: 'nobody' }, 404],
    ['an unknown webhook', { webhook_ids: ['nobody'] }, 404],
    ['six webhooks', { webhook_ids: ['1', '2', '3', '4', '5', '6'] }, 422],
    ['an unknown project', { project_id: 'nobody' }, 404],
  ])('refuses %s', async (_, body, status) => {
    const { call, finishedJob } = await start();
    const job = await finishedJob();
    const answer = await call('POST', '/svc/monitors/create', {
      reference_job_id: job,
      schedule: 'daily',
      ...body,
    });
    expect(answer.status).toBe(status);
    expect(answer.body.detail.length).toBeGreaterThan(0);
  });

  it('refuses a job that is lite, at work, or too old for a backfill', async () => {
    const { call, finishedJob, clock } = await start();
    const create = async (job: string, more = {}) =>
      (await call('POST', '/svc/monitors/create', { reference_job_id: job, schedule: 'daily', ...more }))
        .status;
    expect(await create(await finishedJob({ mode: 'lite' }))).toBe(400);
    const working = (await call('POST', '/svc/submit', { query: 'Layoffs' })).body.job_id;
    expect(await create(working)).toBe(400);
    const job = await finishedJob();
    await clock.advance(8 * DAY);
    expect(await create(job)).toBe(400);
    expect(await create(job, { backfill: false })).toBe(200);
  });

  it('is refused with 429 when every slot is used; a switched off one keeps its slot, a deleted one does not', async () => {
    const { call, job, id } = await withMonitor({}, { plan: { monitorSlots: 1 } });
    const create = () => call('POST', '/svc/monitors/create', { reference_job_id: job, schedule: 'daily' });
    const refused = await create();
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('Monitor_Active_Slots') },
    });
    await call('POST', `/svc/monitors/${id}/disable`);
    expect((await create()).status).toBe(429);
    expect((await call('POST', `/svc/monitors/${id}/enable`)).status).toBe(200);
    await call('DELETE', `/svc/monitors/${id}`);
    expect((await create()).status).toBe(200);
  });

  it('shows in the list with its schedule in words', async () => {
    const { call, job, id } = await withMonitor({
      schedule: 'every weekday at 7:00 in Europe/Paris',
      timezone: 'Asia/Tokyo',
      limit: 20,
    });
    const { body } = await call('GET', '/svc/monitors');
    expect(body).toMatchObject({ total_monitors: 1, total: 1, page: 1, total_pages: 1 });
    expect(body.monitors[0]).toMatchObject({
      monitor_id: id,
      reference_job_id: job,
      reference_job_query: 'Data breaches at retailers',
      enabled: true,
      schedule: '0 7 * * 1-5',
      schedule_human_readable: 'Every weekday at 07:00 (Europe/Paris)',
      timezone: 'Europe/Paris',
      limit: 20,
      webhook: { url: 'https://hooks.example.com/x', method: 'POST', headers: {}, params: {}, auth: [] },
      user_key: '****-ann',
    });
    expect((await call('GET', '/svc/monitors?search=layoff')).body.total_monitors).toBe(0);
    expect((await call('GET', '/svc/monitors?ownership=shared')).body.total_monitors).toBe(0);
    expect(
      (await call('GET', '/svc/monitors', undefined, { 'x-api-key': 'key-of-eve' })).body.total_monitors,
    ).toBe(0);
  });
});

describe('a monitor at work', () => {
  it('delivers the reference job first, then only what is new', async () => {
    const { clock, bodies, job, id } = await withMonitor();
    await clock.advance(26 * HOUR);
    await clock.advance(DAY);
    const [first, second, third] = bodies();
    expect(first).toMatchObject({
      event: 'monitor_run_completed',
      monitor_id: id,
      reference_job_id: job,
      records_count: 1,
      cron_expression: '0 9 * * *',
      timezone: 'UTC',
    });
    expect(titles(first.records)).toEqual([ARTICLES[0]!.title]);
    expect(titles(second.records)).toEqual([ARTICLES[1]!.title]);
    expect(third).toMatchObject({
      records_count: 1,
      records: [
        { record_title: ARTICLES[3]!.title, added_on: expect.any(String), updated_on: expect.any(String) },
      ],
    });
    expect(new Set([first, second, third].map((body) => body.latest_job_id)).size).toBe(3);
  });

  it('lists its runs, which are not in the list of jobs', async () => {
    const { clock, call, id, job } = await withMonitor();
    expect((await call('GET', `/svc/monitors/${id}/jobs`)).body).toEqual([]);
    await clock.advance(50 * MINUTE + 1_000);
    const { body: working } = await call('GET', `/svc/monitors/${id}/jobs`);
    expect(working).toEqual([
      {
        job_id: expect.any(String),
        start_date: '2026-11-21T09:00:00.000Z',
        end_date: null,
        status: 'running',
      },
    ]);
    await clock.advance(DAY);
    const { body: runs } = await call('GET', `/svc/monitors/${id}/jobs`);
    expect(runs.map((run: any) => [run.status, run.start_date.slice(0, 13)])).toEqual([
      ['job_completed', '2026-11-21T09'],
      ['running', '2026-11-22T09'],
    ]);
    expect(
      (await call('GET', `/svc/monitors/${id}/jobs?sort=desc`)).body.map((run: any) => run.status),
    ).toEqual(['running', 'job_completed']);
    expect((await call('GET', `/svc/monitors/${id}/jobs?sort=up`)).status).toBe(422);
    expect((await call('GET', '/svc/jobs/user')).body.jobs.map((one: any) => one.job_id)).toEqual([job]);
    expect((await call('GET', `/svc/pull/${runs[0].job_id}`)).body.status).toBe('completed');
  });

  it('puts all runs together, doubles merged, each record with its times', async () => {
    const { clock, call, id, job } = await withMonitor();
    await clock.advance(3 * DAY);
    const { body } = await call('GET', `/svc/monitors/pull/${id}`);
    expect(body).toMatchObject({
      monitor_id: id,
      status: 'Done',
      records: 3,
      limit: null,
      cron_expression: '0 9 * * *',
      is_all_news_query: false,
      reference_job: { query: 'Data breaches at retailers', context: null },
    });
    expect(body.run_info).toEqual({
      first_run: '2026-11-21T09:00:00.000Z',
      last_run: '2026-11-23T09:00:00.000Z',
    });
    expect(titles(body.all_records)).toEqual([ARTICLES[0]!.title, ARTICLES[1]!.title, ARTICLES[3]!.title]);
    const [acme] = body.all_records;
    expect(acme.citations.map((citation: any) => citation.job_id === job)).toEqual([true, false]);
    expect(acme.citations[1]).toMatchObject({
      id: expect.any(String),
      link: ARTICLES[2]!.link,
      added_on: expect.any(String),
    });
    expect(acme.updated_on > acme.added_on).toBe(true);
    const rows: Record<string, string>[] = parse((await call('GET', `/svc/monitors/pull/${id}/csv`)).text, {
      columns: true,
    });
    expect(rows.map((row) => row['record_title'])).toEqual([ARTICLES[3]!.title]);
    expect(Object.keys(rows[0]!)).toContain('added_on');
  });

  it('tells its history, newest first, with counts and what became of the delivery', async () => {
    const { clock, call, id } = await withMonitor({}, { receiver: () => ({ status: 503, body: '' }) });
    expect((await call('GET', `/svc/monitors/pull/${id}/csv`)).status).toBe(404);
    await clock.advance(26 * HOUR);
    const { body } = await call('GET', `/svc/monitors/${id}/status`);
    expect(body).toMatchObject({ success: true, monitor_id: id, total_statuses: 6 });
    expect(body.statuses.map(({ id: line, status }: any) => `${line} ${status}`)).toEqual([
      '6 dump',
      '5 scheduled',
      '4 dump',
      '3 scheduled',
      '2 dump',
      '1 created',
    ]);
    const [dump, scheduled] = body.statuses;
    expect(dump.additional_information).toMatchObject({
      nb_existing_records: 1,
      nb_final_records: 2,
      webhook: { success: false, status_code: 503, error_message: 'The receiver answered 503' },
    });
    expect(scheduled.additional_information).toEqual({
      job_id: dump.additional_information.job_id,
      start_date: '2026-11-21T09:00:00.000Z',
      end_date: '2026-11-22T09:00:00.000Z',
    });
  });

  it('fills the gap since the reference job at once when it is asked to', async () => {
    const { clock, call, finishedJob } = await start();
    const job = await finishedJob({ start_date: '2026-11-20T00:00:00Z', end_date: '2026-11-21T08:00:00Z' });
    await clock.advance(2 * DAY);
    const { body } = await call('POST', '/svc/monitors/create', {
      reference_job_id: job,
      schedule: 'weekly',
    });
    const { body: runs } = await call('GET', `/svc/monitors/${body.monitor_id}/jobs`);
    expect(runs).toHaveLength(1);
    expect((await call('GET', `/svc/pull/${runs[0].job_id}`)).body.date_range.start_date).toBe(
      '2026-11-21T08:00:00.000Z',
    );
    await clock.advance(10 * MINUTE);
    expect((await call('GET', `/svc/monitors/pull/${body.monitor_id}`)).body.records).toBe(3);
  });

  it('covers the time of a failed run with the next one', async () => {
    let broken = true;
    const find = async () => {
      if (broken) throw new Error('the index is down');
      return [];
    };
    const extraction = await start({ index: { find } });
    broken = false;
    const job = await extraction.finishedJob();
    const { body } = await extraction.call('POST', '/svc/monitors/create', {
      reference_job_id: job,
      schedule: 'daily at 9',
      backfill: false,
    });
    broken = true;
    await extraction.clock.advance(2 * HOUR);
    broken = false;
    await extraction.clock.advance(DAY);
    const { body: runs } = await extraction.call('GET', `/svc/monitors/${body.monitor_id}/jobs`);
    expect(runs.map((run: any) => run.status)).toEqual(['failed', 'job_completed']);
    const ranges = await Promise.all(
      runs.map(
        async (run: any) =>
          (await extraction.call('GET', `/svc/pull/${run.job_id}`)).body.date_range.start_date,
      ),
    );
    expect(ranges[0]).toBe(ranges[1]);
  });

  it('makes up by one run for the times it was away', async () => {
    const state = openMemoryState();
    const clock = heldClock(START);
    const first = await withMonitor({}, { state, clock });
    await first.close();
    open.length = 0;
    await clock.advance(5 * DAY);
    const second = await start({ state, clock });
    await clock.advance(10 * MINUTE);
    const { body: runs } = await second.call('GET', `/svc/monitors/${first.id}/jobs`);
    expect(runs.map((run: any) => run.status)).toEqual(['job_completed']);
    expect((await second.call('GET', `/svc/monitors/pull/${first.id}`)).body.records).toBe(3);
    await clock.advance(DAY);
    expect((await second.call('GET', `/svc/monitors/${first.id}/jobs`)).body).toHaveLength(2);
  });

  it('walks by call without anybody polling its runs', async () => {
    const extraction = await start({ settings: { walk: { by: 'call' }, turns: 1 } });
    const job = (await extraction.call('POST', '/svc/submit', { query: 'Data breaches at retailers' })).body
      .job_id;
    for (let n = 0; n < 9; n += 1) await extraction.call('GET', `/svc/status/${job}`);
    const { body } = await extraction.call('POST', '/svc/monitors/create', {
      reference_job_id: job,
      schedule: 'daily',
    });
    const { body: runs } = await extraction.call('GET', `/svc/monitors/${body.monitor_id}/jobs`);
    expect(runs.map((run: any) => run.status)).toEqual(['job_completed']);
  });

  it('delivers a run again by hand', async () => {
    const { clock, call, id, job, bodies, hook } = await withMonitor();
    await clock.advance(26 * HOUR);
    const before = bodies().length;
    await call('POST', `/svc/webhook/trigger/monitor/${id}?webhook_id=${hook}`);
    await call('POST', `/svc/webhook/trigger/monitor/${id}?job_id=${job}`);
    await clock.advance(10_000);
    const again = bodies().slice(before);
    expect(again.map(({ records }) => titles(records))).toEqual([[ARTICLES[1]!.title], [ARTICLES[0]!.title]]);
    expect((await call('POST', `/svc/webhook/trigger/monitor/${id}?job_id=nobody`)).status).toBe(404);
  });
});

describe('changing a monitor', () => {
  it('takes a new schedule; the zone counts only with one, and loses against the text', async () => {
    const { call, id } = await withMonitor();
    const shown = async () => (await call('GET', '/svc/monitors')).body.monitors[0];
    const patch = (body: object) => call('PATCH', `/svc/monitors/${id}`, body);
    expect(await patch({ timezone: 'Asia/Tokyo' })).toMatchObject({
      status: 200,
      body: { monitor_id: id, status: 'Monitor updated Successfully' },
    });
    expect(await shown()).toMatchObject({ schedule: '0 9 * * *', timezone: 'UTC' });
    await patch({ schedule: 'every Monday at 6:00', timezone: 'Asia/Tokyo' });
    expect(await shown()).toMatchObject({ schedule: '0 6 * * 1', timezone: 'Asia/Tokyo' });
    await patch({ schedule: 'every Monday at 6:00 UTC', timezone: 'Asia/Tokyo' });
    expect(await shown()).toMatchObject({ timezone: 'UTC' });
    expect((await patch({ schedule: 'every 2 hours' })).status).toBe(422);
    expect((await patch({ schedule: 'now and then' })).status).toBe(422);
    expect((await patch({ limit: 0 })).status).toBe(422);
    expect((await patch({ webhook_ids: ['nobody'] })).status).toBe(404);
    expect((await call('PATCH', '/svc/monitors/nobody', {})).status).toBe(404);
  });

  it('runs at the new times', async () => {
    const { call, clock, id } = await withMonitor();
    await call('PATCH', `/svc/monitors/${id}`, { schedule: 'every day at 10:00' });
    await clock.advance(90 * MINUTE);
    expect((await call('GET', `/svc/monitors/${id}/jobs`)).body).toEqual([]);
    await clock.advance(HOUR);
    expect((await call('GET', `/svc/monitors/${id}/jobs`)).body).toHaveLength(1);
  });

  it('replaces all webhooks, and an empty list clears them', async () => {
    const { call, id, hook } = await withMonitor();
    const other = (await call('POST', '/svc/webhooks', { name: 'B', url: 'https://b.example.com' })).body
      .webhook.id;
    const assigned = async () =>
      (await call('GET', `/svc/resources/monitor/${id}/webhooks`)).body.webhooks.map((one: any) => one.id);
    expect(await assigned()).toEqual([hook]);
    await call('PATCH', `/svc/monitors/${id}`, { webhook_ids: [other] });
    expect(await assigned()).toEqual([other]);
    await call('PATCH', `/svc/monitors/${id}`, { webhook_ids: [] });
    expect(await assigned()).toEqual([]);
  });

  it('stops while it is switched off; switched on it catches up, or leaves the time out', async () => {
    const { call, clock, id } = await withMonitor();
    const runs = async () => (await call('GET', `/svc/monitors/${id}/jobs`)).body;
    expect(await call('POST', `/svc/monitors/${id}/disable`)).toMatchObject({
      status: 200,
      body: { success: true, monitor_id: id },
    });
    expect((await call('POST', `/svc/monitors/${id}/disable`)).status).toBe(200);
    await clock.advance(2 * DAY);
    expect(await runs()).toEqual([]);
    expect((await call('GET', '/svc/monitors')).body.monitors[0].enabled).toBe(false);
    await call('POST', `/svc/monitors/${id}/enable`);
    await clock.advance(10 * MINUTE);
    expect(await runs()).toHaveLength(1);
    expect((await call('GET', `/svc/monitors/pull/${id}`)).body.records).toBe(3);
    await call('POST', `/svc/monitors/${id}/disable`);
    await clock.advance(2 * DAY);
    await call('POST', `/svc/monitors/${id}/enable`, { backfill: false });
    expect(await runs()).toHaveLength(1);
    const statuses = (await call('GET', `/svc/monitors/${id}/status`)).body.statuses.map(
      (line: any) => line.status,
    );
    expect(statuses.filter((status: string) => status === 'enable' || status === 'disable')).toEqual([
      'enable',
      'disable',
      'enable',
      'disable',
    ]);
  });

  it('is deleted once and for all', async () => {
    const { call, clock, id, bodies } = await withMonitor();
    for (const _ of [1, 2])
      expect(await call('DELETE', `/svc/monitors/${id}`)).toMatchObject({
        status: 200,
        body: { success: true, monitor_id: id },
      });
    expect((await call('GET', `/svc/monitors/${id}/status`)).status).toBe(404);
    expect((await call('GET', '/svc/monitors')).body.total_monitors).toBe(0);
    expect((await call('DELETE', '/svc/monitors/nobody')).status).toBe(404);
    await clock.advance(3 * DAY);
    expect(bodies()).toEqual([]);
  });
});

describe('without credits', () => {
  it('monitors are switched off, with one e-mail a day at most', async () => {
    const { call, clock, id, service, job } = await withMonitor(
      {},
      { plan: { monthlyCredits: 20, monitorSlots: 5 } },
    );
    await call('POST', '/svc/monitors/create', { reference_job_id: job, schedule: 'daily', backfill: false });
    await clock.advance(3 * DAY);
    const { body } = await call('GET', '/svc/monitors');
    expect(body.monitors.map((monitor: any) => monitor.enabled)).toEqual([false, false]);
    expect(service.outbox()).toHaveLength(1);
    expect(service.outbox()[0]).toMatchObject({
      to: 'ann@acme.example',
      subject: 'Your monitors are paused',
    });
    expect((await call('POST', `/svc/monitors/${id}/enable`)).status).toBe(402);
    await clock.advance(10 * DAY);
    expect((await call('POST', `/svc/monitors/${id}/enable`)).status).toBe(200);
  });
});
