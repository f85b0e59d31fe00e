import { laterAlertIds } from '../../../domain/alerts/update-alert.ts';
import type { AlertEntry, StoriesView, StoryCopiesView, StoryView } from '../../../domain/pages/inbox.ts';
import { type FoldedArticle, storyFacts } from '../../../domain/pages/story/story-facts.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import {
  articlesFrom,
  type StoryPlace,
  storyPlaceText,
  type StoryRun,
  withArticles,
} from '../../../domain/pages/story/story-run.ts';
import type { StoryArticle } from '../../../domain/stories/story-record.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import { smallestIds } from '../../../domain/stories/same-stories.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { readAsOne, readStories, type WholeStory } from '../../stories/read-stories.ts';
import type { PagePorts } from '../page-ports.ts';
import { readArticles, readStoryArticles } from './read-story-articles.ts';
import { type Holders, storyParts } from './story-parts.ts';
import { ARTICLES_IN_LIST, readStoriesMadeOn, readWhole, sameAs, sameOfBrands } from './stories-of-brand.ts';

const STORIES_A_PAGE = 16;

/**
 * A page of the stories that began on a day, the largest first; a merged one is part of the other story. Watches have stories of
 * their own: those that have an article in common, or are one by a link or by the rule, are one. Those of the page are read whole,
 * with what watches began of them on other days.
 */
export async function readStoriesOf(
  { day, page }: { day: string; page: number },
  { timeline, stories, definitions }: Pick<PagePorts, 'timeline' | 'stories' | 'definitions'>,
): Promise<StoriesView> {
  const watches = await definitions.watches();
  const { entries: read, isPart } = await readStoriesMadeOn(day, { timeline, stories, watches });
  const smallest = smallestIds(sameOfBrands(read, watches));
  const groups = [...Map.groupBy(read, ({ story: { id } }) => smallest.get(id) ?? id).values()];
  const sized = groups.map((all) => ({
    ids: all.map(({ story }) => story.id),
    count: new Set(all.flatMap(({ story }) => story.members)).size,
    lastAt: Math.max(...all.map(({ story }) => story.lastAt)),
  }));
  const sorted = sized.toSorted((one, other) => other.count - one.count || other.lastAt - one.lastAt);
  const ofPage = sorted.slice((page - 1) * STORIES_A_PAGE, page * STORIES_A_PAGE);
  const parts = storyParts(stories);
  const whole = await readWhole(
    ofPage.map(({ ids }) => ids),
    { stories: parts },
  );
  const entries = await readStoryArticles(
    whole.map(({ story }) => story),
    { timeline, watches, holders: parts.holders, most: ARTICLES_IN_LIST },
  );
  const cut = sorted.length > page * STORIES_A_PAGE;
  return { day, page, entries, cut, count: sorted.length, isPart };
}

/** Which part of a story: its page from a place on. */
interface StoryPart {
  id: string;
  from?: StoryPlace | undefined;
}

/**
 * A page of the articles of one story, the earliest first, copies folded; for a merged story, of the one that it was merged into. What
 * other watches of the brand have of it under another id belongs to it.
 */
export async function readStory(
  { id, from }: StoryPart,
  ports: PagePorts,
): Promise<(Omit<StoryView, 'orders'> & { ofBrand: StoryOfBrand }) | undefined> {
  const ofBrand = await readStoryOfBrand(id, ports);
  if (!ofBrand) return undefined;
  const { story, articles: listed } = ofBrand.whole;
  const { folded, next, missing } = await readRun(ofBrand, { from, ports });
  return {
    ofBrand,
    story,
    articles: folded.map(({ article }) => article),
    folded,
    facts: storyFacts(listed),
    sent: await readSent([...alertsOf(folded), ...(from ? [] : await laterAlerts(ofBrand, ports))], ports),
    ...(from && { from }),
    ...(next && { next: { at: next.at, fingerprint: next.fingerprint } }),
    missing,
  };
}

const COPIES_A_PAGE = 50;

/** A part of the copies that a page of a story folds below one article. Undefined where that page has no such article. */
export async function readStoryCopies(
  { id, from, of, part }: StoryPart & { of: string; part: number },
  { root, ports }: { root: string; ports: PagePorts },
): Promise<StoryCopiesView | undefined> {
  const ofBrand = await readStoryOfBrand(id, ports);
  const run = ofBrand && (await readRun(ofBrand, { from, ports }));
  const group = run?.folded.find(({ article }) => article.finding.fingerprint === of);
  if (!ofBrand || !group) return undefined;
  const { article, copies } = group;
  return {
    story: ofBrand.whole.story,
    article,
    count: copies.length,
    copies: copies.slice((part - 1) * COPIES_A_PAGE, part * COPIES_A_PAGE),
    folded: `${root}/stories/${id}${from ? `?after=${storyPlaceText(from)}` : ''}`,
    part,
    parts: Math.max(1, Math.ceil(copies.length / COPIES_A_PAGE)),
  };
}

/** So many articles are read at a time, and at most for a page: a story of thousands of copies has several pages of them. */
const RUN_PART = 60;
const MOST_IN_RUN = 300;

/** Reads articles in their order, from a place on, until the page is full. */
async function readRun(
  { whole, watches, holders, known }: StoryOfBrand,
  { from, ports }: { from: StoryPlace | undefined; ports: PagePorts },
): Promise<StoryRun & { missing: number }> {
  const articles = articlesFrom(whole.articles, from);
  let run: StoryRun = { folded: [] };
  let missing = 0;
  for (let begin = 0; begin < MOST_IN_RUN && !run.next; begin += RUN_PART) {
    const part = articles.slice(begin, begin + RUN_PART);
    const stored = await readFound(part, { watches, holders, known, ports });
    run = withArticles(run, { articles: part, stored });
    const end = run.next ? part.indexOf(run.next) : part.length;
    missing += part.slice(0, end).filter(({ fingerprint }) => !stored.has(fingerprint)).length;
  }
  const next = run.next ?? articles[MOST_IN_RUN];
  return { folded: run.folded, missing, ...(next && { next }) };
}

