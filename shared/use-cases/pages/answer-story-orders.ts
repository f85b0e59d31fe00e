import { silenceByLink } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpRequest } from '../../domain/pages/http-exchange.ts';
import { formToken } from '../../domain/pages/signed-link.ts';
import {
  channelNotices,
  type GivenOrder,
  type StoryNotice,
  type StoryOrdersView,
  type StoryPlace,
  type StoryPageView,
} from '../../domain/pages/story-page.ts';
import { type StoryRecord } from '../../domain/stories/story.ts';
import {
  changedOrder,
  newStoryOrder,
  STORY_ORDERS,
  type StoryOrder,
  storyOrderKey,
} from '../../domain/pages/story-order.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { orderDeciding } from '../collect/insert-findings.ts';
import { endSilence, formFields, formOpenedAt, muteByLink, type PagePorts } from './page-ports.ts';
import { readRecord, readStory } from './read-story.ts';

/** A story as its page shows it, and behind which link. */
interface StoryPage {
  id: string;
  /** Where the page begins; absent for the first. */
  from: StoryPlace | undefined;
  /** The path of the inbox with its signed part. */
  root: string;
  ports: PagePorts;
}

/** Why a form was not accepted: it is too old, or was sent from another page. */
type RefusedForm = 'refused';

/** How long a mute lasts: as long as a story is remembered by default. */
const MUTE_LENGTH = 30 * DAY;

/** The page of a story; undefined where there is none. */
export async function readStoryPage(
  page: StoryPage,
  notice?: StoryNotice,
): Promise<StoryPageView | undefined> {
  const record = await readRecord(page.id, page.ports);
  if (!record) return undefined;
  const [view, orders] = await Promise.all([readStory(record, page), readOrders(page, record)]);
  return { ...view, orders: { ...orders, ...(notice && { notice }) } };
}

/**
 * Takes a form of the page of a story. Pages write no stories: a split is recorded, and the holder of the lease of the
 * space carries it out. A form is signed for what it does, and sent from this page; sending it twice is the same.
 */
export async function answerStoryForm(
  page: StoryPage,
  request: HttpRequest,
): Promise<StoryPageView | RefusedForm | undefined> {
  const { ports } = page;
  const record = await readRecord(page.id, ports);
  if (!record) return undefined;
  const fields = formFields(request);
  const act = [...STORY_ORDERS, 'undo' as const].find((one) => one === fields.get('order'));
  const { keys } = await ports.links();
  const at = act && formOpenedAt(request, { purpose: purposeOf(page, act), keys, now: ports.clock.now() });
  if (!act || at === undefined) return 'refused';
  return readStoryPage(page, await ACTS[act]({ record, at, ports, about: fields.get('about') ?? '' }));
}

interface Given {
  record: StoryRecord;
  /** What the form is about: the fingerprint of an article, or the key of an order. */
  about: string;
  at: Instant;
  ports: PagePorts;
}

type Act = keyof StoryOrdersView['tokens'];

const ACTS: Readonly<Record<Act, (given: Given) => Promise<StoryNotice>>> = {
  split: giveSplit,
  mute: giveMute,
  undo: undoOrder,
};

async function giveSplit({ record, about, at, ports }: Given): Promise<StoryNotice> {
  const members = new Set(record.articles.map(({ fingerprint }) => fingerprint));
  if (!members.has(about) || members.size === 1) return { is: 'changed-meanwhile' };
  const given = { kind: 'split', space: record.space, story: record.id, article: about, at } as const;
  await orderSplit(storyOrderKey(given), { record, ports }, () => give(given, ports));
  return { is: 'given', kind: 'split' };
}

/**
 * Records the mute, then mutes on the channels that were notified of the story: a repeat finds the record, and mutes
 * the same.
 */
async function giveMute({ record, at, ports }: Given): Promise<StoryNotice> {
  const { id, space } = record;
  const order = {
    by: { from: 'pages' },
    about: at,
    channels: notifiedChannels(record),
    matchers: { story: [id] },
    length: MUTE_LENGTH,
    reason: `story muted on its page, ${id}`,
  } as const;
  const silence = silenceByLink(order, at);
  if (!silence) return { is: 'changed-meanwhile' };
  if (await ports.silences.isFull(ports.clock.now())) return { is: 'full' };
  const muted = { silenceId: silence.id, mutedUntil: silence.endsAt };
  const given = await give({ kind: 'mute', space, story: id, at, ...muted }, ports);
  if (given.silenceId === silence.id && given.undoneAt === undefined) await muteByLink(silence, ports);
  return { is: 'given', kind: 'mute' };
}

