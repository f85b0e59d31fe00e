import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { PolledOnce } from '../stack/poll-once.ts';
import type { Stack } from '../stack/stack.ts';
import { tryOut } from '../stack/try-out.ts';
import type { World } from '../world.ts';

/** Feeds that could not be read, named at most. */
const MOST_NAMED = 5;

/**
 * The stack for a preview of a watch of feeds. Where nobody has polled its lists yet, or the file has other feeds than
 * the stack, each feed is read once, now, and nothing is stored; `note` says so. Of other watches, and of lists that
 * are polled, it is the stack itself.
 */
export async function stackForFeeds(
  watch: Watch,
  { desired, stack, world }: { desired: Pick<Desired, 'feeds'>; stack: Stack; world: World },
): Promise<{ stack: Stack; note?: string }> {
  if (watch.kind !== 'feeds') return { stack };
  const names = Array.isArray(watch.query['feeds']) ? watch.query['feeds'].map(String) : [];
  const lists = (desired.feeds ?? []).filter(({ name }) => names.includes(name));
  const unpolled = await unpolledOf(lists, stack);
  if (unpolled.length === 0) return { stack };
  const once = await world.readFeeds(lists, { now: stack.now });
  const source = feedsSource(once.shelf);
  return {
    stack: { ...stack, tryOut: (order) => tryOut(order, source) },
    note: noteOf(unpolled, once, stack),
  };
}

async function unpolledOf(lists: readonly FeedList[], { feeds, feedLists }: Stack): Promise<FeedList[]> {
  const [round, applied] = await Promise.all([feeds.round(), feedLists.all()]);
  const known = new Map(applied.map((list) => [list.name, new Set(list.urls)]));
  return lists.filter(
    ({ name, urls }) =>
      !round?.lists.some((list) => list.name === name) ||
      urls.some((url) => known.get(name)?.has(url) !== true),
  );
}

function noteOf(unpolled: readonly FeedList[], { feeds, failed }: PolledOnce, { hasPoller }: Stack): string {
  const names = unpolled.map(({ name }) => plainText(name)).join(', ');
  const lines = [
    `Nobody polls all feeds of ${names} yet. This is what ${printAmount(feeds, 'feed')} show${feeds === 1 ? 's' : ''} now, by the dates of their items: older ones are gone from them.`,
    `${hasPoller ? 'Run bellwether apply' : 'Deploy once with this file, or start npm start again with it'}, and every new item is stored from then on.`,
    ...failed
      .slice(0, MOST_NAMED)
      .map(({ url, text }) => `${plainText(url)} could not be read: ${plainText(text)}`),
    ...(failed.length > MOST_NAMED
      ? [
          `${printNumber(failed.length - MOST_NAMED)} more could not be read. Run bellwether feeds check FILE.`,
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
