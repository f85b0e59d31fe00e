import { setImmediate as nextTurn } from 'node:timers/promises';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { type Entry, headlineOfEntry } from '../library/entry.ts';
import type { Library } from '../library/library.ts';
import { groupStories } from './group-stories.ts';
import { orderOf, type Placed, startPlacer } from './start-placer.ts';

/**
 * The stories and near copies of a library. They do not depend on the time: later articles never change the groups of
 * earlier ones.
 */
export interface StoryGroups {
  /** When all articles are placed. Nobody has to ask for it again. */
  placed(): Promise<void>;
  /**
   * The first article that became visible of those that an article is a near copy of: itself, where it is the first.
   */
  firstCopyOf(entry: Entry): Entry;
  /** The articles of the story of an article, itself included, in the order of their rows. */
  storyOf(entry: Entry): Entry[];
}

/** The id of a group of near copies: stable, because it is made from its first article. Making it takes 10 µs. */
export function copiesIdOf(first: Entry): string {
  return idOf('copies', first.id);
}

/** So many articles, about 10 ms of work, are read before others get a turn. */
const TURN = 100;

export function openStoryGroups({
  entries,
  placed: given,
}: Pick<Library, 'entries' | 'placed'>): StoryGroups {
  let placing = given;
  let known: Placed = { stories: new Uint32Array(), copies: new Uint32Array() };
  return {
    async placed() {
      placing ??= placeAll(entries);
      known = await placing;
    },
    firstCopyOf: (entry) => entries[(known.copies[entry.row] ?? 0) - 1] ?? entry,
    storyOf({ row }) {
      const story = known.stories[row];
      return entries.filter((other) => known.stories[other.row] === story);
    },
  };
}

async function placeAll(entries: readonly Entry[]): Promise<Placed> {
  const placer = startPlacer();
  for (const [at, entry] of entries.entries()) {
    if (at % TURN === 0) await nextTurn();
    placer.add(entry);
  }
  return placer.place(orderOf(entries));
}

/** The stories of the last 24 hours. */
export interface DayStories {
  /** What is visible and was published in the 24 hours before `now`, in stories; each in the order of the rows. */
  storiesAt(now: Instant): Promise<readonly (readonly Entry[])[]>;
}

/** Groups the articles again after one has come in or gone out. Otherwise the stories are those of the last time. */
export function openDayStories({ entries, signatures }: Pick<Library, 'entries' | 'signatures'>): DayStories {
  let known: { day: readonly Entry[]; stories: Promise<Entry[][]> } | undefined;
  return {
    storiesAt(now) {
      const day = entries.filter(
        ({ visibleAt, publishedAt }) => visibleAt <= now && publishedAt >= now - DAY && publishedAt <= now,
      );
      if (!known || !areSame(known.day, day)) known = { day, stories: groupedDay(day, signatures) };
      return known.stories;
    },
  };
}

function areSame(one: readonly Entry[], other: readonly Entry[]): boolean {
  return one.length === other.length && one.every((entry, at) => entry === other[at]);
}

async function groupedDay(day: readonly Entry[], signatures: Library['signatures']): Promise<Entry[][]> {
  const articles = day.map((entry) => ({ title: headlineOfEntry(entry), signature: signatures.of(entry) }));
  const groups = await groupStories(articles);
  return groups.map((places) => places.flatMap((place) => day[place] ?? []));
}

/** Places articles once nobody asks, so that the first who asks for near copies does not wait for all of them. */
interface QuietWork {
  /** Somebody asks: the work waits for the whole quiet time again. */
  asked(): void;
  stop(): void;
}

/** Something that happens after a time, which can begin again. `NodeJS.Timeout` is one. */
interface Delayed {
  refresh(): unknown;
  close(): unknown;
}

/** In milliseconds: longer than the pauses of a stack that starts, which needs the processor for itself. */
const QUIET = 10_000;

const afterQuiet = (work: () => void): Delayed => setTimeout(work, QUIET).unref();

/** The groups do not depend on when articles are placed, so no answer does. */
export function placeWhileQuiet(
  groups: Pick<StoryGroups, 'placed'>,
  delay: (work: () => void) => Delayed = afterQuiet,
): QuietWork {
  let isOver = false;
  const waiting = delay(() => {
    isOver = true;
    // Who asks for near copies meets the error.
    groups.placed().catch(() => undefined);
  });
  return {
    asked() {
      if (!isOver) waiting.refresh();
    },
    stop: () => void waiting.close(),
  };
}
