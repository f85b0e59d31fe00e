import { isClustered, similarityProfileOf } from '../../domain/stories/similarity-profile.ts';
import type { Notice, StoryOutline, StoryRecord } from '../../domain/stories/story-record.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { spaceOf } from '../../domain/watches/space.ts';
import { STORY_JOINING } from '../../domain/watches/watch.ts';
import type { Kept } from '../apply/apply-lease.ts';
import { FORGETTING } from './forget-messages.ts';
import type { ForgetPorts } from './forget-ports.ts';

type StoryPorts = Pick<ForgetPorts, 'clock' | 'spaces' | 'stories' | 'removals'>;

/**
 * How many stories, or findings, are read at a time: seconds at most, since nothing is decided in the space
 * meanwhile.
 */
const AT_ONCE = 100;
/** How long the lease of a space is waited for: whoever decides gives way sooner. */
const PATIENCE = 2 * MINUTE;
const MOST_WAITING = 10_000;

/**
 * Takes watches out of stories. A story that no other watch has found is deleted. One that another watch found too
 * stays whole, without their names.
 *
 * @returns how many stories were deleted.
 */
export async function forgetStories(
  stories: readonly Pick<StoryOutline, 'id' | 'space'>[],
  { watches, ports, keep }: { watches: readonly string[]; ports: StoryPorts } & Kept,
): Promise<number> {
  let removed = 0;
  for (const [space, own] of Map.groupBy(stories, (story) => story.space))
    for (const part of partsOf(own, AT_ONCE)) {
      await keep();
      const held = await holdSpace(space, ports);
      try {
        const ids = part.map(({ id }) => id);
        const { records } = await ports.stories.inSpace(space, { keys: [], ids });
        const left = records.map((record) => withoutWatches(record, watches));
        const [gone, kept] = [left.filter(isForNobody), left.filter((one) => !isForNobody(one))];
        await ports.stories.write(space, { records: kept, keys: [], open: [] });
        await ports.removals.stories(
          space,
          gone.map(({ id }) => id),
        );
        removed += gone.length;
      } finally {
        await ports.spaces.release(held);
      }
    }
  return removed;
}

async function holdSpace(space: string, { spaces, clock }: StoryPorts) {
  for (const deadline = clock.now() + PATIENCE; ; ) {
    const now = clock.now();
    const held = await spaces.acquire(space, { owner: FORGETTING, until: now + MINUTE }, now);
    if (held) return held;
    if (now >= deadline)
      throw new Error(`Stories of ${space} are decided all the time. Run forget again in a few minutes.`);
    await clock.sleep(SECOND);
  }
}

function isForNobody({ watches }: StoryRecord): boolean {
  return watches.length === 0;
}

function withoutWatches(record: StoryRecord, watches: readonly string[]): StoryRecord {
  const isLeft = (id: string) => !watches.includes(id);
  const notices = Object.entries(record.notices).flatMap(([key, notice]): [string, Notice][] => {
    const left = notice.watches.filter(isLeft);
    return left.length === 0 ? [] : [[key, { ...notice, watches: left }]];
  });
  return { ...record, watches: record.watches.filter(isLeft), notices: Object.fromEntries(notices) };
}

/** The spaces in which a watch may have had stories, whatever width it had. */
export function spacesOfWatch(watchId: string, brands: readonly string[]): string[] {
  return [spaceOf({ id: watchId }), ...brands.flatMap(spacesOfBrand)];
}

export function spacesOfBrand(brand: string): string[] {
  return STORY_JOINING.map((width) =>
    spaceOf({ id: '', brand, ...(width !== 'normal' && { stories: width }) }),
  );
}

/** Deletes what waits of a watch in its spaces, and the copy keys of its findings that lead to no story any more. */
export async function forgetInSpaces(
  watchId: string,
  { spaces, ports, keep }: { spaces: readonly string[]; ports: StoryPorts } & Kept,
): Promise<void> {
  for (const space of spaces) {
    const waiting = await ports.spaces.waiting(space, MOST_WAITING);
    const own = waiting.filter((one) => one.watchId === watchId);
    await inParallel(own, (one) => ports.spaces.settle(one));
  }
  for await (const page of ports.removals.findingsOf(watchId))
    for (const part of partsOf(page, AT_ONCE)) {
      await keep();
      const clustered = part.filter(({ finding }) => isClustered(finding));
      const keys = clustered.flatMap((one) => similarityProfileOf(one, { space: '' }).keys);
      for (const space of spaces) await ports.removals.copyKeys(space, keys);
    }
}
