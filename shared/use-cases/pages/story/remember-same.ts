import type { SameStory } from '../../../domain/stories/same-stories.ts';

/** A day of some watches has its pairs of ids in it. */
const MOST_KEPT = 1_000;

/** Keeps which stories are one: to find it out, a page reads what watches found in a day. */
export interface SameStories {
  /**
   * The pairs of a list of stories, found once while the list is in the same state.
   *
   * @param list its name.
   * @param state any text: another one means that the pairs are to be found again.
   * @param find finds them.
   */
  of(list: string, state: string, find: () => Promise<readonly SameStory[]>): Promise<readonly SameStory[]>;
}

/** Keeps ids alone, so nothing that was forgotten is shown. */
export function rememberSame(): SameStories {
  const kept = new Map<string, { state: string; same: readonly SameStory[] }>();
  return {
    async of(list, state, find) {
      const known = kept.get(list);
      if (known?.state === state) return known.same;
      const same = await find();
      kept.delete(list);
      kept.set(list, { state, same });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return same;
    },
  };
}
