import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readWebhook } from '../../../../../shared/providers/extraction/source/webhook-reader.ts';
import { recordOf } from '../extraction-fixtures.ts';

const idsOf = (body: unknown) => readWebhook(body).records.map(({ record_id }) => record_id);

it('reads a run of a monitor, whole or by its smallest body', () => {
  const whole = {
    monitor_id: 'm',
    reference_job_id: 'j0',
    latest_job_id: 'j1',
    records_count: 2,
    jobs_processed: 1,
    updated_at: '2026-11-20T08:00:00.123Z',
    records: [recordOf('r1'), recordOf('r2'), {}],
  };
  expect(readWebhook(whole)).toMatchObject({
    kind: 'monitor',
    monitorId: 'm',
    referenceJobId: 'j0',
    jobId: 'j1',
    count: 2,
    dropped: 1,
  });
  expect(idsOf(whole)).toEqual(['r1', 'r2']);
  expect(readWebhook({ monitor_id: 'm', latest_job_id: 'j1', records_count: 0, records: [] })).toMatchObject({
    kind: 'monitor',
    jobId: 'j1',
    records: [],
  });
});

it('knows the older name of the records', () => {
  for (const records of [1, [], null]) {
    const body = { monitor_id: 'm', records, all_records: [recordOf('r1')] };
    expect([idsOf(body), readWebhook(body).dropped]).toEqual([['r1'], 0]);
  }
  expect(readWebhook({ monitor_id: 'm', records: 7 })).toMatchObject({ count: 7, records: [] });
  expect(idsOf({ monitor_id: 'm', all_records: [recordOf('r1')] })).toEqual(['r1']);
});

it('reads a single record at the top, or under its name', () => {
  expect(readWebhook({ ...recordOf('r1'), monitor_id: 'm' })).toMatchObject({
    kind: 'record',
    monitorId: 'm',
    dropped: 0,
  });
  expect(idsOf(recordOf('r1'))).toEqual(['r1']);
  expect(readWebhook({ record: recordOf('r2'), latest_job_id: 'j' })).toMatchObject({
    kind: 'record',
    jobId: 'j',
  });
  expect(idsOf({ record: recordOf('r2') })).toEqual(['r2']);
});

it('takes anything else as unknown, and never fails', () => {
  expect(readWebhook({ test: true }).kind).toBe('unknown');
  fc.assert(fc.property(fc.anything(), (body) => typeof readWebhook(body).kind === 'string'));
  const shaped = fc.record(
    {
      monitor_id: fc.anything(),
      job_id: fc.anything(),
      record: fc.anything(),
      records: fc.anything(),
      record_id: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(fc.property(shaped, (body) => Array.isArray(readWebhook(body).records)));
});

it('takes records without any name one by one, and no sample of a test', () => {
  expect(readWebhook({ records: [recordOf('r1')] })).toMatchObject({ kind: 'record', dropped: 0 });
  expect(readWebhook({ records: [] }).kind).toBe('unknown');
  const events = ['test', 'webhook_test', 'Test delivery'].map((event) => ({ event }));
  for (const said of [...events, { resource_type: 'test' }, { test: true }])
    expect(readWebhook({ ...said, records: [recordOf('r1')] })).toMatchObject({
      kind: 'unknown',
      records: [],
    });
  expect(idsOf({ event: 'latest_records', records: [recordOf('r1')] })).toEqual(['r1']);
});
