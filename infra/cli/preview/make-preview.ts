import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import type { PolledOnce } from '../stack/read-once.ts';
import { queryablePast, type TriedOut, tryOut } from '../stack/try-out.ts';
import type { World } from '../world.ts';
import { CliFailure } from '../failure.ts';
import { type QuestionAdvice, adviseOnJobs } from '../plan/print-advice.ts';
import { type JobPast, type MonthCost, monthCostOf, readJobPast } from './job-costs.ts';
import { type ReadersSaid, readReadersSaid } from './readers-said.ts';
import { type WouldNotify, isRead, wouldNotify } from './would-send.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { ServicePlan, Stack } from '../stack/stack.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { countingOf, policyOf } from '../../../shared/domain/policies/registry.ts';
import {
  DAY,
  type Instant,
  type Window,
  formatSpan,
  wholeSecond,
} from '../../../shared/domain/time/instant.ts';
import {
  type Watch,
  channelsOf,
  compareSeverity,
  mostSevere,
  windowRuleOf,
} from '../../../shared/domain/watches/watch.ts';

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
  /** The channels of the file. */
  channels: readonly Channel[];
  stack: Stack;
  now: () => Instant;
  /** A span that was named. Absent: the past 30 days. */
  span?: Window;
  /** Reads more than one page of matches. */
  readsAll?: boolean;
}

/**
 * Queries the service, or for jobs, which cost credits, reads stored findings; estimates the rest.
 *
 * @throws CliFailure for a watch without a channel, and for a span that cannot be asked again.
 */
export async function makePreview(watch: Watch, { channels, ...rest }: PreviewGiven): Promise<Preview> {
  const own = channelsOf(watch.alert).flatMap((name) => channels.filter((one) => one.name === name));
  const [channel] = own;
  if (!channel)
    throw new CliFailure(`Watch "${watch.id}" has no channel.`, {
      hint: `set watches.${watch.id}.alert.channel in the file`,
    });
  const given = { ...rest, channel, channels: own };
  const readers = await readReadersSaid(watch, { stack: given.stack, now: given.now() });
  return { ...(await previewOf(watch, given)), ...(readers && { readers }) };
}

interface Previewing extends PreviewGiven {
  /** The first of the channels of the watch, which `channels` has alone. */
  channel: Channel;
}

async function previewOf(watch: Watch, given: Previewing): Promise<Preview> {
  const now = wholeSecond(given.now());
  const past = queryablePast(watch, now);
  if (given.span && (!past || given.span.from < now - (windowRuleOf(watch.kind)?.reach ?? Infinity)))
    throw new CliFailure(`What ${watch.id} would have found in this span cannot be asked again.`, {
      hint: 'leave out --from and --to: the preview then shows what is known of its past',
    });
  if (!past) return previewOfJobs(watch, given);
  const { span: window = past } = given;
  const tried = await given.stack.tryOut({ watch, window, ...(given.readsAll && { readsAll: true }) });
  return {
    ...(await estimated(watch, { ...given, tried })),
    month: monthCostOf(watch, { past: undefined, now }),
  };
}

async function previewOfJobs(watch: Watch, { channel, channels, stack, now }: Previewing): Promise<Preview> {
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
  { tried, channel, channels }: { tried: TriedOut } & Pick<Previewing, 'channel' | 'channels'>,
): Promise<Omit<Preview, 'month'>> {
  const why = notNotifiable(watch, tried);
  const notified = why === undefined ? await wouldNotify(watch, { tried, channels }) : undefined;
  const caveats = [...(why === undefined ? [] : [why]), ...caveatsOf(watch, { tried, channel })];
  return { watch, channel, tried, notified, caveats };
}

/** The plan of the service; undefined when it cannot be read, because a preview must not fail for it. */
async function planOf({ services: { extraction } }: Stack): Promise<ServicePlan | undefined> {
  return extraction.plan().catch(() => undefined);
}

/** Why the alerts of a policy cannot be derived from the past; undefined when they can. */
function notNotifiable({ alert }: Watch, tried: TriedOut): string | undefined {
  const { when, settings = {} } = alert;
  const counting = countingOf({ alert });
  const span = tried.window.to - tried.window.from;
  if (counting && counting.history > span + DAY)
    return `Alerts cannot be estimated: the policy ${when} needs more history than the ${formatSpan(span)} of this preview.`;
  const past = { isComplete: isRead(tried) || tried.hits === 0 };
  const unknown = policyOf(when).preview?.unknown?.(past, settings);
  return unknown && `Alerts cannot be estimated: ${unknown}.`;
}

/** The limits of the numbers of a preview. */
function caveatsOf(watch: Watch, { tried, channel }: { tried: TriedOut; channel: Channel }): string[] {
  const { when } = watch.alert;
  const isSilent =
    compareSeverity(
      mostSevere(watch.severity, ...(watch.raise ?? []).map(({ to }) => to)),
      channel.minSeverity,
    ) < 0;
  const caveat = policyOf(when).preview?.caveat?.({ isComplete: isRead(tried) });
  return [
    ...(isSilent
      ? [
          `No alerts would be sent: channel ${channel.name} accepts severity ${channel.minSeverity} or higher, and the watch has severity ${watch.severity}.`,
        ]
      : []),
    ...(watch.kind === 'breaking'
      ? ['Breaking news covers only the past 24 hours. The monthly numbers are estimated from this day.']
      : []),
    ...(caveat === undefined ? [] : [caveat]),
    ...(watch.raise && tried.findings.length > 0 && !isRead(tried) ? [unseenClimbs(tried)] : []),
  ];
}

