import { defined } from '../lib/fields.ts';
import type { Service } from '../lib/errors.ts';
import { DAY, dayOf, HOUR, type Instant, isAhead } from '../time/instant.ts';
import type { Demand } from './demand.ts';
import {
  formatInterval,
  type AllowedRate,
  type RateLimit,
  SEVERITIES,
  type Severity,
} from '../watches/watch.ts';
import type { Incident } from '../incidents/incident.ts';

/** What a service says about its plan. */
export interface PlanFigures {
  /** Calls of a billing cycle; credits of the extraction service. */
  allowed?: number;
  left?: number;
  /** Concurrent jobs: how many the plan allows, and how many are running. */
  slots?: { allowed: number; busy?: number };
}

/** What is known about the plan of one service. */
export interface Budget {
  service: Service;
  /** When the figures were last requested, with or without an answer. */
  askedAt: Instant;
  /** The figures as last read, and when. */
  figures?: PlanFigures;
  readAt?: Instant;
  /** The latest possible end of the billing cycle. */
  renewsBy?: Instant;
  /** Why the last reading failed. */
  error?: string;
  /** When the rates of the watches were last computed from this. */
  pacedAt?: Instant;
  /** Whether a watch was slowed or paused then. Backfills wait as long. */
  isShort?: boolean;
}

/** How often a service's figures are read at most (news service, subscription). */
const READING_GAP = HOUR;
/** How long figures are used if they cannot be read again. */
const FIGURES_KEPT = DAY;
/** No service says when its billing cycle ends. A cycle is a month, so it ends after this time at the latest. */
export const LONGEST_CYCLE = 31 * DAY;
/** If more of the plan than this share is suddenly left, a new cycle has begun. */
const RENEWAL = 0.01;
/** How long an allowed rate holds unless it is renewed. If rates are no longer computed, no watch stays slow. */
const RATE_KEPT = DAY;

/** Whether the figures of a service are to be read now. */
export function isReadingDue(budget: Budget | undefined, now: Instant): boolean {
  return budget === undefined || now - budget.askedAt >= READING_GAP || isAhead(budget.askedAt, now);
}

/**
 * The budget after a reading. A cycle ends a month after it was seen to begin, or else a month after the first
 * reading.
 */
export function withFigures(before: Budget, figures: PlanFigures, now: Instant): Budget {
  const { service, askedAt, pacedAt, isShort: wasShort, renewsBy = 0 } = before;
  const isNew = renewsBy <= now || hasRenewed(before.figures, figures);
  return defined<Budget>({
    service,
    askedAt,
    figures,
    readAt: now,
    renewsBy: isNew ? now + LONGEST_CYCLE : renewsBy,
    pacedAt,
    isShort: wasShort,
  });
}

/** A raised plan has more left too, without a new cycle. */
function hasRenewed(before: PlanFigures | undefined, { allowed = 0, left }: PlanFigures): boolean {
  if (before?.left === undefined || left === undefined || before.allowed !== allowed) return false;
  return left - before.left > allowed * RENEWAL;
}

/** What is left, and how long it must last (milliseconds); undefined when unknown. */
export function remainingOf(
  { figures, readAt = 0, renewsBy = 0 }: Budget,
  now: Instant,
): { left: number; horizon: number } | undefined {
  if (figures?.left === undefined || now - readAt > FIGURES_KEPT) return undefined;
  return { left: figures.left, horizon: Math.max(HOUR, renewsBy - now) };
}

/** Whether backfills of this service must wait, because a watch is slowed or paused. */
export function isShort(budget: Budget | undefined, now: Instant): boolean {
  return budget?.isShort === true && now - (budget.pacedAt ?? 0) < RATE_KEPT;
}

/**
 * The allowed rate of a watch; undefined when it runs as scheduled. An equal rate that still holds is kept as it is.
 */
export function rateOf(
  rateLimit: RateLimit,
  { before, reason, now }: { before: AllowedRate | undefined; reason: string; now: Instant },
): AllowedRate | undefined {
  if (rateLimit.state === 'full') return undefined;
  const isKept = before && saysSame(before, rateLimit) && before.until - now > RATE_KEPT / 2;
  return isKept ? before : { ...rateLimit, reason, until: now + RATE_KEPT };
}

function saysSame(before: RateLimit, rateLimit: RateLimit): boolean {
  if (before.state !== 'slowed' || rateLimit.state !== 'slowed') return before.state === rateLimit.state;
  return before.interval === rateLimit.interval;
}

/** Why watches are slowed: `Of the 10,000 calls of the news plan, 812 were left …`. */
export function shortageText({ service, figures, renewsBy = 0 }: Budget): string {
  const { allowed, left = 0 } = figures ?? {};
  const unit = service === 'extraction' ? 'credits' : 'calls';
  const whole = allowed === undefined ? `Of the ${unit}` : `Of the ${numberOf(allowed)} ${unit}`;
  return (
    `${whole} of the ${service} plan, ${numberOf(left)} ${left === 1 ? 'was' : 'were'} left at the last reading. They must last ` +
    `until ${dayOf(renewsBy)} at the latest: the service does not say when its month ends.`
  );
}

/** The subjects of all budget incidents of a service, with the incident of those that exist at these rates. */
export function budgetIncidents(
  { service, reason, now }: { service: Service; reason: string; now: Instant },
  rateLimits: readonly { demand: Demand; rateLimit: RateLimit }[],
): { subject: string; incident?: Incident }[] {
  return SEVERITIES.flatMap((severity) =>
    (['slowed', 'paused'] as const).map((step) => {
      const affected = rateLimits.filter(
        ({ demand, rateLimit }) => demand.severity === severity && rateLimit.state === step,
      );
      const subject = `service:${service}:${step}-${severity}`;
      if (affected.length === 0) return { subject };
      const text = `${reason} ${TEXTS[step](severity, namesOf(affected))} ${ADVICE}`;
      return { subject, incident: { subject, kind: 'budget' as const, since: now, text } };
    }),
  );
}

const TEXTS: Readonly<Record<'slowed' | 'paused', (severity: Severity, names: string) => string>> = {
  slowed: (severity, names) =>
    `Watches of severity ${severity} run less often now, those of lowest priority first: ${names}. Nothing is missed: ` +
    'each run covers all the time since the previous run.',
  paused: (severity, names) =>
    `Watches of severity ${severity} are paused, those of lowest priority first: ${names}. When they run again, they ` +
    'find what was published in the meantime, as far back as the service keeps it.',
};

const ADVICE =
  'Use a larger plan, or let watches run less often. bellwether status shows the rate of each watch. You are notified when this is over.';

const MOST_NAMED = 10;

function namesOf(affected: readonly { demand: Demand; rateLimit: RateLimit }[]): string {
  const named = affected.slice(0, MOST_NAMED).map(({ demand, rateLimit }) => {
    return rateLimit.state === 'slowed' ? `${demand.id} ${formatInterval(rateLimit.interval)}` : demand.id;
  });
  const more = affected.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function numberOf(value: number): string {
  return Math.floor(value).toLocaleString('en');
}
