import type { Alert, AlertState } from '../../domain/alerts/alert.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { inParallel, loadedOnce } from '../../domain/lib/in-parallel.ts';
import { maySee, type Viewer } from '../../domain/pages/viewer.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { brandOfSpace, type Watch } from '../../domain/watches/watch.ts';
import type { DayPart } from '../../store/findings/timeline.ts';
import type { PagePorts } from '../pages/page-ports.ts';

/** How many of all reports are looked at for those of a viewer. */
const MOST_REPORTS = 1_000;

/**
 * The ports of pages as one viewer may read them: whatever a page asks for, it gets nothing of other brands. What it
 * writes is about what it has read.
 */
export function limitPorts(ports: PagePorts, viewer: Viewer): PagePorts {
  if (viewer.brands === 'all') return ports;
  const sees = (brand: string | undefined) => maySee(viewer, brand);
  const seesAlert = ({ alert }: { alert: Alert }) => sees(alert.brand);
  const watches = loadedOnce(async () => {
    const all = await ports.definitions.watches();
    return new Map(all.filter(({ brand }) => sees(brand)).map((watch) => [watch.id, watch]));
  });
  const seesWatch = async (id: string | undefined) => id !== undefined && (await watches()).has(id);
  const ofWatch = async <T>(id: string, read: () => Promise<T[]>) => ((await seesWatch(id)) ? read() : []);
  const alerts = limitAlerts(ports, { seesAlert, seesWatch });
  const { definitions, timeline, messages, silences } = ports;

  const seesMessage = async ({ alertIds, channel }: { alertIds: readonly string[]; channel: string }) => {
    const found = await inParallel(alertIds, (id) => ports.alerts.get(id, channel));
    return found.length > 0 && found.every((one) => one !== undefined && seesAlert(one));
  };
  const seesSilence = async ({ matchers: { watch = [], brand = [], story = [] } }: Silence) => {
    const ids = await watches();
    const stories = await ports.stories.read(story);
    const named = [
      ...watch.map((id) => ids.has(id)),
      ...brand.map(sees),
      ...story.map((id) => sees(brandOfSpace(stories.get(id)?.space ?? ''))),
    ];
    return named.length > 0 && named.every(Boolean);
  };
  const seenSilences = (end: Instant) => filtered(silences.since(end), seesSilence);

  return {
    ...ports,
    alerts: {
      ...alerts,
      async mutedSince(from) {
        const seen = new Set((await seenSilences(from - DAY)).map(({ id }) => id));
        const states = await ports.alerts.mutedSince(from);
        return states.filter((state) => state.state === 'silenced' && seen.has(state.silenceId));
      },
    },
    definitions: {
      ...definitions,
      watches: async () => [...(await watches()).values()],
      watch: async (id) => (await watches()).get(id),
      async channels() {
        const own = await channelsOf(watches);
        return (await definitions.channels()).filter(({ name }) => own.has(name));
      },
      channel: async (name) =>
        (await channelsOf(watches)).has(channelNameOf(name)) ? definitions.channel(name) : undefined,
    },
    timeline: {
      ...timeline,
      findings: (part) => ofWatch(part.watchId, () => timeline.findings(part)),
      latest: (id, ...how) => ofWatch(id, () => timeline.latest(id, ...how)),
      async articles(keys) {
        const ids = await watches();
        return timeline.articles(keys.filter(({ watchId }) => ids.has(watchId)));
      },
      async alerts(part) {
        const seen = await filledPart(part, {
          read: (one) => timeline.alerts(one),
          sees: seesAlert,
          placeOf: ({ alert: { createdAt: at, id } }) => ({ at, id }),
        });
        return inParallel(seen, alerts.shown);
      },
      stories: (part) =>
        filledPart(part, {
          read: (one) => timeline.stories(one),
          sees: ({ space }) => sees(brandOfSpace(space)),
          placeOf: ({ madeAt, id }) => ({ at: madeAt, id }),
        }),
    },
    findings: {
      ...ports.findings,
      read: (id, ...how) => ofWatch(id, () => ports.findings.read(id, ...how)),
      async *foundOn(id, ...how) {
        if (await seesWatch(id)) yield* ports.findings.foundOn(id, ...how);
      },
    },
    stories: {
      ...ports.stories,
      async read(ids) {
        const found = await ports.stories.read(ids);
        return new Map([...found].filter(([, { space }]) => sees(brandOfSpace(space))));
      },
    },
    messages: {
      ...messages,
      async get(id) {
        const found = await messages.get(id);
        return found && (await seesMessage(found.message)) ? found : undefined;
      },
      dead: () => filtered(messages.dead(), ({ message }) => seesMessage(message)),
    },
    silences: { ...silences, since: seenSilences },
    incidents: {
      ...ports.incidents,
      open: () => filtered(ports.incidents.open(), ({ watchId }) => seesWatch(watchId)),
    },
    extractions: {
      ...ports.extractions,
      madeOn: (...how) => filtered(ports.extractions.madeOn(...how), ({ watchId }) => seesWatch(watchId)),
    },
    readerActions: {
      ...ports.readerActions,
      of: (id, ...how) => ofWatch(id, () => ports.readerActions.of(id, ...how)),
      acknowledgedSince: (from) =>
        filtered(ports.readerActions.acknowledgedSince(from), ({ watchId }) => seesWatch(watchId)),
    },
    storyOrders: {
      ...ports.storyOrders,
      of: async (space) => (sees(brandOfSpace(space)) ? ports.storyOrders.of(space) : []),
    },
    reportRecords: {
      ...ports.reportRecords,
      async get(id) {
        const record = await ports.reportRecords.get(id);
        return record && sees(record.brand) ? record : undefined;
      },
      latest: async (limit) =>
        (await ports.reportRecords.latest(MOST_REPORTS)).filter(({ brand }) => sees(brand)).slice(0, limit),
    },
  };
}

