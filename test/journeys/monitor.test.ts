import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compileWatches } from '../../infra/cli/watches-file/compile-watches.ts';
import { applyDesired } from '../../infra/local/apply-desired.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { openDataFolder } from '../../infra/local/data-folder.ts';
import { openStack } from '../../infra/local/open-stack.ts';
import { readStartOptions } from '../../infra/local/start-options.ts';
import type { CapturedMessage } from '../../infra/local/aws/topic/topic-engine.ts';
import { OUTPUTS } from '../../shared/contracts/names.ts';
import { secretDigest } from '../../shared/domain/delivery-secret.ts';
import { DAY, MINUTE } from '../../shared/domain/instant.ts';
import { createExtractionClient } from '../../shared/providers/extraction/create-extraction-client.ts';
import { openJourney, startOnce } from './start-once.ts';

const NOW = '2026-11-21T08:00:00Z';
const ARTICLES = [
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

const WATCH = {
  kind: 'extraction',
  mode: 'monitor',
  timezone: 'UTC',
  query: { query: 'Data breaches at retailers' },
  first_run: 'tell',
  alert: { when: 'finding', channel: 'all' },
};
const fileOf = (watches: Record<string, object>) =>
  stringify({
    operators: { email: ['ops@acme.example'] },
    channels: { all: { email: ['desk@acme.example'] } },
    watches,
  });

/** The stack as a start opens it, in the test's hand: jobs step at each poll, time leaps when the test says so. */
async function openLive() {
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
    listener: { onRun: () => undefined, onDelivery: () => undefined, onError: () => undefined },
    onMessage: (message) => messages.push(message),
    log: () => undefined,
  });
  const { machine, access, upstream } = stack;
  machine.takeOrders();
  const leap = (milliseconds: number) => {
    clock.leap(milliseconds);
    machine.queues.skip(milliseconds);
    machine.workflow.wake();
  };
  const settle = async () => {
    for (;;) {
      while (!machine.isIdle() || access.runQueues.some((queue) => machine.queues.depth(queue).ready > 0))
        await pause(5);
      const wait = machine.workflow.untilNext();
      if (wait === undefined) return;
      leap(wait);
    }
  };
  return {
    stack,
    messages,
    client: createExtractionClient({
      baseUrl: upstream.jobs.url,
      prefix: upstream.jobs.prefix,
      key: upstream.jobs.key,
    }),
    apply: (watches: Record<string, object>) => applyDesired(machine, desired(watches)),
    /** Sweeps, five minutes apart, until `done` says so. */
    async sweepUntil(done: () => Promise<boolean>) {
      for (let sweep = 0; sweep < 20; sweep += 1) {
        await machine.functions.invoke(machine.stack.outputs[OUTPUTS.reconcile] ?? '', '{}');
        await settle();
        if (await done()) return;
        leap(5 * MINUTE);
      }
      throw new Error('Twenty sweeps were not enough.');
    },
    leap,
    settle,
    async close() {
      await stack.close(1_000);
      folder.release();
      await journey.close();
    },
  };
}

