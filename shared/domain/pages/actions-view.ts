import type { Alert } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import type { ProposedExclusions } from './propose-exclusions.ts';
import type { ReaderAction, ReaderActionKind } from './reader-action.ts';

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
