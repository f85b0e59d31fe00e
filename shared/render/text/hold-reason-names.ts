import type { HoldReason } from '../../domain/alerts/alert-state.ts';

/** What a pending alert waits for. */
export const HOLD_REASON_NAMES: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'quiet hours',
  brief: 'next brief',
  group: 'other alerts of its group',
  'storm-cap': 'message limit of the channel',
};
