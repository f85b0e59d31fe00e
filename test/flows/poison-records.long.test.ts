import { describe, expect, it } from 'vitest';
import { fullJson } from '../../shared/domain/lib/hash.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { type MonitorResource, newProject } from '../../shared/domain/upstream/upstream-resource.ts';
import { openUpstream } from '../../shared/providers/extraction/source/open-upstream.ts';
import { webhookReader } from '../../shared/providers/extraction/source/webhook-reader.ts';
import type { UpstreamSweep } from '../../shared/use-cases/upstream/take-step.ts';
import { processWebhook } from '../../shared/use-cases/upstream/process-webhooks.ts';
import { pullMissingRecords } from '../../shared/use-cases/upstream/store-records.ts';
import { shareOf } from '../long-form.ts';
import { NOON } from '../ports/examples.ts';
import { heldClock, memoryBodies } from '../ports/memory-services.ts';
import { type Arrival, scriptedServer } from '../shared/providers/scripted-server.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { aJobWatch, extractionBench } from '../shared/use-cases/extraction-bench.ts';
import { aMonitorWatch } from '../shared/use-cases/upstream-bench.ts';
import { ODD_VALUES, withValue } from './odd-values.ts';
import { expectIsolated, GOOD, heavyPages, type PoisonedPage, poisonedPages } from './poison-bench.ts';
import { recordForm } from './record-form.ts';

// Records that are odd in one place, on each way by which records come: a job, the hourly comparison, a webhook.

/** As in the test of odd items. */
const SHARE = 1;
const HEAVY_SHARE = 1;

const ENDED = '2026-11-20 10:30:00';

/** The extraction service, where the address of a job or monitor names a page: `page-3`. */
async function serviceOf(pages: readonly PoisonedPage[]) {
  const answerOf = ({ url }: Arrival): unknown => {
    const n = Number(/page-(\d+)/.exec(url.pathname)?.[1]);
    if (url.pathname.endsWith('/jobs'))
      return { jobs: [{ job_id: `run-${n}`, status: 'completed', start_date: ENDED, end_date: ENDED }] };
    if (url.pathname.includes('/pull/'))
      return { status: 'completed', total_pages: 1, all_records: pages[n]?.items ?? [] };
    return {};
  };
  const server = await scriptedServer((arrival, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(fullJson(answerOf(arrival)));
  });
  return openUpstream({ baseUrl: server.url, key: 'k', clock: heldClock(NOON) });
}

const monitorOf = (name: string, id: string): MonitorResource => ({
  type: 'monitor',
  name,
  revision: 0,
  failures: 0,
  silent: false,
  secrets: [],
  rounds: 1,
  monitor: { id, referenceJobId: 'ref', webhookId: 'hook', schedule: '', timezone: '', enabled: true },
  webhook: { id: 'hook', name: 'hook', url: '' },
});

