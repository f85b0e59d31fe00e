import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import type { DecideOrder } from '../../../shared/domain/alerts/decision.ts';
import { type Channel, channelNameOf } from '../../../shared/domain/channels/channel.ts';
import { type Finding, foundItemOf, type StoredFinding } from '../../../shared/domain/findings/finding.ts';
import type { StoryOutline } from '../../../shared/domain/stories/story.ts';
import { DAY, type Instant, MINUTE, type Window } from '../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import { spaceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { memoryTable } from '../../../shared/store/memory-table.ts';
import { openStore, type Store } from '../../../shared/store/open-store.ts';
import { insertItems, orderDeciding } from '../../../shared/use-cases/collect/insert-findings.ts';
import { decideSpace } from '../../../shared/use-cases/decide/decide-space.ts';

/** An alert of a watch, on one of its channels, with its story as it was then. */
export interface PlayedAlert {
  at: Instant;
  channel: string;
  alert: Alert;
  story?: StoryOutline;
}

/** What a watch would have decided about findings. */
export interface Played {
  alerts: readonly PlayedAlert[];
  /** With their stories. */
  found: readonly StoredFinding[];
}

/**
 * Lets a watch find what a span had, run by run at the pace of its schedule, and decides about it as the stack does,
 * in memory. Of its first run people are notified, too.
 */
export async function playWatch(
  watch: Watch,
  {
    findings,
    channels,
    window,
  }: { findings: readonly Finding[]; channels: readonly Channel[]; window: Window },
): Promise<Played> {
  const clock = { at: window.from, now: () => clock.at, sleep: async () => undefined };
  const store = openStore(memoryTable());
  const orders: DecideOrder[] = [];
  const made: { at: Instant; alert: Alert }[] = [];
  const ports = {
    ...store,
    clock,
    raw: { put: async () => undefined },
    decideQueue: { send: async (order: DecideOrder) => void orders.push(order) },
    alerts: {
      ...store.alerts,
      put: async (...[alert, due]: Parameters<typeof store.alerts.put>) => {
        made.push({ at: clock.at, alert });
        return store.alerts.put(alert, due);
      },
    },
  };
  const alerts: PlayedAlert[] = [];
  await store.definitions.putWatch({ ...watch, firstRun: 'tell' });
  for (const channel of channels) await store.definitions.putChannel(channel);
  for (const [at, found] of bySlot(watch, findings, window)) {
    clock.at = at;
    const scope = { ports, watch, track: 'live', finish: Infinity, isHolder: true } as const;
    const { waits } = await insertItems(scope, { items: found.map((one) => foundItemOf(one)) });
    if (waits) await orderDeciding(ports, spaceOf(watch), { by: `run ${at}` });
    for (let order = orders.shift(); order; order = orders.shift())
      await decideSpace(order, ports, { owner: `run ${at}`, deadline: at + 60 * MINUTE });
    alerts.push(...(await withStories(made.splice(0), store)));
  }
  const span = { from: window.from, to: window.to + DAY };
  return { alerts, found: await store.findings.foundIn(watch.id, span) };
}

/** Findings by the run that would have found them: that of the first slot after they were indexed. */
function bySlot(watch: Watch, findings: readonly Finding[], { from, to }: Window): Map<Instant, Finding[]> {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const inOrder = findings.toSorted((a, b) => a.indexedAt - b.indexedAt);
  let slot = from;
  return Map.groupBy(inOrder, ({ indexedAt }) => {
    if (indexedAt >= slot) slot = nextSlot(schedule, { after: indexedAt, start: from }) ?? to;
    return slot;
  });
}

async function withStories(
  made: readonly { at: Instant; alert: Alert }[],
  { stories }: Pick<Store, 'stories'>,
): Promise<PlayedAlert[]> {
  const read = await stories.read(made.flatMap(({ alert }) => alert.story?.id ?? []));
  return made.map(({ at, alert }) => {
    const story = read.get(alert.story?.id ?? '');
    return { at, channel: channelNameOf(alert.channel), alert, ...(story && { story }) };
  });
}
