import { stringify } from 'yaml';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import { applyDesired, openStack } from '../../infra/local/open-stack.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import type { CapturedMessage } from '../../infra/local/aws/topic/topic-engine.ts';
import { openDataFolder } from '../../infra/local/data-folder.ts';
import { endRuns, leap as leapIn } from '../../infra/local/run-once.ts';
import { readStartOptions } from '../../infra/local/start-options.ts';
import { lanesOf } from '../../shared/domain/channels/channel.ts';
import { secretHash } from '../../shared/domain/upstream/upstream-resource.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { createExtractionClient } from '../../shared/providers/extraction/client/create-extraction-client.ts';
import { KEPT_THREADS, openJourney } from './start-once.ts';

export const NOW = '2026-11-21T08:00:00Z';
export const ARTICLES = [
  ['Retailer Acme hit by data breach', '2026-11-20T08:00:00Z'],
  ['Supermarket Globex admits a security breach', '2026-11-21T18:00:00Z'],
]
  .map(([title = '', at = ''], n) =>
    JSON.stringify({
      id: `article-${n}`,
      title,
      link: `https://news.example/${n}`,
      domain_url: 'news.example',
      name_source: 'Example News',
      content: `${title}. The company said customers were told.`,
      language: 'en',
      rank: 100,
      published_date: at.replace('T', ' ').replace('Z', ''),
      parse_date: at.replace('T', ' ').replace('Z', ''),
    }),
  )
  .join('\n');

export const WATCH = {
  kind: 'extraction',
  mode: 'monitor',
  timezone: 'UTC',
  query: { query: 'Data breaches at retailers' },
  first_run: 'tell',
  alert: { when: 'finding', channel: 'all' },
};
export const fileOf = (watches: Record<string, object>) =>
  stringify({
    operators: { email: ['ops@acme.example'] },
    channels: { all: { email: ['desk@acme.example'] } },
    watches,
  });

/** The stack as a start opens it, in the test's hand: jobs step at each poll, time leaps when the test says so. */
export async function openLive({ deliverToWeb }: Pick<Parameters<typeof openStack>[0], 'deliverToWeb'> = {}) {
  const journey = await openJourney();
  const corpus = await journey.write('corpus.ndjson', ARTICLES);
  const options = readStartOptions(['--once', '--data', journey.data, '--now', NOW, '--corpus', corpus], {});
  const clock = createClock(options.now);
  const folder = openDataFolder(options.data, options);
  const messages: CapturedMessage[] = [];
  const desired = (watches: Record<string, object>) => {
    const compiled = compileWatches(fileOf(watches), { file: 'watches.yaml', now: clock.now() });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return compiled.desired;
  };
  const stack = await openStack({
    options,
    folder,
    clock,
    desired: desired({ breaches: WATCH }),
    listener: {
      onRun: () => undefined,
      onDecided: () => undefined,
      onDelivery: () => undefined,
      onError: () => undefined,
    },
    onMessage: (message) => messages.push(message),
    log: () => undefined,
    keptThreads: KEPT_THREADS,
    ...(deliverToWeb && { deliverToWeb }),
  });
  const { machine, access, upstream } = stack;
  machine.takeOrders();
  const leap = (milliseconds: number) => leapIn(milliseconds, { machine, clock });
  const settle = () => endRuns({ machine, access, clock, skipWaits: true });
  /** What the sweep of each minute does. */
  const notify = () => machine.functions.invoke(access.outputs.DeliverAlertsFunction, '{}');
  return {
    stack,
    data: journey.data,
    messages,
    now: () => clock.now(),
    client: createExtractionClient({
      baseUrl: upstream.jobs.url,
      prefix: upstream.jobs.prefix,
      key: upstream.jobs.key,
    }),
    apply: (watches: Record<string, object>) => applyDesired({ machine, access }, desired(watches)),
    /** Sweeps, five minutes apart, until `done` says so. */
    async sweepUntil(done: () => Promise<boolean>) {
      for (let sweep = 0; sweep < 20; sweep += 1) {
        await machine.functions.invoke(access.outputs.ReconcileFunction, '{}');
        await settle();
        if (await done()) return;
        leap(5 * MINUTE);
      }
      throw new Error('Twenty sweeps were not enough.');
    },
    leap,
    settle,
    notify,
    /** The sweeps of as many minutes as it takes until no lane has anything to send. */
    async notifyAll() {
      const { definitions, outbox } = access.store;
      const lanes = (await definitions.channels()).flatMap(lanesOf);
      for (let minute = 0; minute < 30; minute += 1) {
        await notify();
        await settle();
        leap(MINUTE);
        const waiting = await Promise.all(lanes.map(({ name }) => outbox.hasWork(name, clock.now())));
        if (!waiting.includes(true)) return;
      }
      throw new Error('Thirty sweeps were not enough.');
    },
    async close() {
      await stack.close(1_000);
      folder.release();
      await journey.close();
    },
  };
}

/** Deliveries of one record each; every nineteenth twice, every twentieth late. */
export function payloadsOf(monitorId: string | undefined, count: number) {
  const ids = Array.from({ length: count }, (_, n) => `r-${n}`);
  const bodies = ids.map((record_id, n) =>
    JSON.stringify({
      monitor_id: monitorId,
      latest_job_id: `job-${n}`,
      records_count: 1,
      records: [
        {
          record_id,
          record_title: `Shop number ${n} is breached`,
          enrichment: {},
          citations: [{ title: 'Breach', link: `https://news.example/r/${n}` }],
        },
      ],
    }),
  );
  const sent = bodies.flatMap((body, n) => (n % 19 === 0 ? [body, body] : [body]));
  for (let n = 0; n < sent.length; n += 20) sent.push(...sent.splice(n, 1));
  return { ids, sent };
}

/** Posts to the receiver of the stack, with a secret that the test knows. */
export async function posterOf({ stack }: LiveStack) {
  const { store } = stack.access;
  const held = await store.resources.monitor('breaches');
  if (held) await store.resources.write({ ...held, secrets: [...held.secrets, secretHash('of-the-test')] });
  const url = `${stack.access.outputs.PagesUrl}/deliveries/breaches`;
  return async (body: string, secret = 'of-the-test') =>
    (await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } })).status;
}

export type LiveStack = Awaited<ReturnType<typeof openLive>>;
