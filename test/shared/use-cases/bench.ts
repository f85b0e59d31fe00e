import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { DAY, MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import type { RunOrder, Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { runWatch } from '../../../shared/use-cases/collect/run-watch.ts';
import { aChannel, NOON } from '../../ports/examples.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memorySource,
  memoryTopic,
  type Publication,
} from '../../ports/memory-services.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { memoryStore } from '../../store/memory-store.ts';
import { decidedOf, decideOrdered } from './decide-ordered.ts';

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
  const decideQueue = memoryDecideQueue();
  const topic = memoryTopic();
  const workflow = memoryWorkflow();
  const raw = memoryRaw();
  const executions = workflow;
  const worlds = { source, queue, decideQueue, topic, workflow, executions, raw };
  const ports = { ...store, ...worlds, clock, compose: composeMessage };
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
    /** Runs a watch, and nothing else. */
    collect: (changes: Partial<RunOrder> = {}, owner = `message-${(runs += 1)}`) =>
      runWatch(order(changes), ports, { owner, deadline: clock.now() + 5 * MINUTE }),
    /** Decides what was ordered to be decided. */
    decide: () => decideOrdered(ports),
    /** Runs a watch, then decides what was ordered. The outcome of the run, with what was decided about its watch. */
    run: async (changes: Partial<RunOrder> = {}, owner = `message-${(runs += 1)}`) => {
      const ordered = order(changes);
      const ran = await runWatch(ordered, ports, { owner, deadline: clock.now() + 5 * MINUTE });
      const { stories, alerts, channels, quarantined, faults } = decidedOf(
        await decideOrdered(ports),
        ordered.watchId,
      );
      return {
        ...ran,
        stories,
        alerts: ran.alerts + alerts,
        channels: [...new Set([...ran.channels, ...channels])],
        quarantined: ran.quarantined + quarantined,
        ...(faults.length > 0 && { faults: [...(ran.faults ?? []), ...faults] }),
      };
    },
    deliver: (owner = `deliverer-${(runs += 1)}`) =>
      deliverAlerts('all', ports, { owner, deadline: clock.now() + 2 * MINUTE }),
  };
}

/** All findings of a watch with their verdicts, by fingerprint. */
export async function findingsOf(
  bench: Pick<Awaited<ReturnType<typeof workbench>>, 'clock' | 'store'>,
  watchId = 'acme-news',
) {
  const span = { from: NOON - 40 * DAY, to: bench.clock.now() + 2 * DAY };
  const found = await bench.store.findings.foundIn(watchId, span);
  return found.toSorted((a, b) => (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1));
}
