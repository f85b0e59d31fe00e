import { type Alert, alertItemOf, findingAlertId, occasionOf } from '../alerts/alert.ts';
import type { DecidedFinding, Decision, PlannedAlert } from '../alerts/decision.ts';
import type { Finding, SilentReason, StoredFinding, Verdict } from '../findings/finding.ts';
import type { Judgement, Newness } from '../findings/newness.ts';
import { isLowered, raisedByModel } from '../judging/effects.ts';
import { defined } from '../lib/fields.ts';
import type { ItemDecision } from '../policies/policy.ts';
import { decisionOn, detectionPolicyOf } from '../policies/registry.ts';
import type { Home } from '../stories/assign-stories.ts';
import { type Developments, type News, newsIn } from '../stories/news-to-reader.ts';
import { type OpenStories, setStory } from '../stories/open-stories.ts';
import { type OpenStory, articleOf, withNotified } from '../stories/open-story.ts';
import { type Judged, severityOf } from '../watches/story-severity.ts';
import { type StoryRecord, noticeKeyOf, storyOfRecord } from '../stories/story.ts';
import { termsIn, termText } from '../stories/terms.ts';
import { dayOf } from '../time/instant.ts';
import { type Watch, compareSeverity } from '../watches/watch.ts';
import { type Channel, followsFinding, laneRejectionOf, lanesOf } from './channel.ts';
import { plannedStoryAlertId, reachedBy } from './story-alerts.ts';
import { type StoryGroup, noteReopened, severityNotified, notifiedOn } from './story-notices.ts';

// What a watch notifies of, when the stories of its findings are known. Pure: the same findings and stories give the
// same plan.

/** What is known of a part when it is planned. */
interface ToPlan {
  groups: readonly StoryGroup[];
  /** Why findings were put into their stories, by fingerprint, in the order in which they were. */
  homes: ReadonlyMap<string, Home>;
  /** The open stories of the space, with the findings of the part. */
  open: OpenStories;
  /** The channels of the watch. One that is gone is left out. */
  channels: readonly Channel[];
  /** The values that a finding is the first to bring, by fingerprint; for policies that ask. */
  firstValues: ReadonlyMap<string, readonly string[]>;
  /** What a model said of findings, by fingerprint. */
  judged?: ReadonlyMap<string, Judgement> | undefined;
}

