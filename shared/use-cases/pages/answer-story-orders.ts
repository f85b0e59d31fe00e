import { silenceOf } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { formToken, openedAtOf } from '../../domain/pages/form-token.ts';
import type { HttpRequest } from '../../domain/pages/http-exchange.ts';
import type { StoryView } from '../../domain/pages/inbox.ts';
import { type GivenOrder, orderName, type StoryNotice, type StoryOrdersView, type StoryPlace } from '../../domain/pages/story-page.ts';
import { changedOrder, isStoryOrderWaiting, newStoryOrder, STORY_ORDERS, type StoryOrder, storyOrderKey } from '../../domain/stories/story-order.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { formFields, isFromOwnPage } from './own-page.ts';
import type { PagePorts } from './page-ports.ts';
import { readStory } from './story/read-story.ts';
import { readStoryOfBrand, type StoryOfBrand } from './story/story-of-brand.ts';

/** A story as its page shows it, and behind which link. */
interface StoryPage {
  id: string;
  /** Where the page begins; absent for the first. */
  from: StoryPlace | undefined;
  /** The signed part of the link. */
  signed: string;
  ports: PagePorts;
}

/** Why a form was not accepted: it is too old, or was sent from another page. */
export type RefusedForm = 'refused';

/** How long a mute lasts: as long as a story is remembered by default. */
const MUTE_LENGTH = 30 * DAY;
/** A silence takes so many ids of a story. */
const MOST_MUTED = 100;

/** The page of a story; undefined where there is none. */
export async function readStoryPage(page: StoryPage, notice?: StoryNotice): Promise<StoryView | undefined> {
  const view = await readStory(page, page.ports);
  if (!view) return undefined;
  const { ofBrand, ...shown } = view;
  return { ...shown, orders: await readOrders(page, ofBrand, notice) };
}

/**
 * Takes a form of the page of a story. The order is recorded for each watch that it concerns, and the holder of the watch's lease
 * carries it out: pages write no stories. A form is signed for what it does, and sent from this page; sending it twice is the same.
 */
export async function answerStoryForm(
  page: StoryPage,
  request: HttpRequest,
): Promise<StoryView | RefusedForm | undefined> {
  const ofBrand = await readStoryOfBrand(page.id, page.ports);
  if (!ofBrand) return undefined;
  const fields = formFields(request);
  const act = [...STORY_ORDERS, 'undo' as const].find((one) => one === fields.get('order'));
  const { keys } = await page.ports.links();
  const now = page.ports.clock.now();
  if (act === undefined || !isFromOwnPage(request.headers)) return 'refused';
  const at = openedAtOf(fields.get('token') ?? '', { purpose: purposeOf(page, act), keys, now });
  if (at === undefined) return 'refused';
  const given = { ofBrand, at, ports: page.ports, about: fields.get('about') ?? '' };
  return readStoryPage(page, await ACTS[act](given));
}

interface Given {
  ofBrand: StoryOfBrand;
  /** What the form is about: the fingerprint of an article, another story, or the name of an order. */
  about: string;
  at: Instant;
  ports: PagePorts;
}

const ACTS: Readonly<Record<keyof StoryOrdersView['tokens'], (given: Given) => Promise<StoryNotice>>> = {
  split: giveSplit,
  join: giveJoin,
  mute: giveMute,
  undo: undoOrder,
};

/** Each watch of the brand that has the article takes it out of its story. */
async function giveSplit({ ofBrand: { whole, watches }, about, at, ports }: Given): Promise<StoryNotice> {
  const { story } = whole;
  if (!story.members.includes(about) || story.members.length === 1) return { is: 'changed-meanwhile' };
  await inParallel(watches, async ({ id: watchId }) => {
    const [found] = await ports.findings.read(watchId, [about]);
    if (found?.story !== undefined)
      await give({ kind: 'split', watchId, story: found.story, about, at }, ports);
  });
  return { is: 'given', kind: 'split' };
}

