import {
  type Discovery,
  type Finding,
  namedCompanies,
  type StoredFinding,
  SHOWN_OF_FINDING,
} from '../findings/finding.ts';
import type { Judgement } from '../findings/newness.ts';
import type { Incident, IncidentKind } from '../incidents/incident.ts';
import { defined, pick } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import type { Detection } from '../policies/policy.ts';
import { type DetectionPolicy, detectionPolicyOf } from '../policies/registry.ts';
import type { ReachedSeverity, ReachedValue } from '../watches/story-severity.ts';
import type { StorySummary } from './story-summary.ts';
import { contains, DAY, type Instant, type Window } from '../time/instant.ts';
import { compareSeverity, type Severity, type Watch, type WatchRule, watchRuleOf } from '../watches/watch.ts';

/** What an alert shows of a finding. An alert is rendered without reading the finding again. */
export interface AlertItem extends Pick<Finding, keyof typeof SHOWN_OF_FINDING> {
  /** The classes of a record: of an all-news job the kind of event and its sector. Its `facts` are not repeated. */
  tags?: Readonly<Record<string, string>>;
}

/**
 * The state of an alert: waiting for its due time, put into a message (`notified`), muted, or dropped with a reason.
 * `joinedTo`: the channel had been notified of its story by another watch, so it was not sent.
 */
export type AlertState =
  | { state: 'pending'; dueAt: Instant; heldFor?: HoldReason }
  | { state: 'notified'; messageId: string }
  /** Muted by a silence, also after the silence has ended. */
  | { state: 'silenced'; silenceId: string; reason: string }
  | { state: 'dropped'; reason: string; joinedTo?: JoinedTo };

