import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openMemoryState } from '../../../infra/local/services/kit/state-folder.ts';
import { nextStepOf } from '../../../shared/domain/extraction/extraction.ts';
import { DAY, dayOf, HOUR, MINUTE, SECOND, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { createExtractionClient } from '../../../shared/providers/extraction/client/create-extraction-client.ts';
import { webhookReader } from '../../../shared/providers/extraction/source/webhook-reader.ts';
import { extractionSource } from '../../../shared/providers/extraction/source/extraction-source.ts';
import {
  upstreamMonitors,
  upstreamProjects,
  upstreamWatchlists,
} from '../../../shared/providers/extraction/source/open-upstream.ts';
import { createDispatcher } from '../../../shared/providers/http/create-http-client.ts';
import { reconcileUpstream } from '../../../shared/use-cases/upstream/reconcile-upstream.ts';
import { type ReceivePorts, receiveWebhook } from '../../../shared/use-cases/upstream/receive-webhook.ts';
import { restartExtractions } from '../../../shared/use-cases/extraction/poll-job.ts';
import { processWebhook } from '../../../shared/use-cases/upstream/process-webhooks.ts';
import {
  article,
  openExtraction,
  type OpenOptions,
} from '../../infra/local/services/extraction/open-extraction.ts';
import { aChannel, aWatch } from '../../ports/examples.ts';
import {
  memoryBodies,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memoryWebhookQueue,
} from '../../ports/memory-services.ts';
import { decideOrdered } from './decide-ordered.ts';
import { memoryStore } from '../../store/memory-store.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { STEPS } from './extraction-bench.ts';

export const STACK = 'bellwether-test';
export const RECEIVER = 'https://hooks.acme.example';
export const START = Date.parse('2026-11-21T08:00:00Z');

/** Articles that make records: some before the start, one on each of the next days. */
export const NEWS = [
  article('Retailer Acme hit by data breach', { discoveredAt: START - DAY }),
  article('Clothing retailer Vandelay suffers data breach', { discoveredAt: START - HOUR }),
  article('Supermarket Globex admits a security breach', { discoveredAt: START + 10 * HOUR }),
  article('Department store Initech reports ransomware attack', { discoveredAt: START + 2 * DAY }),
];

export function aMonitorWatch(changes: Partial<Watch> = {}): Watch {
  return aWatch({
    id: 'breaches',
    kind: 'extraction',
    query: { query: 'Data breaches at retailers' },
    schedule: 'cron(0 6 * * ? *)',
    timezone: 'UTC',
    lookback: 5 * DAY,
    monitor: { backfill: true },
    ...changes,
  });
}

/** A bench that is closed when its test has ended. */
export async function openUpstreamBench(...given: Parameters<typeof upstreamBench>): Promise<UpstreamBench> {
  const made = await upstreamBench(...given);
  onTestFinished(() => made.close());
  return made;
}

/** All use-cases of upstream objects over the local service, with a clock that the test moves. */
export async function upstreamBench({
  service: options = {},
  store = memoryStore(),
  workflow = memoryWorkflow(),
}: {
  service?: OpenOptions;
  store?: ReturnType<typeof memoryStore>;
  workflow?: ReturnType<typeof memoryWorkflow>;
} = {}) {
  const webhookPayloads = memoryBodies();
  const deliveries = memoryWebhookQueue();
  /** What becomes of a payload on its way: received, lost, or cut. */
  const road = {
    passes: (_url: string) => true,
    /** What the receiver works with. */
    ports: undefined as ReceivePorts | undefined,
  };
  const secrets = { made: 0 };
  const upstream = await openExtraction({
    articles: NEWS,
    state: openMemoryState(),
    send: async (request) => {
      if (!road.passes(request.url)) return { status: 503, body: 'away' };
      const watchId = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const answer = await receiveWebhook(
        {
          watchId,
          secret: (request.headers['authorization'] ?? '').replace('Bearer ', ''),
          body: new TextEncoder().encode(request.body ?? ''),
          digest: `body-${webhookPayloads.objects.size}`,
        },
        road.ports ?? { clock, resources: store.resources, webhookPayloads, deliveries },
      ).catch(() => {
        // A function that died is started again.
        road.ports = undefined;
        return undefined;
      });
      if (answer === undefined) return { status: 500, body: '' };
      return { status: answer === 'kept' ? 202 : 401, body: '' };
    },
    ...options,
  });
  const clock = {
    now: () => upstream.clock.now(),
    sleep: (milliseconds: number) => upstream.clock.advance(milliseconds),
  };
  const baseUrl = `${upstream.host.url}/jobs`;
  const client = createExtractionClient({
    baseUrl,
    key: 'key-of-ann',
    clock,
    dispatcher: createDispatcher(baseUrl, 2),
  });
  const ports = {
    ...store,
    clock,
    workflow,
    raw: memoryRaw(),
    queue: memoryQueue(),
    decideQueue: memoryDecideQueue(),
    jobs: extractionSource(client),
    projects: upstreamProjects(client),
    monitors: upstreamMonitors(client),
    upstreamWatchlists: upstreamWatchlists(client),
    webhookPayloads,
    deliveries,
    readWebhook: webhookReader,
  };
  await store.definitions.putChannel(aChannel());
  await store.definitions.putChannel(aChannel({ name: 'operators', email: ['ops@acme.example'] }));
  const settings = {
    stack: STACK,
    receiver: RECEIVER,
    newSecret: () => `secret-${(secrets.made += 1)}`,
  };
  const bench = {
    upstream,
    clock,
    client,
    store,
    workflow,
    ports,
    settings,
    road,
    async sweep(given: typeof ports = ports) {
      const call = { owner: randomUUID(), deadline: clock.now() + 4 * MINUTE };
      const outcome = await reconcileUpstream(given, settings, call);
      await decideOrdered(given);
      return outcome;
    },
    /** Processes the queued payloads. */
    async processWebhooks(given: typeof ports = ports) {
      const outcomes = [];
      for (const order of deliveries.orders.splice(0)) {
        const limits = { owner: randomUUID(), deadline: clock.now() + 4 * MINUTE };
        outcomes.push(await processWebhook(order, given, limits));
        await decideOrdered(given);
      }
      return outcomes;
    },
    /** Sweeps every five minutes for a while, with executions followed and payloads processed. */
    async pass(span: number) {
      const until = clock.now() + span;
      for (;;) {
        await bench.sweep();
        await restartExtractions({ ...ports, executions: workflow });
        await followExecutions(bench);
        await bench.processWebhooks();
        if (clock.now() >= until) return;
        await upstream.clock.advance(Math.min(5 * MINUTE, until - clock.now()));
      }
    },
    /** A long time in which nothing but the service works; then what it has sent is taken. */
    async sleep(span: number) {
      await upstream.clock.advance(span);
      await bench.processWebhooks();
      await bench.pass(5 * MINUTE);
    },
    async apply(...watches: Watch[]) {
      for (const { id } of await store.definitions.watches()) await store.definitions.removeWatch(id);
      for (const watch of watches) await store.definitions.putWatch(watch);
    },
    /** What of the service is ours, or anybody's in the account. */
    async holds() {
      const [projects, webhooks, monitors, jobs, datasets, entities] = await Promise.all([
        client.projects.list(),
        client.webhooks.list(),
        client.monitors.list(),
        client.jobs.list(),
        client.datasets.list(),
        client.entities.list(),
      ]);
      return {
        projects: projects.projects.length,
        webhooks: webhooks.webhooks.length,
        monitors: monitors.monitors.length,
        jobs: jobs.jobs.length,
        datasets: datasets.datasets.length,
        entities: entities.entities.length,
      };
    },
    close: () => upstream.close(),
  };
  return bench;
}

export type UpstreamBench = Awaited<ReturnType<typeof upstreamBench>>;

export const NOTHING = { projects: 0, webhooks: 0, monitors: 0, jobs: 0, datasets: 0, entities: 0 };

/** Takes the steps that executions have due now. */
export async function followExecutions({ workflow, store, ports, clock }: UpstreamBench): Promise<void> {
  for (const id of new Set(workflow.started.values())) {
    for (;;) {
      const extraction = await store.extractions.get(id);
      if (!extraction) break;
      const { next, waitSeconds } = nextStepOf(extraction, clock.now());
      if (next === 'end' || waitSeconds > 0) break;
      await STEPS[next](id, ports, { owner: randomUUID(), deadline: clock.now() + 2 * MINUTE });
      await decideOrdered(ports);
    }
  }
}

/** All findings and alerts, by what they say. */
export async function aftermath(
  { store, clock }: Pick<UpstreamBench, 'store' | 'clock'>,
  watchId = 'breaches',
) {
  const days: string[] = [];
  for (let at: Instant = START - DAY; at <= clock.now() + DAY; at += DAY) days.push(dayOf(at));
  const findings = await store.findings.foundIn(watchId, { from: START - DAY, to: clock.now() + DAY });
  const alerts = (await Promise.all(days.map((day) => store.alerts.madeOn(day, 1_000)))).flat();
  return {
    findings: findings
      .map(({ finding, verdict }) => ({
        id: finding.fingerprint,
        title: finding.title,
        told: verdict !== undefined && 'notified' in verdict,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    alerts: alerts.map(({ alert }) => alert.occasion.type).toSorted(),
  };
}

export { HOUR, MINUTE, SECOND };
