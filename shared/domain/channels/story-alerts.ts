import {
  type Alert,
  type Development,
  type ShownFinding,
  alertShowing,
  detectionAlertId,
  findingAlertId,
} from '../alerts/alert.ts';
import type { PlannedAlert } from '../alerts/decision.ts';
import type { AwaitedChange, FactChange, Finding, StoredFinding } from '../findings/finding.ts';
import { canonicalJson, idOf } from '../lib/hash.ts';
import { detectionPolicyOf, policyOf } from '../policies/registry.ts';
import { type ReachedSeverity, severityOf } from '../watches/story-severity.ts';
import { type Story, noticeKeyOf, singleFindingStory } from '../stories/story.ts';
import { summarizeStory } from '../alerts/story-summary.ts';
import { type Instant, isoOf } from '../time/instant.ts';
import { SEVERITIES, type Severity, type Watch, compareSeverity, mostSevere } from '../watches/watch.ts';

// An alert on a story is made of the channel, the story and its transition: what the channel learns of it. So a repeat
// is the same alert, whichever watch of the space has found the story.

/** What an alert says about its story. */
interface NotifiedStory {
  channel: string;
  story: Story;
  space: string;
  /** The watches that have found it on this channel. */
  watches: readonly string[];
  /** Findings of the story without an alert of their own. */
  silent: readonly Finding[];
}

/** The alert that a story is new to a channel. */
export function storyAlertOf(watch: Watch, shown: ShownFinding, notified: NotifiedStory): Alert {
  const { channel, story, space, watches, silent } = notified;
  return {
    ...alertShowing(watch, shown),
    id: storyAlertId(watch, notified),
    channel,
    ...(watches.length > 1 && { watches }),
    space,
    story: summarizeStory(story, silent),
  };
}

/** The alert that a story has climbed above what its channel was notified of, once for each severity. */
export function climbAlertOf(
  watch: Watch,
  shown: ShownFinding & { from: Severity },
  notified: NotifiedStory,
): Alert {
  const alert = storyAlertOf(watch, shown, notified);
  const { severity } = alert;
  const by = shown.reached?.by ?? [];
  const lower = SEVERITIES.filter((one) => compareSeverity(one, severity) < 0);
  const after = [alert.id, ...lower.map((one) => climbAlertId(watch, notified, one))];
  return { ...alert, id: climbAlertId(watch, notified, severity), raised: { from: shown.from, by, after } };
}

/** The alert that something is new in a story of which its channel was notified. */
export function developmentAlertOf(
  watch: Watch,
  shown: ShownFinding & { development: Development },
  notified: NotifiedStory,
): Alert {
  const { channel, story } = notified;
  return {
    ...storyAlertOf(watch, shown, notified),
    id: developmentAlertId(watch, { channel, story }, shown.finding.fingerprint),
    development: shown.development,
  };
}

type OnChannel = Pick<NotifiedStory, 'channel'> & { story: Pick<Story, 'id'> };

/** The id of the first alert of a channel on a story. */
export function storyAlertId(watch: Watch, { channel, story }: OnChannel): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'first');
}

function climbAlertId(watch: Watch, { channel, story }: OnChannel, severity: Severity): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'climb', severity);
}

function developmentAlertId(watch: Watch, { channel, story }: OnChannel, fingerprint: string): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'development', fingerprint);
}

/** The id of the alert that was planned on a story; undefined for one on a finding. */
export function plannedStoryAlertId(
  watch: Watch,
  planned: PlannedAlert,
  story: Pick<Story, 'id'>,
): string | undefined {
  if (!('channel' in planned)) return undefined;
  const on = { channel: planned.channel, story };
  switch (planned.about) {
    case 'story':
      return storyAlertId(watch, on);
    case 'development':
      return developmentAlertId(watch, on, planned.fingerprint);
    case 'climb':
      return climbAlertId(watch, on, planned.severity);
  }
}

/** A fact was corrected, and raises a finding above all that was notified of it: the alert, once for each severity. */
export function correctionAlertOf(watch: Watch, shown: ShownFinding & { from: Severity }): Alert {
  const alert = alertShowing(watch, shown);
  const { fingerprint } = shown.finding;
  const after = [findingAlertId(watch, fingerprint)];
  return {
    ...alert,
    id: idOf('alert', watch.id, fingerprint, 'climb', alert.severity),
    raised: { from: shown.from, by: shown.reached?.by ?? [], after },
  };
}

/** The severity that a finding had reached before some of its facts changed. */
export function severityBefore(watch: Watch, finding: Finding, changes: readonly FactChange[]): Severity {
  const before = new Map(Object.entries(finding.facts ?? {}));
  for (const { name, from } of changes) {
    if (from === undefined) before.delete(name);
    else before.set(name, from);
  }
  return reachedBy(watch, finding, Object.fromEntries(before)).severity;
}

/**
 * The alert on a change of a known finding: by the policy of its watch, or because the new facts raise the finding
 * above all that was notified of it. Its id is made of the finding and its state until then. Undefined: there is
 * nothing new to say.
 *
 * @param about.notified the severity of the first alert on the finding, where there is one.
 */
export function changeAlertOf(
  watch: Watch,
  about: { found: StoredFinding; change: AwaitedChange; notified: Severity | undefined },
  now: Instant,
): Alert | undefined {
  const { change, notified } = about;
  const { finding, discovery } = about.found;
  const { when, settings = {} } = watch.alert;
  const policy = detectionPolicyOf(when);
  const detection = policyOf(when).onChange?.(change.facts, settings);
  const reached = reachedBy(watch, finding);
  if (policy && detection) {
    const key = [finding.fingerprint, isoOf(change.before), canonicalJson(detection.changes)];
    const shown = { finding, discovery, foundAt: now, detection, reached: watch.raise && reached };
    return { ...alertShowing(watch, shown), id: detectionAlertId(watch.id, policy, key) };
  }
  const before = severityBefore(watch, finding, change.facts);
  const from = notified === undefined ? before : mostSevere(before, notified);
  if (compareSeverity(reached.severity, from) <= 0) return undefined;
  return correctionAlertOf(watch, { finding, discovery, foundAt: now, reached, from });
}

/** The severity of a finding by itself: as of a story that it makes alone. */
export function reachedBy(watch: Watch, finding: Finding, facts = finding.facts ?? {}): ReachedSeverity {
  return severityOf(watch, { story: singleFindingStory(finding), facts: [facts] }, { isFirst: true });
}
