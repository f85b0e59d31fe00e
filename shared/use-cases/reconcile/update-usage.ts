import type { Incident } from '../../domain/incidents/incident.ts';
import { type Service, UpstreamError } from '../../domain/lib/errors.ts';
import { isSame } from '../../domain/lib/hash.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import type { Instant } from '../../domain/time/instant.ts';
import {
  allocateRates,
  costAt,
  isQuotaBack,
  probingRates,
  QUOTA_REASON,
  quotaSubject,
} from '../../domain/usage/allocate-rates.ts';
import {
  type Budget,
  budgetIncidents,
  isReadingDue,
  rateOf,
  remainingOf,
  shortageText,
  withFigures,
} from '../../domain/usage/budget.ts';
import { type Demand, demandOf } from '../../domain/usage/demand.ts';
import { type RateLimit, runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  resolveNamedIncident,
  sumIncidents,
} from '../alerts/put-alerts.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { Plans } from '../ports/services.ts';

export interface UpdateUsagePorts
  extends Pick<Ports, 'clock' | 'definitions' | 'states' | 'alerts' | 'incidents' | 'budgets'> {
  plans: Plans;
}

type Named = Partial<IncidentOutcome>;

interface UsageContext {
  service: Service;
  ports: UpdateUsagePorts;
  limits: CallLimits;
  /** The incidents that were open before, by subject. */
  open: ReadonlyMap<string, Incident>;
}

/** A watch with its demand, and its state where it has run. */
interface DemandingWatch {
  watch: Watch;
  demand: Demand;
  state: RunState | undefined;
}

interface Demands {
  budget: Budget;
  watches: readonly DemandingWatch[];
}

/**
 * Keeps the watches of each service within its plan. Once an hour the service is asked what is left, and that is
 * allocated to the watches: the rate of a watch is in its state, where its runs see it. While the quota of a service
 * is used up, one watch tries once an hour and the others are paused. Each step can be repeated.
 */
export async function updateUsage(ports: UpdateUsagePorts, limits: CallLimits): Promise<IncidentOutcome> {
  const services = (['news', 'events', 'extraction'] as const).filter((service) => ports.plans[service]);
  if (services.length === 0) return sumIncidents([]);
  const open = new Map((await ports.incidents.open()).map((incident) => [incident.subject, incident]));
  const outcomes: Named[] = [];
  for (const service of services)
    outcomes.push(...(await updateServiceUsage({ service, ports, limits, open })));
  return sumIncidents(outcomes);
}

async function updateServiceUsage(context: UsageContext): Promise<Named[]> {
  const { service, ports, open } = context;
  const now = ports.clock.now();
  const before = await ports.budgets.get(service);
  const wasExhausted = open.has(quotaSubject(service));
  const isAllocated = before?.pacedAt !== undefined && before.pacedAt >= before.askedAt;
  if (isAllocated && !wasExhausted && !isReadingDue(before, now)) return [];
  const ours = (await ports.definitions.watches()).filter(
    ({ kind, disabled }) => serviceOf(kind) === service && !disabled,
  );
  const isAsked = ours.length > 0 && isReadingDue(before, now);
  const budget = isAsked ? await readFigures(context, before) : (before ?? { service, askedAt: now });
  const watches = await Promise.all(ours.map((watch) => withDemand(watch, ports)));
  const quota = wasExhausted ? await resolveQuota(context, { budget, watches }) : undefined;
  const isExhausted = wasExhausted && quota === undefined;
  const { isShort, incidents } = await (isExhausted ? probe : allocate)(context, { budget, watches });
  await ports.budgets.put({ ...budget, pacedAt: now, isShort });
  return [quota ?? {}, ...incidents];
}

/** Asks the service for its figures. The time is written first, so that it is asked once an hour after deaths, too. */
async function readFigures(
  { service, ports, limits }: UsageContext,
  before: Budget | undefined,
): Promise<Budget> {
  const now = ports.clock.now();
  const { error: _error, ...known } = before ?? { service };
  const asked: Budget = { ...known, service, askedAt: now };
  await ports.budgets.put(asked);
  const budget = await withAnswer(asked, ports.plans[service]?.(limits), now);
  await ports.budgets.put(budget);
  return budget;
}

