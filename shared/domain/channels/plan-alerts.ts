import {
  type Alert,
  alertShowing,
  detectionAlertId,
  alertItemOf,
  findingAlertId,
  occasionOf,
  type ShownFinding,
} from '../alerts/alert.ts';
import type { DecidedFinding, Decision, PlannedAlert } from '../alerts/decision.ts';
import type {
  AwaitedChange,
  FactChange,
  Finding,
  SilentReason,
  StoredFinding,
  Verdict,
} from '../findings/finding.ts';
import { canonicalJson, idOf } from '../lib/hash.ts';
import type { ItemDecision } from '../policies/policy.ts';
import { decisionOn, detectionPolicyOf, policyOf } from '../policies/registry.ts';
import { type Judged, type ReachedSeverity, severityOf } from '../stories/story-severity.ts';
import {
  type Notice,
  noticeKeyOf,
  singleFindingStory,
  type Story,
  storyOfRecord,
  type StoryRecord,
  summarizeStory,
} from '../stories/story.ts';
import { type Instant, isoOf } from '../time/instant.ts';
import { compareSeverity, mostSevere, SEVERITIES, type Severity, type Watch } from '../watches/watch.ts';
import { type Channel, followsFinding, laneRejectionOf, lanesOf } from './channel.ts';
import type { Home } from '../stories/similarity-profile.ts';

// What a watch notifies of, when the stories of its findings are known. Pure: the same findings and stories give the
// same plan.

/** The findings of a part that belong to one story, the earliest first. */
export interface StoryGroup {
  story: StoryRecord;
  members: readonly StoredFinding[];
}

/** What is known of a part when it is planned. */
interface ToPlan {
  groups: readonly StoryGroup[];
  /** Why findings were put into their stories, by fingerprint, in the order in which they were. */
  homes: ReadonlyMap<string, Home>;
  /** The channels of the watch. One that is gone is left out. */
  channels: readonly Channel[];
  /** The values that a finding is the first to bring, by fingerprint; for policies that ask. */
  firstValues: ReadonlyMap<string, readonly string[]>;
}

/** Decides about the findings of a part by the policy of their watch. */
export function planAlerts(watch: Watch, given: ToPlan): Decision {
  const plans = given.groups.map((group) => planGroup(watch, group, given));
  const verdicts = new Map(plans.flatMap((plan) => [...plan.verdicts]));
  const stories = new Map(
    given.groups.flatMap(({ story, members }) =>
      members.map((one) => [one.finding.fingerprint, story.id] as const),
    ),
  );
  const order = [...given.homes.keys(), ...[...stories.keys()].filter((one) => !given.homes.has(one))];
  const findings = order.flatMap((fingerprint): DecidedFinding[] => {
    const [verdict, story, joined] = [
      verdicts.get(fingerprint),
      stories.get(fingerprint),
      given.homes.get(fingerprint)?.joined,
    ];
    return verdict
      ? [{ fingerprint, verdict, ...(story !== undefined && { story }), ...(joined && { joined }) }]
      : [];
  });
  return { findings, alerts: plans.flatMap(({ alerts }) => alerts) };
}

/**
 * What a policy makes of a finding. A finding that names no company of any channel is silent, before it can stand for
 * its story.
 */
export function decisionFor(watch: Watch, finding: Finding, channels: readonly Channel[]): ItemDecision {
  const decision = decisionOn(watch, finding);
  if (decision.notify === 'nothing' || channels.length === 0) return decision;
  const isFollowed = channels.some((channel) => followsFinding(channel, finding));
  return isFollowed ? decision : { notify: 'nothing', because: 'other-company' };
}

interface GroupPlan {
  verdicts: Map<string, Verdict>;
  alerts: PlannedAlert[];
}

function planGroup(watch: Watch, { story, members }: StoryGroup, given: ToPlan): GroupPlan {
  const plan: GroupPlan = { verdicts: new Map(), alerts: [] };
  const ofStory: StoredFinding[] = [];
  for (const member of members) {
    const { fingerprint } = member.finding;
    if (member.verdict) {
      plan.verdicts.set(fingerprint, member.verdict);
      continue;
    }
    const decision = decisionFor(watch, member.finding, given.channels);
    if (decision.notify === 'nothing') plan.verdicts.set(fingerprint, { silent: decision.because });
    else if (decision.notify === 'story') ofStory.push(member);
    else planFinding(watch, { member, decision, plan, given });
  }
  if (ofStory.length > 0) planStory(watch, { story, members: ofStory, plan, given });
  return plan;
}

