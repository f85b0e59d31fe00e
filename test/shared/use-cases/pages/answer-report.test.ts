import { expect, it } from 'vitest';
import { httpResultOf } from '../../../../shared/contracts/orders.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { reportLink } from '../../../../shared/domain/pages/signed-link.ts';
import { reportKey } from '../../../../shared/domain/reports/report-record.ts';
import { NOON } from '../../../ports/examples.ts';
import { heldClock, memoryReportFiles } from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { LINKS, pagesOver } from './open-pages.ts';

async function written() {
  const store = memoryStore();
  const clock = heldClock(NOON);
  const record = aRecord({ expiresAt: NOON + DAY });
  const files = memoryReportFiles();
  await store.reportRecords.put(record);
  for (const form of ['html', 'json'] as const)
    await files.put(reportKey(record, form), { body: `<style>x</style>${form}`, type: form });
  const { ask } = pagesOver({ ...store, clock, files });
  const { pathname } = new URL(reportLink(record.id, LINKS));
  return { ask, pathname, files, record };
}

it('opens a report by its link in each form, with the policy of its own style', async () => {
  const { ask, pathname } = await written();
  const page = await ask(pathname);
  expect(page).toMatchObject({ status: 200, body: '<style>x</style>html' });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.headers['cache-control']).toBe('no-store');
  const data = await ask(`${pathname}/json`);
  expect(data.headers).toMatchObject({
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
});

it('sends the spreadsheet as a file, and none where there is none', async () => {
  const { ask, pathname, files, record } = await written();
  expect((await ask(`${pathname}/xlsx`)).status).toBe(403);
  await files.put(reportKey(record, 'xlsx'), { body: Uint8Array.of(80, 75, 3, 4), type: 'xlsx' });
  const file = await ask(`${pathname}/xlsx`);
  expect(file).toMatchObject({ status: 200, isBase64Encoded: true, body: 'UEsDBA==' });
  expect(httpResultOf(file)).toMatchObject({ statusCode: 200, isBase64Encoded: true, body: 'UEsDBA==' });
  expect(file.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="report.xlsx"',
    'x-content-type-options': 'nosniff',
  });
});
