import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../../../infra/local/services/extraction/settings.ts';
import { openMemoryState } from '../../../../../../infra/local/services/kit/state-folder.ts';
import {
  article,
  articleIndex,
  heldClock,
  HOUR,
  openExtraction,
  type OpenExtraction,
  type OpenOptions,
  SECOND,
  START,
} from '../open-extraction.ts';

const BREACHES = [
  article('Retailer Acme hit by data breach, 40 million cards stolen', {
    content: 'Acme Corp said on November 20 that hackers stole 40 million cards.',
  }),
  article('Hackers break into supermarket chain Globex in security breach'),
  article('Department store Initech reports ransomware attack'),
  article('Retailer Umbra sorry for data leak of customers'),
];
const NOISE = [article('A bakery opens in Paris'), article('Football: the results')];

const open: OpenExtraction[] = [];
async function start(options: OpenOptions = {}): Promise<OpenExtraction> {
  const extraction = await openExtraction({ articles: [...BREACHES, ...NOISE], ...options });
  open.push(extraction);
  return extraction;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const submit = async ({ call }: OpenExtraction, body: object = {}) => {
  const answer = await call('POST', '/svc/submit', { query: 'Data breaches at retailers', ...body });
  expect(answer.status).toBe(200);
  return String(answer.body.job_id);
};
const statusOf = async ({ call }: OpenExtraction, id: string) =>
  (await call('GET', `/svc/status/${id}`)).body;
const pull = async ({ call }: OpenExtraction, id: string, query = '') =>
  (await call('GET', `/svc/pull/${id}${query}`)).body;

/** Every state a job shows when it is asked each second. */
async function statesOf(extraction: OpenExtraction, id: string): Promise<string[]> {
  const states: string[] = [];
  for (let second = 0; second < 400; second += 1) {
    const { status } = await statusOf(extraction, id);
    if (status !== states.at(-1)) states.push(status);
    if (status === 'completed' || status === 'failed') break;
    await extraction.clock.advance(SECOND);
  }
  return states;
}

describe('a job by the clock', () => {
  it('walks its stages, goes back for broader searches, and completes', async () => {
    const extraction = await start({ settings: { turns: 2 } });
    const id = await submit(extraction);
    expect(await statesOf(extraction, id)).toEqual([
      'submitted',
      'analyzing',
      'fetching',
      'clustering',
      'enriching',
      'fetching',
      'clustering',
      'enriching',
      'completed',
    ]);
  });

  it('keeps to the time of each stage', async () => {
    const extraction = await start();
    const id = await submit(extraction);
    const { submitted, analyzing } =
      DEFAULT_SETTINGS.walk.by === 'clock' ? DEFAULT_SETTINGS.walk.stages : { submitted: 0, analyzing: 0 };
    await extraction.clock.advance(submitted - 1);
    expect((await statusOf(extraction, id)).status).toBe('submitted');
    await extraction.clock.advance(1);
    expect((await statusOf(extraction, id)).status).toBe('analyzing');
    await extraction.clock.advance(analyzing);
    expect((await statusOf(extraction, id)).status).toBe('fetching');
  });

  it('lists all seven steps, the failed one open', async () => {
    const extraction = await start();
    const id = await submit(extraction);
    await extraction.clock.advance(8 * SECOND);
    const { status, steps } = await statusOf(extraction, id);
    expect(status).toBe('fetching');
    expect(steps.map((step: any) => `${step.order} ${step.status} ${step.completed}`)).toEqual([
      '1 submitted true',
      '2 analyzing true',
      '3 fetching false',
      '4 clustering false',
      '5 enriching false',
      '6 completed false',
      '7 failed false',
    ]);
    await extraction.clock.advance(HOUR);
    const end = await statusOf(extraction, id);
    expect(end.steps.map((step: any) => step.completed)).toEqual([true, true, true, true, true, true, false]);
  });

  it('ends as failed with its error when the index breaks', async () => {
    const extraction = await start({ index: { find: () => Promise.reject(new Error('the index is down')) } });
    const id = await submit(extraction);
    await extraction.clock.advance(HOUR);
    expect(await statusOf(extraction, id)).toMatchObject({ status: 'failed' });
    expect(await pull(extraction, id)).toMatchObject({
      status: 'failed',
      error: 'fetching: the index is down',
    });
    const { steps } = await statusOf(extraction, id);
    expect(steps.filter((step: any) => step.completed).map((step: any) => step.status)).toEqual([
      'submitted',
      'analyzing',
      'failed',
    ]);
  });
});

describe('a job that is changed while it fetches', () => {
  /** An index that waits until it is let go. */
  function slowIndex() {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    return { index: { find: () => held.then(() => []) }, release };
  }

  it('keeps its new project', async () => {
    const { index, release } = slowIndex();
    const extraction = await start({ index });
    const id = await submit(extraction);
    const project = (await extraction.call('POST', '/svc/projects', { name: 'P' })).body.project_id;
    const work = extraction.clock.advance(HOUR);
    await extraction.call('POST', `/svc/projects/${project}/resources`, {
      resources: [{ resource_type: 'job', resource_id: id }],
    });
    release();
    await work;
    expect((await statusOf(extraction, id)).status).toBe('completed');
    expect((await extraction.call('GET', `/svc/jobs/user?project_id=${project}`)).body.total).toBe(1);
  });

  it('stays deleted', async () => {
    const { index, release } = slowIndex();
    const extraction = await start({ index });
    const id = await submit(extraction);
    const work = extraction.clock.advance(HOUR);
    await extraction.call('DELETE', `/svc/jobs/${id}`);
    release();
    await work;
    expect((await extraction.call('GET', `/svc/status/${id}`)).status).toBe(404);
    expect((await extraction.call('GET', '/svc/jobs/user')).body.total).toBe(0);
  });
});

describe('a job by call', () => {
  it('takes one step for each status poll, and none for a pull', async () => {
    const extraction = await start({ settings: { walk: { by: 'call' }, turns: 1 } });
    const id = await submit(extraction);
    const seen: string[] = [];
    for (let poll = 0; poll < 20 && seen.at(-1) !== 'completed'; poll += 1) {
      await pull(extraction, id);
      seen.push((await statusOf(extraction, id)).status);
    }
    expect(seen).toEqual(['analyzing', 'fetching', 'clustering', 'enriching', 'completed']);
    expect((await pull(extraction, id)).all_records).toHaveLength(4);
  });

  it('takes polls that come together one after the other', async () => {
    const extraction = await start({ settings: { walk: { by: 'call' } } });
    const id = await submit(extraction);
    const polls = await Promise.all([1, 2, 3].map(() => statusOf(extraction, id)));
    expect(new Set(polls.map(({ status }) => status))).toEqual(
      new Set(['analyzing', 'clustering', 'fetching']),
    );
  });
});

describe('records', () => {
  it('cite every article and follow the question', async () => {
    const extraction = await start({
      articles: [...BREACHES, article('Acme hit by breach: 40 million cards stolen from retailer'), ...NOISE],
    });
    const id = await submit(extraction, { limit: 10 });
    await extraction.clock.advance(HOUR);
    const { all_records, ...rest } = await pull(extraction, id);
    expect(rest).toMatchObject({
      status: 'completed',
      error: null,
      mode: 'base',
      limit: 10,
      valid_records: 4,
      page: 1,
      total_pages: 1,
    });
    expect(all_records.map((record: any) => record.record_title)).toEqual(BREACHES.map(({ title }) => title));
    const [first] = all_records;
    expect(first.record_id).toMatch(/^\d{19}$/);
    expect(first.citations).toHaveLength(2);
    expect(first.citations[0]).toEqual({
      title: BREACHES[0]!.title,
      link: BREACHES[0]!.link,
      published_date: '2026-11-21T07:00:00.000Z',
    });
    expect(first.enrichment).toMatchObject({ records_affected: 40_000_000, event_date: '2026-11-20' });
    expect(first.enrichment_confidence.records_affected).toBeGreaterThan(0);
    expect(first.tags).toBeUndefined();
    expect(first.connected_entities).toBeUndefined();
  });

  it('come in parts while enriching, and stay as they are', async () => {
    const extraction = await start({ settings: { batch: 2, turns: 1 } });
    const id = await submit(extraction);
    await extraction.clock.advance(32 * SECOND);
    const part = await pull(extraction, id);
    expect(part).toMatchObject({
      status: 'enriching',
      candidate_records: 4,
      progress_validated: 2,
      valid_records: 2,
    });
    expect(part.all_records).toHaveLength(2);
    await extraction.clock.advance(10 * SECOND);
    const later = await pull(extraction, id);
    expect(later.all_records).toHaveLength(4);
    expect(later.all_records.slice(0, 2)).toEqual(part.all_records);
  });

  it('keep id and content over turns, while later articles may join as citations', async () => {
    const broad = article('Acme data breach: 40 million cards stolen');
    const extraction = await start({ articles: [...BREACHES, broad], settings: { turns: 4 } });
    const id = await submit(extraction, { query: 'Data breaches at retailers in Texas' });
    const first = new Map<string, any>();
    for (let second = 0; second < 300; second += 5) {
      await extraction.clock.advance(5 * SECOND);
      for (const record of (await pull(extraction, id)).all_records) {
        const known = first.get(record.record_id);
        expect(record.enrichment).toMatchObject(known?.enrichment ?? {});
        expect(record.citations.length).toBeGreaterThanOrEqual(known?.citations.length ?? 0);
        first.set(record.record_id, record);
      }
    }
    expect(await statusOf(extraction, id)).toMatchObject({ status: 'completed' });
    expect(
      [...first.values()].find(({ record_title }) => record_title.includes('Acme')).citations,
    ).toHaveLength(2);
  });

  it('come in pages', async () => {
    const extraction = await start();
    const id = await submit(extraction);
    await extraction.clock.advance(HOUR);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => pull(extraction, id, `?page=${page}&page_size=3`)),
    );
    expect(pages.map(({ all_records }) => all_records.length)).toEqual([3, 1, 0]);
    expect(pages.map(({ total_pages }) => total_pages)).toEqual([2, 2, 2]);
  });

  it('are titles and citations only in a lite job, which pays per search', async () => {
    const extraction = await start({ settings: { turns: 1 } });
    const id = await submit(extraction, { mode: 'lite' });
    await extraction.clock.advance(HOUR);
    const { all_records, validators, progress_validated } = await pull(extraction, id);
    expect(validators).toEqual([]);
    expect(progress_validated).toBeNull();
    expect(all_records.map((record: any) => record.enrichment)).toEqual([{}, {}, {}, {}]);
    const { body } = await extraction.call('POST', '/svc/user/limits');
    expect(body.features.find((feature: any) => feature.code === 'monthly_free_credits').current_usage).toBe(
      100,
    );
  });

  it('have the summary that a template asks for', async () => {
    const extraction = await start();
    const id = await submit(extraction, {
      summary_template: '[COMPANY] lost [RECORDS AFFECTED]',
      schema: '[TITLE]!',
    });
    await extraction.clock.advance(HOUR);
    const [record] = (await pull(extraction, id)).all_records;
    expect(record.enrichment.template_based_summary).toMatch(/ lost 40000000$/);
    expect(record.enrichment.schema_based_summary).toBe(`${BREACHES[0]!.title}!`);
  });

  it("meet the caller's own criteria and hold his own fields", async () => {
    const extraction = await start();
    const id = await submit(extraction, {
      validators: [{ name: 'ransomware', description: 'True when ransomware is mentioned' }],
      enrichments: [{ name: 'attack', description: 'Kind, one of: ransomware, leak', type: 'option' }],
    });
    await extraction.clock.advance(HOUR);
    const { all_records, validators } = await pull(extraction, id);
    expect(validators).toEqual([
      { name: 'ransomware', description: 'True when ransomware is mentioned', type: 'boolean' },
    ]);
    expect(all_records.map((record: any) => record.enrichment)).toEqual([{ attack: 'ransomware' }]);
  });

  it('come only from the domains of the source groups', async () => {
    const wire = article('Retailer Vandelay admits data breach', { domain: 'wire.example' });
    const extraction = await start({
      articles: [...BREACHES, wire],
      settings: {
        sourceGroups: [{ slug: 'wires', name: 'Wires', description: 'Agencies', domains: ['wire.example'] }],
      },
    });
    const id = await submit(extraction, { source_groups: ['wires'] });
    await extraction.clock.advance(HOUR);
    const { all_records, source_groups } = await pull(extraction, id);
    expect(all_records.map((record: any) => record.record_title)).toEqual([wire.title]);
    expect(source_groups).toEqual(['wires']);
  });

  it('are the same when the same job is made again', async () => {
    const runs = await Promise.all([start(), start()]);
    const pulled = [];
    for (const extraction of runs) {
      const id = await submit(extraction);
      await extraction.clock.advance(HOUR);
      pulled.push((await extraction.call('GET', `/svc/pull/${id}`)).text);
    }
    expect(pulled[0]).toBe(pulled[1]);
  });
});

