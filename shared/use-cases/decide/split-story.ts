import type { StoredFinding } from '../../domain/findings/finding.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type DecideOutcome, emptyDecideOutcome } from '../../domain/runs/outcome.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import { openStoriesOf, similarityProfileOf } from '../../domain/stories/similarity-profile.ts';
import { keptUntil } from '../../domain/stories/story-candidates.ts';
import { changedOrder, isStoryOrderWaiting, type StoryOrder } from '../../domain/stories/story-order.ts';
import { storyArticleOf, type StoryRecord } from '../../domain/stories/story-record.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { DecideScope } from './decide-scope.ts';

/**
 * Carries out that a person takes an article out of its story, or takes that back. Each step can be repeated, however far an earlier
 * try came. Nothing is notified of: what the channels know of the story counts for both parts. An order that our code cannot carry out
 * ends as `gone`, so that it keeps no news waiting. Undefined: the order is not there yet, or was carried out before.
 */
export async function splitStory(
  scope: DecideScope,
  { watch, key }: { watch: Watch; key: string },
): Promise<DecideOutcome | undefined> {
  const { ports, held } = scope;
  const done = emptyDecideOutcome(held.space);
  const order = (await ports.storyOrders.of(held.space)).find((one) => one.key === key);
  if (!order || !isStoryOrderWaiting(order)) return undefined;
  // The stories of the space are read anew by whoever needs them next.
  scope.known.stories = undefined;
  try {
    const result = await carryOut(scope, { watch, order });
    await ports.storyOrders.put(changedOrder(order, { result }), order);
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
    await ports.storyOrders.put(changedOrder(order, { result: 'gone' }), order);
  }
  return done;
}

async function carryOut(
  scope: DecideScope,
  { watch, order: { story: from, article = '', made = '', undoneAt } }: { watch: Watch; order: StoryOrder },
): Promise<StoryOrder['result']> {
  const { ports, held } = scope;
  const read = await ports.stories.inSpace(held.space, { keys: [], ids: [from, made] });
  const old = read.records.find(({ id }) => id === from);
  const [moved] = old ? await readArticles(scope, old.watches, [article]) : [];
  if (!moved || !old) return 'gone';
  const own = read.records.find(({ id }) => id === made) ?? storyOf(scope, { watch, moved, made, old });
  const isBack = undoneAt !== undefined;
  const [source, target] = isBack ? [own, old] : [old, own];
  const leaves = withoutArticle(source, article);
  if (!isBack && leaves.articles.length === 0) return 'gone';
  const left = await readLatest(scope, leaves);
  const joined = await readLatest(scope, withoutArticle(target, article));
  await writeStories(scope, { watch, moved, source: leaves, target, left, joined });
  for (const watchId of old.watches) await ports.findings.moveTo(watchId, article, target.id);
  return isBack ? 'undone' : 'done';
}

/** Writes both stories, the article's keys that no other article of its old story has, and what is open of both. */
async function writeStories(
  { ports, held: { space } }: DecideScope,
  given: {
    watch: Watch;
    moved: StoredFinding;
    /** The story without the article, and its other articles. */
    source: StoryRecord;
    left: readonly StoredFinding[];
    /** The story that gets it, and its other articles. */
    target: StoryRecord;
    joined: readonly StoredFinding[];
  },
): Promise<void> {
  const { watch, moved, source, left, target, joined } = given;
  const queried = queriedStems(watch);
  const keysOf = (found: StoredFinding) => similarityProfileOf(found, { space, queried }).keys;
  const taken = new Set(left.flatMap(keysOf));
  const { owners } = await ports.stories.inSpace(space, { keys: keysOf(moved), ids: [] });
  const keys = owners.filter((owner) => owner.story === source.id && !taken.has(owner.key));
  const placed = [
    ...left.map((one) => ({ ...one, story: source.id })),
    ...[...joined, moved].map((one) => ({ ...one, story: target.id })),
  ];
  const articles = [
    ...withoutArticle(target, moved.finding.fingerprint).articles,
    storyArticleOf(moved.finding),
  ];
  await ports.stories.write(space, {
    records: [{ ...target, articles }, source],
    keys: keys.map((owner) => ({ ...owner, story: target.id })),
    open: [...openStoriesOf(placed, queried).values()],
  });
  if (left.length === 0) await ports.stories.close(space, source.id);
}

function withoutArticle(story: StoryRecord, article: string): StoryRecord {
  return { ...story, articles: story.articles.filter(({ fingerprint }) => fingerprint !== article) };
}

/** So many of the latest articles of a story are read, to see what it is about. */
const MOST_READ = 200;

function readLatest(scope: DecideScope, { articles, watches }: StoryRecord): Promise<StoredFinding[]> {
  const latest = articles.toSorted((a, b) => b.at - a.at).slice(0, MOST_READ);
  return readArticles(
    scope,
    watches,
    latest.map(({ fingerprint }) => fingerprint),
  );
}

/** Articles, each as the first of some watches has it, the earliest first. */
async function readArticles(
  { ports }: DecideScope,
  watches: readonly string[],
  fingerprints: readonly string[],
): Promise<StoredFinding[]> {
  const read = await inParallel(watches, (watchId) => ports.findings.read(watchId, fingerprints));
  const each = new Map(
    read
      .toReversed()
      .flat()
      .map((found) => [found.finding.fingerprint, found]),
  );
  return [...each.values()].toSorted((a, b) => a.finding.indexedAt - b.finding.indexedAt);
}

/** The story that an article begins when it is taken out of another one. Its channels know what they know of that. */
function storyOf(
  { ports, held }: DecideScope,
  { watch, moved, made, old }: { watch: Watch; moved: StoredFinding; made: string; old: StoryRecord },
): StoryRecord {
  const now = ports.clock.now();
  const { signature } = similarityProfileOf(moved, { space: held.space });
  const { storyMemory: memory, retention, stories: joining = 'normal' } = watch;
  return {
    id: made,
    space: held.space,
    title: moved.finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil({ now, memory, retention, joining }),
    articles: [],
    watches: old.watches,
    notices: old.notices,
    signature,
    samples: [],
  };
}