interface Stored {
  alert: Alert;
  state: AlertState;
}

/** Alerts of seen brands. That one joined an alert of another brand is not said. */
function limitAlerts(
  { alerts }: PagePorts,
  {
    seesAlert,
    seesWatch,
  }: { seesAlert: (one: Stored) => boolean; seesWatch: (id: string) => Promise<boolean> },
) {
  const shown = async (one: Stored): Promise<Stored> => {
    const { alert, state } = one;
    if (state.state !== 'dropped' || !state.joinedTo || (await seesWatch(state.joinedTo.watchId))) return one;
    return { alert, state: { state: 'dropped', reason: 'Another alert on the channel was about the same.' } };
  };
  const seen = async (read: Promise<Stored[]>) => inParallel((await read).filter(seesAlert), shown);
  return {
    ...alerts,
    shown,
    async get(id: string, lane?: string) {
      const found = await alerts.get(id, lane);
      return found && seesAlert(found) ? shown(found) : undefined;
    },
    onLanes: (id: string) => seen(alerts.onLanes(id)),
    held: (lane: string, limit: number) => seen(alerts.held(lane, limit)),
    madeOn: (day: string, limit: number) => seen(alerts.madeOn(day, limit)),
    latestOn: (day: string, limit: number) => seen(alerts.latestOn(day, limit)),
    madeIn: (minute: Instant) => seen(alerts.madeIn(minute)),
  };
}

async function filtered<T>(read: Promise<readonly T[]>, sees: (one: T) => Promise<boolean>): Promise<T[]> {
  const all = await read;
  const seen = await inParallel(all, sees);
  return all.filter((_, n) => seen[n]);
}

/** The channels to which watches alert. */
async function channelsOf(watches: () => Promise<ReadonlyMap<string, Watch>>): Promise<Set<string>> {
  const all = [...(await watches()).values()];
  return new Set(all.flatMap(({ alert: { channel, channels = [channel] } }) => channels));
}

interface PartOf<T> {
  read: (part: DayPart) => Promise<T[]>;
  sees: (one: T) => boolean;
  placeOf: (one: T) => { at: Instant; id: string };
}

/** A part of a day with as many seen entries as it may have: who reads it takes a shorter one for the end of the day. */
async function filledPart<T>(part: DayPart, { read, sees, placeOf }: PartOf<T>): Promise<T[]> {
  const seen: T[] = [];
  for (let { before } = part; ; ) {
    const found = await read({ ...part, before });
    seen.push(...found.filter(sees));
    const last = found.at(-1);
    if (seen.length >= part.limit || found.length < part.limit || !last) return seen.slice(0, part.limit);
    before = placeOf(last);
  }
}
