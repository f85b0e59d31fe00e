import type { StoryOutline } from '../../../domain/stories/story-record.ts';
import type { Stories } from '../../ports/stories.ts';

/** Which watches have an article in a story, by its fingerprint. */
export type Holders = ReadonlyMap<string, ReadonlySet<string>>;

/** The parts of stories that a page reads. */
interface StoryParts extends Pick<Stories, 'parts'> {
  /** The watches of the articles of all parts that were read. */
  holders: Holders;
}

/**
 * Reads the parts of each story once for a page.
 *
 * @param of.watches the ids of all watches, where they are known.
 * @param of.known parts that are known already: their stories are not read again.
 */
export function storyParts(
  stories: Pick<Stories, 'parts'>,
  { watches, known = [] }: { watches?: readonly string[]; known?: readonly StoryOutline[] } = {},
): StoryParts {
  const all = new Map<string, readonly StoryOutline[]>();
  const holders = new Map<string, Set<string>>();
  const note = (id: string, parts: readonly StoryOutline[]): void => {
    all.set(id, parts);
    for (const { watchId, articles } of parts) {
      if (watchId === undefined) continue;
      for (const { fingerprint } of articles)
        holders.set(fingerprint, (holders.get(fingerprint) ?? new Set()).add(watchId));
    }
  };
  for (const [id, parts] of Map.groupBy(known, (record) => record.id)) note(id, parts);
  return {
    holders,
    async parts(ids) {
      const left = ids.filter((id) => !all.has(id));
      const read =
        left.length === 0 ? new Map<string, readonly StoryOutline[]>() : await stories.parts(left, watches);
      for (const id of left) note(id, read.get(id) ?? []);
      return new Map(
        ids.flatMap((id) => {
          const parts = all.get(id) ?? [];
          return parts.length === 0 ? [] : [[id, parts] as const];
        }),
      );
    },
  };
}