/** Climbs are counted among the matches that were read: what older articles add to a story is not known. */
function unseenClimbs({ findings, hits }: TriedOut): string {
  return `Climbs were counted in the latest ${printNumber(findings.length)} of ${printNumber(hits)} matches. A story that began before these climbs later in this preview, or not at all.`;
}

/** Why the findings of an extraction watch are not known before its jobs have run. */
function beforeJobs({ query: { limit }, firstRun }: Watch, past: JobPast | undefined): string {
  const most =
    typeof limit === 'number'
      ? `at most ${printAmount(limit, 'record')}`
      : 'as many records as the plan allows';
  if (past?.took)
    return `Its baseline has ${printAmount(Math.round(past.took.records), 'record')}. How many new records later jobs find is not known before the next job has ended. Each job returns ${most}.`;
  const first = firstRun === 'silent' ? 'are its baseline and cause no alerts' : 'cause alerts';
  return `Findings and alerts are not known before its first job has ended, because a job costs credits. A job returns ${most}; those of the first job ${first}.`;
}

/** A warning when the maximum cost is more than the plan allows. */
function costCaveats({ jobs }: MonthCost, plan: ServicePlan | undefined): string[] {
  const { allowed } = plan ?? {};
  if (!jobs || allowed === undefined || jobs.credits <= allowed) return [];
  return [
    `The jobs can cost up to ${printNumber(jobs.credits)} credits per month. The plan allows ${printNumber(allowed)}. Lower the limit of the watch, or run it less often.`,
  ];
}

/** Feeds that could not be read, named at most. */
const MOST_NAMED = 5;

/**
 * The stack for a preview of a watch of feeds or of the archive. Where nobody has polled its lists yet, or the file has other feeds than
 * the stack, each feed is read once, now, and nothing is stored; `note` says so. Of other watches, and of lists that
 * are polled, it is the stack itself.
 */
export async function stackForFeeds(
  watch: Watch,
  { desired, stack, world }: { desired: Pick<Desired, 'feeds'>; stack: Stack; world: World },
): Promise<{ stack: Stack; note?: string }> {
  if (watch.kind === 'world') return { stack, ...(await unreadNote(watch, stack)) };
  if (watch.kind !== 'feeds') return { stack };
  const names = Array.isArray(watch.query['feeds']) ? watch.query['feeds'].map(String) : [];
  const lists = (desired.feeds ?? []).filter(({ name }) => names.includes(name));
  const unpolled = await unpolledOf(lists, stack);
  if (unpolled.length === 0) return { stack };
  const once = await world.readFeeds(lists, { now: stack.now });
  const source = feedsSource(once.shelf);
  return {
    stack: { ...stack, tryOut: (order) => tryOut(order, source) },
    note: noteOf(unpolled, once, stack),
  };
}

/** What a preview of the archive cannot know: it is searched for the watches that the stack has. */
async function unreadNote({ id, version }: Watch, { world, polls }: Stack): Promise<{ note?: string }> {
  const state = await world.state();
  if (state?.watches.some((one) => one.id === id && one.version === version)) return {};
  const how = polls.world
    ? 'Run bellwether apply, wait for 15 minutes'
    : 'Deploy once with this file, or start npm start again with it, wait for 15 minutes';
  return {
    note: `The archive was not searched for this query yet, so the counts are too low. ${how}, and preview again.\n`,
  };
}

async function unpolledOf(lists: readonly FeedList[], { feeds, feedLists }: Stack): Promise<FeedList[]> {
  const [round, applied] = await Promise.all([feeds.round(), feedLists.all()]);
  const known = new Map(applied.map((list) => [list.name, new Set(list.urls)]));
  return lists.filter(
    ({ name, urls }) =>
      !round?.lists.some((list) => list.name === name) ||
      urls.some((url) => known.get(name)?.has(url) !== true),
  );
}

function noteOf(unpolled: readonly FeedList[], { feeds, failed }: PolledOnce, { polls }: Stack): string {
  const names = unpolled.map(({ name }) => plainText(name)).join(', ');
  const lines = [
    `Nobody polls all feeds of ${names} yet. This is what ${printAmount(feeds, 'feed')} show${feeds === 1 ? 's' : ''} now, by the dates of their items: older ones are gone from them.`,
    `${polls.feeds ? 'Run bellwether apply' : 'Deploy once with this file, or start npm start again with it'}, and every new item is stored from then on.`,
    ...failed
      .slice(0, MOST_NAMED)
      .map(({ url, text }) => `${plainText(url)} could not be read: ${plainText(text)}`),
    ...(failed.length > MOST_NAMED
      ? [
          `${printNumber(failed.length - MOST_NAMED)} more could not be read. Run bellwether feeds check FILE.`,
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
