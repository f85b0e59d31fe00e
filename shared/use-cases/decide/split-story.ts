import type { StoredFinding } from '../../domain/findings/finding.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type DecideOutcome, emptyDecideOutcome } from '../../domain/runs/outcome.ts';
import { isGrouped, keptUntil, keysOf } from '../../domain/stories/assign-stories.ts';
import { articleOf, emptyStory, type OpenStory, withArticle } from '../../domain/stories/open-story.ts';
import { type StoryArticle, storyArticleOf, type StoryRecord } from '../../domain/stories/story.ts';
import { changedOrder, isStoryOrderWaiting, type StoryOrder } from '../../domain/pages/story-order.ts';
import { compareSeverity, type Watch } from '../../domain/watches/watch.ts';
import type { DecideScope } from './group-findings.ts';

/**
 * Carries out that a person takes an article out of its story, or takes that back. Each step can be repeated, however
 * far an earlier try came. Nothing is notified of: what the channels know of the story counts for both parts. An order
 * that our code cannot carry out ends as `gone`, so that it keeps no news waiting. Undefined: the order is not there
 * yet, or was carried out before.
 */
export async function splitStory(
  scope: DecideScope,
  { watch, key }: { watch: Watch; key: string },
): Promise<DecideOutcome | undefined> {
  const { ports, held } = scope;
  const done = emptyDecideOutcome(held.space);
  const order = (await ports.storyOrders.of(held.space)).find((one) => one.key === key);
  if (!order || !isStoryOrderWaiting(order)) return undefined;
  // Whoever needs the stories of the space next reads them again.
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
  const own = read.records.find(({ id }) => id === made);
  if (!old) return 'gone';
  if (undoneAt !== undefined) {
    // With the article, what has joined it goes back.
    if (own) await move(scope, { watch, source: own, target: withNews(old, own), moved: own.articles });
    return 'undone';
  }
  const [found] = await readArticles(scope, old.watches, [article]);
  const moved = found ? [storyArticleOf(found.finding)] : [];
  if (!found || without(old, moved).articles.length === 0) return 'gone';
  const target = own ?? storyOf(scope, { watch, moved: found, made, old });
  await move(scope, { watch, source: old, target, moved });
  return 'done';
}

/**
 * Moves articles to another story. The story that gets them is written first, with their keys that no other article of
 * the story that they leave has; the one that they leave is written last. So whoever repeats it finds what is to be
 * moved.
 */
async function move(
  scope: DecideScope,
  given: { watch: Watch; source: StoryRecord; target: StoryRecord; moved: readonly StoryArticle[] },
): Promise<void> {
  const { ports, held } = scope;
  const { source, target, moved } = given;
  const open = new Map((await ports.stories.open(held.space)).map((story) => [story.id, story]));
  const notified = open.get(source.id)?.notified ?? {};
  const openOf = (id: string, found: readonly StoredFinding[]): OpenStory[] => {
    const articles = found.filter(isGrouped).map(({ finding }) => articleOf(finding));
    const [first] = articles;
    if (!first) return [];
    const empty = { ...emptyStory(id, first.at), notified };
    return [articles.reduce(withArticle, empty)];
  };
  const [leaves, stays] = [without(source, moved), without(target, moved)];
  const watches = [...new Set([...target.watches, ...source.watches])];
  const ids = moved.map(({ fingerprint }) => fingerprint);
  const going = await readArticles(scope, watches, ids);
  const left = await readLatest(scope, leaves);
  const taken = new Set(left.flatMap(keysOf));
  const { owners } = await ports.stories.inSpace(held.space, {
    keys: [...new Set(going.flatMap(keysOf))],
    ids: [],
  });
  const keys = owners.filter(({ key, story }) => story === source.id && !taken.has(key));
  await ports.stories.write(held.space, {
    records: [{ ...target, watches, articles: [...stays.articles, ...moved] }],
    keys: keys.map((owner) => ({ ...owner, story: target.id })),
    open: openOf(target.id, [...(await readLatest(scope, stays)), ...going]),
  });
  for (const watchId of watches) for (const id of ids) await ports.findings.moveTo(watchId, id, target.id);
  if (left.length === 0) await ports.stories.close(held.space, source.id);
  await ports.stories.write(held.space, {
    records: [remade(leaves, left)],
    keys: [],
    open: openOf(source.id, left),
  });
}

function without(story: StoryRecord, moved: readonly StoryArticle[]): StoryRecord {
  const ids = new Set(moved.map(({ fingerprint }) => fingerprint));
  return { ...story, articles: story.articles.filter(({ fingerprint }) => !ids.has(fingerprint)) };
}

/** A story as the articles that are left make it: later articles are compared with these. */
function remade(story: StoryRecord, left: readonly StoredFinding[]): StoryRecord {
  const [first] = left;
  if (!first) return story;
  const title = left.some(({ finding }) => finding.title === story.title) ? story.title : first.finding.title;
  return { ...story, title };
}

/** A story with what its channels were notified of about another one, which ends in it. */
function withNews(story: StoryRecord, other: StoryRecord): StoryRecord {
  const notices = { ...story.notices };
  for (const [key, notice] of Object.entries(other.notices)) {
    const known = notices[key];
    if (!known || compareSeverity(notice.severity, known.severity) > 0) notices[key] = notice;
  }
  const [seenAt, expiresAt] = [
    Math.max(story.seenAt, other.seenAt),
    Math.max(story.expiresAt, other.expiresAt),
  ];
  return { ...story, seenAt, expiresAt, notices };
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
  const { storyMemory: memory, retention } = watch;
  return {
    id: made,
    space: held.space,
    title: moved.finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil({ now, memory, retention }),
    articles: [],
    watches: old.watches,
    notices: old.notices,
  };
}
