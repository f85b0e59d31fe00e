import { laterAlertIds } from '../../../domain/alerts/update-alert.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { AlertEntry, StoriesView, StoryCopiesView, StoryView } from '../../../domain/pages/inbox.ts';
import { articlesFrom, type FoldedArticle, storyFacts, type StoryPlace, storyPlaceText, type StoryRun, withArticles } from '../../../domain/pages/story-page.ts';
import { smallestIds } from '../../../domain/stories/same-stories.ts';
import type { StoryArticle } from '../../../domain/stories/story-record.ts';
import type { PagePorts } from '../page-ports.ts';
import { readJudgements } from './read-judgements.ts';
import { readArticles, readStoryArticles } from './read-story-articles.ts';
import { ARTICLES_IN_LIST, readBegun, readWhole, sameBegun } from './stories-of-brand.ts';
import { alertsOf, readStoryOfBrand, type StoryOfBrand } from './story-of-brand.ts';
import { storyParts } from './story-parts.ts';

const STORIES_A_PAGE = 16;

/**
 * A page of the stories that began on a day, the largest first; a merged one is part of the other story. Watches have stories of
 * their own: those that have an article in common, or are one by a link or by the rule, are one. Those of the page are read whole,
 * with what watches began of them on other days.
 */
export async function readStoriesOf(
  { day, page }: { day: string; page: number },
  { definitions, ...ports }: Pick<PagePorts, 'timeline' | 'stories' | 'definitions' | 'sameStories'>,
): Promise<StoriesView> {
  const { timeline, stories } = ports;
  const watches = await definitions.watches();
  const begun = await readBegun(day, { ...ports, watches });
  const smallest = smallestIds(await sameBegun(day, begun, { ...ports, watches }));
  const groups = [...Map.groupBy(begun.stories, ({ id }) => smallest.get(id) ?? id).values()];
  const sized = groups.map((all) => ({
    ids: all.map(({ id }) => id),
    count: new Set(all.flatMap(({ members }) => members)).size,
    lastAt: Math.max(...all.map(({ lastAt }) => lastAt)),
  }));
  const sorted = sized.toSorted((one, other) => other.count - one.count || other.lastAt - one.lastAt);
  const ofPage = sorted.slice((page - 1) * STORIES_A_PAGE, page * STORIES_A_PAGE);
  const parts = storyParts(stories, { watches: watches.map(({ id }) => id) });
  const whole = await readWhole(
    ofPage.map(({ ids }) => ids),
    { stories: parts },
  );
  const entries = await readStoryArticles(
    whole.flatMap((one) => one?.story ?? []),
    { timeline, watches, holders: parts.holders, most: ARTICLES_IN_LIST },
  );
  const cut = sorted.length > page * STORIES_A_PAGE;
  return { day, page, entries, cut, count: sorted.length, isPart: begun.isPart };
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
  const alerts = [...earlierAlerts(folded, ofBrand), ...(from ? [] : await laterAlerts(ofBrand, ports))];
  const sent = await readSent(alerts, ports);
  return {
    ofBrand,
    story,
    articles: folded.map(({ article }) => article),
    folded,
    facts: storyFacts(listed),
    sent,
    judgements: await readJudgements(sent, ports),
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

/** The ids of the alerts that articles caused, each in the watches of the brand that have it. */
function earlierAlerts(folded: readonly FoldedArticle[], { notified }: StoryOfBrand): string[] {
  const found = folded.flatMap(({ article, copies }) => [article, ...copies]);
  return found.flatMap((one) => notified.get(one.finding.fingerprint) ?? alertsOf(one));
}

/** The ids of the alerts that the story has climbed: no article says that it caused one. */
async function laterAlerts({ whole, watches }: StoryOfBrand, ports: PagePorts): Promise<string[]> {
  const now = ports.clock.now();
  const notified = await inParallel(watches, ({ id }) => ports.notifiedStories.read(id, whole.family, now));
  return notified
    .flat()
    .flatMap(({ watchId, fingerprint: holder, severities = [] }) =>
      laterAlertIds(watchId, { holder, severities }),
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
