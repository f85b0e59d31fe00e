import { channelsOf } from '../../../shared/domain/watches/watch.ts';
import { lanesOf } from '../../../shared/domain/channels/lanes.ts';
import type { StoredAlert } from '../../../shared/use-cases/ports/alerts.ts';
import type { Comparison } from '../plan/compare.ts';
import { plainText, printAmount, printTable } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';

/** Something that apply would remove, and what is lost with it. */
export interface Removal {
  /** `watch`, `channel`, `address`, `watchlist` or `report`. */
  kind: string;
  id: string;
  lost: string;
}

/** How many pending alerts of a channel are counted. */
const MOST_PENDING = 10_000;

/** What applying would remove. Reads the pending alerts of the channels that are concerned; none when nothing is removed. */
export async function listRemovals(
  { watches, channels, subscriptions, watchlists, reports }: Comparison,
  stack: Pick<Stack, 'alerts' | 'definitions'>,
): Promise<Removal[]> {
  const known = watches.removed.length === 0 ? [] : await stack.definitions.watches();
  const removed: Removal[] = [];
  for (const id of watches.removed) {
    const alert = known.find((watch) => watch.id === id)?.alert;
    const pending = await Promise.all((alert ? channelsOf(alert) : []).map((name) => pendingOn(name, stack)));
    const own = pending.flat().filter(({ alert }) => alert.watchId === id).length;
    removed.push({ kind: 'watch', id, lost: `${LOST.watch}${pendingText(own)}` });
  }
  for (const id of channels.removed) {
    const pending = await pendingOn(id, stack);
    removed.push({ kind: 'channel', id, lost: `${LOST.channel}${pendingText(pending.length)}` });
  }
  const others = [
    ...subscriptions.removed.map((id) => ({ kind: 'address', id, lost: LOST.address })),
    ...watchlists.removed.map((id) => ({ kind: 'watchlist', id, lost: LOST.watchlist })),
    ...reports.removed.map((id) => ({ kind: 'report', id, lost: LOST.report })),
  ];
  return [...removed, ...others];
}

/** The pending alerts on all lanes of a channel. */
async function pendingOn(
  name: string,
  { alerts, definitions }: Pick<Stack, 'alerts' | 'definitions'>,
): Promise<StoredAlert[]> {
  const channel = await definitions.channel(name);
  const lanes = channel ? lanesOf(channel).map((lane) => lane.name) : [name];
  return (await Promise.all(lanes.map((lane) => alerts.held(lane, MOST_PENDING)))).flat();
}

const LOST = {
  watch: 'its schedule and its watermark; what it found is kept until its retention ends',
  channel: 'its settings',
  address: 'its subscription; to receive alerts again it must confirm again',
  watchlist: 'its companies at the extraction service',
  report: 'its schedule; written reports are kept',
} as const;

function pendingText(count: number): string {
  return count === 0 ? '' : `; ${printAmount(count, 'pending alert')} will not be sent`;
}

/** The removals as a table below a sentence. */
export function printRemovals(removals: readonly Removal[], name: string): string {
  const rows = removals.map(({ kind, id, lost }) => [kind, plainText(id), `loses ${lost}`]);
  return `This removes from ${name}:\n${printTable(rows, '  ')}`;
}
