import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import type { RollUpScope } from '../../domain/reports/day-rollup.ts';
import type { Notice, StoryRecord } from '../../domain/stories/story.ts';
import { type Instant, MINUTE, SECOND } from '../../domain/time/instant.ts';
import { spaceOf, STORY_JOINING } from '../../domain/watches/watch.ts';
import type { Kept } from '../apply/apply-definitions.ts';
import { FORGETTING } from './forget-address.ts';
import type { ForgetPorts } from './read-traces.ts';
import { isGrouped, keysOf } from '../../domain/stories/assign-stories.ts';

type RollupPorts = Pick<ForgetPorts, 'clock' | 'rollups' | 'removals' | 'reportPlans' | 'reportRecords'>;

/** More reports than are ever kept. */
const MOST_REPORTS = 100_000;
const ALL_DAYS = { from: '0000-01-01', to: '9999-12-31' };

/** The time zones in which days may be rolled up. */
export async function rolledUpZones({ reportPlans, reportRecords }: RollupPorts): Promise<string[]> {
  const ofPlans = (await reportPlans.plans()).map(({ timezone }) => timezone);
  const ofReports = (await reportRecords.latest(MOST_REPORTS)).map(({ period }) => period.timezone);
  return [...new Set(['UTC', ...ofPlans, ...ofReports])];
}

/**
 * Deletes the totals of the days of a brand that contain a watch, so that the next report adds them up again without
 * it. Where findings of the brand's other watches have expired since, the totals cannot be made again: such a day is
 * kept.
 *
 * @param retentions how long each known watch keeps its findings, in milliseconds.
 */
export async function forgetRolledUpDays(
  watchId: string,
  given: {
    brand: string;
    zones: readonly string[];
    retentions: ReadonlyMap<string, number>;
    ports: RollupPorts;
  },
): Promise<{ days: number; kept: number }> {
  const { brand, zones, retentions, ports } = given;
  const counts = { days: 0, kept: 0 };
  for (const timezone of zones) {
    const scope = { brand, timezone };
    for (const { foundDay, watches, days } of await ports.rollups.marks(scope, ALL_DAYS)) {
      if (!watches.includes(watchId)) continue;
      const others = watches.filter((id) => id !== watchId);
      if (canBeMadeAgain(foundDay, { others, retentions, now: ports.clock.now() })) {
        await removeDay(scope, { foundDay, days, ports });
        counts.days += 1;
      } else counts.kept += 1;
    }
  }
  return counts;
}

function canBeMadeAgain(
  foundDay: string,
  {
    others,
    retentions,
    now,
  }: { others: readonly string[]; retentions: ReadonlyMap<string, number>; now: Instant },
): boolean {
  const begin = Date.parse(`${foundDay}T00:00:00Z`);
  return others.every((id) => begin + (retentions.get(id) ?? 0) > now);
}

/** The mark goes last: while it exists, a repeat finds the rest. */
async function removeDay(
  scope: RollUpScope,
  { foundDay, days, ports }: { foundDay: string; days: readonly string[]; ports: RollupPorts },
): Promise<void> {
  for (const day of days) await ports.rollups.remove(scope, { day, foundDay });
  await ports.removals.rollupMark(scope, foundDay);
}

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
  stories: readonly Pick<StoryRecord, 'id' | 'space'>[],
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
      const keys = part.filter(isGrouped).flatMap(keysOf);
      for (const space of spaces) await ports.removals.copyKeys(space, keys);
    }
}