describe('limit and continue', () => {
  const many = [
    'Acme',
    'Globex',
    'Initech',
    'Umbra',
    'Vandelay',
    'Wonka',
    'Hooli',
    'Duffco',
    'Wayne',
    'Tyrell',
    'Cyberdyne',
    'Oscorp',
  ].map((name) => article(`${name} tells customers of its shops about a data breach at the retailer`));

  it('stop at the limit; continue goes on and leaves earlier records alone', async () => {
    const extraction = await start({ articles: many });
    const id = await submit(extraction, { limit: 10 });
    await extraction.clock.advance(HOUR);
    const before = await pull(extraction, id);
    expect(before).toMatchObject({ status: 'completed', valid_records: 10 });
    const answer = await extraction.call('POST', '/svc/continue', { job_id: id, new_limit: 20 });
    expect(answer).toMatchObject({
      status: 200,
      body: { job_id: id, previous_limit: 10, new_limit: 20, status: 'accepted' },
    });
    expect((await statusOf(extraction, id)).status).toBe('enriching');
    await extraction.clock.advance(HOUR);
    const after = await pull(extraction, id);
    expect(after).toMatchObject({ status: 'completed', limit: 20 });
    expect(after.valid_records).toBeGreaterThan(10);
    expect(after.all_records.slice(0, 10)).toEqual(before.all_records);
  });

  it('refuse a job that works, a limit that is not higher, and one above the plan', async () => {
    const extraction = await start({ plan: { recordsPerJob: 50 } });
    const id = await submit(extraction, { limit: 20 });
    const carry = (body: object) => extraction.call('POST', '/svc/continue', { job_id: id, ...body });
    expect((await carry({ new_limit: 30 })).status).toBe(400);
    await extraction.clock.advance(HOUR);
    expect((await carry({ new_limit: 20 })).status).toBe(400);
    expect((await carry({ new_limit: 51 })).status).toBe(400);
    expect((await carry({ new_limit: 'x' })).status).toBe(422);
    expect((await extraction.call('POST', '/svc/continue', { job_id: 'nobody' })).status).toBe(404);
    expect((await carry({})).body).toMatchObject({ new_limit: 50 });
  });
});

