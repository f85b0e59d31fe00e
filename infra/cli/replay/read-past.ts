import { type CallBudget, type Past, recordPast } from './recording.ts';
import type { Stack } from '../stack/stack.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { HOUR, type Instant, type Window, isoOf } from '../../../shared/domain/time/instant.ts';
import { type Watch, runsHere, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';

type PastStack = Pick<Stack, 'askService' | 'feeds' | 'findings' | 'schedule'>;

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
  return found.filter(({ verdict }) => !(verdict && 'silent' in verdict && verdict.silent === 'baseline'));
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

/**
 * Whether a service cannot be asked again what a watch would have found: a job costs credits, breaking news has no
 * past, and of the archive the stack keeps what its watches found.
 */
export function isReplayedFromStore({ kind }: Pick<Watch, 'kind'>): boolean {
  const rule = windowRuleOf(kind);
  return rule === undefined || rule.time === 'seen' || kind === 'world';
}

/** A watch of which a replay does not know all. */
export interface Unknown {
  watch: string;
  why: string;
}

interface Known {
  /** What the stack has. */
  inForce: Desired;
  /** When the replay begins. */
  from: Instant;
  /** What its poller found. */
  feeds: readonly FeedFinds[];
}

/** What a replay of a file cannot know, a sentence for each watch. */
export function unknownOf(against: Desired, known: Known): Unknown[] {
  return against.watches.flatMap((watch): Unknown[] => {
    const why = watch.kind === 'feeds' ? feedsUnknown(watch, against, known) : whyUnknown(watch, known);
    return why === undefined || watch.disabled ? [] : [{ watch: watch.id, why }];
  });
}

function whyUnknown(watch: Watch, { inForce }: Known): string | undefined {
  const isStored = inForce.watches.some(({ id, version }) => id === watch.id && version === watch.version);
  if (watch.kind === 'extraction')
    return isStored
      ? 'its jobs are not started again, because they cost credits: it gets what its past jobs found, when they found it.'
      : 'it is not replayed. Its question is new to the stack, and a job, which costs credits, would have to run first.';
  if (watch.kind === 'world' && !isStored)
    return 'it is not replayed. Its query is new to the stack, which keeps of the archive what its watches found.';
  if (watch.kind === 'breaking')
    return isStored
      ? 'the service has no breaking news of the past: it gets what its past runs found, when they found it.'
      : 'it is not replayed. Its query is new to the stack, and the service has no breaking news of the past.';
  return undefined;
}

function feedsUnknown(watch: Watch, against: Desired, { inForce, from, feeds }: Known): string | undefined {
  const polled = new Set((inForce.feeds ?? []).flatMap(({ urls }) => urls));
  const wanted = feedsOf(watch, against);
  const fresh = wanted.filter((url) => !polled.has(url)).length;
  if (fresh > 0)
    return `${fresh === 1 ? '1 of its feeds was' : `${fresh} of its feeds were`} not polled by the stack, so nobody knows what ${fresh === 1 ? 'it' : 'they'} showed.`;
  const since = feedsSince(feeds, wanted);
  if (since === undefined)
    return 'the stack has seen no item of its feeds yet, so there is nothing to replay.';
  if (since <= from + HOUR) return undefined;
  return `the stack has read its feeds since ${isoOf(since).slice(0, 16)}Z. What they showed before is not known: that was the first run of the watch.`;
}

/** The addresses of the feeds that a watch of kind `feeds` reads. */
export function feedsOf({ query }: Pick<Watch, 'query'>, { feeds = [] }: Pick<Desired, 'feeds'>): string[] {
  const names: readonly unknown[] = Array.isArray(query['feeds']) ? query['feeds'] : [];
  return feeds.filter(({ name }) => names.includes(name)).flatMap(({ urls }) => urls);
}

/**
 * When the poller first saw an item of some feeds, as far as its finds are known: before that nobody knows what they
 * showed, and a watch that reads them could not run. Undefined where it saw none.
 */
export function feedsSince(finds: readonly FeedFinds[], urls: readonly string[]): Instant | undefined {
  const wanted = new Set(urls);
  const times = finds.flatMap(({ items }) =>
    items.filter(({ feed }) => wanted.has(feed)).map(({ seenAt }) => seenAt),
  );
  return times.length === 0 ? undefined : times.reduce((first, at) => Math.min(first, at));
}
