import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import {
  article,
  HOUR,
  heldClock,
  type OpenExtraction,
  openExtraction,
  SECOND,
  START,
} from './open-extraction.ts';

const ARTICLES = [
  article('Retailer Acme hit by data breach, 40 million cards stolen'),
  article('Supermarket Globex admits a security breach'),
];
const HOOK = { name: 'Ours', url: 'https://hooks.example.com/x' };

let extraction: OpenExtraction;
let answers: { status: number; body: string }[];
const call: OpenExtraction['call'] = (...args) => extraction.call(...args);

beforeEach(async () => {
  answers = [];
  extraction = await openExtraction({
    articles: ARTICLES,
    receiver: () => answers.shift() ?? { status: 200, body: 'ok' },
  });
});
afterEach(() => extraction.close());

const create = async (more: object = {}) =>
  (await call('POST', '/svc/webhooks', { ...HOOK, ...more })).body.webhook;
const bodies = () => extraction.sent.map(({ body }) => JSON.parse(body ?? 'null'));

describe('making a webhook', () => {
  it.each([
    ['no name', { name: '' }],
    ['no address', { url: 'hello' }],
    ['http', { url: 'http://hooks.example.com/x' }],
    ['an IP address', { url: 'https://93.184.216.34/x' }],
    ['an IP address in another form', { url: 'https://0x7f.1/x' }],
    ['an IPv6 address', { url: 'https://[::1]/x' }],
    ['this machine', { url: 'https://localhost/x' }],
    ['a name inside', { url: 'https://printer.local/x' }],
    ['a single label', { url: 'https://intranet/x' }],
    ['a password in the address', { url: 'https://a:b@hooks.example.com/x' }],
    ['another type', { type: 'pigeon' }],
    ['a chat type on another host', { type: 'slack' }],
    ['a template above 10 KB', { type: 'custom', formatter_config: { template: 'é'.repeat(5_121) } }],
    ['a template that is no Liquid', { type: 'custom', formatter_config: { template: '{% if %}' } }],
    ['another content type', { formatter_config: { template: 'x', content_type: 'image/png' } }],
    ['a header that would break out', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['auth of another kind', { auth: { type: 'digest', token: 'x' } }],
    ['auth without its secret', { auth: { type: 'bearer' } }],
    ['another method', { method: 'TRACE' }],
  ])('refuses %s with 422', async (_, more) => {
    const answer = await call('POST', '/svc/webhooks', { ...HOOK, ...more });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc[0]).toBe('body');
  });

  it('answers 201 with defaults, and takes a project that exists only', async () => {
    const answer = await call('POST', '/svc/webhooks', HOOK);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        webhook: {
          ...HOOK,
          type: 'generic',
          delivery_mode: 'full',
          method: 'POST',
          is_active: true,
          auth: null,
          formatter_config: null,
        },
      },
    });
    expect((await call('POST', '/svc/webhooks', { ...HOOK, project_id: 'nobody' })).status).toBe(404);
  });

  it('chooses the type of a chat platform from its address', async () => {
    expect((await create({ url: 'https://hooks.slack.com/services/x' })).type).toBe('slack');
    expect((await create({ formatter_config: { template: 'x' } })).type).toBe('custom');
  });

  it('allows this machine when it is told to', async () => {
    const loose = await openExtraction({ settings: { allowLoopback: true } });
    expect(
      (await loose.call('POST', '/svc/webhooks', { ...HOOK, url: 'http://127.0.0.1:8080/x' })).status,
    ).toBe(201);
    expect((await loose.call('POST', '/svc/webhooks', { ...HOOK, url: 'http://10.0.0.1/x' })).status).toBe(
      422,
    );
    await loose.close();
  });

  it.each([
    [
      { type: 'bearer', token: 'a-long-secret' },
      { type: 'bearer', token: '****cret' },
    ],
    [
      { type: 'api_key', header: 'x-key', value: 'short' },
      { type: 'api_key', header: 'x-key', value: '****' },
    ],
    [
      { type: 'basic', username: 'ann', password: 'a-long-password' },
      { type: 'basic', username: 'ann', password: '****word' },
    ],
  ])('masks secrets in every answer', async (auth, shown) => {
    const made = await create({ auth });
    expect(made.auth).toEqual(shown);
    const texts = await Promise.all([
      call('GET', `/svc/webhooks/${made.id}`),
      call('GET', '/svc/webhooks'),
      call('PATCH', `/svc/webhooks/${made.id}`, { name: 'New' }),
    ]);
    for (const { text } of texts) expect(text).not.toMatch(/a-long-secret|short|a-long-password/);
  });

  it('changes, lists and deletes', async () => {
    const { id } = await create({ auth: { type: 'bearer', token: 'secret' } });
    const changed = await call('PATCH', `/svc/webhooks/${id}`, {
      name: 'Other',
      auth: null,
      is_active: false,
    });
    expect(changed.body.webhook).toMatchObject({
      name: 'Other',
      auth: null,
      is_active: false,
      url: HOOK.url,
    });
    expect((await call('PATCH', `/svc/webhooks/${id}`, { url: 'https://10.0.0.1' })).status).toBe(422);
    await create({ name: 'Second' });
    expect((await call('GET', '/svc/webhooks?search=other')).body).toMatchObject({
      total: 1,
      webhooks: [{ id }],
    });
    expect((await call('DELETE', `/svc/webhooks/${id}`)).status).toBe(204);
    expect((await call('GET', `/svc/webhooks/${id}`)).status).toBe(404);
    expect((await call('GET', '/svc/webhooks?project_id=nobody')).status).toBe(404);
  });
});

