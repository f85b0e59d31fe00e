import { channelNameOf } from '../../domain/channels/channel.ts';
import { ARCHIVE_CREDIT } from '../../domain/findings/credit.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { publicationTime } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import type { FeedEntry, FeedOrder, SharedFeed } from '../../domain/pages/shared-feed.ts';
import { sharedFeedOf } from '../../domain/pages/shared-feed.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { DayPart } from '../../store/findings/timeline.ts';
import type { Ports } from '../ports/ports.ts';
import type { LinkRequest, PagePorts } from './page-ports.ts';

/** A feed shows so many entries, of so many days. */
const MOST = 50;
const DAYS = 7;
/** So many alerts of all channels are read at a time, and so many times. */
const AT_ONCE = 100;
const MOST_READS = 12;

/** Shares a feed: gives back the one that has an address already, or makes one. */
export async function shareFeed(
  order: FeedOrder,
  { sharedFeeds, clock }: Pick<Ports, 'sharedFeeds' | 'clock'>,
): Promise<SharedFeed> {
  const { of, name, entries } = order;
  const isSame = (one: SharedFeed) => one.of === of && one.name === name && one.entries === entries;
  const known = (await sharedFeeds.all()).find((one) => isSame(one) && one.revokedAt === undefined);
  if (known) return known;
  const feed = sharedFeedOf(order, clock.now());
  await sharedFeeds.put(feed);
  return feed;
}

/** Revokes the address of a feed, at once and for good. Undefined: none of this id is shared. */
export async function revokeFeed(
  id: string,
  { sharedFeeds, clock }: Pick<Ports, 'sharedFeeds' | 'clock'>,
): Promise<SharedFeed | undefined> {
  const feed = await sharedFeeds.get(id);
  if (!feed || feed.revokedAt !== undefined) return undefined;
  const revoked = { ...feed, revokedAt: clock.now() };
  await sharedFeeds.put(revoked);
  return revoked;
}

/** Answers with a feed by its own address. */
export async function answerFeed(
  { request, id, rest: [form = 'atom'] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  if (form !== 'atom' && form !== 'json') return undefined;
  const feed = await ports.sharedFeeds.get(id);
  if (!feed) return undefined;
  if (feed.revokedAt !== undefined) return ports.pages.gone();
  return feedAnswer(feed, { request, form, ports });
}

/** A feed as an answer: 304 where the reader has it. */
export async function feedAnswer(
  feed: FeedOrder & Pick<SharedFeed, 'id' | 'madeAt'>,
  {
    request,
    form,
    ports,
  }: { request: Pick<HttpRequest, 'path' | 'headers'>; form: 'atom' | 'json'; ports: PagePorts },
): Promise<HttpAnswer> {
  const now = ports.clock.now();
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(now - n * DAY));
  const found = await (feed.of === 'channel'
    ? alertedOn(feed.name, days, ports)
    : foundFor(feed, days, ports));
  const { base } = await ports.links();
  return ports.pages.feed({
    feed,
    form,
    self: base + request.path,
    entries: feed.entries === 'stories' ? await storiesOf(found, ports) : distinct(found),
    madeAt: feed.madeAt,
    known: { etag: request.headers['if-none-match'], since: request.headers['if-modified-since'] },
  });
}

/** An article that may be an entry, with its story. */
type FeedArticle = FeedEntry & { story: string };

/** What was sent or waits on a channel, not what was muted. The latest first. */
async function alertedOn(
  channel: string,
  days: readonly string[],
  { timeline }: Pick<PagePorts, 'timeline'>,
): Promise<FeedArticle[]> {
  const shown: StoredAlert[] = [];
  const isShown = ({ alert, state }: StoredAlert) =>
    channelNameOf(alert.channel) === channel &&
    alert.items.length > 0 &&
    (state.state === 'notified' || state.state === 'pending');
  for (
    let [reads, n] = [0, 0], before: DayPart['before'];
    reads < MOST_READS && shown.length < MOST;
    reads += 1
  ) {
    const day = days[n];
    if (day === undefined) break;
    const read = await timeline.alerts({ day, before, limit: AT_ONCE });
    shown.push(...read.filter(isShown));
    const last = read.length < AT_ONCE ? undefined : read.at(-1)?.alert;
    before = last && { at: last.createdAt, id: last.id };
    if (!last) n += 1;
  }
  return shown.flatMap(({ alert }) =>
    alert.items.map((item) => articleOf(item, { story: alert.story?.id ?? alert.id, at: alert.createdAt })),
  );
}

/** What the watches of a brand or one watch found, without what their file excludes. The latest first. */
async function foundFor(
  { of, name }: FeedOrder,
  days: readonly string[],
  { definitions, timeline }: Pick<PagePorts, 'definitions' | 'timeline'>,
): Promise<FeedArticle[]> {
  const watches = (await definitions.watches()).filter(
    ({ id, brand }) => (of === 'watch' ? id : brand) === name,
  );
  const read = await inParallel(watches, ({ id }) => timeline.latest(id, days, MOST));
  return read
    .flat()
    .filter(({ finding }) => finding.excludedBy === undefined)
    .toSorted((a, b) => b.foundAt - a.foundAt)
    .map(({ finding, foundAt: at, story = finding.fingerprint }) => articleOf(finding, { story, at }));
}

function articleOf(
  item: Pick<
    StoredFinding['finding'],
    'fingerprint' | 'title' | 'snippet' | 'summary' | 'link' | 'outlet' | 'indexedAt' | 'archive'
  >,
  { story, at }: { story: string; at: Instant },
): FeedArticle {
  const { fingerprint, title, snippet, summary = snippet, link, outlet, archive } = item;
  return {
    id: `article:${fingerprint}`,
    story,
    title,
    text: archive ? `${summary} ${ARCHIVE_CREDIT}`.trim() : summary,
    link,
    outlet: outlet?.domain,
    publishedAt: publicationTime(item),
    updatedAt: at,
  };
}

/** Several watches, or several alerts, have the same article. */
function distinct(articles: readonly FeedArticle[]): FeedEntry[] {
  const byId = new Map(articles.toReversed().map((one) => [one.id, one]));
  return [...byId.values()].toReversed().slice(0, MOST);
}

/** The stories of articles, each with its latest article. */
async function storiesOf(
  articles: readonly FeedArticle[],
  { stories }: Pick<PagePorts, 'stories'>,
): Promise<FeedEntry[]> {
  const latest = [...Map.groupBy(articles, ({ story }) => story)].slice(0, MOST);
  const records = await stories.read(latest.map(([id]) => id));
  return latest.flatMap(([id, [article]]) => {
    const record = records.get(id);
    if (!article) return [];
    const { length } = record?.articles ?? [];
    const spread = length > 1 ? `${length} articles. ` : '';
    return [
      {
        ...article,
        id: `story:${id}`,
        title: record?.title ?? article.title,
        text: `${spread}${article.text}`,
        publishedAt: record?.madeAt ?? article.publishedAt,
      },
    ];
  });
}
