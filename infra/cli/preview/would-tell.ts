import { alertOf } from '../../../shared/domain/alert.ts';
import type { Channel } from '../../../shared/domain/channel.ts';
import type { Finding } from '../../../shared/domain/finding.ts';
import { HOUR } from '../../../shared/domain/instant.ts';
import { judgeHours } from '../../../shared/domain/judge-hours.ts';
import { policyOf } from '../../../shared/domain/policies/registry.ts';
import { hourOf, type Tally, withFrames } from '../../../shared/domain/tally.ts';
import { countedOf, countingOf } from '../../../shared/domain/watch-subject.ts';
import { compareSeverity, type Watch } from '../../../shared/domain/watch.ts';
import { composeMessage } from '../../../shared/render/compose-message.ts';
import type { TriedOut } from '../stack/try-out.ts';
import { firstOfEachStory, inOrder } from './group-stories.ts';

/** What would have been told in the span. */
export interface WouldTell {
  alerts: number;
  /** Titles of findings that would have rung, or what a policy would have seen, the latest first. News text. */
  samples: readonly string[];
  /** SMS to all numbers of the channel, in parts; each alert by itself, so that groups and digests only lower it. */
  smsParts: number;
  /** What these parts cost, where the file names a price. */
  smsCost?: number;
}

const MOST_SAMPLES = 10;

/** What a watch would have told of what it would have found, by its policy. Numbers of a page are scaled to all matches. */
export function wouldTell(
  watch: Watch,
  { tried, channel }: { tried: TriedOut; channel: Channel },
): WouldTell {
  const counting = countingOf(watch);
  if (counting) return seenInHours(watch, tried);
  const told = toldOf(watch, tried.findings);
  const share = tried.findings.length === 0 ? 1 : Math.max(1, tried.hits / tried.findings.length);
  const takes = compareSeverity(watch.severity, channel.minSeverity) >= 0;
  const alerts = takes ? Math.round(told.length * share) : 0;
  const parts = averageParts(watch, { told, channel });
  const smsParts = Math.round(alerts * parts);
  return {
    alerts,
    samples: told
      .slice(-MOST_SAMPLES)
      .toReversed()
      .map(({ title }) => title),
    smsParts,
    ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

/** The findings that the policy tells. What was seen before the span is not known here. */
function toldOf(watch: Watch, findings: readonly Finding[]): Finding[] {
  const policy = policyOf(watch.alert.when);
  const heard = findings.filter(({ excludedBy }) => excludedBy === undefined);
  const settings = watch.alert.settings ?? {};
  const seen = new Set<string>();
  const firsts: Finding[] = [];
  const stories: Finding[] = [];
  for (const finding of inOrder(heard)) {
    const decision = policy.onFinding?.(finding, settings);
    if (decision?.tell === 'story') stories.push(finding);
    if (decision?.tell === 'finding') firsts.push(finding);
    if (decision?.tell === 'first') {
      if (decision.values.some((value) => !seen.has(value))) firsts.push(finding);
      for (const value of decision.values) seen.add(value);
    }
  }
  return inOrder([...firsts, ...firstOfEachStory(stories)]);
}

/** What a policy of hours would have seen, by articles alone: stories are told apart only when a watch runs. */
function seenInHours(watch: Watch, { window, frames }: TriedOut): WouldTell {
  const counting = countingOf(watch);
  if (!counting) return { alerts: 0, samples: [], smsParts: 0 };
  const since = hourOf(window.from) + HOUR;
  const empty: Tally = {
    watchId: watch.id,
    policy: '',
    since,
    until: since,
    readAt: since,
    hours: [],
    recent: [],
    rings: [],
  };
  const edge = hourOf(window.to);
  const tally = withFrames(empty, { frames: byHour(frames), length: HOUR, edge, readAt: edge });
  const counted = { ...countedOf(watch), knowsStories: false };
  const { rings } = judgeHours(tally, { counting, counted, after: since, silent: false });
  const samples = rings
    .slice(-MOST_SAMPLES)
    .toReversed()
    .map(({ sighting }) => sighting.text);
  return { alerts: rings.length, samples, smsParts: 0 };
}

function byHour(frames: TriedOut['frames']): TriedOut['frames'] {
  const sums = new Map<number, number>();
  for (const { from, count } of frames) sums.set(hourOf(from), (sums.get(hourOf(from)) ?? 0) + count);
  return [...sums].map(([from, count]) => ({ from, count }));
}

/** Parts that one alert takes to all numbers, on average over those that would be told. */
function averageParts(
  watch: Watch,
  { told, channel }: { told: readonly Finding[]; channel: Channel },
): number {
  const some = told.slice(-MOST_SAMPLES);
  const parts = some.map((finding) => {
    const alert = alertOf(watch, { finding, now: finding.indexedAt });
    const { sms } = composeMessage([alert], { channel, now: finding.indexedAt });
    return sms ? sms.parts * sms.numbers : 0;
  });
  return parts.length === 0 ? 0 : parts.reduce((sum, one) => sum + one, 0) / parts.length;
}
