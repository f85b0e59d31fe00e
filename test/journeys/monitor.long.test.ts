import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTransportServices } from '../transports/start-transport-services.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { createExtractionClient } from '../../shared/providers/extraction/client/create-extraction-client.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { fullForm } from '../full-form.ts';
import { aStoryAlert } from '../ports/examples.ts';
import { payloadsOf, type LiveStack, openLive, posterOf, WATCH } from './live-stack.ts';

/** Sends deliveries as the service would: a wrong secret, bodies of every size, some twice, some out of order. */
async function flood(live: LiveStack): Promise<void> {
  const { store } = live.stack.access;
  const post = await posterOf(live);
  expect(await post('{}', 'wrong')).toBe(401);
  expect(await post(`{"x":"${'y'.repeat(fullForm(50_000, 5_000_000))}"}`)).toBe(202);
  expect(await post(`{"x":"${'y'.repeat(7_000_000)}"}`)).toBe(413);
  const count = fullForm(9, 38);
  const { ids, sent } = payloadsOf((await store.resources.monitor('breaches'))?.monitor?.id, count);
  const waiting = sent.values();
  const statuses = new Set<number>();
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (const body of waiting) statuses.add(await post(body));
    }),
  );
  expect([sent.length, ...statuses]).toEqual([count + fullForm(1, 2), 202]);
  await live.settle();
  expect((await store.findings.known('breaches', ids)).size).toBe(count);
}

type Client = ReturnType<typeof createExtractionClient>;

/** How many monitors, webhooks, projects and jobs the service holds. */
async function countIn({ monitors, webhooks, projects, jobs }: Client) {
  const lists = await Promise.all([monitors.list(), webhooks.list(), projects.list(), jobs.list()]);
  return lists.map(({ total }) => total);
}

// The transports need a stack too, whatever it holds: they take the one of the monitor.
let transports: Awaited<ReturnType<typeof startTransportServices>>;
let live: LiveStack;
beforeAll(async () => {
  transports = await startTransportServices();
  vi.stubEnv(ENV.reachable, '127.0.0.1');
  vi.stubEnv('SIGNING_KEY', 'signing-key');
  live = await openLive();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await live.close();
  await transports.close();
});

describe('a monitor, from an empty extraction service on', () => {
  it('delivers what is new to the stack, each record once, follows its watch, and leaves nothing behind', async () => {
    const { client, messages, stack } = live;
    const { store } = stack.access;
    // The first call loads the function, which may take longer than the service waits for an answer.
    const address = `${stack.access.outputs.PagesUrl}/deliveries/breaches`;
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
    await live.sweepUntil(async () => (await client.monitors.list()).monitors.length === 1);
    const subjects = () => messages.map(({ subject }) => subject).join('\n');
    await expect.poll(subjects).toContain('Acme');
    // The service sends a second after its run is over: it comes by the endpoint, the bucket and the queue.
    const arrived = async () =>
      (await client.webhooks.history({ webhook_id: (await held())?.webhook?.id ?? '' })).items;
    const held = () => store.resources.monitor('breaches');
    await expect.poll(async () => (await arrived()).length).toBe(1);
    expect(await arrived()).toMatchObject([{ raw: { delivery_status: 'SUCCESS', status_code: 202 } }]);
    await live.settle();
    const [run] = await client.monitors.runs((await held())?.monitor?.id ?? '');
    expect(await store.collectedRuns.of('breaches', [run?.job_id ?? ''])).toMatchObject([
      { isPulled: false },
    ]);

    live.leap(DAY);
    await client.monitors.disable((await held())?.monitor?.id ?? '');
    await client.monitors.enable((await held())?.monitor?.id ?? '', { backfill: true });
    await expect.poll(async () => (await arrived()).length).toBe(2);
    await live.settle();
    await live.notify();
    expect(subjects()).toContain('Globex');

    await flood(live);
    await live.apply({ breaches: { ...WATCH, schedule: 'cron(0 9 ? * MON *)' } });
    const schedule = async () => (await client.monitors.list()).monitors[0]?.raw;
    await live.sweepUntil(async () => JSON.stringify(await schedule()).includes('"0 9 * * 1"'));
    await live.apply({ breaches: { ...WATCH, enabled: false } });
    const enabled = async () => (await client.monitors.list()).monitors[0]?.enabled;
    await live.sweepUntil(async () => (await enabled()) === false);

    await live.apply({});
    await live.sweepUntil(async () => (await store.resources.all()).length === 0);
    expect(await countIn(client)).toEqual([0, 0, 0, 0]);
  });
});

it('a stack sends on each lane once, by the function of its transport, with the secret of the environment', async () => {
  const { access } = live.stack;
  const { store } = access;
  // The channel may have sent all that it sends in a minute. What then waits for the next sweep is none of this alert.
  live.leap(HOUR);
  await live.settle();
  await live.notifyAll();
  const sentBefore = live.messages.length;
  const channel = await store.definitions.channel('all');
  const webhook = { url: `${transports.url}/webhook`, secret: 'SIGNING_KEY' };
  const teams = { webhookSecret: 'NOBODY_HAS_SET_IT' };
  await store.definitions.putChannel({ ...channel!, transports: { webhook, teams } });
  const clock = { now: live.now, sleep: async () => undefined };
  const alert = aStoryAlert(1, {}, { channel: 'all', createdAt: clock.now() });
  await putAlert({ ...store, clock }, alert);
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await live.notify();
    await live.settle();
    live.leap(MINUTE);
  }
  expect(transports.taken.map(({ body }) => JSON.parse(body))).toMatchObject([{ channel: 'all', count: 1 }]);
  expect(live.messages.slice(sentBefore).map(({ subject }) => subject)).toEqual([
    'Acme opens plant number 1',
  ]);
  const lanes = await store.alerts.onLanes(alert.id);
  const states = await Promise.all(
    lanes.map(async ({ alert: { channel: lane }, state }) => {
      const stored = state.state === 'notified' ? await store.messages.get(state.messageId) : undefined;
      return [lane, stored?.delivery.state];
    }),
  );
  expect(Object.fromEntries(states)).toEqual({
    all: 'accepted',
    'all~teams': 'failed',
    'all~webhook': 'accepted',
  });
});
