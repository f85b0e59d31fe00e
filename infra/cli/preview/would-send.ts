import { isNewsAlert } from '../replay/compare-sent.ts';
import { isReplayedFromStore } from '../replay/read-past.ts';
import { recordingKeyOf } from '../replay/recording.ts';
import { replayDays } from '../replay/replay-days.ts';
import type { MadeAlert } from '../replay/replayed-stack.ts';
import { type TriedOut, countingTwin } from '../stack/try-out.ts';
import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import { type Channel, TRANSPORTS, protocolsOf } from '../../../shared/domain/channels/channel.ts';
import { waitsForBrief } from '../../../shared/domain/channels/due-times.ts';
import { destinationsOf } from '../../../shared/domain/channels/destinations.ts';
import { hourOf } from '../../../shared/domain/counting/hourly-counts.ts';
import { countingOf } from '../../../shared/domain/policies/registry.ts';
import { DAY, SECOND } from '../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import {
  type Severity,
  type Watch,
  compareSeverity,
  mostSevere,
} from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { memoryTable } from '../../../shared/store/memory-table.ts';
import type { OpenModel } from '../../../shared/use-cases/ports/models.ts';
import { openStore, type Store } from '../../../shared/store/open-store.ts';

/**
 * The alerts of a watch that lives through a span as in a stack, run by run. It finds what was read of the span; a
 * watch that counts counts the numbers of the service where not every match was read. People are notified of its first
 * run, too.
 */
export async function playWatch(
  watch: Watch,
  { tried, channels, models }: { tried: TriedOut; channels: readonly Channel[]; models?: OpenModel },
): Promise<{ made: MadeAlert[]; store: Store }> {
  const { window, findings } = tried;
  const store = openStore(memoryTable());
  // Silence, and what is below a number, is detected where nothing was found, too.
  if (findings.length === 0 && !countingOf(watch)) return { made: [], store };
  const asked = countingOf(watch) && !isRead(tried) ? countingTwin(watch) : watch;
  const played: Watch = { ...asked, firstRun: 'tell' };
  const recording = { findings, counts: byHour(tried.frames) };
  const { made } = await replayDays({
    desired: { watches: [played], channels },
    store,
    models,
    past: { recordings: new Map([[recordingKeyOf(played), recording]]) },
    stored: new Map(isReplayedFromStore(played) ? [[watch.id, foundAtSlots(watch, tried)]] : []),
    span: window,
    starts: new Map(),
  });
  return { made: made.filter(({ alert }) => isNewsAlert(alert)), store };
}

/** Findings as of the run that would have found them: the first after they were indexed, at the latest the end. */
function foundAtSlots(watch: Watch, { window: { from, to }, findings }: TriedOut) {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  return findings.map((finding) => ({
    finding,
    foundAt: Math.min(nextSlot(schedule, { after: finding.indexedAt, start: from }) ?? to, to - SECOND),
  }));
}

/** True when every match was read, so that stories and sentiments are known. */
export function isRead({ hits, findings }: TriedOut): boolean {
  return findings.length > 0 && findings.length >= hits;
}

