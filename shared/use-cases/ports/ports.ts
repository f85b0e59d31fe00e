import type { Alert, AlertState, HoldReason } from '../../domain/alerts/alert.ts';
import type { Channel, SendTimes } from '../../domain/channels/channel.ts';
import type { Service } from '../../domain/lib/errors.ts';
import type { Finding, StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Delivery, Message, Protocol } from '../../domain/alerts/message.ts';
import type { AllowedRate } from '../../domain/watches/allowed-rate.ts';
import type { Revision } from '../../domain/findings/revision.ts';
import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import type { RunOrder, Track, Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import type { FrameCount, WindowRecord } from '../../domain/runs/window-record.ts';

/** The only way to the time. Waits go through `sleep`, so that tests and one-shot runs can skip them. */
export interface Clock {
  now(): Instant;
  sleep(milliseconds: number): Promise<void>;
}

/** A lease: who holds it and until when. The same owner may enter again after a crash. */
export interface Lease {
  owner: string;
  until: Instant;
}

/** What one watch or channel looks like now, as `apply-watches` last wrote it. */
export interface Definitions {
  watch(id: string): Promise<Watch | undefined>;
  watches(): Promise<Watch[]>;
  putWatch(watch: Watch): Promise<void>;
  removeWatch(id: string): Promise<void>;
  channel(name: string): Promise<Channel | undefined>;
  channels(): Promise<Channel[]>;
  putChannel(channel: Channel): Promise<void>;
  removeChannel(name: string): Promise<void>;
}

/** State and lease of each track of a watch. Every write is conditional on the fence that `acquire` gave. */
export interface RunStates {
  /** Takes the lease when it is free, ended, or held by the same owner; one write. Undefined: another run holds it. */
  acquire(
    order: Pick<RunOrder, 'watchId' | 'track'>,
    lease: Lease,
    now: Instant,
  ): Promise<RunState | undefined>;
  /** Writes changes under the fence. False: another run has taken over, and this one must stop. */
  save(state: RunState, change: StateChange): Promise<boolean>;
  read(watchId: string, track: Track): Promise<RunState | undefined>;
  /** Sets or removes the allowed rate of a watch that has run. Not under the fence: no run ever writes it. */
  setRate(watchId: string, rate: AllowedRate | undefined): Promise<void>;
  remove(watchId: string): Promise<void>;
}

export interface Findings {
  /** Which of these fingerprints the watch knows. One read for each hundred; none for an empty list. */
  known(watchId: string, fingerprints: readonly string[]): Promise<Set<string>>;
  /** Puts a finding if absent. Without a verdict it is in the work index until it is judged. */
  put(found: StoredFinding): Promise<boolean>;
  /** Findings that no run has judged yet, oldest first, a part at a time. */
  unjudged(
    watchId: string,
    part: { limit: number; after?: StoredFinding | undefined },
  ): Promise<StoredFinding[]>;
  judge(found: StoredFinding, verdict: Verdict): Promise<void>;
  /** The findings under these fingerprints, in any order; those that the watch does not know are left out. */
  read(watchId: string, fingerprints: readonly string[]): Promise<StoredFinding[]>;
  /** Replaces the content of a finding that is known. When it was found, and what became of it, stay. */
  revise(watchId: string, revision: Revision): Promise<void>;
  /** How many findings with a parse time in `window` the watch has stored, found on or after the window's day. */
  count(watchId: string, window: Window, now: Instant): Promise<number>;
  /** Findings by the day they were found, newest first. */
  foundOn(watchId: string, day: string, limit: number): Promise<StoredFinding[]>;
  /** The first findings that were found from each of these instants on, on its UTC day. */
  foundFrom(watchId: string, from: readonly Instant[], limit: number): Promise<StoredFinding[]>;
  /** Findings that were found from one instant to another, oldest first; those of the last moments may be missing. */
  foundIn(watchId: string, span: Window): Promise<StoredFinding[]>;
}

/** Windows that found something, came late, were cut, or are open. */
export interface Windows {
  put(record: WindowRecord): Promise<void>;
  of(watchId: string): Promise<WindowRecord[]>;
  /** The latest windows of a watch, newest first. */
  latest(watchId: string, limit: number): Promise<WindowRecord[]>;
  /** Those of a watch in which an instant lies, as far as they are recorded; the latest first. */
  covering(watchId: string, at: Instant): Promise<WindowRecord[]>;
  /** Those of a watch that begin in a span, oldest first. */
  between(watchId: string, span: Window): Promise<WindowRecord[]>;
  /** Open windows of all watches that are due to be queried again. */
  open(before: Instant, limit: number): Promise<WindowRecord[]>;
}

export interface StoredAlert {
  alert: Alert;
  state: AlertState;
}

export interface Alerts {
  /** Puts an alert as pending if absent; true when it was. */
  put(alert: Alert, due: { dueAt: Instant; heldFor?: HoldReason }): Promise<boolean>;
  get(id: string): Promise<StoredAlert | undefined>;
  /** Pending alerts of a channel that are held until a later time. */
  held(channel: string, limit: number): Promise<StoredAlert[]>;
  /** Puts the pending ones among these alerts into a message. */
  bind(channel: string, message: { id: string; alertIds: readonly string[] }): Promise<void>;
  /** Moves the due time of a pending alert, puts it into a message, mutes or drops it; false when it was not pending. */
  settle(alert: Alert, state: AlertState): Promise<boolean>;
  /** Alerts made on a UTC day, oldest first. */
  madeOn(day: string, limit: number): Promise<StoredAlert[]>;
  /** The latest alerts of a UTC day, newest first. */
  latestOn(day: string, limit: number): Promise<StoredAlert[]>;
  /** Alerts made within the minute that begins here. */
  madeIn(minute: Instant): Promise<StoredAlert[]>;
}

export interface StoredMessage {
  message: Message;
  delivery: Delivery;
}

export interface Messages {
  put(message: Message): Promise<boolean>;
  get(id: string): Promise<StoredMessage | undefined>;
  /** Changes a delivery on condition that nobody has changed it since it was read; false when somebody has. */
  move(from: StoredMessage, to: Delivery): Promise<boolean>;
  /** Messages that will not be tried again by themselves. */
  dead(): Promise<StoredMessage[]>;
  /** Messages made on a UTC day, oldest first. */
  madeOn(day: string, limit: number): Promise<StoredMessage[]>;
}

/** What waits on a channel. */
export interface Outbox {
  /** Whether anything is due by `before`: an alert, or a message to be tried (again). One read. */
  hasWork(channel: string, before: Instant): Promise<boolean>;
  /** What is due by `before`, in order of the due time, as the table itself has it. */
  due(
    channel: string,
    before: Instant,
    limit: number,
  ): Promise<{ alerts: StoredAlert[]; messages: StoredMessage[] }>;
}

/** One message in flight per channel, and its sending times. */
export interface ChannelGate {
  enter(channel: string, lease: Lease, now: Instant): Promise<SendTimes | undefined>;
  /** Records a sending time before the Publish; false when the lease is lost. */
  note(channel: string, lease: Lease, sent: SendTimes): Promise<boolean>;
  leave(channel: string, lease: Lease): Promise<void>;
}

/** Open incidents. The operators are notified once when one opens and once when it is resolved. */
export interface Incidents {
  /** Opens an incident if it is not open yet; returns the open one. */
  raise(incident: Incident): Promise<Incident>;
  get(subject: string): Promise<Incident | undefined>;
  open(): Promise<Incident[]>;
  clear(subject: string): Promise<void>;
}

/** The SNS topic with all subscribers. Throws `PublishRefused` or `PublishUnsure`. */
export interface Topic {
  /** Publishes once, without a second try. Returns SNS's id of the message. */
  publish(message: Message, channel: Channel): Promise<string>;
}

/** Sends run orders to the queue of the service that answers the watch. */
export interface RunQueue {
  /** @param delay milliseconds, at most 15 minutes. */
  send(service: Service, order: RunOrder, delay?: number): Promise<void>;
}

/** What a source found on one page of one window. */
export interface FoundPage {
  findings: Finding[];
  /** Items without a fingerprint. They are counted and not stored. */
  refused: number;
  /** Matches the service counts, up to its cap. */
  hits: number;
  pages: number;
  /** The service counts no further: the window may hold more than it can give. */
  capped: boolean;
  /** Requests this took, with retries. */
  calls: number;
  correlationId?: string;
  /** For watches that count: numbers of items by time frame. */
  counts?: readonly FrameCount[];
  /** For watches with `keep: full`: the JSON of each finding, by fingerprint. */
  raw?: ReadonlyMap<string, string>;
}

/** One service as a run sees it. Errors are `UpstreamError`s. */
export interface Source {
  fetchPage(ask: { watch: Watch; window: Window; page: number }, limits: CallLimits): Promise<FoundPage>;
  /** How many items the service counts in a window; one call. */
  count(ask: { watch: Watch; window: Window }, limits: CallLimits): Promise<{ hits: number; calls: number }>;
}

export interface CallLimits {
  /** No call or wait may reach beyond this instant. */
  deadline: Instant;
}

/** A schedule as the scheduler holds it. */
export interface WatchSchedule {
  watchId: string;
  service: Service;
  expression: string;
  timezone: string;
  /** A rate counts from here. */
  start?: Instant;
}

/** The schedules of the watches. A change replaces the whole schedule. */
export interface Schedules {
  list(): Promise<WatchSchedule[]>;
  put(schedule: WatchSchedule, existing: boolean): Promise<void>;
  remove(watchId: string): Promise<void>;
}

/** A subscriber behind the topic. */
export interface Subscription {
  protocol: Protocol;
  endpoint: string;
  /** Channels whose messages it gets. */
  channels: readonly string[];
  /** Absent while it waits for its confirmation. */
  arn?: string;
}

/** The subscribers of the topic that `watches.yaml` names; those it does not name are left alone. */
export interface Subscriptions {
  list(): Promise<Subscription[]>;
  subscribe(wanted: Subscription): Promise<void>;
  /** Changes which channels a confirmed subscriber gets. */
  refilter(existing: Subscription, channels: readonly string[]): Promise<void>;
  unsubscribe(existing: Subscription): Promise<void>;
}

/** Named locks for what must not run twice at a time. */
export interface Leases {
  take(name: string, lease: Lease, now: Instant): Promise<boolean>;
  giveBack(name: string, lease: Lease): Promise<void>;
}

/** Raw JSON of findings of watches with `keep: full`. */
export interface RawStore {
  put(key: string, body: string): Promise<void>;
}
