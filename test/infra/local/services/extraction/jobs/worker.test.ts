import { afterEach, expect, it } from 'vitest';
import { article, openExtraction, type OpenExtraction, SECOND } from '../open-extraction.ts';
import { ARTICLES, QUERY } from '../scenario.ts';

const open: OpenExtraction[] = [];
async function start(options: Parameters<typeof openExtraction>[0] = {}): Promise<OpenExtraction> {
  const extraction = await openExtraction({ articles: ARTICLES, ...options });
  open.push(extraction);
  return extraction;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const submit = async ({ call }: OpenExtraction, body: object = {}) =>
  String((await call('POST', '/svc/submit', { ...QUERY, ...body })).body.job_id);
const get = async ({ call }: OpenExtraction, path: string) => (await call('GET', `/svc${path}`)).body;

it('records keep id and content over turns, while later articles may join as citations', async () => {
  const broad = article('Acme data breach: 40 million cards stolen');
  const extraction = await start({ articles: [...ARTICLES, broad], settings: { turns: 4 } });
  const id = await submit(extraction, { query: 'Data breaches at retailers in Texas' });
  const first = new Map<string, any>();
  for (let second = 0; second < 300; second += 5) {
    await extraction.clock.advance(5 * SECOND);
    for (const record of (await get(extraction, `/pull/${id}`)).all_records) {
      const known = first.get(record.record_id) ?? { ...record, citations: [] };
      expect({ ...record, citations: [] }).toEqual({ ...known, citations: [] });
      expect(record.citations.length).toBeGreaterThanOrEqual(known.citations.length);
      first.set(record.record_id, record);
    }
  }
  expect([...first.values()].map(({ citations }) => citations.length)).toEqual([2, 1]);
});