/** A finding that is notified of by itself, or for the values that it is the first to bring. */
function planFinding(
  watch: Watch,
  {
    member: { finding },
    decision,
    plan,
    given,
  }: { member: StoredFinding; decision: ItemDecision; plan: GroupPlan; given: ToPlan },
): void {
  const { fingerprint } = finding;
  const values = given.firstValues.get(fingerprint) ?? [];
  if (decision.notify === 'first' && values.length === 0) {
    plan.verdicts.set(fingerprint, { silent: 'seen-before' });
    return;
  }
  const { severity, by } = reachedBy(watch, finding);
  const shown = shownBy(watch, finding, severity);
  const rejections = given.channels.map((channel) => rejectionOf(channel, shown));
  const isAccepted = rejections.includes(undefined);
  plan.verdicts.set(
    fingerprint,
    isAccepted ? { notified: findingAlertId(watch, fingerprint) } : rejected(rejections),
  );
  if (!isAccepted) return;
  const planned = { fingerprint, severity, by };
  plan.alerts.push(
    decision.notify === 'first' ? { ...planned, about: 'values', values } : { ...planned, about: 'finding' },
  );
}

/** The story is new to a channel, has climbed above what the channel was notified of, or is known to it. */
function planStory(
  watch: Watch,
  {
    story: record,
    members,
    plan,
    given,
  }: { story: StoryRecord; members: readonly StoredFinding[]; plan: GroupPlan; given: ToPlan },
): void {
  const story = storyOfRecord(record);
  const judged = judgedIn(story, members);
  const latest = members.at(-1);
  const told: string[] = [];
  const rejections: (SilentReason | undefined)[] = [];
  for (const channel of given.channels) {
    const notice = noticeOf(record, watch, channel);
    const { severity, by } = severityOf(watch, judged, { isFirst: !notice });
    const accepted = (member: StoredFinding) =>
      rejectionOf(channel, shownBy(watch, member.finding, severity));
    const first = members.find((member) => accepted(member) === undefined);
    if (!first || !latest) {
      rejections.push(members[0] && accepted(members[0]));
      continue;
    }
    const on = { channel: channel.name, story };
    if (!notice) {
      const { fingerprint } = first.finding;
      plan.alerts.push({ about: 'story', channel: channel.name, fingerprint, severity, by });
      if (!plan.verdicts.has(fingerprint))
        plan.verdicts.set(fingerprint, { notified: storyAlertId(watch, on) });
    } else if (compareSeverity(severity, notice.severity) > 0) {
      const { fingerprint } = latest.finding;
      plan.alerts.push({
        about: 'climb',
        channel: channel.name,
        fingerprint,
        severity,
        by,
        from: notice.severity,
      });
    }
    told.push(channel.name);
  }
  const verdict: Verdict = told.length > 0 ? { silent: 'same-story' } : rejected(rejections);
  for (const { finding } of members)
    if (!plan.verdicts.has(finding.fingerprint)) plan.verdicts.set(finding.fingerprint, verdict);
}

function rejected([silent = 'below-severity']: readonly (SilentReason | undefined)[]): Verdict {
  return { silent };
}

/** What a channel was notified of about a story, as far as this watch shares it. */
export function noticeOf(
  { notices }: StoryRecord,
  watch: Watch,
  { name }: Pick<Channel, 'name'>,
): Notice | undefined {
  const key = noticeKeyOf(name, watch);
  return Object.hasOwn(notices, key) ? notices[key] : undefined;
}

/**
 * What the rules of severity judge: an event has facts, a record fields beside them, and each is a story of its own.
 */
function judgedIn(story: Judged['story'], members: readonly StoredFinding[]): Judged {
  const facts = members.map(({ finding: { facts: known = {}, fields = {} } }) => ({ ...fields, ...known }));
  return { story, facts, areFields: members.some(({ finding }) => finding.type === 'record') };
}

