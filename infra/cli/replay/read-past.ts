import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import type { Instant, Window } from '../../../shared/domain/time/instant.ts';
import { runsHere, type Watch } from '../../../shared/domain/watches/watch.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';
import type { Stack } from '../stack/stack.ts';
import { type CallBudget, recordPast } from './record-past.ts';
import { isReplayedFromStore } from './not-replayed.ts';
import type { Past } from './recorded-source.ts';

type PastStack = Pick<Stack, 'askService' | 'definitions' | 'feedLists' | 'feeds' | 'findings' | 'schedule'>;

/** The watches, channels and feeds that the stack has. */
export async function readInForce(stack: PastStack): Promise<Desired> {
  const [watches, channels, feeds] = await Promise.all([
    stack.definitions.watches(),
    stack.definitions.channels(),
    stack.feedLists.all(),
  ]);
  return { watches, channels, feeds };
}

/**
 * Reads all that two files need of a past: answers of the services, which cost calls; what the poller found; and for
 * watches that cannot be asked again what the stack has stored. Changes nothing.
 */
export async function readPast(
  { inForce, against }: Readonly<Record<'inForce' | 'against', Desired>>,
  { span, stack, budget }: { span: Window; stack: PastStack; budget: CallBudget },
): Promise<{ past: Past; stored: Map<string, StoredFinding[]>; starts: Map<string, Instant> }> {
  const all = [...inForce.watches, ...against.watches].filter(({ disabled }) => !disabled);
  const windowed = all.filter((watch) => runsHere(watch) && !isReplayedFromStore(watch));
  const feeds = await readFeeds(
    windowed.filter(({ kind }) => kind === 'feeds'),
    { span, stack },
  );
  const recordings = await recordPast(windowed, { span, budget, ask: stack.askService });
  const stored = new Map<string, StoredFinding[]>();
  for (const watch of inForce.watches.filter(isReplayedFromStore))
    stored.set(keyOf(watch), await readStored(watch, { span, stack }));
  const starts = new Map<string, Instant>();
  for (const { id, schedule } of inForce.watches.filter(runsHere)) {
    const start = schedule.startsWith('rate') ? (await stack.schedule(id))?.start : undefined;
    if (start !== undefined) starts.set(id, start);
  }
  return { past: { recordings, feeds }, stored, starts };
}

/** What the store has for the watches of one file: for those with the same question as in force. */
export function storedFor(
  { watches }: Desired,
  stored: ReadonlyMap<string, readonly StoredFinding[]>,
): Map<string, readonly StoredFinding[]> {
  return new Map(
    watches.flatMap((watch) => {
      const found = watch.disabled ? undefined : stored.get(keyOf(watch));
      return found ? [[watch.id, found] as const] : [];
    }),
  );
}

function keyOf({ id, version }: Watch): string {
  return `${id}/${version}`;
}

async function readStored(
  { id }: Watch,
  { span, stack }: { span: Window; stack: PastStack },
): Promise<StoredFinding[]> {
  const found = await stack.findings.foundIn(id, span);
  return found.filter(({ verdict }) => !(verdict && 'silent' in verdict && verdict.silent === 'base'));
}

async function readFeeds(
  watches: readonly Watch[],
  { span, stack }: { span: Window; stack: PastStack },
): Promise<FeedFinds[]> {
  if (watches.length === 0) return [];
  const back = Math.max(...watches.map(({ lookback, overlap }) => lookback + overlap));
  const parts: FeedFinds[] = [];
  for await (const part of stack.feeds.finds({ from: span.from - back, to: span.to })) parts.push(part);
  return parts;
}