/** What a person may copy from the page of the other story: its address, or its id. */
const STORY_ADDRESS = /(?:^|\/stories\/)([\w.:-]{1,64})(?:[?#].*)?$/;

/** Each watch that has one of the two stories makes them one, under the ids by which it knows them. */
async function giveJoin({ ofBrand, about, at, ports }: Given): Promise<StoryNotice> {
  const [, id = ''] = STORY_ADDRESS.exec(about.trim()) ?? [];
  const other = id === '' ? undefined : await readStoryOfBrand(id, ports);
  if (!other) return { is: 'unknown-story' };
  const [{ family }, { family: others }] = [ofBrand.whole, other.whole];
  if (family.some((one) => others.includes(one))) return { is: 'same-story' };
  const shared = ofBrand.watches.filter((watch) => other.watches.some((one) => one.id === watch.id));
  if (shared.length === 0) return { is: 'other-brand' };
  const [own, theirs] = await Promise.all([family, others].map((ids) => idsByWatch(ids, ports)));
  await inParallel(shared, async ({ id: watchId }) => {
    const [story, to] = [own?.get(watchId), theirs?.get(watchId)];
    if (story === undefined && to === undefined) return;
    const pair = { story: story ?? ofBrand.whole.story.id, about: to ?? other.whole.story.id };
    await give({ kind: 'join', watchId, ...pair, at }, ports);
  });
  return { is: 'given', kind: 'join' };
}

/** The smallest of some ids of a story under which each watch has it. */
async function idsByWatch(ids: readonly string[], ports: PagePorts): Promise<Map<string, string>> {
  const parts = await ports.stories.parts(ids);
  const byWatch = new Map<string, string>();
  for (const id of ids.toSorted())
    for (const { watchId } of parts.get(id) ?? [])
      if (watchId !== undefined && !byWatch.has(watchId)) byWatch.set(watchId, id);
  return byWatch;
}

/** Records the mute, then mutes: a repeat finds the record, and mutes the same. */
async function giveMute({ ofBrand: { whole, watches }, at, ports }: Given): Promise<StoryNotice> {
  const { story } = whole;
  const family = whole.family.slice(0, MOST_MUTED);
  const silence = silenceOf(
    {
      matchers: { words: family.map((id) => `story ${id}`) },
      stories: family,
      owner: 'reader',
      reason: `story muted on its page, ${story.id}`,
      endsAt: at + MUTE_LENGTH,
    },
    at,
  );
  const muted = { silenceId: silence.id, mutedUntil: silence.endsAt };
  const known = await idsByWatch(family, ports);
  const stands = await inParallel(
    watches.filter(({ id }) => known.has(id)),
    async ({ id: watchId }) => [await give({ kind: 'mute', watchId, story: story.id, at, ...muted }, ports)],
  );
  if (stands.flat().some((order) => order?.silenceId === silence.id && order.undoneAt === undefined))
    await ports.silences.put(silence);
  return { is: 'given', kind: 'mute' };
}

/** Puts an order, unless a later one is about the same. Returns the order that is stored then. */
async function give(
  given: Parameters<typeof newStoryOrder>[0],
  { storyOrders }: PagePorts,
): Promise<StoryOrder | undefined> {
  const all = await storyOrders.of(given.watchId);
  const order = newStoryOrder(given);
  const was = all.find((one) => storyOrderKey(one) === storyOrderKey(order));
  const isNewer = was === undefined || (was.at < given.at && (was.undoneAt ?? 0) <= given.at);
  if (!isNewer) return was;
  const next = newStoryOrder(given, was);
  return (await storyOrders.put(next, was)) ? next : was;
}

/** Notes in each watch that an order is undone. Of a mute, its silence ends: it begins at its end, since pages delete nothing. */
async function undoOrder({ ofBrand, about, ports }: Given): Promise<StoryNotice> {
  const now = ports.clock.now();
  const orders = (await ordersAbout(ofBrand, ports)).filter(
    (one) => orderName(one) === about && one.undoneAt === undefined && one.result !== 'gone',
  );
  const [first] = orders;
  if (!first) return { is: 'changed-meanwhile' };
  const { silenceId } = first;
  const silences = silenceId === undefined ? [] : await ports.silences.since(now);
  const silence = silences.find(({ id }) => id === silenceId);
  if (silence) await ports.silences.put({ ...silence, startsAt: silence.endsAt });
  for (const order of orders) await ports.storyOrders.put(changedOrder(order, { undoneAt: now }), order);
  return { is: 'undone', kind: first.kind };
}

/** What people have ordered about a story, in any watch of its brand. */
async function ordersAbout({ whole, watches }: StoryOfBrand, ports: PagePorts): Promise<StoryOrder[]> {
  const all = await inParallel(watches, ({ id }) => ports.storyOrders.of(id));
  const ids = new Set([...whole.family, ...whole.story.members]);
  return all
    .flat()
    .filter(({ story, about = '', stories = [] }) => [story, about, ...stories].some((one) => ids.has(one)));
}

async function readOrders(
  page: StoryPage,
  ofBrand: StoryOfBrand,
  notice: StoryNotice | undefined,
): Promise<StoryOrdersView> {
  const { ports } = page;
  const { keys } = await ports.links();
  const now = ports.clock.now();
  const orders = await ordersAbout(ofBrand, ports);
  const byName = [...Map.groupBy(orders, orderName).values()];
  const titles = await titlesOf(orders, ofBrand.watches, ports);
  const given = byName.flatMap((all): GivenOrder[] => {
    const order = all.find(({ result }) => result !== 'gone') ?? all[0];
    if (!order) return [];
    const title = titles.get(order.about ?? '');
    return [{ order, ...(title !== undefined && { title }), waits: all.some(isStoryOrderWaiting) }];
  });
  const tokenOf = (act: keyof StoryOrdersView['tokens']) => formToken(purposeOf(page, act), { keys, now });
  const isMute = ({ order }: GivenOrder) =>
    order.kind === 'mute' && order.undoneAt === undefined && (order.mutedUntil ?? 0) > now;
  return {
    tokens: { split: tokenOf('split'), join: tokenOf('join'), mute: tokenOf('mute'), undo: tokenOf('undo') },
    given: given.toSorted((a, b) => b.order.at - a.order.at),
    muted: given.some(isMute),
    ...(notice && { notice }),
  };
}

/** The titles of articles that were split out. */
async function titlesOf(
  orders: readonly StoryOrder[],
  watches: readonly Watch[],
  ports: PagePorts,
): Promise<Map<string, string>> {
  const split = orders.flatMap(({ kind, about }) => (kind === 'split' && about !== undefined ? [about] : []));
  if (split.length === 0) return new Map();
  const found = await inParallel(watches, ({ id }) => ports.findings.read(id, [...new Set(split)]));
  return new Map(found.flat().map(({ finding }) => [finding.fingerprint, finding.title]));
}

/** A form of one page does one thing, to one story. */
function purposeOf({ id, signed }: StoryPage, act: keyof StoryOrdersView['tokens']): string {
  return `story ${act} ${id} ${signed}`;
}
