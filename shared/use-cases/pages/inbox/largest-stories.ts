import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { GrowingStory } from '../../../domain/pages/overview-view.ts';
import { smallestIds } from '../../../domain/stories/same-stories.ts';
import type { StoryRecord } from '../../../domain/stories/story-record.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { FoundSoFar } from '../../ports/pages/timeline.ts';
import { readStories, type WholeStory } from '../../stories/read-stories.ts';
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
  young: readonly StoryRecord[];
}

type Reading = Pick<PagePorts, 'timeline' | 'stories'>;

/** By brand, the stories with the most articles today, of those that its latest findings are in. */
export async function largestStories(
  today: Today,
  ports: Reading,
): Promise<Map<string | undefined, GrowingStory[]>> {
  const byWatch = await storiesByWatch(today, ports);
  const brands = Map.groupBy(today.watches, ({ brand }) => brand);
  const largest = await inParallel(brands, async ([brand, own]) => {
    const ids = own.flatMap(({ id }) => byWatch.get(id) ?? []);
    return [brand, await largestOf(ids, { own, today, ports })] as const;
  });
  return new Map(largest);
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

/** The largest of a brand: what its watches have of one story is one. Those that are shown are read whole. */
async function largestOf(
  ids: readonly string[],
  { own, today: { day, young }, ports }: { own: readonly Watch[]; today: Today; ports: Reading },
): Promise<GrowingStory[]> {
  const byStory = [...Map.groupBy(ids, (id) => id)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const wanted = byStory.slice(0, MOST_CANDIDATES).map(([id]) => id);
  const parts = storyParts(ports.stories, young);
  const candidates = await readStories({ stories: parts }, wanted);
  const stories = [...new Map([...candidates.values()].map((one) => [one.story.id, one])).values()];
  const same = await sameAmong(stories, { own, timeline: ports.timeline, holders: parts.holders });
  const groups = Map.groupBy(stories, ({ story: { id } }) => same.get(id) ?? id);
  const sized = Array.from(groups.values(), (group) => {
    const articles = group.flatMap((one) => one.articles);
    const size = new Set(articles.map(({ fingerprint }) => fingerprint)).size;
    return { ids: group.map(({ story }) => story.id).toSorted(), today: countToday(articles, day), size };
  });
  const shown = sized.toSorted(byGrowth).slice(0, MOST_STORIES);
  const whole = await readWhole(
    shown.map((one) => one.ids),
    ports,
  );
  const growing = whole.map(({ story, articles }) => {
    const today = countToday(articles, day);
    return { ids: [story.id], today, size: story.members.length, growing: { story, today } };
  });
  return growing.toSorted(byGrowth).map((one) => one.growing);
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

/** Of stories that are one, though watches of the brand have them under ids of their own, each with the smallest of their ids. */
async function sameAmong(
  stories: readonly WholeStory[],
  { own, timeline, holders }: { own: readonly Watch[]; timeline: PagePorts['timeline']; holders: Holders },
): Promise<Map<string, string>> {
  if (own.length < 2 || own.every(({ brand }) => brand === undefined)) return new Map();
  const entries = await readStoryArticles(
    stories.map(({ story }) => story),
    { timeline, watches: own, holders, most: COMPARED_ARTICLES },
  );
  return smallestIds(sameOfBrands(entries, own));
}
