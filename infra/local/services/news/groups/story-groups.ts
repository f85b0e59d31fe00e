import { setImmediate as nextTurn } from 'node:timers/promises';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import type { Entry } from '../library/entry.ts';
import type { Library } from '../library/library.ts';
import { orderOf, type Placed, startPlacer } from './start-placer.ts';

/** The stories and near copies of a library. They do not depend on the time: later articles never change the groups of earlier ones. */
export interface StoryGroups {
  /** When all articles are placed. Nobody has to ask for it again. */
  placed(): Promise<void>;
  /** The first article that became visible of those that an article is a near copy of: itself, where it is the first. */
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
