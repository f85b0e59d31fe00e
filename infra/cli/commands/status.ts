import type { MutesView } from '../../../shared/domain/pages/inbox.ts';
import type { WatchStatus } from '../../../shared/domain/pages/watch-status.ts';
import type { FileFault } from '../../../shared/domain/world/archive-state.ts';
import { formatRelativeTime, type Instant, isoOf } from '../../../shared/domain/time/instant.ts';
import { matchersText, whoMuted } from '../../../shared/render/message/mute-text.ts';
import { stackCommand } from '../command.ts';
import { plainText, printAmount, printNumber, printTable, timeOrNull } from '../print-values.ts';
import { feedNotes, notifyTimesText, planRow, readStatus, type StackStatus } from '../read-status.ts';
import { paint } from '../terminal.ts';

/** Shows the state of watches, channels and deliveries. */
export const status = stackCommand({
  usage: 'status [options]',
  about: `Shows each watch with its last run, its watermark, its next run and its totals for this month; each address and whether
it is confirmed; how long after their indexing articles were sent; what is left of the plan of each service; open incidents and failed messages.

  ok           no problem
  new          it has not run yet
  base         its first run collects the baseline
  late         a run is overdue
  failing      the last run failed
  open         a window is open and is queried again
  unscheduled  it has no schedule
  slowed       the plan of its service is nearly used up, so it runs less often
  paused       the plan of its service is nearly used up, so it does not run
  creating     its monitor at the extraction service is being created
  off          the extraction service switched its monitor off
  disabled     the file says enabled: false`,
  options: {},
  async run({ stack }) {
    const now = stack.now();
    const found = await readStatus(stack, now);
    return {
      text: printStatus(found, { name: stack.name, now }),
      document: statusDocument(stack.name, found),
    };
  },
});

function statusDocument(
  stack: string,
  { watches, channels, incidents, deadMessages, plans, notifyTimes, mutes }: StackStatus,
): object {
  return {
    stack,
    watches: watches.map(({ lastRunAt, coveredUntil, nextRunAt, backfill, ...rest }) => ({
      ...rest,
      lastRunAt: timeOrNull(lastRunAt),
      coveredUntil: timeOrNull(coveredUntil),
      nextRunAt: timeOrNull(nextRunAt),
      backfill: backfill
        ? { coveredUntil: timeOrNull(backfill.coveredUntil), until: timeOrNull(backfill.until) }
        : null,
    })),
    channels,
    incidents: incidents.map(({ since, ...rest }) => ({ ...rest, since: timeOrNull(since) })),
    deadMessages,
    notifyTimes: notifyTimes ?? null,
    mutes: {
      alerts: mutes.alerts,
      inForce: mutes.inForce.map(({ silence: { id, owner, matchers, endsAt, by }, alerts }) => ({
        id,
        owner,
        matchers,
        endsAt: timeOrNull(endsAt),
        byLink: by !== undefined,
        alerts,
      })),
    },
    plans: plans.map(({ readAt, renewsBy, ...rest }) => ({
      ...rest,
      readAt: timeOrNull(readAt),
      renewsBy: timeOrNull(renewsBy),
    })),
  };
}

/** The status as text. */
function printStatus(status: StackStatus, { name, now }: { name: string; now: Instant }): string {
  const { watches, channels, incidents, deadMessages, plans, notifyTimes } = status;
  if (watches.length === 0) return `No watches in ${name}. Run bellwether apply to apply a watches file.\n`;
  const head = ['WATCH', 'STATUS', 'LAST RUN', 'COVERED UNTIL', 'NEXT RUN', 'FOUND', 'CALLS'];
  const rows = watches.map((watch) => rowOf(watch, now));
  const notes = watches.flatMap(notesOf);
  const addresses = channels.flatMap(({ name: channel, addresses: all }) =>
    all.map(({ protocol, endpoint, state }) => [channel, protocol, plainText(endpoint), state]),
  );
  return [
    printTable([head.map(heading), ...rows]),
    'FOUND and CALLS are the totals of this month (UTC).\n',
    ...section('', notes),
    '\n',
    printTable([['CHANNEL', '', 'ADDRESS', 'STATE'].map(heading), ...addresses]),
    ...(notifyTimes ? ['\n', `${notifyTimesText(notifyTimes)}\n`] : []),
    ...(plans.length === 0
      ? []
      : ['\n', printTable([['PLAN', 'LEFT', ''].map(heading), ...plans.map((plan) => planRow(plan, now))])]),
    ...printFeeds(status.feeds, now),
    ...printWorld(status.world, now),
    ...section(
      'Open incidents',
      incidents.map(({ text }) => plainText(text)),
    ),
    ...section('Muted', muteLines(status.mutes, now)),
    ...section(
      'Failed messages (run bellwether redrive to send them again)',
      deadMessages.map(
        ({ id, channel, protocol, subject, error = 'unknown reason' }) =>
          `${id}  ${channel}${protocol === 'sns' ? '' : ` (${protocol})`}: ${plainText(subject)} (${plainText(error)})`,
      ),
    ),
  ].join('');
}

