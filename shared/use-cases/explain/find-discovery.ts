import type { Alert } from '../../domain/alerts/alert.ts';
import { channelNameOf } from '../../domain/channels/lanes.ts';
import type { Discovery } from '../../domain/findings/discovery.ts';
import type { FoundBy } from '../../domain/pages/explanation.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';
import type { Ports } from '../ports/ports.ts';

/** Most spans that a receipt lists. */
const MOST_MISSED = 20;

/** Where a discovery that was not stored is looked up. */
type WindowPorts = Pick<Ports['windows'], 'covering'>;

/**
 * What first found the first item of an alert: as stored with the alert. Undefined for an alert without items, and where
 * nothing is stored and no recorded window covers the item.
 */
export function alertFoundBy(alert: Alert, windows: WindowPorts): Promise<FoundBy | undefined> {
  const { discovery, watchId, items } = alert;
  const [item] = items;
  if (watchId === undefined || !item) return Promise.resolve(undefined);
  return foundBy({ watchId, discovery, at: item.indexedAt }, windows);
}

/**
 * What first found an item: as stored with it. Without that, the latest recorded window that covers
 * it; where several do, another of them may have found it first.
 */
export async function foundBy(
  { watchId, discovery, at }: { watchId: string; discovery?: Discovery | undefined; at: Instant },
  windows: WindowPorts,
): Promise<FoundBy | undefined> {
  if (discovery) return { ...discovery, isCertain: true };
  const covering = (await windows.covering(watchId, at)).filter(({ state }) => state !== 'open');
  const [latest] = covering;
  if (!latest) return undefined;
  const { from, to, correlationId: requestId, matched, found, calls, late } = latest;
  return {
    window: { from, to },
    ...(requestId !== undefined && { requestId }),
    ...(late && { late }),
    counts: { matched, found, calls },
    isCertain: covering.length === 1,
  };
}

/**
 * Spans in which items of a feed may have come and gone unseen: within the period of a detection, else in the windows that cover the first item.
 * Each span once, oldest first. Only watches of feeds have them.
 */
export async function missedAround(
  { watchId, watchKind, items, occasion }: Alert,
  windows: Pick<Ports['windows'], 'covering' | 'between'>,
): Promise<Window[]> {
  if (watchId === undefined || watchKind !== 'feeds') return [];
  const [item] = items;
  const period = 'period' in occasion ? occasion.period : undefined;
  const records = period
    ? await windows.between(watchId, period)
    : item && (await windows.covering(watchId, item.indexedAt));
  const spans = new Map(
    (records ?? []).flatMap(({ missed = [] }) => missed.map((span) => [`${span.from} ${span.to}`, span])),
  );
  return [...spans.values()].toSorted((a, b) => a.from - b.from).slice(0, MOST_MISSED);
}

/** The zone in which an alert is explained: as stored with it, else that of its channel, else UTC. */
export async function zoneOf(
  { channel: name, timezone }: Pick<Alert, 'channel' | 'timezone'>,
  definitions: Pick<Ports['definitions'], 'channel'>,
): Promise<string> {
  return timezone ?? (await definitions.channel(channelNameOf(name)))?.timezone ?? 'UTC';
}
