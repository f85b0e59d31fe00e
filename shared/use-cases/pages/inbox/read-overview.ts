import { channelNameOf, lanesOf } from '../../../domain/channels/lanes.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StatusView } from '../../../domain/pages/inbox.ts';
import {
  type BrandDay,
  type GrowingStory,
  type OverviewView,
  type ServiceUsage,
  usualOf,
  type WaitingAlerts,
} from '../../../domain/pages/overview-view.ts';
import { searchedState } from '../../../domain/pages/search/search-match.ts';
import { isFaulty } from '../../../domain/pages/watch-status.ts';
import { dayAfter, dayOf, type Instant } from '../../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../domain/watches/watch.ts';
import { type SameStory, smallestIds } from '../../../domain/stories/same-stories.ts';
import { readAsOne, readStories, type WholeStory } from '../../stories/read-stories.ts';
import type { PagePorts } from '../page-ports.ts';
import { readStatus } from '../read-inbox.ts';
import { readStoryArticles } from '../story/read-story-articles.ts';
import { sameOfBrands } from '../story/stories-of-brand.ts';

const DAYS = 8;
const MOST_STORIES = 5;
/** Of how many of today's latest findings of a watch, and of how many of their stories, the largest are taken. */
const MOST_FINDINGS = 200;
const MOST_CANDIDATES = 12;
const MOST_ALERTS = 2_000;

/** Today at a glance: volume by brand against the usual, the largest stories, what was sent, what waits, incidents and usage. */
export async function readOverview(ports: PagePorts, now: Instant): Promise<OverviewView> {
  const day = dayOf(now);
  const watches = await ports.definitions.watches();
  const [status, brands, alerts, waiting] = await Promise.all([
    readStatus(ports, now),
    inParallel(
      Map.groupBy(watches, ({ brand }) => brand),
      ([brand, own]) => readBrand({ brand, own, now }, ports),
    ),
    ports.alerts.latestOn(day, MOST_ALERTS),
    readWaiting(ports),
  ]);
  const states = alerts.map(({ state }) => searchedState(state));
  const countOf = (wanted: string) => states.filter((state) => state === wanted).length;
  return {
    day,
    brands: brands.toSorted((a, b) => (b.days.at(-1) ?? 0) - (a.days.at(-1) ?? 0)),
    alerts: {
      sent: countOf('sent'),
      waiting: countOf('waiting'),
      muted: countOf('muted'),
      dropped: countOf('dropped'),
    },
    waiting,
    incidents: status.incidents,
    dead: status.dead.length,
    watches: {
      all: watches.length,
      faulty: status.watches.filter(({ condition }) => isFaulty(condition)).length,
    },
    usage: usageOf(watches, status),
  };
}

async function readBrand(
  { brand, own, now }: { brand: string | undefined; own: readonly Watch[]; now: Instant },
  ports: PagePorts,
): Promise<BrandDay> {
  const days = Array.from({ length: DAYS }, (_, n) => dayAfter(dayOf(now), n + 1 - DAYS));
  const [counts, stories] = await Promise.all([
    inParallel(days, async (day) => {
      const found = await inParallel(own, ({ id }) => ports.timeline.count(id, day));
      return found.reduce((sum, one) => sum + one, 0);
    }),
    readLargest({ own, now }, ports),
  ]);
  const usual = usualOf(counts.slice(0, -1));
  return {
    ...(brand !== undefined && { brand }),
    days: counts,
    ...(usual !== undefined && { usual }),
    stories,
  };
}

/** The stories with the most articles today, of those that today's latest findings are in; what watches of a brand have of one is one. */
async function readLargest(
  { own, now }: { own: readonly Watch[]; now: Instant },
  ports: PagePorts,
): Promise<GrowingStory[]> {
  const day = dayOf(now);
  const ids = (await inParallel(own, ({ id }) => ports.timeline.storyIds(id, day, MOST_FINDINGS))).flat();
  const byStory = [...Map.groupBy(ids, (id) => id)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const candidates = await readStories(
    ports,
    byStory.slice(0, MOST_CANDIDATES).map(([id]) => id),
  );
  const stories = [...new Map([...candidates.values()].map((one) => [one.story.id, one])).values()];
  const smallest = smallestIds(await sameAmong(stories, { own, ports }));
  const groups = Map.groupBy(stories, ({ story: { id } }) => smallest.get(id) ?? id);
  const read = await inParallel(groups.values(), async (group) => {
    const [first] = group;
    return group.length === 1
      ? first
      : readAsOne(
          ports,
          group.map(({ story }) => story.id),
        );
  });
  const whole = read.flatMap((one) => one ?? []);
  const begun = Date.parse(`${day}T00:00:00Z`);
  const growing = whole.map(({ story, articles }) => {
    const today = new Set(articles.filter(({ at }) => at >= begun).map(({ fingerprint }) => fingerprint))
      .size;
    return { story, today };
  });
  const each = [...new Map(growing.map((one) => [one.story.id, one])).values()];
  return each
    .toSorted(
      (a, b) =>
        b.today - a.today ||
        b.story.members.length - a.story.members.length ||
        (a.story.id < b.story.id ? -1 : 1),
    )
    .slice(0, MOST_STORIES);
}

/** Which of the largest stories are one, though watches of the brand have them under ids of their own. */
async function sameAmong(
  stories: readonly WholeStory[],
  { own, ports }: { own: readonly Watch[]; ports: PagePorts },
): Promise<SameStory[]> {
  if (own.length < 2 || own.every(({ brand }) => brand === undefined)) return [];
  const { findings, definitions } = ports;
  const reading = { findings, definitions: { watches: async () => [...own] } };
  const entries = await readStoryArticles(
    stories.map(({ story }) => story),
    { ports: reading, most: COMPARED_ARTICLES },
  );
  return sameOfBrands(entries, { definitions });
}

/** So many articles of a story say whether another one is about the same, as in the list of stories. */
const COMPARED_ARTICLES = 2;

/** What waits on each channel, and why: of several lanes of a channel the first, as all have the same alerts. */
async function readWaiting({ definitions, alerts }: PagePorts): Promise<WaitingAlerts[]> {
  const channels = await definitions.channels();
  const held = await inParallel(channels, async (channel) => {
    const [lane = channel] = lanesOf(channel);
    const reasons = (await alerts.held(lane.name, MOST_ALERTS)).map(({ state }) =>
      state.state === 'pending' ? (state.heldFor ?? ('due' as const)) : undefined,
    );
    return [...Map.groupBy(reasons, (reason) => reason)].flatMap(([reason, all]) =>
      reason === undefined ? [] : [{ channel: channelNameOf(lane.name), reason, count: all.length }],
    );
  });
  return held.flat();
}

function usageOf(watches: readonly Watch[], { watches: statuses }: StatusView): ServiceUsage[] {
  const months = new Map(statuses.map(({ id, month }) => [id, month]));
  return [...Map.groupBy(watches, ({ kind }) => serviceOf(kind))].map(([service, own]) => {
    const used = own.flatMap(({ id }) => months.get(id) ?? []);
    return {
      service,
      calls: used.reduce((sum, { calls }) => sum + calls, 0),
      credits: used.reduce((sum, { credits = 0 }) => sum + credits, 0),
    };
  });
}
