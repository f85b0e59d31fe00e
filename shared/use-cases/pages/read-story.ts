import type { Alert } from '../../domain/alerts/alert.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { AlertEntry } from '../../domain/pages/inbox.ts';
import { actionsOn, type ReaderActionKind } from '../../domain/pages/signed-link.ts';
import {
  articlesFrom,
  channelNotices,
  type ListedArticle,
  type StoriesView,
  type StoryCopiesView,
  storyFacts,
  type StoryJudgement,
  type StoryPlace,
  storyPlaceText,
  type StoryRun,
  type StoryPageView,
  withArticles,
} from '../../domain/pages/story-page.ts';
import { storyOfRecord, type StoryRecord } from '../../domain/stories/story.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { FindingKey } from '../../store/findings/timeline.ts';
import { actionForm, type PagePorts } from './page-ports.ts';

/** The most stories of a day that are read, and how many of them a page lists. */
const MOST_STORIES = 300;
const STORIES_A_PAGE = 16;
/** How many articles of each story the list of stories shows: the page of the story shows the rest. */
const ARTICLES_IN_LIST = 2;

/** A page of the stories that began on a day, the largest first. */
export async function readStoriesOf(
  { day, page }: { day: string; page: number },
  { timeline, definitions }: Pick<PagePorts, 'timeline' | 'definitions'>,
): Promise<StoriesView> {
  const [made, defined] = await Promise.all([
    timeline.stories({ day, limit: MOST_STORIES + 1 }),
    definitions.watches(),
  ]);
  const stories = made
    .slice(0, MOST_STORIES)
    .filter(hasArticles)
    .map((record) => ({ record, story: storyOfRecord(record) }))
    .toSorted(({ story: a }, { story: b }) => b.members.length - a.members.length || b.lastAt - a.lastAt);
  const ofPage = stories.slice((page - 1) * STORIES_A_PAGE, page * STORIES_A_PAGE);
  const listed = ofPage.map(({ record: { id, watches, articles } }) => ({
    id,
    watches,
    articles: articlesFrom(articles, undefined).slice(0, ARTICLES_IN_LIST),
  }));
  const articles = await readArticles(listed, { timeline, defined });
  return {
    day,
    page,
    entries: ofPage.map(({ story }, n) => ({ story, articles: articles[n] ?? [] })),
    cut: stories.length > page * STORIES_A_PAGE,
    count: stories.length,
    isPart: made.length > MOST_STORIES,
  };
}

/** A story that was taken back into the one that it came from has none. */
function hasArticles({ articles }: StoryRecord): boolean {
  return articles.length > 0;
}

/** A story that has a page. */
export async function readRecord(
  id: string,
  { stories }: Pick<PagePorts, 'stories'>,
): Promise<StoryRecord | undefined> {
  const record = (await stories.read([id])).get(id);
  return record && hasArticles(record) ? record : undefined;
}

/** A page of the articles of one story, the earliest first, copies folded. */
export async function readStory(
  record: StoryRecord,
  { from, root, ports }: { from: StoryPlace | undefined; root: string; ports: PagePorts },
): Promise<Omit<StoryPageView, 'orders'>> {
  const { folded, next, missing } = await readRun(record, { from, ports });
  const notices = channelNotices(record.notices);
  const found = folded.flatMap(({ article, copies }) => [article, ...copies]);
  const sent = await readSent(
    [...notices.flatMap(({ alerts }) => alerts), ...found.flatMap(alertsOf)],
    ports,
  );
  return {
    story: storyOfRecord(record),
    folded,
    facts: storyFacts(record.articles),
    notices,
    sent,
    judgements: await readJudgements(sent, { root, ports }),
    ...(from && { from }),
    ...(next && { next: { at: next.at, fingerprint: next.fingerprint } }),
    missing,
  };
}

const COPIES_A_PAGE = 50;

/** Which part of a story: its page from a place on. */
interface StoryPart {
  id: string;
  from: StoryPlace | undefined;
}

/**
 * A part of the copies that a page of a story folds below one article. Undefined where that page has no such article.
 */
export async function readStoryCopies(
  { id, from, of, part }: StoryPart & { of: string; part: number },
  { root, ports }: { root: string; ports: PagePorts },
): Promise<StoryCopiesView | undefined> {
  const record = await readRecord(id, ports);
  const run = record && (await readRun(record, { from, ports }));
  const group = run?.folded.find(({ article }) => article.finding.fingerprint === of);
  if (!record || !group) return undefined;
  const { article, copies } = group;
  return {
    story: storyOfRecord(record),
    article,
    count: copies.length,
    copies: copies.slice((part - 1) * COPIES_A_PAGE, part * COPIES_A_PAGE),
    folded: `${root}/stories/${id}${from ? `?after=${storyPlaceText(from)}` : ''}`,
    part,
    parts: Math.max(1, Math.ceil(copies.length / COPIES_A_PAGE)),
  };
}

/**
 * So many articles are read at a time, and at most for a page: a story of thousands of copies has several pages of
 * them.
 */