async function withAnswer(
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

async function withDemand(watch: Watch, { states, clock }: UpdateUsagePorts): Promise<DemandingWatch> {
  const state = await states.read(watch.id, 'live');
  return { watch, state, demand: demandOf(watch, { state, now: clock.now() }) };
}

interface Allocation {
  isShort: boolean;
  incidents: Named[];
}

/** Allocates what is left, and notifies the operators of slowed watches. Without figures no watch is slowed. */
async function allocate(context: UsageContext, { budget, watches }: Demands): Promise<Allocation> {
  const { ports, service } = context;
  const now = ports.clock.now();
  const all = remainingOf(budget, now);
  const left = all && { ...all, left: Math.max(0, all.left - usedByMonitors(watches, all.horizon)) };
  const ours = watches.filter(({ watch }) => runsHere(watch));
  const before = new Map(ours.map(({ demand, state }) => [demand.id, state?.rate?.state ?? 'full'] as const));
  const demands = ours.map(({ demand }) => demand);
  const rateLimits = left ? allocateRates(demands, { ...left, before }) : new Map<string, RateLimit>();
  const reason = shortageText(budget);
  await setRates(watches, { rateLimits, reason, ports });
  const limited = demands.map((demand) => ({
    demand,
    rateLimit: rateLimits.get(demand.id) ?? { state: 'full' as const },
  }));
  const incidents: Named[] = [];
  for (const { subject, incident } of budgetIncidents({ service, reason, now }, limited))
    incidents.push(await openOrResolve(context, { subject, incident }));
  return { isShort: limited.some(({ rateLimit }) => rateLimit.state !== 'full'), incidents };
}

/** What monitors use cannot be slowed from here. */
function usedByMonitors(watches: readonly DemandingWatch[], horizon: number): number {
  const monitors = watches.filter(({ watch }) => !runsHere(watch));
  return monitors.reduce((sum, { demand }) => sum + costAt(demand, { state: 'full' }, horizon), 0);
}

/** One watch tries whether the quota is back. The run that met the end of the quota has opened the incident. */
async function probe({ ports }: UsageContext, { watches }: Demands): Promise<Allocation> {
  const ours = watches.filter(({ watch }) => runsHere(watch));
  const rateLimits = probingRates(ours.map(({ demand }) => demand));
  await setRates(watches, { rateLimits, reason: QUOTA_REASON, ports });
  return { isShort: true, incidents: [] };
}

async function setRates(
  watches: readonly DemandingWatch[],
  given: { rateLimits: ReadonlyMap<string, RateLimit>; reason: string; ports: UpdateUsagePorts },
): Promise<void> {
  const { rateLimits, reason, ports } = given;
  for (const { watch, state } of watches) {
    const rateLimit = rateLimits.get(watch.id) ?? { state: 'full' };
    const before = state?.rate;
    const rate = rateOf(rateLimit, { before, reason, now: ports.clock.now() });
    if (!isSame(rate, before)) await ports.states.setRate(watch.id, rate);
  }
}

/**
 * Resolves the incident of an exhausted quota once a later run has succeeded, or the figures show quota again.
 * Undefined while it lasts.
 */
async function resolveQuota(
  { open, service, ports }: UsageContext,
  { budget, watches }: Demands,
): Promise<Named | undefined> {
  const incident = open.get(quotaSubject(service));
  const states = watches.flatMap(({ state }) => state ?? []);
  if (!incident || !isQuotaBack(incident, { budget, states })) return undefined;
  return resolveNamedIncident(ports, incident.subject);
}

/** Names only incidents that were not open before, and resolves only those that were. */
async function openOrResolve(
  { ports, open }: UsageContext,
  { subject, incident }: { subject: string; incident: Incident | undefined },
): Promise<Named> {
  const wasOpen = open.has(subject);
  if (!incident) return wasOpen ? resolveNamedIncident(ports, subject) : {};
  const opened = await openNamedIncident(ports, incident);
  return wasOpen ? { ...opened, incidents: [] } : opened;
}