describe('a delivery', () => {
  it('tells of a job that is over, with all records and the proof of who sends', async () => {
    const { id } = await create({
      auth: { type: 'bearer', token: 'secret-token' },
      headers: { 'X-Team': 'press' },
      params: { from: 'jobs' },
    });
    const job = await extraction.finishedJob({ webhook_ids: [id] });
    expect(extraction.sent).toHaveLength(1);
    const [request] = extraction.sent;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://hooks.example.com/x?from=jobs',
      headers: {
        authorization: 'Bearer secret-token',
        'x-team': 'press',
        'content-type': 'application/json',
      },
    });
    const [body] = bodies();
    expect(body).toMatchObject({
      event: 'job_completed',
      job_id: job,
      status: 'completed',
      query: 'Data breaches at retailers',
      records_count: 2,
    });
    expect(body.records).toEqual((await call('GET', `/svc/pull/${job}`)).body.all_records);
  });

  it('brings each record by itself in per_record mode', async () => {
    const { id } = await create({
      delivery_mode: 'per_record',
      auth: { type: 'api_key', header: 'X-Key', value: 'v' },
    });
    await extraction.finishedJob({ webhook_ids: [id] });
    expect(
      bodies().map(({ record, records, records_count }) => [record.record_title, records, records_count]),
    ).toEqual([
      [ARTICLES[0]!.title, undefined, 1],
      [ARTICLES[1]!.title, undefined, 1],
    ]);
    expect(extraction.sent[0]!.headers['x-key']).toBe('v');
  });

  it('is rendered by its template when it goes out', async () => {
    const { id } = await create({
      auth: { type: 'basic', username: 'ann', password: 'pass' },
      formatter_config: {
        template:
          '{{ event }}: {{ records_count }} {% for r in records %}<{{ r.record_title | escape }}>{% endfor %}',
        content_type: 'text/plain',
      },
    });
    await extraction.finishedJob({ webhook_ids: [id] });
    expect(extraction.sent[0]).toMatchObject({
      body: `job_completed: 2 <${ARTICLES[0]!.title}><${ARTICLES[1]!.title}>`,
      headers: { 'content-type': 'text/plain', authorization: `Basic ${btoa('ann:pass')}` },
    });
  });

  it('is text for a chat platform, and without a body by GET', async () => {
    const chat = await create({ url: 'https://hooks.slack.com/services/x' });
    const get = await create({ method: 'GET' });
    await extraction.finishedJob({ webhook_ids: [chat.id, get.id] });
    expect(bodies()[0].text).toBe(
      `job_completed: 2 records\n- ${ARTICLES[0]!.title}\n- ${ARTICLES[1]!.title}`,
    );
    expect(extraction.sent[1]).toMatchObject({ method: 'GET', body: undefined });
  });

  it('is tried at 1, 5 and 25 seconds, and each attempt is in the history', async () => {
    answers = [
      { status: 500, body: '' },
      { status: 302, body: '' },
      { status: 404, body: '' },
      { status: 200, body: '' },
    ];
    const { id } = await create();
    const job = (
      await call('POST', '/svc/submit', { query: 'Data breaches at retailers', webhook_ids: [id] })
    ).body.job_id;
    let over = 0;
    const seen: number[] = [];
    for (let second = 0; second < 300; second += 1) {
      if (over === 0 && (await call('GET', `/svc/status/${job}`)).body.status === 'completed') over = second;
      if (seen.length < extraction.sent.length) seen.push(second - over);
      await extraction.clock.advance(SECOND);
    }
    expect(seen).toEqual([1, 5, 25]);
    const { body } = await call('GET', `/svc/webhook-history?webhook_id=${id}`);
    expect(body).toMatchObject({ mode: 'webhook', webhook_id: id, total: 3, page: 1, page_size: 50 });
    expect(
      body.items.map((item: any) => [item.id, item.attempt_number, item.status_code, item.delivery_status]),
    ).toEqual([
      [3, 3, 404, 'FAILED'],
      [2, 2, 302, 'FAILED'],
      [1, 1, 500, 'FAILED'],
    ]);
    expect(body.items[0]).toMatchObject({
      webhook_id: id,
      resource_type: 'job',
      resource_id: job,
      additional_info: { job_id: job, records_count: 2 },
      error_message: 'The receiver answered 404',
      warning_message: null,
    });
  });

  it('ends with the first answer of 2xx', async () => {
    answers = [
      { status: 503, body: '' },
      { status: 204, body: '' },
    ];
    const { id } = await create();
    const job = await extraction.finishedJob({ webhook_ids: [id] });
    expect(extraction.sent).toHaveLength(2);
    const { body } = await call('GET', `/svc/webhook-history?resource_type=job&resource_id=${job}`);
    expect(body).toMatchObject({ mode: 'resource', resource_type: 'job', resource_id: job });
    expect(body.items.map((item: any) => item.delivery_status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('is not made while the webhook is switched off, nor by the fault that loses it', async () => {
    const { id } = await create();
    await call('PATCH', `/svc/webhooks/${id}`, { is_active: false });
    await extraction.finishedJob({ webhook_ids: [id] });
    await call('PATCH', `/svc/webhooks/${id}`, { is_active: true });
    extraction.faults.play([{ fault: 'webhook-never-sent', times: 1 }]);
    await extraction.finishedJob({ webhook_ids: [id] });
    expect(extraction.sent).toEqual([]);
    await extraction.finishedJob({ webhook_ids: [id] });
    expect(extraction.sent).toHaveLength(1);
  });

  it('survives a restart between two attempts', async () => {
    const state = openMemoryState();
    const clock = heldClock(START);
    const first = await openExtraction({
      articles: ARTICLES,
      state,
      clock,
      receiver: () => ({ status: 500, body: '' }),
    });
    const hook = (await first.call('POST', '/svc/webhooks', HOOK)).body.webhook;
    const made = await first.call('POST', '/svc/submit', {
      query: 'Data breaches at retailers',
      webhook_ids: [hook.id],
    });
    for (let n = 0; n < 300 && first.sent.length < 1; n += 1) await clock.advance(SECOND);
    await first.close();
    const second = await openExtraction({ articles: ARTICLES, state, clock });
    await clock.advance(HOUR);
    expect(second.sent).toHaveLength(1);
    const { body } = await second.call(
      'GET',
      `/svc/webhook-history?resource_type=job&resource_id=${made.body.job_id}`,
    );
    expect(body.items.map((item: any) => item.attempt_number)).toEqual([2, 1]);
    await second.close();
  });
});

describe('a test delivery', () => {
  it('brings the payload at once and tells the answer', async () => {
    const { id } = await create();
    answers = [{ status: 201, body: 'thanks' }];
    const { body } = await call('POST', `/svc/webhooks/${id}/test`, { payload: { hello: 'there' } });
    expect(body).toEqual({
      success: true,
      message: 'Test delivered',
      http_status_code: 201,
      response_body: 'thanks',
    });
    expect(bodies()).toEqual([{ hello: 'there' }]);
  });

  it('brings a sample without a payload, and tells of a refusal', async () => {
    const { id } = await create();
    answers = [{ status: 403, body: 'no' }];
    const { body } = await call('POST', `/svc/webhooks/${id}/test`);
    expect(body).toMatchObject({ success: false, http_status_code: 403, response_body: 'no' });
    expect(bodies()[0]).toMatchObject({ event: 'test', records_count: 1 });
    const { body: history } = await call('GET', `/svc/webhook-history?webhook_id=${id}`);
    expect(history.items[0]).toMatchObject({
      resource_type: 'test',
      attempt_number: 1,
      delivery_status: 'FAILED',
    });
    expect((await call('GET', `/svc/webhook-history?resource_type=test&resource_id=${id}`)).body.total).toBe(
      1,
    );
  });

  it.each([
    '{% for i in (1..1000000000) %}x{% endfor %}',
    '{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}x{% endfor %}{% endfor %}{% endfor %}',
  ])('ends a template that would run for ever: %s', async (template) => {
    const { id } = await create({ formatter_config: { template } });
    const { body } = await call('POST', `/svc/webhooks/${id}/test`, { payload: {} });
    expect(body).toMatchObject({ success: false, http_status_code: null });
    expect(body.message).toContain('template failed');
    expect(extraction.sent).toEqual([]);
  });
});

describe('assignments', () => {
  const submit = async () => (await call('POST', '/svc/submit', { query: 'Layoffs' })).body.job_id;

  it('are made once, listed from both sides, and ended', async () => {
    const { id } = await create();
    const job = await submit();
    const body = { resource_type: 'job', resource_id: job };
    const first = await call('POST', `/svc/webhooks/${id}/resources`, body);
    expect(first).toMatchObject({
      status: 201,
      body: {
        success: true,
        already_existed: false,
        mapping: { webhook_id: id, ...body, assigned_at: expect.any(String) },
      },
    });
    expect(await call('POST', `/svc/webhooks/${id}/resources`, body)).toMatchObject({
      status: 200,
      body: { already_existed: true },
    });
    expect((await call('GET', `/svc/webhooks/${id}/resources?resource_type=job`)).body).toMatchObject({
      total: 1,
      resources: [body],
    });
    expect((await call('GET', `/svc/webhooks/${id}/resources?resource_type=monitor`)).body.total).toBe(0);
    expect((await call('GET', `/svc/resources/job/${job}/webhooks`)).body).toMatchObject({
      total: 1,
      webhooks: [{ id }],
    });
    expect((await call('GET', `/svc/resources/job/${job}/webhooks?is_active=false`)).body.total).toBe(0);
    for (const _ of [1, 2])
      expect((await call('DELETE', `/svc/webhooks/${id}/resources/job/${job}`)).status).toBe(204);
    expect((await call('GET', `/svc/webhooks/${id}/resources`)).body.total).toBe(0);
  });

  it('are at most five for one resource', async () => {
    const job = await submit();
    const assign = async () => {
      const { id } = await create();
      return (await call('POST', `/svc/webhooks/${id}/resources`, { resource_type: 'job', resource_id: job }))
        .status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await assign());
    expect(statuses).toEqual([201, 201, 201, 201, 201, 400]);
  });

  it('are refused for what does not exist', async () => {
    const { id } = await create();
    const assign = (type: string, resource: string) =>
      call('POST', `/svc/webhooks/${id}/resources`, { resource_type: type, resource_id: resource });
    expect((await assign('job', 'nobody')).status).toBe(404);
    expect((await assign('monitor', 'nobody')).status).toBe(404);
    expect((await assign('monitor_group', 'nobody')).status).toBe(404);
    expect((await assign('planet', 'nobody')).status).toBe(422);
    expect((await call('GET', '/svc/resources/planet/x/webhooks')).status).toBe(422);
    expect((await call('POST', '/svc/webhooks/nobody/resources', {})).status).toBe(422);
  });
});

describe('the history', () => {
  it.each(['?webhook_id=a&resource_type=job&resource_id=b', '?webhook_id=a&resource_type=test'])(
    'refuses %j: a webhook and a resource',
    async (query) => {
      expect((await call('GET', `/svc/webhook-history${query}`)).status).toBe(422);
    },
  );

  it.each(['', '?resource_type=job', '?resource_id=b'])(
    'refuses %j when it is strict: one webhook or one resource',
    async (query) => {
      const strict = await openExtraction({ settings: { strict: true } });
      onTestFinished(strict.close);
      expect((await strict.call('GET', `/svc/webhook-history${query}`)).status).toBe(422);
    },
  );
});

describe('a delivery by hand', () => {
  it('goes to the webhook that is named, or to all that are assigned', async () => {
    const one = await create();
    const two = await create();
    const job = await extraction.finishedJob({ webhook_ids: [one.id, two.id] });
    extraction.sent.length = 0;
    const named = await call('POST', `/svc/webhook/trigger/job/${job}?webhook_id=${one.id}`);
    expect(named).toMatchObject({ status: 200, body: { success: true } });
    expect(extraction.sent).toEqual([]);
    await extraction.clock.advance(SECOND);
    expect(extraction.sent).toHaveLength(1);
    await call('POST', `/svc/webhook/trigger/job/${job}`);
    await extraction.clock.advance(SECOND);
    expect(extraction.sent).toHaveLength(3);
  });

  it('is refused for a webhook that is not assigned and for another job', async () => {
    const { id } = await create();
    const job = await extraction.finishedJob();
    expect((await call('POST', `/svc/webhook/trigger/job/${job}`)).status).toBe(404);
    expect((await call('POST', `/svc/webhook/trigger/job/${job}?webhook_id=${id}`)).status).toBe(404);
    expect((await call('POST', '/svc/webhook/trigger/job/nobody')).status).toBe(404);
    await call('POST', `/svc/webhooks/${id}/resources`, { resource_type: 'job', resource_id: job });
    expect((await call('POST', `/svc/webhook/trigger/job/${job}?job_id=other`)).status).toBe(404);
  });
});
