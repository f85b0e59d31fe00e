import { expect, it } from 'vitest';
import { rowsText } from '../../../shared/domain/reports/rows-query.ts';
import { renderReport } from '../../../shared/render/report/render-report.ts';
import { receiptIdOf } from '../../../shared/domain/pages/signed-link.ts';
import { openPages } from '../../shared/use-cases/pages/open-pages.ts';
import { anExampleReport } from '../../shared/render/report/example-report.ts';
import { frozen, gone } from '../frozen.ts';
import { keyPaths } from '../key-paths.ts';

// People keep links, and programs read the data of reports.

const folder = import.meta.dirname;

it('pages open at the same paths, with the same fields in their forms', async () => {
  const open = await openPages();
  const message = (await open.ports.messages.madeOn('2026-11-20', 1))[0]?.message.id;
  const below = (name: string) => `${open.inbox}${name}`;
  const paths = {
    '/': '/',
    '/r/LINK': open.receipt,
    '/i/LINK': open.inbox,
    '/i/LINK/watches/ID': below('/watches/acme-news'),
    '/i/LINK/alerts?day=&page=': below('/alerts'),
    '/i/LINK/alerts/ID': below(`/alerts/${receiptIdOf(open.alert)}`),
    '/i/LINK/messages/ID': below(`/messages/${message}`),
    '/i/LINK/stories?day=': below('/stories'),
    '/i/LINK/extractions?day=&page=': below('/extractions'),
    '/i/LINK/reports?page=': below('/reports'),
  };
  const query = { day: '2026-11-20', page: '1' };
  const opened = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => `${name} ${(await open.ask(path, { query })).status}`),
  );
  const { body } = await open.ask(open.receipt);
  const fields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([a-z]*)/g)];
  const forms = fields.map(
    ([, name, value]) => `form of a receipt: ${name}=${name === 'token' ? '' : value}`,
  );
  expect(await gone([...opened, ...new Set(forms)], { folder, file: 'pages.txt' })).toEqual([]);
});

it('the address of what stands behind a number of a report', async () => {
  const all = {
    brand: 'globex',
    outlet: 'news.example',
    author: 'Jane Doe',
    country: 'US',
    language: 'en',
    tone: 'negative',
    reach: 'top',
    story: 'story-1',
  } as const;
  const texts = [
    rowsText({ days: 'now', kind: 'events', ...all }),
    rowsText({ days: 'before', kind: 'records', tone: 'neutral' }),
    rowsText({ days: { day: '2026-11-20' }, kind: 'excluded', tone: 'positive' }),
  ];
  expect(texts).toEqual(await frozen(texts, { folder, file: 'rows.json' }));
});

it('the keys of the JSON and the columns of the CSV of a report', async () => {
  const { json, csv } = renderReport(anExampleReport(), undefined);
  expect(await gone(keyPaths(JSON.parse(json)), { folder, file: 'report-json.txt' })).toEqual([]);
  const [columns = '', ...rows] = csv.split(/\r?\n/);
  const parts = new Set(rows.map((row) => row.split(',')[0] ?? '').filter((part) => part !== ''));
  expect(await gone([columns, ...parts], { folder, file: 'report-csv.txt' })).toEqual([]);
});