/** Why an alert waits. `brief`: for the next brief. `storm-cap`: the channel's limit per hour is reached. */
export const HOLD_REASONS = ['quiet-hours', 'brief', 'group', 'storm-cap'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What had notified a channel of a story before another watch's alert about it was due. */
export interface JoinedTo {
  alertId: string;
  watchId: string;
  messageId: string;
}

/** How many windows of a watch were due within a span, and how many of them are covered (`checked`). */
export interface CoveredWindows {
  watchId: string;
  due: number;
  checked: number;
}

/** What a channel that has sent nothing for a while reports about its watches. */
export interface Heartbeat {
  since: Instant;
  until: Instant;
  watches: number;
  due: number;
  checked: number;
  /** The watches with windows that are not covered, worst first. */
  behind: readonly CoveredWindows[];
}

/** Why there is an alert. The `type` is stored. */
export type Occasion =
  | { type: 'finding' | 'story' }
  /** A policy detected something. */
  | ({ type: DetectionPolicy } & Detection)
  /** The first run of a watch has stored its baseline of `found` findings. */
  | { type: 'baseline'; found: number; window: { from: Instant; to: Instant } }
  /** An incident, or its end (`resolved`). `reminder` is the number of the repetition. */
  | { type: 'incident'; incident: IncidentKind; resolved: boolean; text: string; reminder?: number }
  /** A report on the days from `first` to `last` was written; `body` is the report as plain text. */
  | { type: 'report'; reportId: string; title: string; first: string; last: string; body: string }
  /** A heartbeat: the channel works, although it has sent nothing. */
  | ({ type: 'heartbeat' } & Heartbeat);

/** How a story came to a higher severity. */
export interface Raised {
  /** The severity of the watch; of a climb, the one that was notified before. */
  from: Severity;
  by: readonly ReachedValue[];
  /** Of a climb: the ids of the alerts on the story before, the first one first. Absent: this is the first alert. */
  after?: readonly string[];
}

/** What is new in a story: words of the headline, and the outlets that had confirmed it. */
export interface Development {
  fresh: readonly string[];
  confirmedBy: readonly string[];
}

/** The alert from which one went on to another channel, since nobody had acknowledged it. */
export interface Escalated {
  alertId: string;
  /** The channel on which that was sent, and when. */
  channel: string;
  sentAt: Instant;
  /** How long it had waited, in milliseconds. */
  after: number;
}

/** What is to be sent on one channel, for one watch or about Bellwether itself. It contains news text: hostile. */
export interface Alert {
  id: string;
  /** A channel, or once the alert is stored one of its lanes: there is one item on each. */
  channel: string;
  /** All lanes of its channel on which it was put. Absent: it is on this one alone. A later lane never gets it. */
  lanes?: readonly string[];
  occasion: Occasion;
  severity: Severity;
  /** What raised it above the severity of its watch, or above the alerts before it. Absent: nothing did. */
  raised?: Raised;
  /** What is new in a story of which the channel was notified. */
  development?: Development;
  /** It went on from another channel. */
  escalated?: Escalated;
  /** It waits for the brief, or on a channel without one for the end of the day, whatever its severity. */
  later?: true;
  /** What a model said of its first item, where that counts. */
  judged?: Judgement;
  /** The watch that caused it. */
  watchId?: string;
  /** All watches that had found its story when it was made. Absent: `watchId` alone. */
  watches?: readonly string[];
  /** The space of its story. */
  space?: string;
  watchVersion?: string;
  watchKind?: string;
  brand?: string;
  /** The name of the brand when the alert was made. */
  brandName?: string;
  createdAt: Instant;
  expiresAt: Instant;
  items: readonly AlertItem[];
  /** What first found its first item. */
  discovery?: Discovery;
  /** The zone of its channel when the alert was put. Its receipt gives times in it, also without the channel. */
  timezone?: string;
  /** The query and the policy that caused it. Absent: it is about Bellwether itself. */
  rule?: WatchRule;
  /** The story of its item, as it was when the alert was made. */
  story?: StorySummary;
}

/** The id of the alert of a watch on a finding by itself. */
export function findingAlertId({ id, alert: { when } }: Watch, fingerprint: string): string {
  const policy = detectionPolicyOf(when);
  if (policy) return detectionAlertId(id, policy, [fingerprint, 'new']);
  return idOf('alert', id, fingerprint, when, 'new');
}

/** The watches that an alert names. */
export function watchesOf({ watchId, watches }: Pick<Alert, 'watchId' | 'watches'>): readonly string[] {
  return watches ?? (watchId === undefined ? [] : [watchId]);
}

/** What raised a story above a severity; undefined where nothing did. */
function raisedFrom(from: Severity, { severity, by }: ReachedSeverity): Raised | undefined {
  return compareSeverity(severity, from) > 0 ? { from, by } : undefined;
}

/** What an alert about one finding shows. */
export interface ShownFinding {
  finding: Finding;
  /** What found it. */
  discovery?: Discovery | undefined;
  /** When it was found: the time of the alert. */
  foundAt: Instant;
  /** The severity that is reached by the rules of the watch. Absent: that of the watch. */
  reached?: ReachedSeverity | undefined;
  /** What the policy detected, if it says so. */
  detection?: Detection | undefined;
  /** It waits for the brief. */
  later?: true | undefined;
}

/** What an alert that shows a finding has, but for its id. */
export function alertShowing(
  watch: Watch,
  { finding, discovery, foundAt, reached, detection, later }: ShownFinding,
): Omit<Alert, 'id'> {
  return defined<Omit<Alert, 'id'>>({
    ...alertHeadOf(watch, foundAt),
    occasion: occasionOf(watch, detection),
    severity: reached?.severity ?? watch.severity,
    raised: reached && raisedFrom(watch.severity, reached),
    items: [alertItemOf(finding)],
    discovery,
    later,
  });
}

/**
 * The alert of a watch about a finding by itself. The id is made of watch and finding, so it is the same when it is
 * made again.
 */
export function findingAlertOf(watch: Watch, shown: ShownFinding, story?: StorySummary): Alert {
  const id = findingAlertId(watch, shown.finding.fingerprint);
  return { ...alertShowing(watch, shown), id, ...(story && { story }) };
}

/** Why a watch alerts on a finding or a story: its policy detected something, or it came. */
export function occasionOf({ alert: { when } }: Watch, detection: Detection | undefined): Occasion {
  const policy = detectionPolicyOf(when);
  if (policy && detection) return { type: policy, ...detection };
  return { type: when === 'finding' ? 'finding' : 'story' };
}

/** The summary of a first run that stored a baseline. */
export function baselineAlertOf(
  watch: Watch,
  given: { found: number; window: { from: Instant; to: Instant }; now: Instant },
): Alert {
  return {
    ...alertHeadOf(watch, given.now),
    id: idOf('alert', watch.id, watch.version, 'baseline'),
    occasion: { type: 'baseline', found: given.found, window: given.window },
    severity: 'info',
    items: [],
  };
}

/** What every alert of a watch has. */
function alertHeadOf(watch: Watch, now: Instant): Omit<Alert, 'id' | 'occasion' | 'severity' | 'items'> {
  return defined<Omit<Alert, 'id' | 'occasion' | 'severity' | 'items'>>({
    channel: watch.alert.channel,
    watchId: watch.id,
    watchVersion: watch.version,
    watchKind: watch.kind,
    brand: watch.brand,
    brandName: watch.brandName,
    rule: watchRuleOf(watch),
    createdAt: now,
    expiresAt: now + watch.retention,
  });
}

/** How many source articles of an event or a record an alert holds. */
const MOST_ARTICLES = 20;

/**
 * What an alert shows of a finding. The company of an event is listed with the companies, too: channels select by
 * them.
 */
export function alertItemOf(finding: Finding): AlertItem {
  const { type, facts, articles } = finding;
  const { companies = type === 'event' ? namedCompanies(finding) : [] } = finding;
  return defined<AlertItem>({
    ...pick(finding, SHOWN_OF_FINDING),
    companies: companies.length > 0 ? companies : undefined,
    facts: type === 'event' ? facts : undefined,
    articles: articles?.slice(0, MOST_ARTICLES),
    tags: type === 'record' ? facts : undefined,
  });
}

/** What a step put on channels. */
export interface AlertsMade {
  /** Alerts that were not there before. */
  alerts: number;
  /** Channels that have something to deliver, each once. */
  channels: readonly string[];
}

export const NO_ALERTS: AlertsMade = { alerts: 0, channels: [] };

/** What several steps put on channels together. */
export function joinAlertsMade(...made: readonly Partial<AlertsMade>[]): AlertsMade {
  return {
    alerts: made.reduce((sum, { alerts = 0 }) => sum + alerts, 0),
    channels: [...new Set(made.flatMap(({ channels = [] }) => channels))],
  };
}

/** The facts of a detection at the end of an hour, as its alert's id has them. */
export function detectionKey(at: Instant): string[] {
  return [new Date(at).toISOString()];
}

/** The id of the alert of a policy about facts: the same whenever it is made. */
export function detectionAlertId(watchId: string, policy: DetectionPolicy, key: readonly string[]): string {
  return idOf('alert', watchId, policy, ...key);
}

/**
 * The alert of a policy that says what it detected. The id is made of watch, policy and `key`, which names the facts:
 * a period, or an item with its transition. So a repeat is the same alert.
 */
export function policyAlertOf(
  watch: Watch,
  given: {
    policy: DetectionPolicy;
    key: readonly string[];
    detection: Detection;
    findings: readonly Finding[];
    /** Of the first of the findings. */
    discovery?: Discovery | undefined;
    now: Instant;
  },
): Alert {
  const { policy, key, detection, findings, discovery, now } = given;
  return defined<Alert>({
    ...alertHeadOf(watch, now),
    id: detectionAlertId(watch.id, policy, key),
    occasion: { type: policy, ...detection },
    severity: watch.severity,
    items: findings.map(alertItemOf),
    discovery,
  });
}

/** The findings behind an alert that shows only some of them. */
interface FindingsBehind {
  /** How many there were when the alert was made. */
  count: number;
  /** Of a detection: when they were indexed. Absent: the alert is about one story, and these are its findings. */
  period?: Window;
}

/**
 * The findings behind an alert, where it does not show them all: what a policy counted, or the other findings of its
 * story.
 */
export function findingsBehind({ items, occasion, story }: Alert): FindingsBehind | undefined {
  if (items.length === 0) return undefined;
  const { period, seen } = 'text' in occasion && occasion.type !== 'incident' ? occasion : {};
  if (period) return seen && seen.articles > items.length ? { count: seen.articles, period } : undefined;
  const { silent } = story ?? {};
  if (!silent || silent.count <= silent.shown.length) return undefined;
  return { count: items.length + silent.count };
}

/** Whether a policy that counts has counted a finding in a period. Excluded findings are not counted. */
export function isCountedIn(period: Window, { finding, verdict }: StoredFinding): boolean {
  const isExcluded = verdict !== undefined && 'silent' in verdict && verdict.silent === 'excluded';
  return contains(period, finding.indexedAt) && !isExcluded;
}

/** How long alerts about Bellwether itself are kept. */
export const OWN_RETENTION = 400 * DAY;

/** The alert to the operators that an incident has opened, or that it is resolved (`resolved`). */
export function incidentAlertOf(
  { subject, kind, since, text, watchId }: Incident,
  { channel, resolved, now }: { channel: string; resolved: boolean; now: Instant },
): Alert {
  return defined<Alert>({
    id: idOf('incident', subject, String(since), resolved ? 'resolved' : 'raised'),
    channel,
    occasion: { type: 'incident', incident: kind, resolved, text },
    severity: resolved ? 'info' : 'warning',
    watchId,
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  });
}
