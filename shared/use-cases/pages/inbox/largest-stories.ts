import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { GrowingStory } from '../../../domain/pages/overview-view.ts';
import { smallestIds } from '../../../domain/stories/same-stories.ts';
import type { StoryOutline } from '../../../domain/stories/story-record.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { FoundSoFar } from '../../ports/pages/timeline.ts';
import { readStories } from '../../stories/read-stories.ts';
import { type WholeStory } from '../../stories/stories-of-run.ts';
import type { PagePorts } from '../page-ports.ts';
import { readStoryArticles } from '../story/read-story-articles.ts';
import { readWhole, sameOfBrands } from '../story/stories-of-brand.ts';
import { type Holders, storyParts } from '../story/story-parts.ts';

const MOST_STORIES = 5;
/** Of so many stories of a brand, those with the most of today's findings, the largest are taken. */
const MOST_CANDIDATES = 12;
/** So many articles of a story say whether another one is about the same, as in the list of stories. */
const COMPARED_ARTICLES = 2;

interface Today {
  watches: readonly Watch[];
  /** The UTC day. */
  day: string;
  /** Its latest findings. */
  found: FoundSoFar['latest'];
  /** Stories that began today or yesterday. They say which stories most of the findings are in. */
  young: readonly StoryOutline[];
}

type Reading = Pick<PagePorts, 'timeline' | 'stories' | 'sameStories'>;

/** Largest stories of a brand, each with the ids under which its watches have it. */
interface BrandStories {
  brand: string | undefined;
  shown: readonly (readonly string[])[];
}

/**
 * By brand, the stories with the most articles today, of those that its latest findings are in. Those that are shown are read
 * whole, those of all brands together.
 */
export async function largestStories(
  today: Today,
  ports: Reading,
): Promise<Map<string | undefined, GrowingStory[]>> {
  const watches = today.watches.map(({ id }) => id);
  const byBrand = await largestByBrand(today, { watches, ports });
  const groups = byBrand.flatMap(({ brand, shown }) => shown.map((ids) => ({ brand, ids })));
  const whole = await readWhole(
    groups.map(({ ids }) => ids),
    { stories: storyParts(ports.stories, { watches }) },
  );
  const growing = groups.flatMap(({ brand }, n) => {
    const one = whole[n];
    if (!one) return [];
    const grown = { story: one.story, today: countToday(one.articles, today.day) };
    return { brand, ids: [one.story.id], today: grown.today, size: one.story.members.length, grown };
  });
  const ofBrands = Map.groupBy(growing.toSorted(byGrowth), ({ brand }) => brand);
  return new Map(Array.from(ofBrands, ([brand, all]) => [brand, all.map(({ grown }) => grown)]));
}

async function largestByBrand(
  today: Today,
  { watches, ports }: { watches: readonly string[]; ports: Reading },
): Promise<BrandStories[]> {
  const byWatch = await storiesByWatch(today, ports);
  const candidates = Array.from(
    Map.groupBy(today.watches, ({ brand }) => brand),
    ([brand, own]) => ({ brand, own, ids: mostOf(own.flatMap(({ id }) => byWatch.get(id) ?? [])) }),
  );
  const parts = storyParts(ports.stories, { watches, known: today.young });
  const ids = candidates.flatMap((one) => one.ids);
  const known = await readStories({ stories: parts }, [...new Set(ids)]);
  return inParallel(candidates, async ({ brand, own, ids: wanted }) => {
    const all = wanted.flatMap((id) => known.get(id) ?? []);
    const stories = [...new Map(all.map((one) => [one.story.id, one])).values()];
    const same = await sameAmong(stories, { own, ports, holders: parts.holders });
    return { brand, shown: largestOf(stories, { same, day: today.day }) };
  });
}

/** By watch, the stories of its findings, one id for each that has one. */
async function storiesByWatch(
  { found, young }: Today,
  { timeline }: Reading,
): Promise<Map<string, string[]>> {
  const keyOf = (watchId: string, fingerprint: string) => `${watchId} ${fingerprint}`;
  const known = new Map(
    young.flatMap(({ id, watchId = '', articles }) =>
      articles.map(({ fingerprint }) => [keyOf(watchId, fingerprint), id] as const),
    ),
  );
  const withStories = found.map(({ watchId, fingerprint, story }) => ({
    watchId,
    fingerprint,
    story: story ?? known.get(keyOf(watchId, fingerprint)),
  }));
  const left = withStories.filter(({ story }) => story === undefined);
  const read = left.length === 0 ? [] : await timeline.storiesOf(left);
  const byWatch = Map.groupBy([...withStories, ...read], ({ watchId }) => watchId);
  return new Map(Array.from(byWatch, ([watchId, all]) => [watchId, all.flatMap(({ story }) => story ?? [])]));
}

/** The ids that come most often. */
function mostOf(ids: readonly string[]): string[] {
  const byId = [...Map.groupBy(ids, (id) => id)];
  const sorted = byId.toSorted(([, one], [, other]) => other.length - one.length);
  return sorted.slice(0, MOST_CANDIDATES).map(([id]) => id);
}

/** The ids of the largest stories of a brand: what its watches have of one story is one. */
function largestOf(
  stories: readonly WholeStory[],
  { same, day }: { same: ReadonlyMap<string, string>; day: string },
): (readonly string[])[] {
  const groups = Map.groupBy(stories, ({ story: { id } }) => same.get(id) ?? id);
  const sized = Array.from(groups.values(), (group) => {
    const articles = group.flatMap((one) => one.articles);
    const size = new Set(articles.map(({ fingerprint }) => fingerprint)).size;
    return { ids: group.map(({ story }) => story.id).toSorted(), today: countToday(articles, day), size };
  });
  const largest = sized.toSorted(byGrowth).slice(0, MOST_STORIES);
  return largest.map(({ ids }) => ids);
}

interface Sized {
  ids: readonly string[];
  today: number;
  size: number;
}

/** The most articles of today first, then the largest. */
function byGrowth(one: Sized, other: Sized): number {
  const [id = '', otherId = ''] = [one.ids[0], other.ids[0]];
  return other.today - one.today || other.size - one.size || (id < otherId ? -1 : 1);
}

function countToday(articles: WholeStory['articles'], day: string): number {
  const begun = Date.parse(`${day}T00:00:00Z`);
  return new Set(articles.filter(({ at }) => at >= begun).map(({ fingerprint }) => fingerprint)).size;
}

/**
 * Of stories that are one, though watches of the brand have them under ids of their own, each with the smallest of their ids. It is
 * found once while the same stories have the same number of articles.
 */
async function sameAmong(
  stories: readonly WholeStory[],
  { own, ports, holders }: { own: readonly Watch[]; ports: Reading; holders: Holders },
): Promise<Map<string, string>> {
  const [brand] = own.flatMap((watch) => watch.brand ?? []);
  if (own.length < 2 || brand === undefined) return new Map();
  const sizes = stories.map(({ story: { id, members } }) => `${id}=${members.length}`);
  const state = [...own.map(({ id }) => id), ...sizes.toSorted()].join(' ');
  const same = await ports.sameStories.of(`largest ${brand}`, state, async () => {
    const reading = { timeline: ports.timeline, watches: own, holders, most: COMPARED_ARTICLES };
    const entries = await readStoryArticles(
      stories.map(({ story }) => story),
      reading,
    );
    return sameOfBrands(entries, own);
  });
  return smallestIds(same);
}
