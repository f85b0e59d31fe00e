import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { HOUR, type Instant, isoOf } from '../../../shared/domain/time/instant.ts';
import { type Watch, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';

/**
 * Whether a service cannot be asked again what a watch would have found: a job costs credits, breaking news has no
 * past.
 */
export function isReplayedFromStore({ kind }: Pick<Watch, 'kind'>): boolean {
  const rule = windowRuleOf(kind);
  return rule === undefined || rule.time === 'seen';
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
