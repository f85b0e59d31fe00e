import type { Alert } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import type { ProposedExclusions, ReaderAction, ReaderActionKind } from './reader-action.ts';

/** What a page says about the actions on an alert. */
export interface ActionsView {
  alert: Alert;
  /** Whose link was used. */
  lane: string;
  /** The path of the receipt. */
  receipt: string;
  timezone: string;
  /** What the reader can still do, each with the token of its form. */
  forms: readonly { kind: ReaderActionKind; token: string }[];
  /** What readers of any lane did about this alert, undone ones among them. With a token, this reader can undo it. */
  taken: readonly { action: ReaderAction; undo?: string }[];
  /** What the form that was just sent did. */
  done?: { kind: ReaderActionKind; isUndone: boolean };
  /** What follows for `watches.yaml`. */
  proposed?: ProposedExclusions;
  now: Instant;
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
