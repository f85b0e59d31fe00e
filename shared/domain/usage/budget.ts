import type { Service } from '../lib/errors.ts';
import { DAY, dayOf, HOUR, type Instant } from '../time/instant.ts';
import type { Demand } from './demand.ts';
import { formatInterval, type AllowedRate, type RateLimit } from '../watches/allowed-rate.ts';
import type { Incident } from '../incidents/incident.ts';
import { SEVERITIES, type Severity } from '../watches/watch.ts';

/** What a service says of its own plan; what it does not say is absent. */
export interface PlanFigures {
  /** Calls of a billing cycle; credits of the extraction service. */
  allowed?: number;
  left?: number;
  /** Jobs at one time: how many the plan allows, and how many are at work. */
  slots?: { allowed: number; busy?: number };
}

/** What is known of the plan of one service. */
export interface Budget {
  service: Service;
  /** When the service was last asked, whether or not it answered. */
  askedAt: Instant;
  /** As last read, and when. */
  figures?: PlanFigures;
  readAt?: Instant;
  /** When the billing cycle will have ended at the latest. */
  renewsBy?: Instant;
  /** Why the last reading failed. */
  error?: string;
  /** When the tempo of the watches was last worked out from this. */
  pacedAt?: Instant;
  /** Some watch was held back then, so that backfills wait. */
  isShort?: boolean;
}

/** The services' figures are read no oftener (news service, subscription). */
const ASK_GAP = HOUR;
/** Figures that could not be read again for so long say nothing any more. */
const FIGURES_KEPT = DAY;
/** No service tells when its cycle ends. It is a month: whenever it began, it has ended after so long. */
export const LONGEST_CYCLE = 31 * DAY;
/** What is left grows by more than this share of the plan only when a new cycle begins. */
const RENEWAL = 0.01;
/** A pace holds so long unless it is renewed: should nobody work out the tempo any more, nothing stays slowed. */
const RATE_KEPT = DAY;

export function isReadingDue(budget: Budget | undefined, now: Instant): boolean {
  return budget === undefined || now - budget.askedAt >= ASK_GAP;
}

/** The budget after a reading. A cycle that was seen to begin ends a month later; before that, a month after the first reading. */
export function withFigures(before: Budget, figures: PlanFigures, now: Instant): Budget {
  const { service, askedAt, pacedAt, isShort, renewsBy = 0 } = before;
  const isNew = renewsBy <= now || hasRenewed(before.figures, figures);
  return {
    service,
    askedAt,
    figures,
    readAt: now,
    renewsBy: isNew ? now + LONGEST_CYCLE : renewsBy,
    ...(pacedAt !== undefined && { pacedAt }),
    ...(isShort !== undefined && { isShort }),
  };
}

/** A plan that was raised gives more too, in the midst of a cycle. */
function hasRenewed(before: PlanFigures | undefined, { allowed = 0, left }: PlanFigures): boolean {
  if (before?.left === undefined || left === undefined || before.allowed !== allowed) return false;
  return left - before.left > allowed * RENEWAL;
}

/** What is left, and how long it must last; undefined where that is not known. */
export function remainingOf(
  { figures, readAt = 0, renewsBy = 0 }: Budget,
  now: Instant,
): { left: number; horizon: number } | undefined {
  if (figures?.left === undefined || now - readAt > FIGURES_KEPT) return undefined;
  return { left: figures.left, horizon: Math.max(HOUR, renewsBy - now) };
}

/** Whether a backfill of this service has to wait: some of its watches are held back. */
export function isShort(budget: Budget | undefined, now: Instant): boolean {
  return budget?.isShort === true && now - (budget.pacedAt ?? 0) < RATE_KEPT;
}

/** The pace of a watch at a tempo; undefined at full tempo. One that still holds and says the same is kept as it is. */
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

/** Why watches are held back: `Of the 10,000 calls of the news plan 812 are left, which must last until 2026-12-13 at the latest.` */
export function shortageText({ service, figures, renewsBy = 0 }: Budget): string {
  const { allowed, left = 0 } = figures ?? {};
  const unit = service === 'extraction' ? 'credits' : 'calls';
  const whole = allowed === undefined ? `Of the ${unit}` : `Of the ${numberOf(allowed)} ${unit}`;
  return (
    `${whole} of the ${service} plan ${numberOf(left)} were left on the last reading, which must last until ` +
    `${dayOf(renewsBy)} at the latest: the service does not say when its month begins anew.`
  );
}

/** The watches of one severity that are slowed, or paused, have one trouble. */
export function budgetSubject(service: Service, step: 'slowed' | 'paused', severity: Severity): string {
  return `service:${service}:${step}-${severity}`;
}

/** Every trouble that the budget of a service can raise: what of it holds at these tempos, and what does not. */
export function budgetIncidents(
  { service, reason, now }: { service: Service; reason: string; now: Instant },
  rateLimits: readonly { demand: Demand; rateLimit: RateLimit }[],
): { subject: string; trouble?: Incident }[] {
  return SEVERITIES.flatMap((severity) =>
    (['slowed', 'paused'] as const).map((step) => {
      const held = rateLimits.filter(
        ({ demand, rateLimit }) => demand.severity === severity && rateLimit.state === step,
      );
      const subject = budgetSubject(service, step, severity);
      if (held.length === 0) return { subject };
      const text = `${reason} ${TEXTS[step](severity, namesOf(held))} ${ADVICE}`;
      return { subject, trouble: { subject, kind: 'budget' as const, since: now, text } };
    }),
  );
}

const TEXTS: Readonly<Record<'slowed' | 'paused', (severity: Severity, names: string) => string>> = {
  slowed: (severity, names) =>
    `Watches of severity ${severity} run less often now, those of lowest priority first: ${names}. Nothing is missed: ` +
    'each run covers all the time since the one before.',
  paused: (severity, names) =>
    `Watches of severity ${severity} do not run any more, those of lowest priority first: ${names}. What is published ` +
    'meanwhile is found when they run again, as far back as the service keeps it.',
};

const ADVICE =
  'Raise the plan, or let watches run less often; bellwether status shows how each of them runs, and you hear when this is over.';

const MOST_NAMED = 10;

function namesOf(held: readonly { demand: Demand; rateLimit: RateLimit }[]): string {
  const named = held.slice(0, MOST_NAMED).map(({ demand, rateLimit }) => {
    return rateLimit.state === 'slowed' ? `${demand.id} ${formatInterval(rateLimit.interval)}` : demand.id;
  });
  const more = held.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function numberOf(value: number): string {
  return Math.floor(value).toLocaleString('en');
}
