import type { IncidentKind } from '../incidents/incident.ts';
import type { DeliveryState, NotifyTime } from '../alerts/message.ts';
import type { UpstreamOutcome } from '../upstream/upstream-resource.ts';
import type { WatchKind } from '../watches/watch.ts';

/** How a run ended. */
export type RunStatus = 'done' | 'continued' | 'stepped-aside' | 'skipped' | 'failed';

/** What a run queried, found and alerted on, and how it ended. The handler logs it and makes metrics from it. */
export interface RunOutcome {
  watchId: string;
  kind?: WatchKind;
  status: RunStatus;
  /** Windows covered. */
  windows: number;
  /** Requests sent upstream, retries included. */
  calls: number;
  /** Items in the covered windows, known ones included. */
  matched: number;
  /** Findings stored for the first time. */
  new: number;
  /** Alerts of the run itself: of its baseline and of incidents. Those on findings are decided later. */
  alerts: number;
  /** Known findings that came with other content. */
  changed: number;
  /** Items without a fingerprint; they are not stored. */
  refused: number;
  /** Items that were put in quarantine for the first time. */
  quarantined: number;
  /** What our code threw at single items: faults to be corrected. */
  faults?: readonly Error[];
  /** Shortest windows with more items than the service gives. */
  cut: number;
  /** Channels with new alerts: what to deliver next. */
  channels: readonly string[];
  error?: { name: string; message: string; incident?: IncidentKind; correlationId?: string };
  correlationIds: readonly string[];
}

/** The outcome of a run that has done nothing yet. */
export function emptyRunOutcome(watchId: string): RunOutcome {
  return {
    watchId,
    status: 'done',
    windows: 0,
    calls: 0,
    matched: 0,
    new: 0,
    alerts: 0,
    changed: 0,
    refused: 0,
    quarantined: 0,
    cut: 0,
    channels: [],
    correlationIds: [],
  };
}

/** What was decided in a space. */
export interface DecideOutcome {
  space: string;
  status: 'done' | 'continued' | 'stepped-aside';
  /** The parts that were decided, in their order. */
  watches: readonly DecidedPart[];
  alerts: number;
  /** Channels with new alerts: what to deliver next. */
  channels: readonly string[];
  /** Findings that were put in quarantine for the first time. */
  quarantined: number;
  /** What our code threw at single findings: faults to be corrected. */
  faults: readonly Error[];
}

/** What was decided about findings of a watch. */
interface DecidedPart {
  watchId: string;
  findings: number;
  /** The ids of their stories. */
  stories: readonly string[];
  alerts: number;
}

/** The outcome of deciding nothing. */
export function emptyDecideOutcome(space: string): DecideOutcome {
  return { space, status: 'done', watches: [], alerts: 0, channels: [], quarantined: 0, faults: [] };
}

export function joinDecided(before: DecideOutcome, after: DecideOutcome): DecideOutcome {
  return {
    space: before.space,
    status: after.status,
    watches: [...before.watches, ...after.watches],
    alerts: before.alerts + after.alerts,
    channels: [...new Set([...before.channels, ...after.channels])],
    quarantined: before.quarantined + after.quarantined,
    faults: [...before.faults, ...after.faults],
  };
}

/** What deliver-alerts sent, and the state of each message. */
export interface DeliveryOutcome {
  messages: {
    id: string;
    channel: string;
    alertIds: readonly string[];
    state: DeliveryState;
    /** Of a message about new articles that the service has accepted. */
    notifyTime?: NotifyTime;
  }[];
  /** Alerts whose due time was moved: the channel has quiet hours, or has reached its limit. */
  held: number;
  /** Alerts that a silence has muted; they are never sent. */
  silenced: number;
  /** Alerts on a story of which another watch had notified the channel; they are never sent. Absent: none. */
  joined?: number;
}

/** What apply changed: names of watches and channels, addresses of subscribers. */
export interface ApplyOutcome {
  status: 'applied' | 'busy';
  watches: Changes;
  channels: Changes;
  schedules: Changes;
  reports: Changes;
  watchlists: Changes;
  /** Lists of feeds. */
  feeds: Changes;
  subscriptions: Changes;
  /** Pending alerts that were dropped because their watch or channel was removed. */
  dropped: number;
  /** What became of what people edited on pages. Absent: nobody has. */
  edits?: EditsOutcome | undefined;
}

/** Edits, each as `acme-news exclude.phrases: + job ad`. */
export interface EditsOutcome {
  kept: string[];
  /** The file says something else than when they were made; they hold on. */
  overruled: string[];
  dropped: string[];
  /** The file says the same now. */
  inFile: string[];
}

export interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
}

/** The outcome of an apply that has changed nothing yet. */
export function emptyApplyOutcome(): ApplyOutcome {
  return {
    status: 'applied',
    watches: none(),
    channels: none(),
    schedules: none(),
    reports: none(),
    watchlists: none(),
    feeds: none(),
    subscriptions: none(),
    dropped: 0,
  };
}

function none(): Changes {
  return { added: [], changed: [], removed: [] };
}

/** What reconcile repaired, and the incidents it opened and resolved. */
export interface ReconcileOutcome {
  /** Its steps for monitors and watchlists. */
  upstream?: UpstreamOutcome;
  status: 'done' | 'busy';
  /** Watches queued again because they have an open window. */
  requeued: string[];
  /** Watches whose run is missing. */
  missed: string[];
  /** Extractions without an execution that were started again. */
  restarted: string[];
  /** By how many milliseconds the clock went back since the sweep before. Absent: it did not. */
  clockBack?: number;
  /** Addresses that were removed while they were pending, confirmed since, and are unsubscribed now. Absent: none. */
  unsubscribed?: number;
  /** Pulled records that were put in quarantine for the first time. */
  quarantined: number;
  /** What our code threw at single records: faults to be corrected. */
  faults?: readonly Error[];
  incidents: string[];
  resolved: string[];
  alerts: number;
  channels: readonly string[];
}
