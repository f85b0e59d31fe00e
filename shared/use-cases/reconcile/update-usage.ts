import {
  budgetIncidents,
  isAskDue,
  leftOf,
  rateOf,
  shortageOf,
  withFigures,
  type Budget,
} from '../../domain/usage/budget.ts';
import { UpstreamError, type Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { demandOf, type Demand } from '../../domain/usage/demand.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import { costAt, allocateRates } from '../../domain/usage/allocate-rates.ts';
import type { RateLimit } from '../../domain/watches/allowed-rate.ts';
import { isQuotaBack, probingRates, QUOTA_REASON, quotaSubject } from '../../domain/usage/quota.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Budgets, Plans } from '../ports/usage-ports.ts';
import type { Alerts, Clock, Definitions, RunStates, Incidents } from '../ports/ports.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';

export interface UpdateUsagePorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  alerts: Alerts;
  troubles: Incidents;
  budgets: Budgets;
  plans: Plans;
}

/** The budget of one service, being kept. */
interface Keeping {
  service: Service;
  ports: UpdateUsagePorts;
  outcome: ReconcileOutcome;
  deadline: Instant;
  /** Subjects of troubles that were open before. */
  open: ReadonlyMap<string, Incident>;
}

/** A watch with what it needs, and its state where it has run. */
interface Spender {
  watch: Watch;
  demand: Demand;
  state: RunState | undefined;
}

/**
 * Keeps the watches of each service within its plan. Once an hour the service is asked what is left, and that is shared
 * out; the pace of each watch lies in its state, where its runs see it without a read of their own. While a service says
 * that its quota is used up, one watch looks once an hour and the others are paused.
 *
 * Each step can be repeated: who dies in between is followed by the next sweep, which works it out again.
 */
export async function updateUsage(
  ports: UpdateUsagePorts,
  { outcome, deadline }: { outcome: ReconcileOutcome; deadline: Instant },
): Promise<void> {
  const services = (['news', 'events', 'extraction'] as const).filter((service) => ports.plans[service]);
  if (services.length === 0) return;
  const open = new Map((await ports.troubles.open()).map((incident) => [incident.subject, incident]));
  for (const service of services) await updateServiceUsage({ service, ports, outcome, deadline, open });
}

async function updateServiceUsage(keeping: Keeping): Promise<void> {
  const { service, ports, open } = keeping;
  const now = ports.clock.now();
  const before = await ports.budgets.get(service);
  const isExhausted = open.has(quotaSubject(service));
  const isSlowed = before?.pacedAt !== undefined && before.pacedAt >= before.askedAt;
  if (isSlowed && !isExhausted && !isAskDue(before, now)) return;
  const watches = (await ports.definitions.watches()).filter(
    ({ kind, disabled }) => serviceOf(kind) === service && !disabled,
  );
  const isAsked = watches.length > 0 && isAskDue(before, now);
  const budget = isAsked ? await ask(keeping, before) : (before ?? { service, askedAt: now });
  const spenders = await Promise.all(watches.map((watch) => spenderOf(watch, ports)));
  const exhausted = isExhausted && !(await endOfQuota(keeping, { budget, spenders }));
  const isShort = await (exhausted ? probe(keeping, spenders) : share(keeping, { budget, spenders }));
  await ports.budgets.put({ ...budget, pacedAt: now, isShort });
}

/** Asks the service. That it is asked is written first, so that it is asked once an hour however often we die. */
async function ask({ service, ports, deadline }: Keeping, before: Budget | undefined): Promise<Budget> {
  const now = ports.clock.now();
  const { error: _error, ...known } = before ?? { service };
  const asked: Budget = { ...known, service, askedAt: now };
  await ports.budgets.put(asked);
  const budget = await answered(asked, ports.plans[service]?.({ deadline }), now);
  await ports.budgets.put(budget);
  return budget;
}

async function answered(
  asked: Budget,
  figures: ReturnType<NonNullable<Plans[Service]>> | undefined,
  now: Instant,
): Promise<Budget> {
  try {
    return figures ? withFigures(asked, await figures, now) : asked;
  } catch (error) {
    if (error instanceof UpstreamError) return { ...asked, error: error.message };
    throw error;
  }
}

