import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import type { RunOrder, Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { runWatch } from '../../../shared/use-cases/run/run-watch.ts';
import { aChannel, NOON } from '../../ports/examples.ts';
import {
  heldClock,
  memoryQueue,
  memoryRaw,
  memorySource,
  memoryTopic,
  type Publication,
} from '../../ports/memory-services.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { memoryStore } from '../../store/memory-store.ts';

/** All use-cases over a store in memory and twins of the world, with a clock that the test moves. */
export async function workbench(given: {
  watches: readonly Watch[];
  corpus?: Publication[];
  channels?: readonly Channel[];
  now?: Instant;
  cap?: number;
  pageSize?: number;
}) {
  const clock = heldClock(given.now ?? NOON);
  const store = memoryStore();
  const corpus = given.corpus ?? [];
  const source = memorySource(corpus, clock, {
    ...(given.cap !== undefined && { cap: given.cap }),
    ...(given.pageSize !== undefined && { pageSize: given.pageSize }),
  });
  const queue = memoryQueue();
  const topic = memoryTopic();
  const workflow = memoryWorkflow();
  const raw = memoryRaw();
  const executions = workflow;
  const ports = { ...store, clock, source, queue, topic, workflow, executions, raw, compose: composeMessage };
  for (const watch of given.watches) await store.definitions.putWatch(watch);
  const channels = given.channels ?? [
    aChannel(),
    aChannel({ name: 'operators', email: ['ops@acme.example'] }),
  ];
  for (const channel of channels) await store.definitions.putChannel(channel);
  let runs = 0;
  const order = (changes: Partial<RunOrder> = {}): RunOrder => ({
    watchId: given.watches[0]?.id ?? 'acme-news',
    scheduledFor: clock.now(),
    track: 'live',
    continuation: 0,
    ...changes,
  });
  return {
    clock,
    store,
    corpus,
    source,
    queue,
    topic,
    ports,
    order,
    run: (changes: Partial<RunOrder> = {}, owner = `message-${(runs += 1)}`) =>
      runWatch(order(changes), ports, { owner, deadline: clock.now() + 5 * MINUTE }),
    deliver: (owner = `deliverer-${(runs += 1)}`) =>
      deliverAlerts('all', ports, { owner, deadline: clock.now() + 2 * MINUTE }),
  };
}

/** All findings of a watch with their verdicts, by fingerprint. */
export async function findingsOf(
  bench: Pick<Awaited<ReturnType<typeof workbench>>, 'clock' | 'store'>,
  watchId = 'acme-news',
) {
  const days = new Set<string>();
  for (
    let at = NOON - 40 * 24 * 60 * MINUTE;
    at <= bench.clock.now() + 48 * 60 * MINUTE;
    at += 12 * 60 * MINUTE
  ) {
    days.add(new Date(at).toISOString().slice(0, 10));
  }
  const found = await Promise.all(
    [...days].map((day) => bench.store.findings.foundOn(watchId, day, 100_000)),
  );
  return found.flat().toSorted((a, b) => (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1));
}