/** Sends deliveries to the stack as the service would: a wrong secret, bodies of every size, some twice, some out of order. */
async function flood({ stack, settle }: Awaited<ReturnType<typeof openLive>>): Promise<void> {
  const { store } = stack.access;
  const held = (await store.holdings.monitor('breaches'))!;
  await store.holdings.write({ ...held, secrets: [...held.secrets, secretDigest('of-the-test')] });
  const url = `${stack.machine.stack.outputs[OUTPUTS.pages] ?? ''}/deliveries/breaches`;
  const post = async (body: string, secret = 'of-the-test') =>
    (await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await post('{}', 'wrong')).toBe(401);
  expect(await post(`{"x":"${'y'.repeat(5_000_000)}"}`)).toBe(202);
  expect(await post(`{"x":"${'y'.repeat(7_000_000)}"}`)).toBe(413);
  const bodies = Array.from({ length: 95 }, (_, n) =>
    JSON.stringify({
      monitor_id: held.monitor?.id,
      latest_job_id: `job-${n}`,
      records_count: 1,
      records: [
        {
          record_id: `r-${n}`,
          record_title: `Shop number ${n} is breached`,
          enrichment: {},
          citations: [{ title: 'Breach', link: `https://news.example/r/${n}` }],
        },
      ],
    }),
  );
  const doubled = bodies.flatMap((body, n) => (n % 19 === 0 ? [body, body] : [body]));
  for (let n = 0; n < 5; n += 1) doubled.push(...doubled.splice(n * 17, 1));
  const waiting = doubled.values();
  const statuses = new Set<number>();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const body of waiting) statuses.add(await post(body));
    }),
  );
  expect([doubled.length, ...statuses]).toEqual([100, 202]);
  await settle();
  const ids = bodies.map((_, n) => `r-${n}`);
  expect((await store.findings.known('breaches', ids)).size).toBe(95);
}

describe('a monitor, from an empty extraction service on', () => {
  it('delivers what is new to the stack, each record once, follows its watch, and leaves nothing behind', async () => {
    const live = await openLive();
    try {
      const { client, messages, stack } = live;
      const { store } = stack.access;
      await live.sweepUntil(async () => (await client.monitors.list()).monitors.length === 1);
      const subjects = () => messages.map(({ subject }) => subject).join('\n');
      await expect.poll(subjects, { timeout: 10_000 }).toContain('Acme');
      // The service sends a second after its run is over: it comes by the endpoint, the bucket and the queue.
      const arrived = async () =>
        (await client.webhooks.history({ webhook_id: (await held())?.webhook?.id ?? '' })).items;
      const held = () => store.holdings.monitor('breaches');
      await expect.poll(async () => (await arrived()).length, { timeout: 10_000 }).toBe(1);
      expect(await arrived()).toMatchObject([{ delivery_status: 'SUCCESS', status_code: 202 }]);
      await live.settle();
      const [run] = await client.monitors.runs((await held())?.monitor?.id ?? '');
      expect(await store.takenRuns.of('breaches', [run?.job_id ?? ''])).toMatchObject([{ isPulled: false }]);

      live.leap(DAY);
      await client.monitors.disable((await held())?.monitor?.id ?? '');
      await client.monitors.enable((await held())?.monitor?.id ?? '', { backfill: true });
      await expect.poll(async () => (await arrived()).length, { timeout: 10_000 }).toBe(2);
      await live.settle();
      await expect.poll(subjects, { timeout: 10_000 }).toContain('Globex');

      await flood(live);
      await live.apply({ breaches: { ...WATCH, schedule: 'cron(0 9 ? * MON *)' } });
      const schedule = async () => (await client.monitors.list()).monitors[0]?.schedule;
      await live.sweepUntil(async () => (await schedule()) === '0 9 * * 1');
      await live.apply({ breaches: { ...WATCH, enabled: false } });
      const enabled = async () => (await client.monitors.list()).monitors[0]?.enabled;
      await live.sweepUntil(async () => (await enabled()) === false);

      await live.apply({});
      await live.sweepUntil(async () => (await store.holdings.all()).length === 0);
      const left = await Promise.all([
        client.monitors.list(),
        client.webhooks.list(),
        client.projects.list(),
        client.jobs.list(),
      ]);
      expect(left.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
    } finally {
      await live.close();
    }
  }, 60_000);

  it('is made and told by one start alone', async () => {
    const journey = await openJourney();
    try {
      const corpus = await journey.write('corpus.ndjson', ARTICLES);
      const file = await journey.write('watches.yaml', fileOf({ breaches: WATCH }));
      const args = ['--watches', file, '--corpus', corpus, '--data', journey.data, '--now', NOW];
      const { deliveries, code } = await startOnce(args);
      expect(deliveries.map(({ subject }) => subject).join('\n')).toContain('Acme');
      expect(code).toBe(0);
    } finally {
      await journey.close();
    }
  }, 60_000);
});