/** The severity of a finding by itself: as of a story that it makes alone. */
export function reachedBy(watch: Watch, finding: Finding, facts = finding.facts ?? {}): ReachedSeverity {
  return severityOf(watch, { story: singleFindingStory(finding), facts: [facts] }, { isFirst: true });
}

/** What a channel looks at to accept an alert. */
type Shown = Pick<Alert, 'severity' | 'occasion' | 'items'>;

function shownBy(watch: Watch, finding: Finding, severity: Alert['severity']): Shown {
  return { severity, occasion: occasionOf(watch, undefined), items: [alertItemOf(finding)] };
}

/** Why a channel rejects an alert: all of its lanes do. Undefined when one accepts it. */
function rejectionOf(channel: Channel, alert: Shown): ReturnType<typeof laneRejectionOf> {
  const rejections = lanesOf(channel).map((lane) => laneRejectionOf(lane, alert));
  return rejections.includes(undefined) ? undefined : rejections[0];
}

/** A story with what its channels are notified of now. Noting it again changes nothing. */
export function withNotices(
  watch: Watch,
  { story, members }: StoryGroup,
  { decision, channels }: { decision: Decision; channels: readonly Channel[] },
): StoryRecord {
  const own = new Map(members.map((member) => [member.finding.fingerprint, member]));
  const notices: Record<string, Notice> = { ...story.notices };
  for (const alert of decision.alerts) {
    const member = own.get(alert.fingerprint);
    if (!member || (alert.about !== 'story' && alert.about !== 'climb')) continue;
    const on = { channel: alert.channel, story };
    const id = alert.about === 'story' ? storyAlertId(watch, on) : climbAlertId(watch, on, alert.severity);
    const key = noticeKeyOf(alert.channel, watch);
    const { severity = alert.severity, at = member.foundAt, alerts = [], watches = [] } = notices[key] ?? {};
    notices[key] = {
      severity: mostSevere(severity, alert.severity),
      at,
      alerts: withOne(alerts, id),
      watches,
    };
  }
  if (decision.findings.some((one) => own.has(one.fingerprint) && isOfStory(one.verdict)))
    for (const { name } of channels) {
      const key = noticeKeyOf(name, watch);
      const notice = notices[key];
      if (notice) notices[key] = { ...notice, watches: withOne(notice.watches, watch.id) };
    }
  return { ...story, notices };
}

function isOfStory(verdict: Verdict): boolean {
  return 'notified' in verdict || verdict.silent === 'same-story';
}

function withOne(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list : [...list, one];
}

// An alert on a story is made of the channel, the story and its transition: what the channel learns of it. So a repeat
// is the same alert, whichever watch of the space has found the story.

/** What an alert says about its story. */
interface ToldStory {
  channel: string;
  story: Story;
  space: string;
  /** The watches that have found it on this channel. */
  watches: readonly string[];
  /** Findings of the story without an alert of their own. */
  silent: readonly Finding[];
}

/** The alert that a story is new to a channel. */
export function storyAlertOf(watch: Watch, shown: ShownFinding, told: ToldStory): Alert {
  const { channel, story, space, watches, silent } = told;
  return {
    ...alertShowing(watch, shown),
    id: storyAlertId(watch, told),
    channel,
    ...(watches.length > 1 && { watches }),
    space,
    story: summarizeStory(story, silent),
  };
}

/** The alert that a story has climbed above what its channel was notified of, once for each severity. */
export function climbAlertOf(watch: Watch, shown: ShownFinding & { from: Severity }, told: ToldStory): Alert {
  const alert = storyAlertOf(watch, shown, told);
  const { severity } = alert;
  const by = shown.reached?.by ?? [];
  const lower = SEVERITIES.filter((one) => compareSeverity(one, severity) < 0);
  const after = [alert.id, ...lower.map((one) => climbAlertId(watch, told, one))];
  return { ...alert, id: climbAlertId(watch, told, severity), raised: { from: shown.from, by, after } };
}

type OnChannel = Pick<ToldStory, 'channel'> & { story: Pick<Story, 'id'> };

/** The id of the first alert of a channel on a story. */
export function storyAlertId(watch: Watch, { channel, story }: OnChannel): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'first');
}

function climbAlertId(watch: Watch, { channel, story }: OnChannel, severity: Severity): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'climb', severity);
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