/** Decides about the findings of a part by the policy of their watch. */
export function planAlerts(watch: Watch, given: ToPlan): Decision {
  noteReopened(given.open, watch, given);
  const plans = given.groups.map((group) => planGroup(watch, group, given));
  const verdicts = new Map(plans.flatMap((plan) => [...plan.verdicts]));
  const stories = new Map(
    given.groups.flatMap(({ story, members }) =>
      members.map((one) => [one.finding.fingerprint, story.id] as const),
    ),
  );
  const newness = new Map(plans.flatMap((plan) => [...plan.newness]));
  const order = [...given.homes.keys(), ...[...stories.keys()].filter((one) => !given.homes.has(one))];
  const findings = order.flatMap((fingerprint): DecidedFinding[] => {
    const verdict = verdicts.get(fingerprint);
    const { joined } = given.homes.get(fingerprint) ?? {};
    const recorded = { newness: newness.get(fingerprint), judged: given.judged?.get(fingerprint) };
    const home = { story: stories.get(fingerprint), joined, ...recorded };
    return verdict ? [defined<DecidedFinding>({ fingerprint, verdict, ...home })] : [];
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
  newness: Map<string, Newness>;
  alerts: PlannedAlert[];
}

function planGroup(watch: Watch, { story, members }: StoryGroup, given: ToPlan): GroupPlan {
  const plan: GroupPlan = { verdicts: new Map(), newness: new Map(), alerts: [] };
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
  const judged = given.judged?.get(fingerprint);
  const reached = reachedBy(watch, finding);
  const { severity, by } = judged ? raisedByModel(watch, { reached, judged }) : reached;
  const shown = shownBy(watch, finding, severity);
  const rejections = given.channels.map((channel) => rejectionOf(channel, shown));
  const isAccepted = rejections.includes(undefined);
  plan.verdicts.set(
    fingerprint,
    isAccepted ? { notified: findingAlertId(watch, fingerprint) } : rejected(rejections),
  );
  if (!isAccepted) return;
  const planned = { fingerprint, severity, by, ...(judged && isLowered(judged, severity) && LATER) };
  plan.alerts.push(
    decision.notify === 'first' ? { ...planned, about: 'values', values } : { ...planned, about: 'finding' },
  );
}

/** What a channel is notified of findings of one story. */
interface NotifiedOnChannel {
  alerts: readonly PlannedAlert[];
  /** By fingerprint: what a finding was to the channel. */
  newness: ReadonlyMap<string, Newness | undefined>;
  /** Why it rejects the first finding. Absent: it accepts one. */
  rejected?: SilentReason | undefined;
}

/** The findings of a story are decided for each channel. A finding is silent for what it was to the first of them. */
function planStory(
  watch: Watch,
  {
    story: record,
    members,
    plan,
    given,
  }: { story: StoryRecord; members: readonly StoredFinding[]; plan: GroupPlan; given: ToPlan },
): void {
  const reaching = judgedIn(storyOfRecord(record), members);
  const byChannel = given.channels.map((channel) =>
    notifyChannel(watch, { record, reaching, members, channel, given }),
  );
  const taking = byChannel.filter(({ rejected }) => rejected === undefined);
  plan.alerts.push(...byChannel.flatMap(({ alerts }) => alerts));
  const notified = new Map(
    plan.alerts.flatMap((alert) => (alert.about === 'climb' ? [] : [[alert.fingerprint, alert] as const])),
  );
  for (const { finding } of members) {
    const { fingerprint } = finding;
    const newness = taking[0]?.newness.get(fingerprint);
    if (newness) plan.newness.set(fingerprint, newness);
    const alert = notified.get(fingerprint);
    const id = alert && plannedStoryAlertId(watch, alert, record);
    if (id !== undefined) plan.verdicts.set(fingerprint, { notified: id });
    else if (taking.length === 0)
      plan.verdicts.set(fingerprint, rejected(byChannel.map((one) => one.rejected)));
    else plan.verdicts.set(fingerprint, { silent: silentAs(newness) });
  }
}

function silentAs(newness: Newness | undefined): SilentReason {
  return newness?.is === 'unconfirmed' || newness?.is === 'quiet' ? newness.is : 'same-story';
}

const LATER: Pick<PlannedAlert, 'later'> = { later: true };

/** So many developments of a story are sent at once on a day. Others wait for the brief, unless they are critical. */
const DEVELOPMENTS_A_DAY = 3;

/**
 * The story is new to a channel, something is new in it, it has climbed above what the channel was notified of, or all
 * of it is known.
 */
function notifyChannel(
  watch: Watch,
  {
    record,
    reaching,
    members,
    channel,
    given: { open, judged },
  }: {
    record: StoryRecord;
    reaching: Judged;
    members: readonly StoredFinding[];
    channel: Channel;
    given: Pick<ToPlan, 'open' | 'judged'>;
  },
): NotifiedOnChannel {
  const key = noticeKeyOf(channel.name, watch);
  const before = severityNotified(open, record, key);
  const reached = severityOf(watch, reaching, { isFirst: before === undefined });
  const reachedWith = ({ finding }: StoredFinding) =>
    judged ? raisedByModel(watch, { reached, judged: judged.get(finding.fingerprint) }) : reached;
  const accepted = (member: StoredFinding) =>
    rejectionOf(channel, shownBy(watch, member.finding, reachedWith(member).severity));
  const alerts: PlannedAlert[] = [];
  const newness = new Map<string, Newness | undefined>();
  for (const member of members) {
    const { fingerprint, indexedAt } = member.finding;
    const story = open.stories.get(record.id);
    const news = story && newsOf(watch, { open, story, finding: member.finding, key });
    const isFirst = news ? news.is === 'first' : before === undefined && alerts.length === 0;
    newness.set(fingerprint, newnessOf(member.finding, news));
    const isDevelopment = news?.is === 'development' && developmentsOf(watch) !== 'off';
    if (accepted(member) !== undefined || !(isFirst || isDevelopment)) continue;
    const { severity, by } = reachedWith(member);
    const today = isDevelopment ? notifiedOn(open, record, { key, day: dayOf(indexedAt) }) : 0;
    const isTooMany = today > DEVELOPMENTS_A_DAY && severity !== 'critical';
    const isLater = isTooMany || (judged !== undefined && isLowered(judged.get(fingerprint), severity));
    const planned = { channel: channel.name, fingerprint, severity, by, ...(isLater && LATER) };
    if (isDevelopment) {
      const { confirmedBy } = news;
      const fresh = wordsOf(member.finding, news.fresh);
      alerts.push({ ...planned, about: 'development', fresh, confirmedBy });
    } else alerts.push({ ...planned, about: 'story' });
    if (story) setStory(open, withNotified(story, key, { severity, at: indexedAt }));
  }
  const latest = members.findLast((member) => accepted(member) === undefined);
  if (!latest) return { alerts, newness, rejected: members[0] && accepted(members[0]) };
  if (alerts.length === 0 && before !== undefined && compareSeverity(reached.severity, before) > 0) {
    const { fingerprint } = latest.finding;
    alerts.push({ about: 'climb', channel: channel.name, fingerprint, ...reached, from: before });
    const story = open.stories.get(record.id);
    const { severity } = reached;
    if (story) setStory(open, withNotified(story, key, { severity, at: latest.finding.indexedAt }));
  }
  return { alerts, newness };
}

/** What a finding of an open story is to a channel of a watch. */
function newsOf(
  watch: Watch,
  { open, story, finding, key }: { open: OpenStories; story: OpenStory; finding: Finding; key: string },
): News {
  // A story keeps its latest headlines only, and a part may have more.
  const headline =
    story.headlines.find(({ fingerprint }) => fingerprint === finding.fingerprint) ?? articleOf(finding);
  const { when, opinions = false } = watch.alert;
  const how = {
    developments: developmentsOf(watch),
    notifiesQuiet: opinions || detectionPolicyOf(when) !== undefined,
  };
  return newsIn(open, { story, headline, channel: key }, how);
}

/** What a policy detects is notified of once a story. */
function developmentsOf({ alert: { when, developments } }: Watch): Developments['developments'] {
  return detectionPolicyOf(when) === undefined ? (developments ?? 'confirmed') : 'off';
}

/** The words of a title that stand for some terms. */
function wordsOf({ title, translation }: Finding, terms: readonly string[]): string[] {
  const words = new Map(
    [...termsIn(translation?.title ?? title)].map(({ term, word }) => [term, termText(word)]),
  );
  return terms.flatMap((term) => words.get(term) ?? []);
}

function newnessOf(finding: Finding, news: News | undefined): Newness | undefined {
  switch (news?.is) {
    case undefined:
    case 'first':
      return undefined;
    case 'unconfirmed':
      return { is: 'unconfirmed', fresh: wordsOf(finding, news.fresh) };
    case 'development':
      return { ...news, fresh: wordsOf(finding, news.fresh) };
    case 'repeat':
    case 'quiet':
      return news;
  }
}

function rejected([silent = 'below-severity']: readonly (SilentReason | undefined)[]): Verdict {
  return { silent };
}

/**
 * What the rules of severity judge: an event has facts, a record fields beside them, and each is a story of its own.
 */
function judgedIn(story: Judged['story'], members: readonly StoredFinding[]): Judged {
  const facts = members.map(({ finding: { facts: known = {}, fields = {} } }) => ({ ...fields, ...known }));
  return { story, facts, areFields: members.some(({ finding }) => finding.type === 'record') };
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
