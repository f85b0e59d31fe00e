import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { wholeSecond, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { adviseOnJobs, type QuestionAdvice } from '../plan/advise-on-jobs.ts';
import type { ServicePlan, Stack } from '../stack/stack.ts';
import { askablePast, type TriedOut } from '../stack/try-out.ts';
import { readJobPast, type JobPast } from './job-past.ts';
import { monthCostOf, type MonthCost } from './month-cost.ts';
import { beforeJobs, caveatsOf, costCaveats, notNotifiable } from './not-known.ts';
import { wouldNotify, type WouldNotify } from './would-tell.ts';

/** What a watch would find, tell and cost in a month. */
export interface Preview {
  watch: Watch;
  channel: Channel;
  /** Undefined for jobs before any of them has found something beyond its base. */
  tried: TriedOut | undefined;
  /** Undefined where that is not known; the caveats say why. */
  told: WouldNotify | undefined;
  month: MonthCost;
  /** What the numbers leave out, each in a sentence. */
  caveats: readonly string[];
  /** Of a watch that asks for jobs. */
  past?: JobPast;
  advice?: readonly QuestionAdvice[];
  plan?: ServicePlan;
}

interface Asked {
  channel: Channel;
  stack: Stack;
  now: () => Instant;
}

/** Asks the service, or where a question costs money what is remembered, and reckons the rest. */
export async function makePreview(watch: Watch, asked: Asked): Promise<Preview> {
  const now = wholeSecond(asked.now());
  const past = askablePast(watch, now);
  if (!past) return previewOfJobs(watch, asked);
  const tried = await asked.stack.tryOut(watch, past);
  return {
    ...reckoned(watch, { tried, channel: asked.channel }),
    month: monthCostOf(watch, { past: undefined, now }),
  };
}

async function previewOfJobs(watch: Watch, { channel, stack, now }: Asked): Promise<Preview> {
  const past = await readJobPast(watch, { stack, now: wholeSecond(now()) });
  const advice = await adviseOnJobs([watch], { stack, now });
  const plan = await planOf(stack);
  const month = monthCostOf(watch, { past, now: now() });
  const known = past?.tried
    ? reckoned(watch, { tried: past.tried, channel })
    : { watch, channel, tried: undefined, told: undefined, caveats: [beforeJobs(watch, past)] };
  const caveats = [...known.caveats, ...costCaveats(month, plan)];
  return { ...known, ...(past && { past }), ...(plan && { plan }), advice, month, caveats };
}

function reckoned(
  watch: Watch,
  { tried, channel }: { tried: TriedOut; channel: Channel },
): Omit<Preview, 'month'> {
  const why = notNotifiable(watch, tried);
  const notified = why === undefined ? wouldNotify(watch, { tried, channel }) : undefined;
  const caveats = [...(why === undefined ? [] : [why]), ...caveatsOf(watch, { tried, channel })];
  return { watch, channel, tried, told: notified, caveats };
}

/** The plan of the service, where it says: a preview does not fail for it. */
async function planOf({ services: { extraction } }: Stack): Promise<ServicePlan | undefined> {
  return extraction.plan().catch(() => undefined);
}
