import type { Alert, AlertState, JoinedTo } from '../alerts/alert.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { TriageActionKind } from './signed-link.ts';
import type { ProposedExclusions, ReaderAction } from './reader-action.ts';
import type { Silence } from '../channels/silence.ts';
import type { Discovery, StoredFinding } from '../findings/finding.ts';
import type { Story } from '../stories/story.ts';
import type { Instant, Window } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';

/** The contents of a receipt: why there is an alert, and what happened to it. */
export interface Receipt {
  alert: Alert;
  state: AlertState;
  /** The path of the receipt itself. */
  path: string;
  /** The zone in which times are shown: that of its channel when the alert was put. */
  timezone: string;
  /** The watch as it is now, perhaps in another version. */
  watch?: Watch;
  /** Its stored findings. */
  findings: readonly StoredFinding[];
  /**
   * Of a watch of feeds: spans in which items of a feed may have come and gone unseen, within what led to the alert.
   */
  missed?: readonly Window[];
  /** Its story as it is now. */
  story?: Story;
  /** Its message with the delivery, or the message of the alert that it was joined to. */
  delivered?: { message: Message; delivery: Delivery };
  /** The same alert on other lanes of its channel, with the deliveries of their messages. */
  others: readonly {
    lane: string;
    state: AlertState;
    delivered?: { message: Message; delivery: Delivery };
  }[];
  /** The silences that mute its watch or its outlet now. */
  silences: readonly Silence[];
  /** What readers did about it, undone ones among them. */
  actions: readonly ReaderAction[];
  /** What the reader can do. */
  forms: readonly ActionForm[];
  /** Where these forms are sent. The page there undoes what was done. */
  actionsPath: string;
}

/** How far an article came on its way from the service to a person. The words are part of the JSON of `explain`. */
export type ArticleStage =
  /** SNS has accepted its message. */
  | 'notified'
  /** The service does not have it yet, or not at all. */
  | 'not-indexed'
  /** Its window is not covered yet, or failed. */
  | 'window-open'
  /** Its window is not covered, because the budget slows or pauses the watch. */
  | 'budget'
  /** It is older than the first window of the watch. */
  | 'before-first-window'
  /** The rank of its outlet is outside the query's range. */
  | 'below-rank'
  /** Its outlet, or a phrase or topic in it, is excluded. */
  | 'excluded'
  /** It does not match the query. */
  | 'not-matched'
  /** It matches the query and its window is covered, but the service did not give it. */
  | 'not-given'
  /** It was found, but is not judged yet. */
  | 'not-judged'
  /** It belongs to the baseline, or to a backfill. */
  | 'baseline'
  /** Another article of its story has the alert. */
  | 'duplicate'
  /** It could not be judged. */
  | 'quarantined'
  /** The policy or the channel does not alert on it. */
  | 'not-worth-telling'
  /** Its alert waits for the end of quiet hours, the brief or its group. */
  | 'held'
  /** Its alert waits because the channel has reached its limit per hour. */
  | 'storm-cap'
  | 'silenced'
  | 'dropped'
  /** Another watch had notified the channel of its story. */
  | 'joined'
  /** Its message is being sent. */
  | 'on-its-way'
  /** SNS refused its message. */
  | 'failed-delivery';

/** What happened to an article in a watch, or to an alert. */
export interface Explanation {
  standing: ArticleStage;
  /** What happened, what it means, what to do. */
  text: string;
  watchId?: string;
  alertId?: string;
  messageId?: string;
  /** What had notified the channel of its story. */
  joinedTo?: JoinedTo;
  /** The window that found or covered it, or that will cover it. */
  window?: Window;
  /** When its alert is due, or its window is queried again. */
  dueAt?: Instant;
  /** False: its message counts it in the summary and does not list it. */
  listed?: false;
  /** The run and the request that first found it. */
  foundBy?: Discovery;
  /** The zone of the times in `text`, and of its receipt. */
  timezone?: string;
}

/** A form that does or undoes one thing about an alert, for the readers of a lane: where it is sent, with its token. */
export interface ActionForm {
  kind: TriageActionKind;
  isUndone: boolean;
  lane: string;
  path: string;
  token: string;
}

/** What a page says about the actions on an alert. */
export interface ActionsView {
  alert: Alert;
  /** Whose link was used. */
  lane: string;
  /** The path of the receipt. */
  receipt: string;
  timezone: string;
  /** What the reader can still do. */
  forms: readonly ActionForm[];
  /** What readers of any lane did about this alert, undone ones among them. With a form, this reader can undo it. */
  taken: readonly { action: ReaderAction; undo?: ActionForm }[];
  /** What the form that was just sent did. */
  done?: Pick<ActionForm, 'kind' | 'isUndone'>;
  /** What follows for `watches.yaml`. */
  proposed?: ProposedExclusions;
}

/** What readers did about the alerts of a watch. */
export interface WatchActions {
  actions: readonly ReaderAction[];
  proposed: ProposedExclusions;
}

/** What a page says about a recipient of mail, and what the recipient can do. */
export interface UnsubscribeView {
  /** The name of the channel. */
  channel: string;
  /** The address, masked; undefined where the channel does not name it any more. */
  address?: string;
  /** When it unsubscribed; undefined while it gets the mail of the channel. */
  unsubscribedAt?: number;
  /** The token of the form that undoes it. */
  undo?: string;
  /** What the form that was just sent did. */
  done?: 'unsubscribed' | 'undone';
  timezone: string;
}

/** What the page behind the link of a drill says. */
export interface DrillView {
  channel: string;
  /** The transport, as people know it. */
  by: string;
  /** When the drill began. */
  beganAt: number;
  timezone: string;
  /** How many have confirmed here. */
  confirmed: number;
  /** The token of the button. Absent: the form that was just sent has confirmed. */
  token?: string;
}
