import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Entry } from '../library/entry.ts';
import { headlineOfEntry } from '../library/headline-of-entry.ts';
import type { Library } from '../library/library.ts';
import { groupStories } from './group-stories.ts';

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