describe('a record that is odd in one place leaves its neighbours alone, and is stored or quarantined', () => {
  it('of a job', async () => {
    const pages = [
      ...poisonedPages(recordForm, { share: SHARE }),
      ...heavyPages(recordForm, { share: HEAVY_SHARE }),
    ];
    const watches = pages.map((_, n) => aJobWatch({ id: `w${n}` }));
    const bench = await extractionBench({ watches, script: { slots: pages.length } });
    const { jobs } = await serviceOf(pages);
    for (const [n, watch] of watches.entries()) {
      bench.ports.jobs = {
        ...bench.jobs.service,
        records: (ask, limits) => jobs.records({ ...ask, upstreamId: `page-${n}` }, limits),
      };
      await bench.run(watch);
      const id = [...bench.workflow.started.values()].at(-1) ?? '';
      await bench.step(id, 'submit');
      bench.clock.at += 20 * MINUTE;
      expect(await bench.step(id, 'poll')).toMatchObject({ next: 'collect' });
      const outcome = await bench.step(id, 'collect');
      const held = await expectIsolated({ store: bench.store, watch }, pages[n]!);
      expect({ n, ...outcome }).toMatchObject({ n, status: 'done', quarantined: held });
      expect(await bench.store.extractions.get(id)).toMatchObject({ state: 'done' });
    }
  });

  it('of a monitor whose payload never came', async () => {
    const pages = poisonedPages(recordForm, { share: SHARE });
    const watches = pages.map((_, n) => aMonitorWatch({ id: `w${n}` }));
    const bench = await workbench({ watches });
    const ports = { ...bench.ports, ...(await serviceOf(pages)) };
    const limits = { owner: 'call', deadline: NOON + HOUR };
    const settings = { stack: 's', receiver: 'https://hooks.example', newSecret: () => 'x' };
    const outcomes: object[] = [];
    const sweep: UpstreamSweep = {
      ports,
      settings,
      limits,
      listMonitors: async () => [],
      project: newProject('s'),
      report: (outcome) => void outcomes.push(outcome),
    };
    const monitors = [];
    for (const [n, { id }] of watches.entries()) {
      const written = await bench.store.resources.write(monitorOf(id, `page-${n}`));
      if (written?.type === 'monitor') monitors.push(written);
    }
    await pullMissingRecords(sweep, { watches, monitors });
    await decideOrdered(ports);
    for (const [n, watch] of watches.entries()) {
      const held = await expectIsolated({ store: bench.store, watch }, pages[n]!);
      expect({ n, ...outcomes[n] }).toMatchObject({ n, healed: [{ runs: 1 }], quarantined: held });
    }
  });
});

/** What says where a payload comes from, or which records it holds: another value there is another payload. */
const DECISIVE = [
  'monitor_id',
  'records',
  'all_records',
  'record',
  'record_id',
  'test',
  'event',
  'resource_type',
];

it('a webhook payload that is odd in one field of its envelope is read, and its records are stored', async () => {
  const records = GOOD.map((id) => recordForm.make(id));
  const envelope = {
    monitor_id: 'page-0',
    reference_job_id: 'ref',
    latest_job_id: 'job-2',
    job_id: 'job-1',
    records_count: records.length,
    updated_at: ENDED,
    status: 'completed',
    event: 'monitor.completed',
    resource_type: 'monitor',
    test: false,
    record: undefined,
    record_id: undefined,
    records,
    all_records: records,
  };
  const pulled = await serviceOf([{ name: 'all', items: records, odd: [] }]);
  for (const [turn, field] of [undefined, ...Object.keys(envelope)].entries()) {
    const values = shareOf(Object.entries(ODD_VALUES), { share: SHARE, turn });
    const cases = values.map(([name, value], n) => ({ name, value, id: `w${n}` }));
    const bench = await workbench({ watches: cases.map(({ id }) => aMonitorWatch({ id })) });
    const webhookPayloads = memoryBodies();
    const ports = { ...bench.ports, ...pulled, webhookPayloads, readWebhook: webhookReader };
    for (const { name, value, id } of cases) {
      await bench.store.resources.write(monitorOf(id, 'page-0'));
      const body = field === undefined ? value : withValue(envelope, [field], value);
      await webhookPayloads.put(id, new TextEncoder().encode(fullJson(body)));
      const order = { watchId: id, key: id, receivedAt: NOON };
      const outcome = await processWebhook(order, ports, { owner: 'call', deadline: NOON + HOUR });
      const stored = (await bench.store.findings.read(id, GOOD)).length;
      const isKept = field !== undefined && !DECISIVE.includes(field);
      const at = { field, name, status: outcome.status };
      const allowed = isKept
        ? [{ field, name, status: 'done', stored: 3 }]
        : ['done', 'skipped'].map((status) => ({ field, name, status, stored }));
      expect(allowed).toContainEqual({ ...at, stored });
      const held = (await bench.store.quarantine.counts(NOON)).get(id) ?? 0;
      expect({ ...at, held }).toEqual({ ...at, held: outcome.quarantined });
    }
  }
});
