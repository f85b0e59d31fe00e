import type { AlertEntry, StoryEntry, StoryView, StoriesView } from '../../domain/pages/inbox.ts';
import { type FoldedArticle, foldCopies, storyFacts } from '../../domain/pages/story-facts.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type SameStory, smallestIds } from '../../domain/stories/same-stories.ts';
import type { Story } from '../../domain/stories/story.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { readAsOne, readStories, type WholeStory } from '../stories/read-stories.ts';
import type { PagePorts } from './page-ports.ts';
import { readStoryArticles } from './read-story-articles.ts';

/** The most stories of a list that are read, and the most articles of a page, copies folded. */
const MOST = 300;
const ON_A_PAGE = 30;
/** How many articles of each story the list of stories shows: the page of the story shows the rest. */
const ARTICLES_IN_LIST = 3;

/**
 * The stories that began on a day, the largest first; a merged one is part of the other story. Watches have stories of their
 * own: those that have an article in common are one.
 */
export async function readStoriesOf(day: string, ports: PagePorts): Promise<StoriesView> {
  const made = await ports.stories.madeOn(day, MOST + 1);
  const whole = await readStories(ports, made);
  const own = [...whole].flatMap(([id, one]) => (one.story.id === id ? [one] : []));
  const stories = await joined(own, ports);
  const sorted = stories.toSorted(
    (one, other) => other.members.length - one.members.length || other.lastAt - one.lastAt,
  );
  const entries = await readStoryArticles(sorted, { ports, most: ARTICLES_IN_LIST });
  return { day, page: 1, entries, cut: made.length > MOST };
}

/**
 * A page of the articles of one story, the earliest first; for a merged story, of the one that it was merged into. What other
 * watches of the brand have of it under another id belongs to it.
 */
export async function readStory(
  { id, page }: { id: string; page: number },
  ports: PagePorts,
): Promise<(Omit<StoryView, 'orders'> & { ofBrand: StoryOfBrand }) | undefined> {
  const ofBrand = await readStoryOfBrand(id, ports);
  if (!ofBrand) return undefined;
  const { story, articles: listed } = ofBrand.whole;
  const [entry] = await readStoryArticles([story], { ports, most: story.members.length });
  const stored: StoryEntry['articles'] = entry?.articles ?? [];
  const all = foldCopies(stored);
  const folded = all.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  return {
    ofBrand,
    story,
    articles: folded.map(({ article }) => article),
    folded,
    facts: storyFacts(listed),
    sent: await readSent(folded, ports),
    page,
    more: all.length > page * ON_A_PAGE,
    missing: story.members.length - stored.length,
  };
}

/** So many alerts of a page of articles are listed. */
const MOST_SENT = 20;

/** The alerts that articles caused, on all their lanes: each article says which alert it has. */
async function readSent(
  folded: readonly FoldedArticle[],
  { alerts }: Pick<PagePorts, 'alerts'>,
): Promise<AlertEntry[]> {
  const found = folded.flatMap(({ article, copies }) => [article, ...copies]);
  const ids = new Set(
    found.flatMap(({ verdict }) => (verdict && 'notified' in verdict ? verdict.notified : [])),
  );
  const sent = await inParallel([...ids].slice(0, MOST_SENT), (id) => alerts.onLanes(id));
  return sent.flat().toSorted((a, b) => a.alert.createdAt - b.alert.createdAt);
}

/** Stories as one where they share an article. */
async function joined(stories: readonly WholeStory[], ports: PagePorts): Promise<Story[]> {
  const byArticle = new Map<string, string>();
  const same: SameStory[] = [];
  for (const { story } of stories)
    for (const fingerprint of story.members) {
      const known = byArticle.get(fingerprint);
      if (known === undefined) byArticle.set(fingerprint, story.id);
      else same.push([known, story.id]);
    }
  const smallest = smallestIds(same);
  const groups = Map.groupBy(stories, ({ story }) => smallest.get(story.id) ?? story.id);
  const one = await inParallel(groups.values(), async (group) => {
    const ids = group.map(({ story }) => story.id);
    return (ids.length > 1 ? await readAsOne(ports, ids) : undefined) ?? group[0];
  });
  return one.flatMap((whole) => whole?.story ?? []);
}

/** So many articles of a story are looked up among those of the other watches of its brand. */
const MOST_LOOKED_UP = 300;

/** A story as all watches of its brand have it. */
export interface StoryOfBrand {
  whole: WholeStory;
  /** The watches of its brand, or of each of its brands. */
  watches: readonly Watch[];
}

/** The story with this id, or the one that it was merged into, with what other watches of its brand have of its articles. */
export async function readStoryOfBrand(id: string, ports: PagePorts): Promise<StoryOfBrand | undefined> {
  const whole = (await readStories(ports, [id])).get(id);
  if (!whole) return undefined;
  const { story, family } = whole;
  const parts = [...(await ports.stories.parts(family)).values()].flat();
  const own = new Set(parts.map(({ watchId }) => watchId));
  const all = await ports.definitions.watches();
  const brands = new Set(all.filter((watch) => own.has(watch.id)).map(({ brand }) => brand));
  const watches = all.filter(({ brand }) => brands.has(brand));
  const members = story.members.slice(0, MOST_LOOKED_UP);
  const found = await inParallel(watches, (watch) => ports.findings.read(watch.id, members));
  const ids = new Set(found.flat().flatMap((one) => one.story ?? []));
  if ([...ids].every((one) => family.includes(one))) return { whole, watches };
  return { whole: (await readAsOne(ports, [...family, ...ids])) ?? whole, watches };
}
