import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StoryEntry } from '../../../domain/pages/inbox.ts';
import { brandStories } from '../../../domain/stories/brand-stories.ts';
import { type SameStory, smallestIds } from '../../../domain/stories/same-stories.ts';
import type { Story } from '../../../domain/stories/story.ts';
import { dayAfter, dayOf } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { readAsOne } from '../../stories/read-stories.ts';
import type { PagePorts } from '../page-ports.ts';

// Which stories of the watches of a brand are one, for pages: from the articles that a page reads, or from those of a few days.

/**
 * The pairs of ids that are one story: of stories with a common article, and by a link or by the rule of those that watches of
 * one brand found, as the articles that are shown of them tell.
 */
export async function sameOfBrands(
  entries: readonly StoryEntry[],
  { definitions }: Pick<PagePorts, 'definitions'>,
): Promise<SameStory[]> {
  const brandOf = new Map((await definitions.watches()).map(({ id, brand }) => [id, brand]));
  const found = entries.flatMap(({ story, articles }) =>
    articles.map((article): StoredFinding => ({ ...article, story: story.id })),
  );
  const common = withCommonArticle(
    entries.flatMap(({ story: { id, members } }) => members.map((fingerprint) => ({ id, fingerprint }))),
  );
  const byBrand = Map.groupBy(found, ({ watchId }) => brandOf.get(watchId));
  byBrand.delete(undefined);
  return [...common, ...[...byBrand.values()].flatMap((own) => sameOf(own, common))];
}

function sameOf(found: readonly StoredFinding[], known: readonly SameStory[]): SameStory[] {
  const stories = brandStories();
  for (const one of found) stories.add(one);
  return stories.same(known);
}

/** The pairs of ids that are one story, of what watches of one brand found: by a common article, by a link, by the rule. */
export function sameOfBrand(found: readonly StoredFinding[]): SameStory[] {
  const common = withCommonArticle(
    found.flatMap(({ story: id, finding: { fingerprint } }) => (id === undefined ? [] : { id, fingerprint })),
  );
  return [...common, ...sameOf(found, common)];
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

/** So many days of a story are looked at, and so many findings of each watch on each of them. */
const MOST_DAYS = 2;
const MOST_FOUND = 200;

/**
 * The ids of stories of other watches that are one with a story by a link or by the rule: of what the watches found on the first
 * days of the story, as reports compare them.
 */
export async function sameAs(
  { firstAt, lastAt }: Pick<Story, 'firstAt' | 'lastAt'>,
  { family, watches }: { family: readonly string[]; watches: readonly Watch[] },
  { timeline }: Pick<PagePorts, 'timeline'>,
): Promise<string[]> {
  const last = dayOf(lastAt);
  const days = [dayOf(firstAt)];
  for (let day = dayAfter(dayOf(firstAt)); day <= last && days.length < MOST_DAYS; day = dayAfter(day))
    days.push(day);
  const own = new Set(family);
  const byBrand = Map.groupBy(watches, ({ brand }) => brand);
  byBrand.delete(undefined);
  const brands = [...byBrand.values()].filter(({ length }) => length > 1);
  const parts = await inParallel(
    brands.flatMap((ofBrand) => days.map((day) => ({ ofBrand, day }))),
    async ({ ofBrand, day }) => {
      const found = await inParallel(ofBrand, ({ id }) => timeline.findings(id, { day, limit: MOST_FOUND }));
      return sameOfBrand(found.flat().toSorted((a, b) => a.foundAt - b.foundAt));
    },
  );
  const [first = '', ...others] = family;
  const smallest = smallestIds([...parts.flat(), ...others.map((id): SameStory => [first, id])]);
  const root = smallest.get(first) ?? first;
  const same = [...smallest].flatMap(([id, to]) => (to === root ? [id] : []));
  return [root, ...same].filter((id) => !own.has(id));
}