/** The channels that were notified of a story. */
function notifiedChannels({ notices }: Pick<StoryRecord, 'notices'>): string[] {
  return [...new Set(channelNotices(notices).map(({ channel }) => channel))];
}

/** Puts an order, unless a later one is about the same. Returns the order that is stored then. */
async function give(
  given: Parameters<typeof newStoryOrder>[0],
  { storyOrders }: Pick<PagePorts, 'storyOrders'>,
): Promise<StoryOrder> {
  const key = storyOrderKey(given);
  const was = (await storyOrders.of(given.space)).find((one) => one.key === key);
  const isNewer = was === undefined || (was.at < given.at && (was.undoneAt ?? 0) <= given.at);
  if (!isNewer) return was;
  const order = newStoryOrder(given, was);
  return (await storyOrders.put(order, was)) ? order : (was ?? order);
}

/**
 * Changes an order that is to be carried out. What waits is noted first: who dies after the change has left it to be
 * found. Nothing changes for what waits without an order.
 */
async function orderSplit(
  key: string,
  { record: { space, watches }, ports }: Pick<Given, 'record' | 'ports'>,
  change: () => Promise<unknown>,
): Promise<void> {
  const [watchId = ''] = watches;
  const since = ports.clock.now();
  await ports.spaces.wait([{ kind: 'split', order: key, space, rank: 'live', since, watchId }]);
  await change();
  await orderDeciding(ports, space, { by: key });
}

/** Notes that an order is undone. Of a mute, its silence ends. */
async function undoOrder({ record, about, ports }: Given): Promise<StoryNotice> {
  const now = ports.clock.now();
  const order = (await ordersAbout(record, ports)).find(({ key }) => key === about);
  if (!order || order.undoneAt !== undefined || order.result === 'gone') return { is: 'changed-meanwhile' };
  const { kind, silenceId } = order;
  await endSilence(silenceId, ports);
  const undo = () => ports.storyOrders.put(changedOrder(order, { undoneAt: now }), order);
  if (kind === 'split') await orderSplit(order.key, { record, ports }, undo);
  else await undo();
  return { is: 'undone', kind };
}

/** What people have ordered about a story, or about articles that it has now. */
async function ordersAbout(
  { id, space, articles }: StoryRecord,
  { storyOrders }: Pick<PagePorts, 'storyOrders'>,
): Promise<StoryOrder[]> {
  const ids = new Set([id, ...articles.map(({ fingerprint }) => fingerprint)]);
  const all = await storyOrders.of(space);
  return all.filter(({ story, article = '', made = '' }) =>
    [story, article, made].some((one) => ids.has(one)),
  );
}

async function readOrders(page: StoryPage, record: StoryRecord): Promise<StoryOrdersView> {
  const { ports } = page;
  const { keys } = await ports.links();
  const now = ports.clock.now();
  const orders = await ordersAbout(record, ports);
  const titles = await titlesOf(orders, record, ports);
  const given = orders.map((order): GivenOrder => {
    const title = titles.get(order.article ?? '');
    return { order, ...(title !== undefined && { title }) };
  });
  const tokenOf = (act: Act) => formToken(purposeOf(page, act), { keys, now });
  return {
    tokens: { split: tokenOf('split'), mute: tokenOf('mute'), undo: tokenOf('undo') },
    given: given.toSorted((a, b) => b.order.at - a.order.at),
    muted: orders.some(({ undoneAt, mutedUntil = 0 }) => undoneAt === undefined && mutedUntil > now),
    mutes: notifiedChannels(record),
  };
}

/** The titles of articles that were taken out. */
async function titlesOf(
  orders: readonly StoryOrder[],
  { watches }: StoryRecord,
  { findings }: Pick<PagePorts, 'findings'>,
): Promise<Map<string, string>> {
  const articles = orders.flatMap(({ article }) => article ?? []);
  if (articles.length === 0) return new Map();
  const found = await inParallel(watches, (watchId) => findings.read(watchId, articles));
  return new Map(found.flat().map(({ finding }) => [finding.fingerprint, finding.title]));
}

/** A form of one page does one thing, to one story. */
function purposeOf({ id, root }: StoryPage, act: Act): string {
  return `story ${act} ${id} ${root}`;
}
