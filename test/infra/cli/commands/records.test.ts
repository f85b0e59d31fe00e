import { onTestFinished, describe, expect, it } from 'vitest';
import { readRecords } from '../../../../shared/providers/extraction/source/single-calls.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { extractionClient } from '../../../shared/providers/extraction/extraction-fixtures.ts';
import { article, DAY, openExtraction, START } from '../../local/services/extraction/open-extraction.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const FILE = `operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
defaults: { channel: press }
watches:
  breaches: { kind: extraction, query: { query: Data breaches at retailers } }
  followed: { kind: extraction, mode: monitor, query: { query: Data breaches at retailers } }
  news: { kind: search, query: { q: Acme } }
`;

const ARTICLES = [
  article('Acme hit by data breach', { content: 'A data breach at the retailer. Cards were stolen.' }),
  article('Retailers warn of data breaches', {
    content: '=HYPERLINK("https://evil.example") said retailers, after a data breach.',
  }),
];

/** A stack whose service has run a job for one watch, and a monitor for the other. */
async function open() {
  const service = await openExtraction({ articles: ARTICLES, plan: { monitorSlots: 5, jobSlots: 9 } });
  const job = await service.finishedJob();
  const { body } = await service.call('POST', '/svc/monitors/create', {
    reference_job_id: job,
    schedule: 'every day',
    backfill: false,
  });
  const { client } = extractionClient(`${service.host.url}/jobs`, { key: 'key-of-ann' });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  const { stack, store } = memoryStack();
  const world = openWorld({ stack: { ...stack, recordsOf: readRecords(client) } });
  world.write(FILE);
  expect((await world.call('apply')).err).toBe('');
  const made = (id: string, changes: object) =>
    store.extractions.put(
      anExtraction({ id, watchId: 'breaches', createdAt: NOW - HOUR, upstreamId: job, ...changes }),
    );
  await made('one', {});
  await made('other', { watchId: 'else', upstreamId: 'job-of-another' });
  await made('old', { createdAt: NOW - 20 * DAY, upstreamId: 'job-that-is-gone' });
  return { ...world, store, job, monitorId: String(body.monitor_id) };
}

describe('bellwether records', () => {
  it('shows a table of the records of the last days', async () => {
    const { call } = await open();
    const { code, out, err } = await call('records', 'breaches');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^FOUND +RECORD +.*COMPANY.*SOURCES\n/);
    expect(out).toContain('2026-11-21 07:00  Acme hit by data breach');
    expect(out).toContain('2 records, ');
  });

  it('gives every field as JSON, with citations and the job', async () => {
    const { call, job } = await open();
    const { out } = await call('records', 'breaches', '--json');
    const { records, ...rest } = JSON.parse(out);
    expect(rest).toEqual({ stack: 'bellwether-test', watch: 'breaches', gone: [] });
    expect(records.find(({ title }: any) => title.includes('Acme'))).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      job,
      foundAt: '2026-11-21T07:00:00.000Z',
      fields: { summary: expect.any(String) },
      companies: [],
      sources: [
        {
          title: 'Acme hit by data breach',
          link: expect.stringMatching(/^https:/),
          publishedAt: expect.any(String),
        },
      ],
    });
  });

  it('gives CSV that no spreadsheet runs', async () => {
    const { call } = await open();
    const { out } = await call('records', 'breaches', '--csv');
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^record,job,foundAt,updatedAt,title,.*summary.*,templateSummary,.*,sources$/);
    expect(rows).toHaveLength(2);
    expect(out).not.toMatch(/(^|,)"?=/m);
  });

  it('names jobs that the service no longer has', async () => {
    const { call } = await open();
    const { code, out, err } = await call('records', 'breaches', '--from', '2026-10-01');
    expect(code).toBe(0);
    expect(out).toContain('2 records');
    expect(err).toContain('The service no longer has 1 job of this time: job-that-is-gone');
  });

  it('reads the records of a monitor', async () => {
    const { call, store, monitorId, job } = await open();
    const monitor = {
      id: monitorId,
      enabled: true,
      referenceJobId: job,
      webhookId: 'w',
      schedule: 'daily',
      timezone: 'UTC',
    };
    const facts = { revision: 0, failures: 0, silent: false, secrets: [], rounds: 1 };
    await store.resources.write({ ...facts, type: 'monitor', name: 'followed', monitor });
    const { out } = await call(
      'records',
      'followed',
      '--json',
      '--until',
      new Date(START + DAY).toISOString(),
    );
    expect(JSON.parse(out).records).toHaveLength(2);
  });
});
