import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { currentStoryId } from '../../domain/stories/story-record.ts';
import { byBeginning } from '../../domain/stories/story-merges.ts';
import {
  changedOrder,
  isStoryOrderWaiting,
  splitStoryId,
  type StoryOrder,
} from '../../domain/stories/story-order.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { isOutOfTime } from '../findings/store-findings.ts';
import type { Ports } from '../ports/ports.ts';
import { mergeStories, recordsOfAll } from './read-stories.ts';
import { recordsOfWatch, relatedRecords } from './stories-of-run.ts';
import { liftApart, splitStory, storyOfFinding } from './split-story.ts';

/** A watch whose lease is held, and its orders. */
type OrderScope = FindingScope & { ports: Pick<Ports, 'storyOrders'> };

/** The two stories of an order. */
type Pair = readonly [string, string];

/**
 * Carries out what people have ordered about the stories of a watch, for the holder of its lease, in the order in which it was
 * ordered; takes back what was undone. Each step can be repeated, however far an earlier try came. Nothing is notified of: what the
 * watch has notified of a story counts for both of its parts. An order that our code cannot carry out ends as `gone`, so
 * that it keeps no news waiting.
 */
export async function applyStoryOrders(scope: OrderScope): Promise<{ stop?: 'out-of-time' | 'taken-over' }> {
  const { ports, watch } = scope;
  const waiting = (await ports.storyOrders.of(watch.id)).filter(isStoryOrderWaiting);
  for (const order of waiting.toSorted((a, b) => (a.undoneAt ?? a.at) - (b.undoneAt ?? b.at))) {
    if (isOutOfTime(scope)) return { stop: 'out-of-time' };
    if (!(await scope.hold())) return { stop: 'taken-over' };
    try {
      await apply(scope, order);
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      await ports.storyOrders.put(changedOrder(order, { result: 'gone' }), order);
    }
  }
  return {};
}

/** Where somebody has changed the order meanwhile, it still waits, and comes again. */
async function apply(scope: OrderScope, order: StoryOrder): Promise<void> {
  const { storyOrders } = scope.ports;
  if (order.undoneAt !== undefined) {
    if (order.stories) await takeBack(scope, order, order.stories);
    await storyOrders.put(changedOrder(order, { result: 'undone' }), order);
    return;
  }
  const stories = order.stories ?? (await (order.kind === 'split' ? planSplit : planJoin)(scope, order));
  if (!stories) {
    await storyOrders.put(changedOrder(order, { result: 'gone' }), order);
    return;
  }
  // What it changes is recorded first: a repeat changes the same, and it can be taken back.
  const begun = order.stories ? order : changedOrder(order, { stories });
  if (begun !== order && !(await storyOrders.put(begun, order))) return;
  await (order.kind === 'split' ? splitStory(scope, begun, stories) : join(scope, stories));
  await storyOrders.put(changedOrder(begun, { result: 'done' }), begun);
}

/** The story that an article leaves and its new one. An article that is a story by itself has nothing to leave. */
async function planSplit(scope: OrderScope, order: StoryOrder): Promise<Pair | undefined> {
  const left = await storyOfFinding(scope, order.about ?? '');
  const isPart = left?.whole.articles.some(({ fingerprint }) => fingerprint !== order.about);
  return left && isPart ? [left.whole.story.id, splitStoryId(order)] : undefined;
}

/**
 * The two stories under the ids that they have now. The one that began first stays, as in each merge. All watches are asked when
 * that was: each of its brand keeps the same one, also where it has only one of them.
 */
async function planJoin({ ports, watch }: OrderScope, order: StoryOrder): Promise<Pair | undefined> {
  const ids = [order.story, order.about ?? order.story];
  const own = await relatedRecords(ids, recordsOfWatch(ports, watch.id));
  if (own.size === 0) return undefined;
  const current = ids.map((id) => currentStoryId({ records: own, merged: new Map() }, id));
  const records = await relatedRecords(current, recordsOfAll(ports));
  const [stays, goes] = current.toSorted(byBeginning({ records, merged: new Map() }));
  return stays === undefined || goes === undefined ? undefined : [stays, goes];
}

/**
 * Merges two stories. A watch may have only the one that goes, and another watch of its brand the one that stays: then it gets
 * an empty story under that id, so that both watches have one story under one id.
 */
async function join(scope: OrderScope, pair: Pair): Promise<void> {
  const [stays, goes] = pair;
  const { ports, watch } = scope;
  const records = await relatedRecords(pair, recordsOfWatch(ports, watch.id));
  const gone = records.get(goes);
  if (stays === goes || !gone) return;
  if (!records.has(stays)) {
    const { mergedInto: _merged, apart: _apart, ...same } = gone;
    const empty = { ...same, id: stays, articles: [], samples: [], absorbed: [] };
    await ports.stories.putNew(watch.id, { stories: [empty], keys: [], claims: [], open: [] });
  }
  await liftApart(scope, pair);
  await mergeStories(ports, watch.id, pair);
}

async function takeBack(scope: OrderScope, { kind }: StoryOrder, pair: Pair): Promise<void> {
  if (kind === 'join') return part(scope, pair);
  await liftApart(scope, pair);
  await mergeStories(scope.ports, scope.watch.id, pair);
}

/** Undoes the merge of two stories, and sets them apart. What came after the merge stays in the story that stayed. */
async function part({ ports, watch }: OrderScope, [stays, goes]: Pair): Promise<void> {
  const records = await relatedRecords([stays, goes], recordsOfWatch(ports, watch.id));
  const [winner, loser] = [records.get(stays), records.get(goes)];
  if (stays === goes || !winner || !loser) return;
  if (loser.mergedInto !== stays && !winner.absorbed.includes(goes)) return;
  const { mergedInto: _merged, ...own } = loser;
  await ports.stories.amend(watch.id, goes, { ...own, apart: [...new Set([...(loser.apart ?? []), stays])] });
  const absorbed = winner.absorbed.filter((id) => id !== goes);
  await ports.stories.amend(watch.id, stays, { ...winner, absorbed });
}
