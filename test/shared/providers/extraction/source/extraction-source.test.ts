import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import type { WatchQuery } from '../../../../../shared/domain/watches/watch.ts';
import { extractionSource } from '../../../../../shared/providers/extraction/source/extraction-source.ts';
import {
  article,
  openExtraction,
  START,
  type OpenOptions,
} from '../../../../infra/local/services/extraction/open-extraction.ts';
import { extractionClient, recordOf, scripted } from '../extraction-fixtures.ts';

const limits = { deadline: Number.POSITIVE_INFINITY };
const range = { from: START - 5 * DAY, to: START };
const query = { query: 'Data breaches at retailers' };
const exclude = { domains: [], phrases: [] };
/** Stories apart from each other, so that each becomes a record of its own. */
const STORIES = [
  'Supermarket chain Acme confirms data breach of loyalty cards',
  'Hackers leak passwords of furniture retailer Globex after data breach',
  'Data breach at online shoe retailer Initech exposes payment details',
  'Toy retailer Hooli tells regulators of a data breach in its warehouse system',
];

/** The port over the real client, and the service of this machine behind it. */
async function open(options: OpenOptions = {}) {
  const articles = STORIES.map((title) => article(title));
  const extraction = await openExtraction({ articles, ...options });
  onTestFinished(() => extraction.close());
  const { client } = extractionClient(`${extraction.host.url}/jobs`, { key: 'key-of-ann' });
  const source = extractionSource(client);
  const records = (upstreamId: string, page = 1) =>
    source.records({ upstreamId, page, exclude, now: START }, limits);
  return { ...extraction, source, records };
}

describe('the extraction service as an extraction sees it', () => {
  it('takes a job with its span, gives its stage, and gives its records', async () => {
    const { source, records, clock, call } = await open();
    const { upstreamId, calls } = await source.submit({ query: { ...query, limit: 20 }, range }, limits);
    expect(calls).toBe(1);
    expect(await source.stage(upstreamId, limits)).toMatchObject({ stage: 'submitted', calls: 1 });
    await clock.advance(10 * MINUTE);
    expect(await source.stage(upstreamId, limits)).toMatchObject({ stage: 'completed' });
    const page = await records(upstreamId);
    expect(page).toMatchObject({ pages: 1, limit: 20, refused: 0, calls: 1 });
    expect(page.findings.length).toBeGreaterThan(2);
    for (const { fingerprint, type, indexedAt, articles } of page.findings) {
      expect({ type, indexedAt, count: articles?.length }).toEqual({
        type: 'record',
        indexedAt: START,
        count: 1,
      });
      expect(page.sources?.get(fingerprint)).toMatchObject({ record_id: fingerprint });
    }
    expect((await records(upstreamId, 2)).findings).toEqual([]);
    const { body } = await call('GET', `/svc/pull/${upstreamId}`);
    expect(body.date_range).toEqual({
      start_date: '2026-11-16T08:00:00.000Z',
      end_date: '2026-11-21T08:00:00.000Z',
    });
  });

  it('finds our own jobs that ask the same, made since the intent, oldest first', async () => {
    const { source, clock, call } = await open({ plan: { jobSlots: 20 } });
    const submit = async (asked: WatchQuery) =>
      (await source.submit({ query: asked, range }, limits)).upstreamId;
    await submit(query);
    await clock.advance(MINUTE);
    const since = clock.now();
    const first = await submit(query);
    await submit({ ...query, mode: 'lite' });
    await submit({ query: `${query.query} in Europe` });
    await call('POST', '/svc/submit', query, { 'x-api-key': 'key-of-bob' });
    await clock.advance(MINUTE);
    const second = await submit(query);
    const found = await source.find({ query, range, since }, limits);
    expect(found).toMatchObject({ upstreamIds: [first, second], calls: 1 });
    const other = { query: { query: 'Something else' }, range, since };
    expect((await source.find(other, limits)).upstreamIds).toEqual([]);
  });

  it('reads the list as far as the intent, and no further than five pages', async () => {
    const job = (n: number) => ({
      job_id: `job-${n}`,
      query: query.query,
      created_at: new Date(START - n * MINUTE).toISOString(),
      status: 'completed',
    });
    const page = (n: number) => ({ json: { total_pages: 9, jobs: [job(2 * n), job(2 * n + 1)] } });
    const near = await scripted(page(0), page(1), page(2));
    const since = START - 3 * MINUTE;
    expect(await extractionSource(near.client).find({ query, range, since }, limits)).toMatchObject({
      upstreamIds: ['job-3', 'job-2', 'job-1', 'job-0'],
      calls: 3,
    });
    const far = await scripted(...[0, 1, 2, 3, 4, 5].map(page));
    expect(await extractionSource(far.client).find({ query, range, since: 0 }, limits)).toMatchObject({
      calls: 5,
    });
  });

  it('counts records without an id, and passes on why a job failed', async () => {
    const answer = { all_records: [recordOf('1'), { record_title: 'no id' }], error: 'out of memory' };
    const { client } = await scripted({ json: answer });
    const ask = { upstreamId: 'job-1', page: 1, exclude, now: START };
    const page = await extractionSource(client).records(ask, limits);
    expect(page).toMatchObject({ refused: 1, pages: 1, error: 'out of memory' });
    expect(page.findings).toHaveLength(1);
  });
});
