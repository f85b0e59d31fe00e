import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { type Instant, type Window, wholeSecond } from '../../../shared/domain/time/instant.ts';
import { type Watch, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';
import { adviseOnJobs, type QuestionAdvice } from '../plan/print-advice.ts';
import type { ServicePlan, Stack } from '../stack/stack.ts';
import { queryablePast, type TriedOut } from '../stack/try-out.ts';
import { type JobPast, readJobPast } from './job-past.ts';
import { type MonthCost, monthCostOf } from './month-cost.ts';
import { beforeJobs, caveatsOf, costCaveats, notNotifiable } from './not-known.ts';
import { type ReadersSaid, readReadersSaid } from './readers-said.ts';
import { wouldNotify, type WouldNotify } from './would-notify.ts';

/** What a watch would find, alert on and cost per month. */
export interface Preview {
  watch: Watch;
  channel: Channel;
  /** Undefined for jobs that have found nothing after their baseline. */
  tried: TriedOut | undefined;
  /** Undefined when not known; the caveats say why. */
  notified: WouldNotify | undefined;
  month: MonthCost;
  /** The limits of the numbers, one sentence each. */
  caveats: readonly string[];
  /** For an extraction watch. */
  past?: JobPast;
  advice?: readonly QuestionAdvice[];
  plan?: ServicePlan;
  /** What readers said about its alerts. Absent: nothing. */
  readers?: ReadersSaid;
}

interface PreviewGiven {
  /** The first channel of the watch. */
  channel: Channel;
  /** All of them. Absent: there is one. */
  channels?: readonly Channel[];
  stack: Stack;
  now: () => Instant;
  /** A span that was named. Absent: the past 30 days. */
  span?: Window;
}

/** Queries the service, or for jobs, which cost credits, reads stored findings; estimates the rest. */
export async function makePreview(watch: Watch, given: PreviewGiven): Promise<Preview> {
  const readers = await readReadersSaid(watch, { stack: given.stack, now: given.now() });
  return { ...(await previewOf(watch, given)), ...(readers && { readers }) };
}

async function previewOf(watch: Watch, given: PreviewGiven): Promise<Preview> {
  const now = wholeSecond(given.now());
  const past = queryablePast(watch, now);
  if (given.span && (!past || given.span.from < now - (windowRuleOf(watch.kind)?.reach ?? Infinity)))
    throw new CliFailure(`What ${watch.id} would have found in this span cannot be asked again.`, {
      hint: 'leave out --from and --to: the preview then shows what is known of its past',
    });
  if (!past) return previewOfJobs(watch, given);
  const { span: window = past } = given;
  const tried = await given.stack.tryOut({ watch, window, ...(given.span && { readsAll: true }) });
  return {
    ...(await estimated(watch, { ...given, tried })),
    month: monthCostOf(watch, { past: undefined, now }),
  };
}

async function previewOfJobs(
  watch: Watch,
  { channel, channels = [channel], stack, now }: PreviewGiven,
): Promise<Preview> {
  const past = await readJobPast(watch, { stack, now: wholeSecond(now()) });
  const advice = await adviseOnJobs([watch], { stack, now });
  const plan = await planOf(stack);
  const month = monthCostOf(watch, { past, now: now() });
  const known = past?.tried
    ? await estimated(watch, { tried: past.tried, channel, channels })
    : { watch, channel, tried: undefined, notified: undefined, caveats: [beforeJobs(watch, past)] };
  const caveats = [...known.caveats, ...costCaveats(month, plan)];
  return { ...known, ...(past && { past }), ...(plan && { plan }), advice, month, caveats };
}

async function estimated(
  watch: Watch,
  { tried, channel, channels = [channel] }: { tried: TriedOut } & Pick<PreviewGiven, 'channel' | 'channels'>,
): Promise<Omit<Preview, 'month'>> {
  const why = notNotifiable(watch, tried);
  const notified = why === undefined ? await wouldNotify(watch, { tried, channel, channels }) : undefined;
  const caveats = [...(why === undefined ? [] : [why]), ...caveatsOf(watch, { tried, channel })];
  return { watch, channel, tried, notified, caveats };
}

/** The plan of the service; undefined when it cannot be read, because a preview must not fail for it. */
async function planOf({ services: { extraction } }: Stack): Promise<ServicePlan | undefined> {
  return extraction.plan().catch(() => undefined);
}
