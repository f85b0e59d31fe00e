import { type Alert, alertOf, policyAlertOf } from '../../../shared/domain/alerts/alert.ts';
import { type Channel, followsFinding } from '../../../shared/domain/channels/channel.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { climbAlertOf } from '../../../shared/domain/alerts/update-alert.ts';
import { type ReachedSeverity, severityOf } from '../../../shared/domain/stories/story-severity.ts';
import {
  singleFindingStory,
  storyArticleOf,
  storyWithout,
} from '../../../shared/domain/stories/story-record.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import type { Detection } from '../../../shared/domain/policies/policy.ts';
import { countingOf, detectionPolicyOf, policyOf } from '../../../shared/domain/policies/registry.ts';
import { compareSeverity, type Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import type { TriedOut } from '../stack/try-out.ts';
import { firstOfEachStory, inOrder, storiesOf } from './group-stories.ts';
import { type Hearer, wouldHear } from './would-hear.ts';
import { seenInHours } from './seen-in-hours.ts';

/** The alerts that a window would have caused. */
export interface WouldNotify {
  alerts: number;
  /** The same for 30 days. */
  monthly: number;
  /** Titles of findings that would have caused alerts, or texts of detections, the latest first. News text. */
  samples: readonly string[];
  /** SMS parts per month to all numbers of the channel. Each alert counts alone, so groups and briefs only lower it. */
  smsParts: number;
  /** Cost of these parts, when the file has a price. */
  smsCost?: number;
  /** Who would have heard of them in a month: by channel, transport and address. */
  hearers: readonly Hearer[];
}

export const MONTH_DAYS = 30;
const MOST_SAMPLES = 10;

/** The alerts that a watch would have caused by its policy. Numbers of one page are scaled to all matches. */
export function wouldNotify(
  watch: Watch,
  {
    tried,
    channel,
    channels = [channel],
  }: { tried: TriedOut; channel: Channel; channels?: readonly Channel[] },
): WouldNotify {
  const isCounting = countingOf(watch) !== undefined;
  const notified = isCounting ? alertsOfHours(watch, tried) : notifiedOf(watch, { tried, channel });
  const share = isCounting ? 1 : Math.max(1, tried.hits / Math.max(1, tried.findings.length));
  const heard = notified.filter(({ severity }) =>
    channels.some(({ minSeverity }) => compareSeverity(severity, minSeverity) >= 0),
  );
  const alerts = heard.length * share;
  const { from, to } = tried.window;
  const monthly = Math.round((alerts * MONTH_DAYS * DAY) / (to - from));
  const latest = notified.slice(-MOST_SAMPLES).toReversed();
  const smsParts = Math.round(monthly * averageParts(latest, channel));
  return {
    alerts: Math.round(alerts),
    monthly,
    samples: latest.map(sampleOf),
    smsParts,
    hearers: wouldHear(notified, { channels, share: (share * MONTH_DAYS * DAY) / (to - from) }),
    ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

/** The alerts that a policy causes from findings, one by one. What was seen before the window is not known. */
function notifiedOf(watch: Watch, { tried, channel }: { tried: TriedOut; channel: Channel }): Alert[] {
  const policy = policyOf(watch.alert.when);
  const relevant = tried.findings.filter(
    (finding) => finding.excludedBy === undefined && followsFinding(channel, finding),
  );
  const settings = watch.alert.settings ?? {};
  const seen = new Set<string>();
  const each: Finding[] = [];
  const stories: Finding[] = [];
  const detections = new Map<string, Detection | undefined>();
  for (const finding of inOrder(relevant)) {
    const decision = policy.onFinding?.(finding, settings);
    if (!decision || decision.notify === 'nothing') continue;
    if (decision.notify === 'first') {
      const fresh = decision.values.filter((value) => !seen.has(value));
      for (const value of fresh) seen.add(value);
      if (fresh.length === 0) continue;
      detections.set(finding.fingerprint, decision.detection(fresh));
    } else detections.set(finding.fingerprint, decision.detection);
    (decision.notify === 'story' ? stories : each).push(finding);
  }
  const storyOf = storiesOf(watch, stories);
  const first = inOrder([...each, ...firstOfEachStory(stories, storyOf)]).map((finding) =>
    alertOfFinding(watch, { finding, detection: detections.get(finding.fingerprint) }),
  );
  const climbs = watch.raise ? climbsOf(watch, stories, storyOf) : [];
  return [...first, ...climbs].toSorted((a, b) => a.createdAt - b.createdAt);
}

/** The climbs of the stories of these findings, as they grow article by article. */
function climbsOf(watch: Watch, findings: readonly Finding[], storyOf: ReadonlyMap<string, string>): Alert[] {
  const groups = Map.groupBy(inOrder(findings), ({ fingerprint }) => storyOf.get(fingerprint) ?? fingerprint);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const articles = [storyArticleOf(first)];
    let from = reachedBy(watch, first).severity;
    return others.flatMap((finding): Alert[] => {
      articles.push(storyArticleOf(finding));
      const story = storyWithout(singleFindingStory(first), articles, new Set());
      const reached = severityOf(watch, { story, facts: [] }, { isFirst: false });
      if (compareSeverity(reached.severity, from) <= 0) return [];
      const climb = climbAlertOf(watch, {
        finding,
        reached,
        from,
        holder: first.fingerprint,
        now: finding.indexedAt,
      });
      from = reached.severity;
      return [climb];
    });
  });
}

function reachedBy(watch: Watch, finding: Finding): ReachedSeverity {
  return severityOf(
    watch,
    { story: singleFindingStory(finding), facts: [finding.facts ?? {}] },
    { isFirst: true },
  );
}

function alertOfFinding(
  watch: Watch,
  { finding, detection }: { finding: Finding; detection: Detection | undefined },
): Alert {
  const policy = detectionPolicyOf(watch.alert.when);
  const now = finding.indexedAt;
  const reached = reachedBy(watch, finding);
  if (!detection || !policy) return alertOf(watch, { finding, reached, now });
  return policyAlertOf(watch, {
    policy,
    key: [finding.fingerprint],
    detection,
    findings: [finding],
    reached,
    now,
  });
}

function alertsOfHours(watch: Watch, tried: TriedOut): Alert[] {
  const policy = detectionPolicyOf(watch.alert.when);
  if (!policy) return [];
  return seenInHours(watch, tried).map(({ at, detection }) =>
    policyAlertOf(watch, { policy, key: [String(at)], detection, findings: [], now: at }),
  );
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
