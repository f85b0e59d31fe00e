import { type Alert, policyAlertOf } from '../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { countingOf, detectionPolicyOf } from '../../../shared/domain/policies/registry.ts';
import { DAY, HOUR, type Instant } from '../../../shared/domain/time/instant.ts';
import { compareSeverity, type Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import type { TriedOut } from '../stack/try-out.ts';
import { type Played, type PlayedAlert, playWatch } from './play-watch.ts';
import { type Hearer, wouldHear } from './would-hear.ts';
import {
  countedItemsOf,
  type HourlyCounts,
  hourOf,
  judgeHours,
  type TimedDetection,
  withFindings,
  withFrames,
} from '../../../shared/domain/counting/hourly-counts.ts';

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
  /** The alerts, on each channel, and the findings that were read, with their stories. */
  list: readonly PlayedAlert[];
  found: readonly StoredFinding[];
}

export const MONTH_DAYS = 30;
const MOST_SAMPLES = 10;

/** The alerts that a watch would have caused by its policy. Numbers of one page are scaled to all matches. */
export async function wouldNotify(
  watch: Watch,
  {
    tried,
    channel,
    channels = [channel],
  }: { tried: TriedOut; channel: Channel; channels?: readonly Channel[] },
): Promise<WouldNotify> {
  const { window, findings, hits } = tried;
  const isCounting = countingOf(watch) !== undefined;
  const played = await playWatch(watch, { findings, channels, window });
  const list = isCounting ? alertsOfHours(watch, { tried, played, channels }) : played.alerts;
  const share = isCounting ? 1 : Math.max(1, hits / Math.max(1, findings.length));
  const heard = onceEach(list);
  const alerts = heard.length * share;
  const monthly = Math.round((alerts * MONTH_DAYS * DAY) / (window.to - window.from));
  const latest = heard.slice(-MOST_SAMPLES).toReversed();
  const smsParts = Math.round(monthly * averageParts(latest, channel));
  const monthShare = (share * MONTH_DAYS * DAY) / (window.to - window.from);
  return {
    alerts: Math.round(alerts),
    monthly,
    samples: latest.map(sampleOf),
    smsParts,
    hearers: wouldHear(list, { channels, share: monthShare }),
    list,
    found: played.found,
    ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

/** Alerts that say the same, on however many channels, once. Of a story each channel has an alert of its own. */
function onceEach(list: readonly PlayedAlert[]): Alert[] {
  const keyOf = ({ alert: { id, space, story, severity } }: PlayedAlert) =>
    space === undefined ? id : `${story?.id} ${severity}`;
  return [...new Map(list.map((one) => [keyOf(one), one.alert])).values()];
}

function alertsOfHours(
  watch: Watch,
  { tried, played, channels }: { tried: TriedOut; played: Played; channels: readonly Channel[] },
): PlayedAlert[] {
  const policy = detectionPolicyOf(watch.alert.when);
  if (!policy) return [];
  return seenInHours(watch, { tried, found: played.found }).flatMap(({ at, detection }) => {
    const alert = policyAlertOf(watch, { policy, key: [String(at)], detection, findings: [], now: at });
    const accepting = channels.filter(({ minSeverity }) => compareSeverity(alert.severity, minSeverity) >= 0);
    return accepting.map(({ name }) => ({ at, channel: name, alert }));
  });
}

function sampleOf({ items: [item], occasion }: Alert): string {
  return item?.title ?? ('text' in occasion ? occasion.text : '');
}

/** Average SMS parts of one alert to all numbers. */
function averageParts(alerts: readonly Alert[], channel: Channel): number {
  const parts = alerts.map((alert) => {
    const { sms } = composeMessage([alert], { channel, now: alert.createdAt });
    return sms ? sms.parts * sms.numbers : 0;
  });
  return parts.length === 0 ? 0 : parts.reduce((sum, one) => sum + one, 0) / parts.length;
}

/** True when every match was read, so that stories and sentiments are known. */
export function isRead({ hits, findings }: TriedOut): boolean {
  return findings.length > 0 && findings.length >= hits;
}

/** The detections of a counting policy; it counts only articles when not every match was read. */
function seenInHours(
  watch: Watch,
  { tried, found }: { tried: TriedOut; found: readonly StoredFinding[] },
): readonly TimedDetection[] {
  const counting = countingOf(watch);
  if (!counting) return [];
  const edge = hourOf(tried.window.to);
  const since = hourOf(tried.window.from) + HOUR;
  const empty: HourlyCounts = {
    watchId: watch.id,
    policy: '',
    since,
    until: since,
    readAt: since,
    hours: [],
    recent: [],
    detections: [],
  };
  const knowsStories = countedItemsOf(watch).knowsStories && isRead(tried);
  const hourlyCounts = knowsStories
    ? withFindings(empty, {
        found: found.filter((one) => isBetween(one, since, edge)),
        closedUntil: edge,
        readAt: edge,
      })
    : withFrames(empty, { frames: byHour(tried.frames), length: HOUR, closedUntil: edge, readAt: edge });
  const counted = { ...countedItemsOf(watch), knowsStories };
  return judgeHours(hourlyCounts, { counting, counted, after: since, silent: false }).detections;
}

function isBetween(
  { finding: { excludedBy, indexedAt } }: StoredFinding,
  since: Instant,
  edge: Instant,
): boolean {
  return excludedBy === undefined && indexedAt >= since && indexedAt < edge;
}

function byHour(frames: TriedOut['frames']): TriedOut['frames'] {
  const sums = new Map<number, number>();
  for (const { from, count } of frames) sums.set(hourOf(from), (sums.get(hourOf(from)) ?? 0) + count);
  return [...sums].map(([from, count]) => ({ from, count }));
}
