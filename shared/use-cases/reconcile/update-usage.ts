import {
  budgetTroubles,
  isAskDue,
  leftOf,
  paceOf,
  shortageOf,
  withFigures,
  type Budget,
} from '../../domain/usage/budget.ts';
import { UpstreamError, type Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { needOf, type Need } from '../../domain/usage/demand.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import { costAt, paceWatches } from '../../domain/usage/allocate-rates.ts';
import type { Tempo } from '../../domain/watches/allowed-rate.ts';
import { isQuotaBack, probingTempos, QUOTA_REASON, quotaSubject } from '../../domain/usage/quota.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import type { Trouble } from '../../domain/incidents/incident.ts';
import { runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Budgets, Plans } from '../ports/usage-ports.ts';
import type { Alerts, Clock, Definitions, RunStates, Troubles } from '../ports/ports.ts';
import { cureTrouble, raiseTrouble } from '../alerts/notify-incidents.ts';

export interface KeepBudgetsPorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  alerts: Alerts;
  troubles: Troubles;
  budgets: Budgets;
  plans: Plans;
}

/** The budget of one service, being kept. */
interface Keeping {
  service: Service;
  ports: KeepBudgetsPorts;
  outcome: ReconcileOutcome;
  deadline: Instant;
  /** Subjects of troubles that were open before. */
  open: ReadonlyMap<string, Trouble>;
}

/** A watch with what it needs, and its state where it has run. */
interface Spender {
  watch: Watch;
  need: Need;
  state: RunState | undefined;
}

/**
 * Keeps the watches of each service within its plan. Once an hour the service is asked what is left, and that is shared
 * out; the pace of each watch lies in its state, where its runs see it without a read of their own. While a service says
 * that its quota is used up, one watch looks once an hour and the others are paused.
 *
 * Each step can be repeated: who dies in between is followed by the next sweep, which works it out again.
 */
export async function keepBudgets(
  ports: KeepBudgetsPorts,
  { outcome, deadline }: { outcome: ReconcileOutcome; deadline: Instant },
): Promise<void> {
  const services = (['news', 'events', 'extraction'] as const).filter((service) => ports.plans[service]);
  if (services.length === 0) return;
  const open = new Map((await ports.troubles.open()).map((trouble) => [trouble.subject, trouble]));
  for (const service of services) await keepBudget({ service, ports, outcome, deadline, open });
}

async function keepBudget(keeping: Keeping): Promise<void> {
  const { service, ports, open } = keeping;
  const now = ports.clock.now();
  const before = await ports.budgets.get(service);
  const isExhausted = open.has(quotaSubject(service));
  const isPaced = before?.pacedAt !== undefined && before.pacedAt >= before.askedAt;
  if (isPaced && !isExhausted && !isAskDue(before, now)) return;
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

async function spenderOf(watch: Watch, { states, clock }: KeepBudgetsPorts): Promise<Spender> {
  const state = await states.read(watch.id, 'live');
  return { watch, state, need: needOf(watch, { state, now: clock.now() }) };
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
  const before = new Map(ours.map(({ need, state }) => [need.id, state?.pace?.state ?? 'full'] as const));
  const needs = ours.map(({ need }) => need);
  const tempos = left ? paceWatches(needs, { ...left, before }) : new Map<string, Tempo>();
  const reason = shortageOf(budget);
  await setPaces(spenders, { tempos, reason, ports });
  const paced = needs.map((need) => ({ need, tempo: tempos.get(need.id) ?? { state: 'full' as const } }));
  for (const { subject, trouble } of budgetTroubles({ service, reason, now }, paced)) {
    await (trouble ? raise(trouble, keeping) : cure(subject, keeping));
  }
  return paced.some(({ tempo }) => tempo.state !== 'full');
}

/** What the service runs by itself is spent in any case, and cannot be slowed from here. */
function takenByMonitors(spenders: readonly Spender[], horizon: number): number {
  const monitors = spenders.filter(({ watch }) => !runsHere(watch));
  return monitors.reduce((sum, { need }) => sum + costAt(need, { state: 'full' }, horizon), 0);
}

/** One watch looks whether the quota is back. The trouble of the quota itself has been told by the run that met it. */
async function probe({ ports }: Keeping, spenders: readonly Spender[]): Promise<boolean> {
  const tempos = probingTempos(spenders.filter(({ watch }) => runsHere(watch)).map(({ need }) => need));
  await setPaces(spenders, { tempos, reason: QUOTA_REASON, ports });
  return true;
}

async function setPaces(
  spenders: readonly Spender[],
  given: { tempos: ReadonlyMap<string, Tempo>; reason: string; ports: KeepBudgetsPorts },
): Promise<void> {
  const { tempos, reason, ports } = given;
  for (const { watch, state } of spenders) {
    const tempo = tempos.get(watch.id) ?? { state: 'full' };
    const before = state?.pace;
    const pace = paceOf(tempo, { before, reason, now: ports.clock.now() });
    if (!isSame(pace, before)) await ports.states.setPace(watch.id, pace);
  }
}

/** A run that went through since proves that there is quota again; so do the figures where runs call nobody. */
async function endOfQuota(
  keeping: Keeping,
  { budget, spenders }: { budget: Budget; spenders: readonly Spender[] },
): Promise<boolean> {
  const { open, service } = keeping;
  const trouble = open.get(quotaSubject(service));
  const states = spenders.flatMap(({ state }) => state ?? []);
  if (!trouble || !isQuotaBack(trouble, { budget, states })) return false;
  await cure(trouble.subject, keeping);
  return true;
}

async function raise(trouble: Trouble, { ports, outcome, open }: Keeping): Promise<void> {
  await raiseTrouble({ ports, outcome }, trouble);
  if (!open.has(trouble.subject)) outcome.troubles.push(trouble.subject);
}

async function cure(subject: string, { ports, outcome, open }: Keeping): Promise<void> {
  if (!open.has(subject)) return;
  await cureTrouble({ ports, outcome }, subject);
  outcome.cured.push(subject);
}
