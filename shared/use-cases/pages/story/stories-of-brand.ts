import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StoryEntry } from '../../../domain/pages/inbox.ts';
import { brandStories } from '../../../domain/stories/brand-stories.ts';
import { type SameStory, smallestIds } from '../../../domain/stories/same-stories.ts';
import type { Story } from '../../../domain/stories/story.ts';
import { dayAfter, dayOf, type Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { readAsOne, readStories } from '../../stories/read-stories.ts';
import type { PagePorts } from '../page-ports.ts';
import { readStoryArticles } from './read-story-articles.ts';

// Which stories of the watches of a brand are one, for pages: from the articles that a page reads, or from those of a few days.

/** The most stories of a day that are read. */
const MOST_STORIES = 300;
/** How many articles of each story the list of stories shows: the page of the story shows the rest. */
export const ARTICLES_IN_LIST = 2;

/** The stories that began on a day, each as its own watches have it, with their first articles; `isPart` when there are more. */
export async function readStoriesMadeOn(
  day: string,
  ports: PagePorts,
): Promise<{ entries: StoryEntry[]; isPart: boolean }> {
  const made = await ports.stories.madeOn(day, MOST_STORIES + 1);
  const whole = await readStories(ports, made);
  const own = [...whole].flatMap(([id, one]) => (one.story.id === id ? [one.story] : []));
  const entries = await readStoryArticles(own, { ports, most: ARTICLES_IN_LIST });
  return { entries, isPart: made.length > MOST_STORIES };
}

/**
 * The pairs of ids that are one story: of stories with a common article, and by a link or by the rule of those that watches of
 * one brand found, as the articles that are shown of them tell. `others` are findings of other stories, which may be the same too.
 */
export async function sameOfBrands(
  entries: readonly StoryEntry[],
  { definitions }: Pick<PagePorts, 'definitions'>,
  others: readonly StoredFinding[] = [],
): Promise<SameStory[]> {
  const brandOf = new Map((await definitions.watches()).map(({ id, brand }) => [id, brand]));
  const found = entries.flatMap(({ story, articles }) =>
    articles.map((article): StoredFinding => ({ ...article, story: story.id })),
  );
  const common = withCommonArticle([
    ...entries.flatMap(({ story: { id, members } }) => members.map((fingerprint) => ({ id, fingerprint }))),
    ...others.flatMap(({ story: id, finding: { fingerprint } }) =>
      id === undefined ? [] : { id, fingerprint },
    ),
  ]);
  const byBrand = Map.groupBy([...found, ...others], ({ watchId }) => brandOf.get(watchId));
  byBrand.delete(undefined);
  return [...common, ...[...byBrand.values()].flatMap((own) => sameOf(own, common))];
}

function sameOf(found: readonly StoredFinding[], known: readonly SameStory[]): SameStory[] {
  const stories = brandStories();
  for (const one of found) stories.add(one);
  return stories.same(known);
}

function withCommonArticle(members: readonly { id: string; fingerprint: string }[]): SameStory[] {
  const byArticle = new Map<string, string>();
  const same: SameStory[] = [];
  for (const { id, fingerprint } of members) {
    const known = byArticle.get(fingerprint);
    if (known === undefined) byArticle.set(fingerprint, id);
    else if (known !== id) same.push([known, id]);
  }
  return same;
}

/** Stories with those that are one read as one. */
export async function joinedStories(
  stories: readonly Story[],
  same: readonly SameStory[],
  ports: Pick<PagePorts, 'stories'>,
): Promise<Story[]> {
  const smallest = smallestIds(same);
  const groups = Map.groupBy(stories, ({ id }) => smallest.get(id) ?? id);
  return (
    await inParallel(groups.values(), async (group) => {
      const ids = group.map(({ id }) => id);
      return (ids.length > 1 ? (await readAsOne(ports, ids))?.story : undefined) ?? group[0];
    })
  ).flatMap((story) => story ?? []);
}

/**
 * The ids of stories of other watches that are one with a story, by what the watches had on the day on which it began and the
 * next: the stories that began then, compared as their list compares them, and what was found then of earlier ones. `madeAt` says
 * when the story began, `lastAt` when its latest article was indexed.
 */
export async function sameAs(
  { madeAt, lastAt }: { madeAt: Instant; lastAt: Instant },
  { family, watches }: { family: readonly string[]; watches: readonly Watch[] },
  ports: PagePorts,
): Promise<string[]> {
  const begun = dayOf(madeAt);
  const days = [begun, ...(dayAfter(begun) <= dayOf(lastAt) ? [dayAfter(begun)] : [])];
  const brands = Map.groupBy(watches, ({ brand }) => brand);
  brands.delete(undefined);
  const several = [...brands.values()].filter(({ length }) => length > 1).flat();
  const parts = several.length === 0 ? [] : await inParallel(days, (day) => sameOnDay(day, several, ports));
  const own = new Set(family);
  const [first = '', ...others] = family;
  const smallest = smallestIds([...parts.flat(), ...others.map((id): SameStory => [first, id])]);
  const root = smallest.get(first) ?? first;
  const same = [...smallest].flatMap(([id, to]) => (to === root ? [id] : []));
  return [root, ...same].filter((id) => !own.has(id));
}

/** So many findings of each watch are looked at on a day. */
const MOST_FOUND = 200;

async function sameOnDay(day: string, watches: readonly Watch[], ports: PagePorts): Promise<SameStory[]> {
  const { entries } = await readStoriesMadeOn(day, ports);
  const listed = new Set(entries.flatMap(({ story: { id, absorbed = [] } }) => [id, ...absorbed]));
  const found = await inParallel(watches, ({ id }) =>
    ports.timeline.findings(id, { day, limit: MOST_FOUND }),
  );
  const ofEarlier = found.flat().filter(({ story }) => story === undefined || !listed.has(story));
  return sameOfBrands(
    entries,
    ports,
    ofEarlier.toSorted((a, b) => a.foundAt - b.foundAt),
  );
}
