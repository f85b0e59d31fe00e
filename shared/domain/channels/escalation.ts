import type { Alert } from '../alerts/alert.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { DAY, type Instant } from '../time/instant.ts';

// A critical alert that nobody acknowledges goes on to other channels, a step at a time.

/** To which channel it goes on, and how long after it was sent, in milliseconds. */
export interface EscalationStep {
  after: number;
  to: string;
}

/** A critical alert that was sent on a channel which escalates, and that nobody has acknowledged yet. */
export interface Escalation {
  alertId: string;
  /** The name of the channel. */
  channel: string;
  /** When the first lane of the channel had accepted it. */
  sentAt: Instant;
  /** Which step comes next, from 0 on. */
  step: number;
  dueAt: Instant;
  expiresAt: Instant;
}

/** How long after an alert was sent its record is kept: the last step comes a day after it at the latest. */
const KEPT = 7 * DAY;

/** What waits for the first step after an alert was sent; undefined where there is none. */
export function escalationOf(
  sent: Pick<Escalation, 'alertId' | 'channel' | 'sentAt'>,
  steps: readonly EscalationStep[],
): Escalation | undefined {
  return nextStep({ ...sent, expiresAt: sent.sentAt + KEPT }, steps, 0);
}

/** The same alert waiting for another step; undefined after the last one. */
export function nextStep(
  waiting: Omit<Escalation, 'step' | 'dueAt'>,
  steps: readonly EscalationStep[],
  step: number,
): Escalation | undefined {
  const next = steps[step];
  return next && { ...waiting, step, dueAt: waiting.sentAt + next.after };
}

/** The ids of an alert and of all that went on from it: whoever acknowledges one has acknowledged it. */
export function idsOf({ alertId, channel }: Escalation, steps: readonly EscalationStep[]): string[] {
  return [alertId, ...steps.map((step) => escalatedId({ alertId, channel }, step))];
}

function escalatedId(
  { alertId, channel }: Pick<Escalation, 'alertId' | 'channel'>,
  step: EscalationStep,
): string {
  return idOf('escalated', alertId, channel, step.to, String(step.after));
}

/** The alert as a step sends it on. Its id is made of the step, so it is the same whenever it is made. */
export function escalatedAlert(
  alert: Alert,
  escalation: Escalation,
  step: EscalationStep,
  now: Instant,
): Alert {
  const { lanes: _lanes, later: _later, ...kept } = alert;
  return defined<Alert>({
    ...kept,
    id: escalatedId(escalation, step),
    channel: step.to,
    createdAt: now,
    expiresAt: now + (alert.expiresAt - alert.createdAt),
    escalated: {
      alertId: escalation.alertId,
      channel: escalation.channel,
      sentAt: escalation.sentAt,
      after: step.after,
    },
  });
}
