import { storeFindings } from '../../../store/store-findings.ts';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

let pages: Awaited<ReturnType<typeof openPages>>;

const RECORDS: readonly Record<string, string>[] = [
  { company: 'Acme', layoff_count: '1,200', country: 'France' },
  { company: 'Globex', layoff_count: '90', country: 'Germany' },
  { company: '=1+1', layoff_count: '400', country: 'France' },
  { company: 'Initech', country: 'Spain' },
];

beforeEach(async () => {
  pages = await openPages();
  await pages.ports.definitions.putWatch(aWatch({ id: 'cuts', kind: 'extraction' }));
  await pages.ports.definitions.putWatch(aWatch({ id: 'breaches', kind: 'events' }));
  for (const [n, fields] of RECORDS.entries())
    await storeFindings(pages.ports, [
      aStoredFinding(n, {
        watchId: 'cuts',
        foundAt: NOON - n * DAY,
        finding: aFinding(n, {
          type: 'record',
          service: 'extraction',
          title: `Cuts at ${fields['company']}`,
          fields,
          articles: [{ title: 'The <source>', link: 'https://news.example/source' }],
        }),
      }),
    ]);
});

const get = (path: string, query: Record<string, string> = {}) =>
  pages.ask(`${pages.inbox}/records${path}`, { query });
const companiesIn = async (query: Record<string, string>) => {
  const { records } = JSON.parse((await get('/cuts/json', query)).body) as {
    records: { fields: { company: string } }[];
  };
  return records.map(({ fields }) => fields.company);
};

it('sorts numbers as numbers and leaves empty cells last, filters by a column, by words and by days', async () => {
  expect(await companiesIn({ sort: 'layoff_count', order: 'up' })).toEqual([
    'Globex',
    '=1+1',
    'Acme',
    'Initech',
  ]);
  expect(await companiesIn({ sort: 'layoff_count', order: 'down' })).toEqual([
    'Acme',
    '=1+1',
    'Globex',
    'Initech',
  ]);
  expect(await companiesIn({ column: 'country', is: 'france' })).toEqual(['Acme', '=1+1']);
  expect(await companiesIn({ words: 'cuts glob' })).toEqual(['Globex']);
  expect(await companiesIn({ from: '2026-11-18', to: '2026-11-19' })).toEqual(['Globex', '=1+1']);
});

it('takes the watch and any column from the address, keeps them in its own addresses, and says what it did not use', async () => {
  expect((await get('', { watch: 'cuts' })).body).toContain('Records of cuts');
  expect((await get('/acme-news')).status).toBe(404);
  expect((await get('', { watch: 'gone' })).status).toBe(404);
  expect(await companiesIn({ country: 'france', company: 'acme' })).toEqual(['Acme']);
  const { body } = await get('', { watch: 'cuts', country: 'France', sector: 'steel', page: '1' });
  expect(body).toContain('2 records out of 4 found');
  expect(body).toContain('/records/cuts/csv?country=France&amp;');
  expect(body).toContain('<input type="hidden" name="country" value="France">');
  expect(body).toContain('no record of these days has such a field: <bdi>sector</bdi>.');
});

it('shows hostile fields as text on the page and in CSV: no markup, no formula, no mark of direction, no long cell', async () => {
  const hostile = `=cmd|' /C calc'!A0 <script>alert(1)</script>\u202e\u2066${'x'.repeat(50_000)}`;
  await storeFindings(pages.ports, [
    aStoredFinding(9, {
      watchId: 'cuts',
      foundAt: NOON + 1,
      finding: aFinding(9, {
        type: 'record',
        service: 'extraction',
        title: hostile,
        fields: { company: hostile, [hostile.slice(0, 200)]: 'x' },
        articles: [{ title: hostile, link: 'javascript:alert(1)' }],
      }),
    }),
  ]);
  const { body } = await get('/cuts');
  expect(body).not.toMatch(/<script>alert|href="javascript|[\u202a-\u202e\u2066-\u2069]|x{500}/);
  const rows: Record<string, string>[] = parse((await get('/cuts/csv')).body, { columns: true });
  const [row] = rows;
  expect(row?.['company']?.startsWith("'=cmd")).toBe(true);
  expect(
    Object.entries(row ?? {})
      .flat()
      .join(''),
  ).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cc}]/u);
});

it('gives all of them as CSV that no spreadsheet runs, and as JSON with the sources', async () => {
  const { body, headers } = await get('/cuts/csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows: Record<string, string>[] = parse(body, { columns: true });
  expect(rows.map((row) => row['company'])).toEqual(['Acme', 'Globex', "'=1+1", 'Initech']);
  expect(rows[0]).toMatchObject({ layoff_count: '1,200', sources: 'https://news.example/source' });
  const document = JSON.parse((await get('/cuts/json')).body) as { records: object[] };
  expect(document.records[0]).toMatchObject({
    id: 'article-00000',
    fields: RECORDS[0],
    sources: [{ title: 'The <source>', link: 'https://news.example/source', publishedAt: null }],
  });
  expect((await get('/cuts/xml')).status).toBe(404);
});
