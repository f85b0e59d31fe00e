import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StoryEntry } from '../../../domain/pages/inbox.ts';
import { brandStories } from '../../../domain/stories/brand-stories.ts';
import { type SameStory, smallestIds } from '../../../domain/stories/same-stories.ts';
import { dayAfter, dayOf, type Instant, MINUTE } from '../../../domain/time/instant.ts';
import type { Story } from '../../../domain/stories/story.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { readStories, recordsOfAll, type StoryReading } from '../../stories/read-stories.ts';
import { relatedRecords, wholeStory, type WholeStory } from '../../stories/stories-of-run.ts';
import { storyAsOne } from '../../stories/stories-as-one.ts';
import type { PagePorts } from '../page-ports.ts';
import { readStoryArticles } from './read-story-articles.ts';
import { type Holders, storyParts } from './story-parts.ts';

// Which stories of the watches of a brand are one, for pages: from the articles that a page reads, or from those of a few days.

/** The most stories of a day that are read. */
const MOST_STORIES = 300;
/** How many articles of each story the list of stories shows: the page of the story shows the rest. */
export const ARTICLES_IN_LIST = 2;

/** What began on a day. */
interface Begun {
  /** Each as its own watches have it. What a watch began on another day is not in it. */
  stories: readonly Story[];
  holders: Holders;
  /** Whether the day has more stories than are read. */
  isPart: boolean;
}

/** The stories that began on a day. The index has them whole, so only those that were merged with others are read by their keys. */
export async function readBegun(
  day: string,
  { timeline, stories, watches }: Pick<DayReading, 'timeline' | 'stories' | 'watches'>,
): Promise<Begun> {
  const records = await timeline.begun(day, MOST_STORIES + 1);
  const made = [...new Set(records.map(({ id }) => id))];
  const parts = storyParts(stories, { watches: watches.map(({ id }) => id), known: records });
  const whole = await readStories({ stories: parts }, made);
  const own = [...whole].flatMap(([id, one]) => (one.story.id === id ? [one.story] : []));
  return { stories: own, holders: parts.holders, isPart: made.length > MOST_STORIES };
}

/** Where the stories of a day are read. */
export interface DayReading extends Pick<PagePorts, 'sameStories'> {
  timeline: Pick<PagePorts['timeline'], 'begun' | 'articles' | 'latest'>;
  stories: Pick<PagePorts['stories'], 'parts'>;
  watches: readonly Watch[];
}

/** Which of the stories that began on a day are one. It is found once while they have the same number of articles. */
export function sameBegun(
  day: string,
  { stories, holders }: Begun,
  { timeline, sameStories, watches }: DayReading,
): Promise<readonly SameStory[]> {
  const brands = watches.map(({ id, brand = '' }) => `${id}=${brand}`);
  const sizes = stories.map(({ id, members }) => `${id}=${members.length}`);
  return sameStories.of(`begun ${day}`, [...brands, ...sizes].join(' '), async () => {
    const reading = { timeline, watches, holders, most: ARTICLES_IN_LIST };
    return sameOfBrands(await readStoryArticles(stories, reading), watches);
  });
}

/**
 * The pairs of ids that are one story: of stories with a common article, and by a link or by the rule of those that watches of
 * one brand found, as the articles that are shown of them tell. `others` are findings of other stories, which may be the same too.
 */
export function sameOfBrands(
  entries: readonly StoryEntry[],
  watches: readonly Watch[],
  others: readonly StoredFinding[] = [],
): SameStory[] {
  const brandOf = new Map(watches.map(({ id, brand }) => [id, brand]));
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

/**
 * Stories with what watches began of them on other days, too; each group of ids is one. All are read together, and come in the
 * order of the groups; undefined where there is none.
 */
export async function readWhole(
  groups: readonly (readonly string[])[],
  reading: StoryReading,
): Promise<(WholeStory | undefined)[]> {
  const records = await relatedRecords(groups.flat(), recordsOfAll(reading));
  const known = async (ids: readonly string[]) =>
    new Map(
      ids.flatMap((id) => {
        const record = records.get(id);
        return record ? [[id, record] as const] : [];
      }),
    );
  return inParallel(groups, async (ids) => {
    const [id = ''] = ids;
    return ids.length > 1 ? storyAsOne(await relatedRecords(ids, known)) : wholeStory(records, id);
  });
}

/**
 * The ids of stories of other watches that are one with a story, by what the watches had on the day on which it began and the
 * next: the stories that began then, compared as their list compares them, and what was found then of earlier ones. `madeAt` says
 * when the story began, `lastAt` when its latest article was indexed.
 */
export async function sameAs(
  { madeAt, lastAt }: { madeAt: Instant; lastAt: Instant },
  { family, ofBrands }: { family: readonly string[]; ofBrands: readonly Watch[] },
  reading: DayReading & { now: Instant },
): Promise<string[]> {
  const begun = dayOf(madeAt);
  const days = [begun, ...(dayAfter(begun) <= dayOf(lastAt) ? [dayAfter(begun)] : [])];
  const brands = Map.groupBy(ofBrands, ({ brand }) => brand);
  brands.delete(undefined);
  const several = [...brands.values()].filter(({ length }) => length > 1).flat();
  const parts = several.length === 0 ? [] : await inParallel(days, (day) => sameOnDay(day, several, reading));
  const own = new Set(family);
  const [first = '', ...others] = family;
  const smallest = smallestIds([...parts.flat(), ...others.map((id): SameStory => [first, id])]);
  const root = smallest.get(first) ?? first;
  const same = [...smallest].flatMap(([id, to]) => (to === root ? [id] : []));
  return [root, ...same].filter((id) => !own.has(id));
}

/** So many findings of each watch are looked at on a day. */
const MOST_FOUND = 200;

/** What is found later is looked at when the minute is over: it may be one more article of an earlier story. */
function sameOnDay(
  day: string,
  ofBrands: readonly Watch[],
  { now, ...reading }: DayReading & { now: Instant },
): Promise<readonly SameStory[]> {
  const { timeline, sameStories, watches } = reading;
  const list = ['found', day, ...ofBrands.map(({ id }) => id)].join(' ');
  return sameStories.of(list, `${Math.floor(now / MINUTE)}`, async () => {
    const [{ stories, holders }, found] = await Promise.all([
      readBegun(day, reading),
      inParallel(ofBrands, ({ id }) => timeline.latest(id, [day], MOST_FOUND)),
    ]);
    const entries = await readStoryArticles(stories, { timeline, watches, holders, most: ARTICLES_IN_LIST });
    const listed = new Set(stories.flatMap(({ id, absorbed = [] }) => [id, ...absorbed]));
    const ofEarlier = found.flat().filter(({ story }) => story === undefined || !listed.has(story));
    return sameOfBrands(
      entries,
      watches,
      ofEarlier.toSorted((a, b) => a.foundAt - b.foundAt),
    );
  });
}
