import { type Alert, alertOf } from '../../../shared/domain/alerts/alert.ts';
import { type Channel, followsFinding } from '../../../shared/domain/channels/channel.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import { policyAlertOf } from '../../../shared/domain/alerts/policy-alert.ts';
import type { Detection } from '../../../shared/domain/policies/policy.ts';
import { policyOf, detectionPolicyOf } from '../../../shared/domain/policies/registry.ts';
import { countingOf } from '../../../shared/domain/counting/watch-subject.ts';
import { compareSeverity, type Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import type { TriedOut } from '../stack/try-out.ts';
import { firstOfEachStory, inOrder } from './group-stories.ts';
import { seenInHours } from './seen-in-hours.ts';

/** What would have been told in the span. */
export interface WouldNotify {
  alerts: number;
  /** The same over thirty days. */
  monthly: number;
  /** Titles of findings that would have rung, or what a policy would have seen, the latest first. News text. */
  samples: readonly string[];
  /** SMS of a month to all numbers of the channel, in parts; each alert by itself, so that groups and digests only lower it. */
  smsParts: number;
  /** What these parts cost, where the file names a price. */
  smsCost?: number;
}

/** What is told over and over is reckoned for so long. */
export const MONTH_DAYS = 30;
const MOST_SAMPLES = 10;

/** What a watch would have told of what it would have found, by its policy. Numbers of a page are scaled to all matches. */
export function wouldNotify(
  watch: Watch,
  { tried, channel }: { tried: TriedOut; channel: Channel },
): WouldNotify {
  const isCounting = countingOf(watch) !== undefined;
  const notified = isCounting ? alertsOfHours(watch, tried) : notifiedOf(watch, { tried, channel });
  const share = isCounting ? 1 : Math.max(1, tried.hits / Math.max(1, tried.findings.length));
  const takes = compareSeverity(watch.severity, channel.minSeverity) >= 0;
  const alerts = takes ? notified.length * share : 0;
  const { from, to } = tried.window;
  const monthly = Math.round((alerts * MONTH_DAYS * DAY) / (to - from));
  const latest = notified.slice(-MOST_SAMPLES).toReversed();
  const smsParts = Math.round(monthly * averageParts(latest, channel));
  return {
    alerts: Math.round(alerts),
    monthly,
    samples: latest.map(sampleOf),
    smsParts,
    ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

/** What the policy tells of the findings, one by one. What was seen before the span is not known here. */
function notifiedOf(watch: Watch, { tried, channel }: { tried: TriedOut; channel: Channel }): Alert[] {
  const policy = policyOf(watch.alert.when);
  const heard = tried.findings.filter(
    (finding) => finding.excludedBy === undefined && followsFinding(channel, finding),
  );
  const settings = watch.alert.settings ?? {};
  const seen = new Set<string>();
  const each: Finding[] = [];
  const stories: Finding[] = [];
  const detections = new Map<string, Detection | undefined>();
  for (const finding of inOrder(heard)) {
    const decision = policy.onFinding?.(finding, settings);
    if (!decision || decision.notify === 'nothing') continue;
    if (decision.notify === 'first') {
      const fresh = decision.values.filter((value) => !seen.has(value));
      for (const value of fresh) seen.add(value);
      if (fresh.length === 0) continue;
      detections.set(finding.fingerprint, decision.sighting(fresh));
    } else detections.set(finding.fingerprint, decision.sighting);
    (decision.notify === 'story' ? stories : each).push(finding);
  }
  return inOrder([...each, ...firstOfEachStory(stories)]).map((finding) =>
    alertOfFinding(watch, { finding, sighting: detections.get(finding.fingerprint) }),
  );
}

function alertOfFinding(
  watch: Watch,
  { finding, sighting: detection }: { finding: Finding; sighting: Detection | undefined },
): Alert {
  const policy = detectionPolicyOf(watch.alert.when);
  const now = finding.indexedAt;
  if (!detection || !policy) return alertOf(watch, { finding, now });
  return policyAlertOf(watch, {
    policy,
    key: [finding.fingerprint],
    sighting: detection,
    findings: [finding],
    now,
  });
}

function alertsOfHours(watch: Watch, tried: TriedOut): Alert[] {
  const policy = detectionPolicyOf(watch.alert.when);
  if (!policy) return [];
  return seenInHours(watch, tried).map(({ at, sighting: detection }) =>
    policyAlertOf(watch, { policy, key: [String(at)], sighting: detection, findings: [], now: at }),
  );
}

function sampleOf({ items: [item], occasion }: Alert): string {
  return item?.title ?? ('text' in occasion ? occasion.text : '');
}

/** Parts that one alert takes to all numbers, on average over some that would be told. */
function averageParts(alerts: readonly Alert[], channel: Channel): number {
  const parts = alerts.map((alert) => {
    const { sms } = composeMessage([alert], { channel, now: alert.createdAt });
    return sms ? sms.parts * sms.numbers : 0;
  });
  return parts.length === 0 ? 0 : parts.reduce((sum, one) => sum + one, 0) / parts.length;
}