async function spenderOf(watch: Watch, { states, clock }: UpdateUsagePorts): Promise<Spender> {
  const state = await states.read(watch.id, 'live');
  return { watch, state, demand: demandOf(watch, { state, now: clock.now() }) };
}

/**
 * Shares out what is left, and tells the operators whose watches are held back: true when any is. What is not known holds
 * back nobody.
 */
async function share(
  keeping: Keeping,
  given: { budget: Budget; spenders: readonly Spender[] },
): Promise<boolean> {
  const { budget, spenders } = given;
  const { ports, service } = keeping;
  const now = ports.clock.now();
  const all = leftOf(budget, now);
  const left = all && { ...all, left: Math.max(0, all.left - takenByMonitors(spenders, all.horizon)) };
  const ours = spenders.filter(({ watch }) => runsHere(watch));
  const before = new Map(ours.map(({ demand, state }) => [demand.id, state?.pace?.state ?? 'full'] as const));
  const demands = ours.map(({ demand }) => demand);
  const rateLimits = left ? allocateRates(demands, { ...left, before }) : new Map<string, RateLimit>();
  const reason = shortageOf(budget);
  await setRates(spenders, { rateLimits, reason, ports });
  const slowed = demands.map((demand) => ({
    demand,
    rateLimit: rateLimits.get(demand.id) ?? { state: 'full' as const },
  }));
  for (const { subject, trouble: incident } of budgetIncidents({ service, reason, now }, slowed)) {
    await (incident ? raise(incident, keeping) : resolve(subject, keeping));
  }
  return slowed.some(({ rateLimit }) => rateLimit.state !== 'full');
}

/** What the service runs by itself is spent in any case, and cannot be slowed from here. */
function takenByMonitors(spenders: readonly Spender[], horizon: number): number {
  const monitors = spenders.filter(({ watch }) => !runsHere(watch));
  return monitors.reduce((sum, { demand }) => sum + costAt(demand, { state: 'full' }, horizon), 0);
}

/** One watch looks whether the quota is back. The trouble of the quota itself has been told by the run that met it. */
async function probe({ ports }: Keeping, spenders: readonly Spender[]): Promise<boolean> {
  const rateLimits = probingRates(
    spenders.filter(({ watch }) => runsHere(watch)).map(({ demand }) => demand),
  );
  await setRates(spenders, { rateLimits, reason: QUOTA_REASON, ports });
  return true;
}

async function setRates(
  spenders: readonly Spender[],
  given: { rateLimits: ReadonlyMap<string, RateLimit>; reason: string; ports: UpdateUsagePorts },
): Promise<void> {
  const { rateLimits, reason, ports } = given;
  for (const { watch, state } of spenders) {
    const rateLimit = rateLimits.get(watch.id) ?? { state: 'full' };
    const before = state?.pace;
    const rate = rateOf(rateLimit, { before, reason, now: ports.clock.now() });
    if (!isSame(rate, before)) await ports.states.setRate(watch.id, rate);
  }
}

/** A run that went through since proves that there is quota again; so do the figures where runs call nobody. */
async function endOfQuota(
  keeping: Keeping,
  { budget, spenders }: { budget: Budget; spenders: readonly Spender[] },
): Promise<boolean> {
  const { open, service } = keeping;
  const incident = open.get(quotaSubject(service));
  const states = spenders.flatMap(({ state }) => state ?? []);
  if (!incident || !isQuotaBack(incident, { budget, states })) return false;
  await resolve(incident.subject, keeping);
  return true;
}

async function raise(incident: Incident, { ports, outcome, open }: Keeping): Promise<void> {
  await openIncident({ ports, outcome }, incident);
  if (!open.has(incident.subject)) outcome.troubles.push(incident.subject);
}

async function resolve(subject: string, { ports, outcome, open }: Keeping): Promise<void> {
  if (!open.has(subject)) return;
  await resolveIncident({ ports, outcome }, subject);
  outcome.cured.push(subject);
}
