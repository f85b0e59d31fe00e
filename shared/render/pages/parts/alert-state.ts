import type { AlertState } from '../../../domain/alerts/alert-state.ts';
import type { Html } from '../../html/html.ts';
import { HOLD_REASON_NAMES } from '../../text/hold-reason-names.ts';
import { badge } from './page-elements.ts';

/** What became of an alert, as a badge. */
export function stateBadge(state: AlertState, timezone: string): Html {
  switch (state.state) {
    case 'told':
      return badge('sent', 'good');
    case 'silenced':
      return badge('muted', 'plain');
    case 'dropped':
      return badge(state.joinedTo ? 'joined' : 'dropped', 'plain');
    case 'pending':
      return badge(waitText(state, timezone), state.heldFor === undefined ? 'warn' : 'plain');
  }
}

function waitText({ dueAt, heldFor }: Extract<AlertState, { state: 'pending' }>, timezone: string): string {
  return heldFor === undefined
    ? 'due'
    : `waits until ${shortTime(dueAt, timezone)} (${HOLD_REASON_NAMES[heldFor]})`;
}

/** `20 Nov 2026, 20:00` */
export function shortTime(at: number, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at);
}