function byHour(frames: TriedOut['frames']): TriedOut['frames'] {
  const hours = Map.groupBy(frames, ({ from }) => hourOf(from));
  return [...hours]
    .map(([from, same]) => ({ from, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.from - b.from);
}

/** Alerts that say the same, on however many channels, once. Of a story each channel has an alert of its own. */
function onceEach(made: readonly MadeAlert[]): MadeAlert[] {
  const keyOf = ({ id, space, story, severity }: Alert) =>
    space === undefined ? id : `${story?.id} ${severity}`;
  return [...new Map(made.map((one) => [keyOf(one.alert), one])).values()];
}

/** What the addresses of one transport of a channel would have heard of a watch in a month. */
export interface Hearer {
  channel: string;
  transport: string;
  /** Addresses, or the place that the file names: a channel of Slack, a bus. */
  to: readonly string[];
  /** Alerts that would have been sent at once, and those that would have waited for a brief. */
  atOnce: number;
  inBrief: number;
  /** Of SMS: parts to all numbers, and their cost where the file has a price. */
  smsParts?: number;
  smsCost?: number;
}

/** Who would have heard of some alerts: by channel, transport and address. `share` scales the alerts to a month. */
export function wouldHear(
  alerts: readonly Pick<MadeAlert, 'channel' | 'alert'>[],
  { channels, share }: { channels: readonly Channel[]; share: number },
): Hearer[] {
  return channels.flatMap((channel) => {
    const own = alerts.filter((one) => one.channel === channel.name).map(({ alert }) => alert);
    const taken = [...new Map(own.map((alert) => [alert.id, alert])).values()];
    return transportsOf(channel).map(({ transport, to, least }): Hearer => {
      const heard = taken.filter(({ severity }) => compareSeverity(severity, least) >= 0);
      const atOnce = heard.filter(({ severity }) => !waitsForBrief(channel, severity));
      const counts = {
        atOnce: Math.round(atOnce.length * share),
        inBrief: Math.round((heard.length - atOnce.length) * share),
      };
      return {
        channel: channel.name,
        transport,
        to,
        ...counts,
        ...(transport === 'sms' && smsOf(heard, { channel, share })),
      };
    });
  });
}

/** The transports of a channel with their addresses and the least severity that each takes. */
function transportsOf(channel: Channel): { transport: string; to: readonly string[]; least: Severity }[] {
  const { minSeverity, protocolSeverity = {}, transports = {} } = channel;
  const own = (severity: Severity | undefined) => mostSevere(minSeverity, severity ?? 'info');
  return [
    ...protocolsOf(channel).map((protocol) => ({
      transport: protocol,
      to: channel[protocol],
      least: own(protocolSeverity[protocol]),
    })),
    ...TRANSPORTS.flatMap((transport) => {
      const settings = transports[transport];
      return settings
        ? [
            {
              transport,
              to: destinationsOf(transports, transport).map(({ text }) => text),
              least: own(settings.minSeverity),
            },
          ]
        : [];
    }),
  ];
}

/** The SMS parts of alerts that are sent one by one: groups only lower them. */
function smsOf(
  alerts: readonly Alert[],
  { channel, share }: { channel: Channel; share: number },
): Pick<Hearer, 'smsParts' | 'smsCost'> {
  const parts = alerts.map((alert) => {
    const { sms } = composeMessage([alert], { channel, now: alert.createdAt });
    return sms ? sms.parts * sms.numbers : 0;
  });
  const smsParts = Math.round(parts.reduce((sum, one) => sum + one, 0) * share);
  return { smsParts, ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }) };
}

/** The alerts that a window would have caused. */
export interface WouldNotify {
  alerts: number;
  /** The same for 30 days. */
  monthly: number;
  /** Titles of findings that would have caused alerts, or texts of detections, the latest first. News text. */
  samples: readonly string[];
  /**
   * SMS parts per month to all numbers of the channel. Each alert counts alone, so groups and briefs only lower it.
   */
  smsParts: number;
  /** Cost of these parts, when the file has a price. */
  smsCost?: number;
  /** Who would have heard of them in a month: by channel, transport and address. */
  hearers: readonly Hearer[];
  /** The alerts, each once. */
  list: readonly MadeAlert[];
}

export const MONTH_DAYS = 30;
const MOST_SAMPLES = 10;

/**
 * The alerts that a watch would have caused by its policy. Numbers of what was read are scaled to all matches.
 *
 * @param given.channels those of the watch. SMS are counted for the first of them.
 */
export async function wouldNotify(
  watch: Watch,
  { tried, channels }: { tried: TriedOut; channels: readonly Channel[] },
): Promise<WouldNotify> {
  const [channel] = channels;
  const { window, findings, hits } = tried;
  const { made } = await playWatch(watch, { tried, channels });
  const list = onceEach(made);
  const share = countingOf(watch) ? 1 : Math.max(1, hits / Math.max(1, findings.length));
  const monthShare = (share * MONTH_DAYS * DAY) / (window.to - window.from);
  const monthly = Math.round(list.length * monthShare);
  const latest = list.slice(-MOST_SAMPLES).map(({ alert }) => alert);
  const hearers = wouldHear(made, { channels, share: monthShare });
  const own = hearers.filter((one) => one.channel === channel?.name);
  const smsParts = own.reduce((sum, one) => sum + (one.smsParts ?? 0), 0);
  return {
    alerts: Math.round(list.length * share),
    monthly,
    samples: latest.toReversed().map(sampleOf),
    smsParts,
    hearers,
    list,
    ...(channel?.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

function sampleOf({ items: [item], occasion }: Alert): string {
  return 'text' in occasion ? occasion.text : (item?.title ?? '');
}
