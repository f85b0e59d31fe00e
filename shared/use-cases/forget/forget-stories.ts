import { partsOf } from '../../domain/lib/in-parallel.ts';
import { isClustered, similarityProfileOf } from '../../domain/stories/similarity-profile.ts';
import {
  currentStoryId,
  withMergedIds,
  MOST_STORY_ARTICLES,
  type StoryOutline,
} from '../../domain/stories/story-record.ts';
import type { Kept } from '../apply/apply-lease.ts';
import { recordsOfWatch, relatedRecords } from '../stories/stories-of-run.ts';
import type { ForgetPorts } from './forget-ports.ts';

type StoryPorts = Pick<ForgetPorts, 'stories' | 'findings' | 'removals'>;

/** How many stories are read at a time. */
const STORIES_AT_ONCE = 100;
/** How many findings of a watch are asked for their keys at a time. */
const FINDINGS_AT_ONCE = 100;

/**
 * Deletes the stories of a watch, and its similarity keys. Of the stories that a version before shared among all watches,
 * those go whose articles only this watch has found, and then the keys that lead to no story. Such a story that another watch
 * found too belongs to that watch and stays whole: it names no watch. Reads the findings of the watch, so it comes before they
 * are deleted.
 *
 * @returns how many stories were deleted of which no watch has anything left.
 */
export async function forgetStories(
  watchId: string,
  { others, ports, keep }: { others: readonly string[]; ports: StoryPorts } & Kept,
): Promise<number> {
  const ids = new Set<string>();
  for await (const page of ports.removals.findingsOf(watchId)) {
    await keep();
    for (const { story } of page) if (story !== undefined) ids.add(story);
  }
  let removed = 0;
  for (const part of partsOf([...ids], STORIES_AT_ONCE)) {
    await keep();
    const roots = new Set([
      ...(await removeOwn(part, watchId, ports)),
      ...(await removeShared(part, { watchId, others, ports })),
    ]);
    removed += roots.size - (await ports.stories.parts([...roots])).size;
  }
  await releaseKeys(watchId, { ports, keep });
  return removed;
}

/** Deletes what the watch has of its own, merged stories first. Returns the ids of the current stories. */
async function removeOwn(ids: readonly string[], watchId: string, ports: StoryPorts): Promise<string[]> {
  const records = await relatedRecords(ids, recordsOfWatch(ports, watchId));
  const own = new Map([...records].filter(([, record]) => record.watchId === watchId));
  const families = familiesIn(own);
  const gone = families.flat().map(({ id }) => id);
  await ports.removals.storiesOfWatch(watchId, { ids: gone, keys: [] });
  return families.flatMap((family) => family.at(-1)?.id ?? []);
}

/** Reads the stories as a version before shared them. */
function sharedRecords({ stories }: StoryPorts): Parameters<typeof relatedRecords>[1] {
  return async (ids) => {
    const parts = [...(await stories.parts(ids)).values()].flat();
    return new Map(parts.flatMap((part) => (part.watchId === undefined ? [[part.id, part] as const] : [])));
  };
}

/** A story and all that it was merged with are deleted together, the merged ones first. */
async function removeShared(
  ids: readonly string[],
  { watchId, others, ports }: { watchId: string; others: readonly string[]; ports: StoryPorts },
): Promise<string[]> {
  const records = await relatedRecords(ids, sharedRecords(ports));
  if (records.size === 0) return [];
  const families = familiesIn(records);
  const fingerprints = [...records.values()].flatMap(({ articles }) =>
    articles.map((one) => one.fingerprint),
  );
  const all = [...new Set(fingerprints)];
  const own = await ports.findings.known(watchId, all);
  const foreign = new Set(all.filter((one) => !own.has(one)));
  for (const other of others) for (const one of await ports.findings.known(other, [...own])) foreign.add(one);
  const removed: string[] = [];
  for (const family of families) {
    if (!family.every((record) => isOwn(record, foreign))) continue;
    const gone = await removeAll(family, ports);
    if (gone) removed.push(...family.slice(-1).map(({ id }) => id));
  }
  return removed;
}

/** A story that is full does not list all its articles, so others may have found it. */
function isOwn({ articles }: StoryOutline, foreign: ReadonlySet<string>): boolean {
  return articles.length < MOST_STORY_ARTICLES && articles.every((one) => !foreign.has(one.fingerprint));
}

/** The stories with those that were merged into them, the current one last. */
function familiesIn(records: Map<string, StoryOutline>): StoryOutline[][] {
  const candidates = { records, merged: new Map<string, string>() };
  const roots = new Set([...records.keys()].map((id) => currentStoryId(candidates, id)));
  return [...roots].map((root) =>
    withMergedIds(candidates, root)
      .toReversed()
      .flatMap((id) => records.get(id) ?? []),
  );
}

async function removeAll(family: readonly StoryOutline[], { removals }: StoryPorts): Promise<boolean> {
  for (const record of family) if (!(await removals.story(record))) return false;
  return family.length > 0;
}

/**
 * Deletes the keys of the watch's findings that are its own, and those shared ones that lead to no story, also after an earlier
 * try that ended between.
 */
async function releaseKeys(
  watchId: string,
  { ports: { stories, removals }, keep }: { ports: StoryPorts } & Kept,
): Promise<void> {
  for await (const page of removals.findingsOf(watchId)) {
    for (const part of partsOf(page, FINDINGS_AT_ONCE)) {
      await keep();
      const profiles = part
        .map(({ finding }) => finding)
        .filter(isClustered)
        .map((finding) => similarityProfileOf(finding));
      const keys = [...new Set(profiles.flatMap((one) => [...one.keys, one.fallbackKey]))];
      await removals.storiesOfWatch(watchId, { ids: [], keys });
      const { owners } = await stories.ofWatch(watchId, { keys, ids: [] });
      const shared = Array.from(owners, ([key, { story }]) => ({ key, story }));
      const known = await stories.parts(shared.map(({ story }) => story));
      await removals.similarityKeys(shared.filter(({ story }) => !known.has(story)));
    }
  }
}
