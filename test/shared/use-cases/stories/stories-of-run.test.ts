import { expect, it } from 'vitest';
import { memoryStore } from '../../../store/memory-store.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { groupFindings } from '../../../../shared/use-cases/stories/group-findings.ts';
import { type LeftStories, leftStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import { writeStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';

const WATCH = aWatch({ query: { q: 'nothing' } });
const report = (n: number, title = 'Acme closes its plant in Leipzig') =>
  aFinding(n, {
    title,
    indexedAt: NOON + n,
    snippet: 'The plant closes at the end of the year, Acme said. '.repeat(9),
  });

/** A run that groups findings part by part, and what it has asked of the store. */
function aRun() {
  const stories = memoryStore().stories;
  const calls = { read: new Set<string>(), joined: [] as string[] };
  const watched: typeof stories = {
    ...stories,
    ofWatch(watchId, wanted) {
      for (const id of wanted.ids) calls.read.add(id);
      return stories.ofWatch(watchId, wanted);
    },
    join(watchId, id, joining) {
      calls.joined.push(id);
      return stories.join(watchId, id, joining);
    },
  };
  const ports = {
    stories: watched,
    clock: { now: () => NOON, sleep: async () => {} },
    findings: memoryStore().findings,
  };
  const part = async (findings: readonly Finding[], known: LeftStories | undefined) => {
    const found = findings.map((finding) => ({
      watchId: WATCH.id,
      finding,
      foundAt: NOON,
      expiresAt: NOON + 400 * DAY,
    }));
    const grouped = await groupFindings({ ports, watch: WATCH }, found, { known });
    await writeStories({ ports, watch: WATCH }, grouped.fresh, []);
    return grouped;
  };
  const membersOf = async (id: string) =>
    (await stories.ofWatch(WATCH.id, { keys: [], ids: [id] })).records
      .get(id)
      ?.articles.map(({ fingerprint }) => fingerprint);
  return { part, calls, membersOf };
}

it('a story that a run has begun gets articles of further parts whole, and is not read', async () => {
  const { part, calls, membersOf } = aRun();
  const first = await part([report(1)], leftStories([]));
  const [id = ''] = first.groups.map(({ whole }) => whole.story.id);
  let { known } = first;
  for (const n of [2, 3]) {
    const next = await part([report(n)], known);
    expect(next.groups.map(({ whole }) => whole.story.id)).toEqual([id]);
    expect(next.fresh.stories).toEqual([]);
    expect(next.fresh.grown?.map(({ articles }) => articles.length)).toEqual([n]);
    known = next.known;
  }
  expect(await membersOf(id)).toEqual(['article-00001', 'article-00002', 'article-00003']);
  expect({ ...calls, read: calls.read.has(id) }).toEqual({ read: false, joined: [] });
});

it('a part that is repeated reads the stories of its run, and adds to what an earlier try has put', async () => {
  const { part, calls, membersOf } = aRun();
  const first = await part([report(1)], leftStories([]));
  const [id = ''] = first.groups.map(({ whole }) => whole.story.id);
  await part([report(2), report(3)], first.known);
  const again = await part([report(2)], first.known);
  expect(again.fresh.grown).toEqual([]);
  expect(calls.read.has(id)).toBe(true);
  await part([report(3), report(4)], again.known);
  expect(calls.joined).toEqual([id]);
  expect(await membersOf(id)).toEqual(['article-00001', 'article-00002', 'article-00003', 'article-00004']);
});

it('a story of a hundred articles gets more of them by an update', async () => {
  const { part, calls, membersOf } = aRun();
  const most = Array.from({ length: 100 }, (_, n) => report(n + 1));
  const first = await part(most, leftStories([]));
  const [id = ''] = first.groups.map(({ whole }) => whole.story.id);
  await part([report(101)], first.known);
  expect(calls.joined).toEqual([id]);
  expect(await membersOf(id)).toHaveLength(101);
});