/** The findings of articles, each once: what is known already, and the rest from the watches of the brand. */
async function readFound(
  articles: readonly StoryArticle[],
  {
    watches,
    holders,
    known,
    ports,
  }: Pick<StoryOfBrand, 'watches' | 'holders' | 'known'> & { ports: PagePorts },
): Promise<Map<string, StoredFinding>> {
  const all = articles.map(({ fingerprint }) => fingerprint);
  const found = await readArticles(
    all.filter((fingerprint) => !known.has(fingerprint)),
    { timeline: ports.timeline, watches, holders },
  );
  return new Map(
    all.flatMap((fingerprint) => {
      const one = known.get(fingerprint) ?? found.get(fingerprint);
      return one ? [[fingerprint, one] as const] : [];
    }),
  );
}

/** So many alerts of a page of articles are listed. */
const MOST_SENT = 20;

/** The ids of the alerts that articles caused: each article says which alert it has. */
function alertsOf(folded: readonly FoldedArticle[]): string[] {
  const found = folded.flatMap(({ article, copies }) => [article, ...copies]);
  return found.flatMap(({ verdict }) => (verdict && 'notified' in verdict ? verdict.notified : []));
}

/** The ids of the alerts that the story has grown or climbed: no article says that it caused one. */
async function laterAlerts({ whole, watches }: StoryOfBrand, ports: PagePorts): Promise<string[]> {
  const now = ports.clock.now();
  const notified = await inParallel(watches, ({ id }) => ports.notifiedStories.read(id, whole.family, now));
  return notified
    .flat()
    .flatMap(({ watchId, fingerprint: holder, milestones, severities = [] }) =>
      laterAlertIds(watchId, { holder, milestones, severities }),
    );
}

/** Alerts on all their lanes, the earliest first. */
async function readSent(
  ids: readonly string[],
  { alerts }: Pick<PagePorts, 'alerts'>,
): Promise<AlertEntry[]> {
  const sent = await inParallel([...new Set(ids)].slice(0, MOST_SENT), (id) => alerts.onLanes(id));
  return sent.flat().toSorted((a, b) => a.alert.createdAt - b.alert.createdAt);
}

/** So many articles of a story are looked up among those of the other watches of its brand. */
const MOST_LOOKED_UP = 300;

/** A story as all watches of its brand have it. */
export interface StoryOfBrand {
  whole: WholeStory;
  /** The watches of its brand, or of each of its brands. */
  watches: readonly Watch[];
  /** Which watches have its articles. */
  holders: Holders;
  /** The articles that were looked up, by fingerprint: a page need not read them again. */
  known: ReadonlyMap<string, StoredFinding>;
}

/** The story with this id, or the one that it was merged into, with what other watches of its brand have of it. */
export async function readStoryOfBrand(id: string, ports: PagePorts): Promise<StoryOfBrand | undefined> {
  const stories = storyParts(ports.stories);
  const [whole, all] = await Promise.all([
    readStories({ stories }, [id]).then((found) => found.get(id)),
    ports.definitions.watches(),
  ]);
  if (!whole) return undefined;
  const { story, family } = whole;
  const parts = [...(await stories.parts(family)).values()].flat();
  const own = new Set(parts.map(({ watchId }) => watchId));
  const madeAt = Math.min(...parts.map((part) => part.madeAt));
  const brands = new Set(all.filter((watch) => own.has(watch.id)).map(({ brand }) => brand));
  const ofBrands = all.filter(({ brand }) => brands.has(brand));
  // A version before shared its stories among all watches.
  const watches = ofBrands.length > 0 ? ofBrands : all;
  const reading = { timeline: ports.timeline, stories: ports.stories, watches: all };
  const more = await sameAs({ madeAt, lastAt: story.lastAt }, { family, ofBrands: watches }, reading);
  const joined = await joinHeld({ whole, more }, { stories, watches, timeline: ports.timeline });
  return { ...joined, watches, holders: stories.holders };
}

/** Joins a story with those that hold its articles in other watches, and with `more`. What is found is looked up as well. */
async function joinHeld(
  { whole, more }: { whole: WholeStory; more: readonly string[] },
  {
    stories,
    watches,
    timeline,
  }: {
    stories: Pick<PagePorts['stories'], 'parts'>;
    watches: readonly Watch[];
    timeline: PagePorts['timeline'];
  },
): Promise<Pick<StoryOfBrand, 'whole' | 'known'>> {
  const known = new Map<string, StoredFinding>();
  const asked = new Set<string>();
  let [joined, ids] = [whole, new Set(more)];
  for (let left = MOST_LOOKED_UP; ; ) {
    const listed = articlesFrom(joined.articles, undefined).filter(
      ({ fingerprint }) => !asked.has(fingerprint),
    );
    const members = listed.slice(0, left).map(({ fingerprint }) => fingerprint);
    left -= members.length;
    const found = await timeline.articles(
      watches.flatMap(({ id }) => members.map((fingerprint) => ({ watchId: id, fingerprint }))),
    );
    for (const fingerprint of members) asked.add(fingerprint);
    for (const one of found) known.set(one.finding.fingerprint, one);
    for (const { story } of found) if (story !== undefined) ids.add(story);
    if ([...ids].every((one) => joined.family.includes(one))) return { whole: joined, known };
    joined = (await readAsOne({ stories }, [...joined.family, ...ids])) ?? joined;
    ids = new Set();
  }
}