const RUN_PART = 60;
const MOST_IN_RUN = 300;

/** Reads articles in their order, from a place on, until the page is full. */
export async function readRun(
  { id, articles: all, watches }: StoryRecord,
  { from, ports: { timeline, definitions } }: { from: StoryPlace | undefined; ports: PagePorts },
): Promise<StoryRun & { missing: number }> {
  const articles = articlesFrom(all, from);
  const defined = await definitions.watches();
  let run: StoryRun = { folded: [] };
  let missing = 0;
  for (let begin = 0; begin < MOST_IN_RUN && !run.next; begin += RUN_PART) {
    const part = articles.slice(begin, begin + RUN_PART);
    const [found = []] = await readArticles([{ id, watches, articles: part }], { timeline, defined });
    const stored = new Map(found.map((one) => [one.finding.fingerprint, one]));
    run = withArticles(run, { articles: part, stored });
    const end = run.next ? part.indexOf(run.next) : part.length;
    missing += part.slice(0, end).filter(({ fingerprint }) => !stored.has(fingerprint)).length;
  }
  const next = run.next ?? articles[MOST_IN_RUN];
  return { folded: run.folded, missing, ...(next && { next }) };
}

/**
 * Articles of stories, for each in their order, each once. Those that are gone, or of removed watches, are left out.
 * All are read together.
 */
async function readArticles(
  stories: readonly Pick<StoryRecord, 'id' | 'watches' | 'articles'>[],
  { timeline, defined }: Pick<PagePorts, 'timeline'> & { defined: readonly Watch[] },
): Promise<ListedArticle[][]> {
  const present = new Set(defined.map(({ id }) => id));
  const keyOf = ({ watchId, fingerprint }: FindingKey) => `${watchId} ${fingerprint}`;
  const keys = stories.flatMap(({ watches, articles }) =>
    articles.flatMap(({ fingerprint }) =>
      watches.filter((id) => present.has(id)).map((watchId): FindingKey => ({ watchId, fingerprint })),
    ),
  );
  const read = await timeline.articles([...new Map(keys.map((key) => [keyOf(key), key])).values()]);
  const found = new Map(
    read.map((one) => [keyOf({ watchId: one.watchId, fingerprint: one.finding.fingerprint }), one]),
  );
  return stories.map(({ id, watches, articles }) =>
    articles.flatMap(({ fingerprint }) =>
      listedOf(
        id,
        watches.flatMap((watchId) => found.get(keyOf({ watchId, fingerprint })) ?? []),
      ),
    ),
  );
}

/**
 * What several watches have found is one article. Only the watch that brought it into the story says by what, so its
 * reason stays, whichever watch finds or decides the article later.
 */
function listedOf(story: string, found: readonly StoredFinding[]): ListedArticle[] {
  const decided = found.filter((one) => one.story === story);
  const first = decided.find(({ joined }) => joined) ?? decided[0] ?? found[0];
  return first ? [{ ...first, foundBy: found.map(({ watchId }) => watchId) }] : [];
}

/** The alert that an article has caused. */
function alertsOf({ verdict }: StoredFinding): string[] {
  return verdict && 'notified' in verdict ? [verdict.notified] : [];
}

/** So many alerts of a page are listed. */
const MOST_SENT = 20;

/** Alerts on all their lanes, the earliest first. */
async function readSent(
  ids: readonly string[],
  { alerts }: Pick<PagePorts, 'alerts'>,
): Promise<AlertEntry[]> {
  const sent = await inParallel([...new Set(ids)].slice(0, MOST_SENT), (id) => alerts.onLanes(id));
  return sent.flat().toSorted((a, b) => a.alert.createdAt - b.alert.createdAt);
}

const JUDGED: ReaderActionKind = 'not-relevant';

/**
 * For each watch that alerted of a story, what readers said of its alerts, and the form to say it, for the channel of
 * the newest alert.
 */
async function readJudgements(
  sent: readonly AlertEntry[],
  { root, ports: { readerActions, links, clock } }: { root: string; ports: PagePorts },
): Promise<StoryJudgement[]> {
  const judged = sent.map(({ alert }) => alert).filter((alert) => actionsOn(alert).includes(JUDGED));
  const { keys } = await links();
  const formOf = (alert: Alert, lane: string, isUndone: boolean) =>
    actionForm({ alert, lane, root, keys }, { kind: JUDGED, isUndone }, clock.now());
  const byWatch = Map.groupBy(judged, ({ watchId = '' }) => watchId);
  return inParallel(byWatch, async ([watchId, alerts]) => {
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    const all = await readerActions.of(watchId);
    const notRelevant = all.filter(
      ({ kind, alertId, undoneAt }) => kind === JUDGED && undoneAt === undefined && byId.has(alertId),
    );
    const [done] = notRelevant;
    const about = done && byId.get(done.alertId);
    const newest = alerts.reduce((one, other) => (other.createdAt >= one.createdAt ? other : one));
    const form = done && about ? formOf(about, done.lane, true) : formOf(newest, newest.channel, false);
    return { watchId, notRelevant, form };
  });
}