/** How many silences the status lists. */
const MOST_MUTES = 20;

/** What is muted, and how many alerts that has cost. Nothing where nothing was muted. */
function muteLines({ inForce, alerts }: MutesView, now: Instant): string[] {
  if (inForce.length === 0 && alerts === 0) return [];
  const lines = inForce.slice(0, MOST_MUTES).map(({ silence, alerts: own }) => {
    const { id, matchers, endsAt } = silence;
    return `${id}  ${plainText(whoMuted(silence))}: ${plainText(matchersText(matchers))}, ends ${formatRelativeTime(endsAt, now)}, ${printAmount(own, 'alert')} muted`;
  });
  const more = inForce.length - lines.length;
  return [
    `${printAmount(alerts, 'alert')} of the last 7 days muted by ${printAmount(inForce.length, 'silence')} in force and by ended ones.`,
    ...lines,
    ...(more > 0 ? [`and ${printNumber(more)} more: run bellwether silence`] : []),
  ];
}

function rowOf(watch: WatchStatus, now: Instant): string[] {
  const { id, condition, lastRunAt, coveredUntil, nextRunAt, month } = watch;
  const times = [lastRunAt, coveredUntil, nextRunAt].map((at) =>
    at === undefined ? '-' : formatRelativeTime(at, now),
  );
  return [id, conditionText(condition), ...times, printNumber(month.found), printNumber(month.calls)];
}

const FAULTS: ReadonlySet<string> = new Set(['failing', 'late', 'unscheduled']);

function conditionText(condition: WatchStatus['condition']): string {
  return FAULTS.has(condition) ? paint('error', condition) : condition;
}

function heading(text: string): string {
  return text === '' ? '' : paint('heading', text);
}

function notesOf({ id, detail, backfill, month, quarantined }: WatchStatus): string[] {
  const until =
    backfill &&
    `backfill until ${timeOrNull(backfill.until)}: ${backfill.coveredUntil === undefined ? 'not started' : `covered until ${timeOrNull(backfill.coveredUntil)}`}`;
  const { jobs = 0, credits = 0 } = month;
  const spent =
    jobs === 0
      ? undefined
      : `${printAmount(jobs, 'job')} this month, about ${printAmount(credits, 'credit')}`;
  const unusable =
    quarantined === 0
      ? undefined
      : `${printAmount(quarantined, 'item')} in quarantine: the page of the watch shows each with its reason (bellwether open)`;
  return [detail, until, spent, unusable].flatMap((text) => (text === undefined ? [] : [`${id}: ${text}`]));
}

/** The most files that are named. */
const MOST_FILES = 5;

function printWorld(world: StackStatus['world'], now: Instant): string[] {
  if (!world) return [];
  const { readUntil, open, gaps, past, cut } = world;
  const time = (at: Instant) => `${isoOf(at).slice(0, 16)}Z`;
  const title = `Archive of the world's news: read ${formatRelativeTime(readUntil, now)}, ${printAmount(open.length, 'file')} asked for again, ${printAmount(gaps.length, 'gap')}`;
  const lines = [
    ...open
      .slice(0, MOST_FILES)
      .map(({ file, fault }) => `${file}: ${FILE_FAULT_TEXTS[fault]}. It is asked for again.`),
    ...gaps
      .slice(-MOST_FILES)
      .map(
        ({ from, to, stream }) =>
          `Not known of ${stream} articles: ${time(from)} to ${time(to)}. A backfill asks for them again.`,
      ),
    ...(past
      ? [`Reads the past for new watches: since ${time(past.from)}, done up to ${time(past.upTo)}.`]
      : []),
    ...cut.map(
      ({ watch, from }) =>
        `${plainText(watch)}: read since ${time(from)}, not for its whole lookback. bellwether backfill ${plainText(watch)} reads what is before.`,
    ),
  ];
  return block(title, lines);
}

/** Why a file is not whole, for people. */
const FILE_FAULT_TEXTS: Readonly<Record<FileFault, string>> = {
  missing: 'the archive does not have it',
  failed: 'the archive did not give it',
  cut: 'it is cut off',
  other: 'its size or checksum is not the listed one',
  repeated: 'it holds another file',
};

function printFeeds(feeds: StackStatus['feeds'], now: Instant): string[] {
  if (!feeds) return [];
  const title = `Feeds: ${printAmount(feeds.polled, 'feed')} polled, ${printNumber(feeds.failing.length)} cannot be read`;
  return block(title, feedNotes(feeds, now));
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : block(title, lines);
}

function block(title: string, lines: readonly string[]): string[] {
  return ['\n', ...(title === '' ? [] : [`${heading(title)}\n`]), ...lines.map((line) => `  ${line}\n`)];
}