describe('a restart', () => {
  it('goes on from the checkpoint, wherever the job was, and ends with the same records', async () => {
    const calm = await start();
    const id = await submit(calm);
    await calm.clock.advance(HOUR);
    const expected = (await pull(calm, id)).all_records;
    for (const seconds of [1, 12, 20, 28, 38]) {
      const state = openMemoryState();
      const clock = heldClock(START);
      const first = await openExtraction({ articles: [...BREACHES, ...NOISE], state, clock });
      const job = await submit(first);
      await clock.advance(seconds * SECOND);
      const before = (await statusOf(first, job)).status;
      await first.close();
      const second = await start({ state, clock });
      expect((await statusOf(second, job)).status).toBe(before);
      await clock.advance(HOUR);
      expect((await pull(second, job)).all_records).toEqual(expected);
    }
  });

  it('makes up for the time it was away without waiting again', async () => {
    const state = openMemoryState();
    const clock = heldClock(START);
    const first = await openExtraction({ articles: BREACHES, state, clock });
    const id = await submit(first);
    await first.close();
    await clock.advance(HOUR);
    const second = await start({ state, clock });
    await clock.advance(0);
    expect((await statusOf(second, id)).status).toBe('completed');
  });
});

describe('faults', () => {
  it('job-never-ends keeps a job enriching for ever', async () => {
    const extraction = await start();
    extraction.faults.play([{ fault: 'job-never-ends', times: 1 }]);
    const stuck = await submit(extraction);
    const free = await submit(extraction);
    await extraction.clock.advance(HOUR);
    expect((await statusOf(extraction, stuck)).status).toBe('enriching');
    expect((await statusOf(extraction, free)).status).toBe('completed');
  });

  it('job-list-lags hides a new job from the list for a while', async () => {
    const extraction = await start();
    extraction.faults.play([{ fault: { 'job-list-lags': { ms: 60_000 } } }]);
    const id = await submit(extraction);
    const listed = async () =>
      (await extraction.call('GET', '/svc/jobs/user')).body.jobs.map((job: any) => job.job_id);
    expect(await listed()).toEqual([]);
    await extraction.clock.advance(60 * SECOND);
    expect(await listed()).toEqual([id]);
  });
});

describe('the index', () => {
  it('is asked once for each turn', async () => {
    const index = articleIndex(BREACHES);
    const extraction = await start({ index, settings: { turns: 2 } });
    await submit(extraction);
    await extraction.clock.advance(HOUR);
    expect(index.searches).toBe(2);
  });
});
