import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed-list.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';

/** Whether a service cannot be asked again what a watch would have found: a job costs credits, breaking news has no past. */
export function isReplayedFromStore({ kind }: Pick<Watch, 'kind'>): boolean {
  return kind === 'extraction' || kind === 'breaking';
}

/** A watch of which a replay does not know all. */
export interface Unknown {
  watch: string;
  why: string;
}

/** What a replay of a file cannot know, a sentence for each watch. `inForce` is what the stack has. */
export function unknownOf({ watches, feeds = [] }: Desired, inForce: Desired): Unknown[] {
  return watches.flatMap((watch): Unknown[] => {
    const why = whyUnknown(watch, { feeds, inForce });
    return why === undefined || watch.disabled ? [] : [{ watch: watch.id, why }];
  });
}

function whyUnknown(
  watch: Watch,
  { feeds, inForce }: { feeds: readonly FeedList[]; inForce: Desired },
): string | undefined {
  const isStored = inForce.watches.some(({ id, version }) => id === watch.id && version === watch.version);
  if (watch.kind === 'extraction')
    return isStored
      ? 'its jobs are not started again, because they cost credits: it gets what its past jobs found, when they found it.'
      : 'it is not replayed. Its question is new to the stack, and a job, which costs credits, would have to run first.';
  if (watch.kind === 'breaking')
    return isStored
      ? 'the service has no breaking news of the past: it gets what its past runs found, when they found it.'
      : 'it is not replayed. Its query is new to the stack, and the service has no breaking news of the past.';
  if (watch.kind !== 'feeds') return undefined;
  const polled = new Set((inForce.feeds ?? []).flatMap(({ urls }) => urls));
  const names: readonly unknown[] = Array.isArray(watch.query['feeds']) ? watch.query['feeds'] : [];
  const wanted = feeds.filter(({ name }) => names.includes(name)).flatMap(({ urls }) => urls);
  const fresh = wanted.filter((url) => !polled.has(url)).length;
  if (fresh === 0) return undefined;
  return `${fresh === 1 ? '1 of its feeds was' : `${fresh} of its feeds were`} not polled by the stack, so nobody knows what ${fresh === 1 ? 'it' : 'they'} showed.`;
}
