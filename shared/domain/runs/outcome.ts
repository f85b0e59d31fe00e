import type { IncidentKind } from '../incidents/incident.ts';
import type { DeliveryState } from '../alerts/message.ts';
import type { UpstreamOutcome } from '../upstream/upstream-outcome.ts';
import type { WatchKind } from '../watches/watch.ts';

/** How a run ended. */
export type RunStatus = 'done' | 'continued' | 'stepped-aside' | 'skipped' | 'failed';

/** What a run asked, found and told, and why it ended as it did. The edge logs it and makes metrics of it. */
export interface RunOutcome {
  watchId: string;
  kind?: WatchKind;
  status: RunStatus;
  /** Windows covered. */
  windows: number;
  /** Requests sent upstream, retries included. */
  calls: number;
  /** Items that lay in the covered windows, known ones included. */
  matched: number;
  /** Findings stored for the first time. */
  new: number;
  /** Distinct stories among the new findings. */
  stories: number;
  alerts: number;
  /** Known findings that the service gave with other facts. */
  changed: number;
  /** Items without an identity: not stored. */
  refused: number;
  /** Shortest windows that held more than the service gives. */
  cut: number;
  /** Days re-opened by the recount. */
  reopened: number;
  /** Channels with new alerts: what to deliver next. */
  channels: readonly string[];
  error?: { name: string; message: string; trouble?: IncidentKind; correlationId?: string };
  correlationIds: readonly string[];
}

/** A run that has not done anything yet. */
export function emptyRunOutcome(watchId: string): RunOutcome {
  return {
    watchId,
    status: 'done',
    windows: 0,
    calls: 0,
    matched: 0,
    new: 0,
    stories: 0,
    alerts: 0,
    changed: 0,
    refused: 0,
    cut: 0,
    reopened: 0,
    channels: [],
    correlationIds: [],
  };
}

/** What a delivery sent, and how each message stands now. */
export interface DeliveryOutcome {
  messages: { id: string; channel: string; alertIds: readonly string[]; state: DeliveryState }[];
  /** Alerts whose due time was moved: the channel is quiet, or at its rate. */
  held: number;
  /** Alerts that a silence has muted: kept, and never told. */
  silenced: number;
}

/** What was made to agree; names of watches and channels, addresses of subscribers. */
export interface ApplyOutcome {
  status: 'applied' | 'busy';
  watches: Changes;
  channels: Changes;
  schedules: Changes;
  reports: Changes;
  watchlists: Changes;
  subscriptions: Changes;
  /** Pending alerts dropped because their watch or channel is gone. */
  dropped: number;
}

export interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
}

/** An apply that has not changed anything yet. */
export function emptyApplyOutcome(): ApplyOutcome {
  return {
    status: 'applied',
    watches: none(),
    channels: none(),
    schedules: none(),
    reports: none(),
    watchlists: none(),
    subscriptions: none(),
    dropped: 0,
  };
}

function none(): Changes {
  return { added: [], changed: [], removed: [] };
}

/** What was healed or told. */
export interface ReconcileOutcome {
  /** What was done for monitors and watchlists. */
  upstream?: UpstreamOutcome;
  status: 'done' | 'busy';
  /** Watches queued again because a window of theirs is open. */
  requeued: string[];
  /** Extractions that were forgotten, and started again. */
  restarted: string[];
  troubles: string[];
  cured: string[];
  alerts: number;
  channels: readonly string[];
}
