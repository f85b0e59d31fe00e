import type { Budget } from '../../../shared/domain/usage/budget.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import { plainText, printNumber } from '../print-values.ts';

/** What is known about the plan of a service. */
export interface PlanStatus {
  service: Service;
  unit: 'calls' | 'credits';
  allowed?: number;
  left?: number;
  /** Concurrent jobs. */
  slots?: { allowed: number; busy?: number };
  readAt?: Instant;
  /** The latest end of the billing cycle. */
  renewsBy?: Instant;
  error?: string;
}

export function planStatus({ service, figures, readAt, renewsBy, error }: Budget): PlanStatus {
  return {
    service,
    unit: service === 'extraction' ? 'credits' : 'calls',
    ...figures,
    ...(readAt !== undefined && { readAt }),
    ...(renewsBy !== undefined && { renewsBy }),
    ...(error !== undefined && { error: plainText(error) }),
  };
}

/** The table row of a plan. */
export function planRow({ service, unit, ...plan }: PlanStatus, now: Instant): string[] {
  const { allowed, left, slots, readAt, error } = plan;
  const whole = allowed === undefined ? '' : ` of ${printNumber(allowed)}`;
  const amount = left === undefined ? 'not known' : `${printNumber(left)}${whole} ${unit}`;
  const busy = slots?.busy === undefined ? '' : `${slots.busy} of ${slots.allowed} job slots busy`;
  const read = readAt === undefined ? '' : `read ${formatRelativeTime(readAt, now)}`;
  const failed = error === undefined ? '' : `the last request failed: ${error}`;
  return [service, amount, [read, busy, failed].filter((text) => text !== '').join('; ')];
}
