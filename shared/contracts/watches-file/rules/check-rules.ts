import { OPERATORS } from '../../../domain/channels/channel.ts';
import { MOST_FEEDS } from '../../../domain/feeds/feed.ts';
import { isName, isObject, LONGEST_NAME } from '../../../domain/lib/fields.ts';
import { isNewsKind, newsRequestBreaches, PATH_OF_KIND } from '../../../domain/services/news-rules.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../domain/time/schedule.ts';
import { memberOf, namesIn, type Path, type Problem } from '../problem.ts';
import { DEFAULT_ZONE } from '../schema/values.ts';
import { listsIn } from '../schema/feeds-schema.ts';
import { briefTimesOf } from '../schema/channel-schema.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { checkChannels } from './channel-rules.ts';
import { type CheckedFile, checkNamed, checkPolicy } from './check-named.ts';
import { checkCompanies, checkJobs, checkWatchlists } from './company-rules.ts';
import { checkJudge } from './judge-rules.ts';
import { checkRaise } from './raise-rules.ts';

const MOST = { watches: 1_000, channels: 100, brands: 500, watchlists: 50, feeds: 50, reports: 100 } as const;

/** Checks the rules between the parts of the file, except those about schedules. */
export function checkRules(file: CheckedFile): Problem[] {
  return [
    ...checkNames(file),
    ...checkChannels(file),
    ...Object.entries(file.valid.watches ?? {}).flatMap(([name, watch]) => checkWatch(name, { watch, file })),
    ...checkDefaultChannel(file),
    ...checkReports(file),
    ...checkWatchlists(file),
    ...checkFeeds(file),
    ...checkCompanies(file),
  ];
}

function checkNames({ raw }: CheckedFile): Problem[] {
  const problems = ['channels', 'brands', 'watchlists', 'feeds', 'watches', 'reports'].flatMap((section) =>
    namesIn(raw, section)
      .filter((name) => !isName(name))
      .map((name): Problem => {
        const what = name.length > LONGEST_NAME ? 'The name is too long' : `Invalid name "${name}"`;
        const better = kebabCase(name);
        const hint = better === '' ? {} : { hint: `write ${better}` };
        return { path: [section, name], atKey: true, what, expected: NAME_FORMAT, ...hint };
      }),
  );
  if (!namesIn(raw, 'channels').includes(OPERATORS)) return problems;
  const reserved = `A channel cannot be called "${OPERATORS}"`;
  const hint = 'choose another name. The operators have their own section at the top of the file';
  return [...problems, { path: ['channels', OPERATORS], atKey: true, what: reserved, hint }];
}

const NAME_FORMAT = `lower-case letters, digits and single hyphens, at most ${LONGEST_NAME} characters, such as acme-news`;

function kebabCase(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST_NAME)
    .replace(/-$/, '');
}

/** Finds sections with more entries than one run of the function that applies them can handle. */
export function checkCounts(raw: unknown): Problem[] {
  return Object.entries(MOST).flatMap(([section, most]): Problem[] => {
    const count = namesIn(raw, section).length;
    if (count <= most) return [];
    const what = `The file has ${count} ${section}, the maximum is ${most}`;
    const hint = 'combine several into one: join queries with OR, or put several addresses on one channel';
    return [{ path: [section], atKey: true, what, hint }];
  });
}

function checkWatch(name: string, { watch, file }: { watch: PartialWatch; file: CheckedFile }): Problem[] {
  const path = ['watches', name] as const;
  return [
    ...checkChannelOf(watch, { path, file }),
    ...checkNamed(watch.brand, { section: 'brands', path: [...path, 'brand'], file }),
    ...checkNamed(watch.watchlist, { section: 'watchlists', path: [...path, 'watchlist'], file }),
    ...checkFeedNames(watch, path, file),
    ...checkJobs(watch, path),
    ...checkQuery(watch, path),
    ...checkQuerySize(watch, path),
    ...checkPolicy(watch, path),
    ...checkRaise(watch, { path, raw: file.raw }),
    ...checkJudge(watch, { path, file: file.valid }),
  ];
}

function checkChannelOf(
  watch: PartialWatch,
  { path, file }: { path: readonly string[]; file: CheckedFile },
): Problem[] {
  const { channel: named, channels } = watch.alert ?? {};
  const at = [...path, 'alert', 'channel'];
  const list = [...path, 'alert', 'channels'];
  const several = (channels ?? []).flatMap((name, n) =>
    checkNamed(name, { section: 'channels', path: [...list, String(n)], file }),
  );
  if (named !== undefined && channels !== undefined) {
    const what = 'The watch has "channel" and "channels"';
    const hint = `write channels: [${[...new Set([named, ...channels])].join(', ')}], and remove channel`;
    return [...several, { path: at, atKey: true, what, hint }];
  }
  if (named !== undefined) return checkNamed(named, { section: 'channels', path: at, file });
  const written =
    at.reduce(memberOf, file.raw) ??
    list.reduce(memberOf, file.raw) ??
    memberOf(memberOf(file.raw, 'defaults'), 'channel');
  if (written !== undefined) return several;
  const what = 'The watch has no channel';
  const hint = 'add alert: { channel: NAME }, or set a channel for all watches in defaults';
  return [{ path: at, atKey: true, what, expected: 'the name of a channel', hint }];
}

function checkDefaultChannel(file: CheckedFile): Problem[] {
  const named = file.valid.defaults?.channel;
  return checkNamed(named, { section: 'channels', path: ['defaults', 'channel'], file });
}

function checkQuery({ kind, query = {} }: PartialWatch, path: readonly string[]): Problem[] {
  if (kind === undefined || !isNewsKind(kind)) return [];
  // Each run sets the size of its pages itself, so that no size is too large for the query.
  return newsRequestBreaches(PATH_OF_KIND[kind], { ...query, page_size: 1 }).map(
    ({ fields, message }): Problem => {
      const last = fields.at(-1);
      return {
        path: [...path, 'query', ...(last === undefined ? [] : [last])],
        what: message.replace(/\.$/, ''),
      };
    },
  );
}

/** The largest query in the table, in bytes: DynamoDB takes items of 400 KB, with the rest of the watch. */
const LARGEST_QUERY = 300_000;

/** Finds a query that is valid and cannot be stored. The problem is at the key that takes most of it. */
function checkQuerySize({ query = {} }: PartialWatch, path: readonly string[]): Problem[] {
  const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
  const size = sizeOf(query);
  if (size <= LARGEST_QUERY) return [];
  const at = [...path, 'query'];
  for (let part: unknown = query; isObject(part); part = memberOf(part, at.at(-1) ?? '')) {
    const [largest] = Object.entries(part).toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a));
    if (!largest) break;
    at.push(largest[0]);
  }
  const what = `The query has ${size} bytes, the maximum is ${LARGEST_QUERY}`;
  return [
    { path: at, atKey: true, what, hint: 'split the watch into several, each with a part of this list' },
  ];
}

/** Checks that the brands and channels of reports exist. */
function checkReports(file: CheckedFile): Problem[] {
  return Object.entries(file.valid.reports ?? {}).flatMap(([name, { brand, channel }]) => {
    const path = ['reports', name] as const;
    return [
      ...checkNamed(brand, { section: 'brands', path: [...path, 'brand'], file }),
      ...checkNamed(channel, { section: 'channels', path: [...path, 'channel'], file }),
      ...checkHasChannel(file, path),
    ];
  });
}

function checkHasChannel({ raw }: CheckedFile, path: readonly string[]): Problem[] {
  const at = [...path, 'channel'];
  const written = at.reduce(memberOf, raw) ?? ['defaults', 'channel'].reduce(memberOf, raw);
  if (written !== undefined) return [];
  const hint = 'add channel: NAME, or set a channel in defaults';
  return [
    { path: at, atKey: true, what: 'The report has no channel', expected: 'the name of a channel', hint },
  ];
}

/** Checks the lists of feeds: each has addresses, and all of them together are not too many. */
function checkFeeds({ raw, valid: { feeds = {} } }: CheckedFile): Problem[] {
  const lists = Object.entries(feeds);
  const written = memberOf(raw, 'feeds');
  const empty = lists
    .filter(([name]) => ['urls', 'file'].every((key) => memberOf(memberOf(written, name), key) === undefined))
    .map(([name]): Problem => {
      const hint = 'add urls: [https://…], or file: feeds.opml';
      return { path: ['feeds', name], atKey: true, what: 'The list has no feeds', hint };
    });
  const count = new Set(lists.flatMap(([, { urls = [] }]) => urls)).size;
  if (count <= MOST_FEEDS) return empty;
  const what = `The file has ${count} feeds, the maximum is ${MOST_FEEDS}`;
  return [...empty, { path: ['feeds'], atKey: true, what, hint: 'leave out the feeds that matter least' }];
}

/** Checks that the lists exist which a watch of kind `feeds` reads. */
function checkFeedNames(
  { kind, query = {} }: PartialWatch,
  path: readonly string[],
  file: CheckedFile,
): Problem[] {
  if (kind !== 'feeds') return [];
  return listsIn(query['feeds']).flatMap((name) =>
    checkNamed(name, { section: 'feeds', path: [...path, 'query', 'feeds'], file }),
  );
}

/** One schedule of the file. Its expression and its time zone are valid by themselves. */
interface ScheduleInFile {
  path: Path;
  expression: string | undefined;
  timezone: string | undefined;
}

/** A schedule that never runs is an error. A schedule whose last time has passed is a warning. */
export function checkSchedules(file: PartialFile, now: Instant): { errors: Problem[]; warnings: Problem[] } {
  const ends = schedulesIn(file).map((schedule) => ({ schedule, end: endOf(schedule, now) }));
  const forms = schedulesIn(file).flatMap((schedule) => [...unitWarning(schedule), ...dayWarning(schedule)]);
  return {
    errors: ends.flatMap(({ schedule, end }) => (end === 'never' ? [neverRuns(schedule)] : [])),
    warnings: [
      ...forms,
      ...ends.flatMap(({ schedule, end }) => (end === 'passed' ? [hasPassed(schedule)] : [])),
    ],
  };
}

function schedulesIn({ defaults, watches, reports, channels }: PartialFile): ScheduleInFile[] {
  const zone = defaults?.timezone;
  return [
    { path: ['defaults', 'schedule'], expression: defaults?.schedule, timezone: zone },
    ...Object.entries(watches ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['watches', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(reports ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['reports', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(channels ?? {}).map(([name, { timezone = zone, brief }]) => ({
      path: ['channels', name, 'brief'],
      expression: briefTimesOf(brief),
      timezone,
    })),
  ];
}

/** Whether a schedule never runs, or never again; undefined where it still runs. */
function endOf(
  { expression, timezone = DEFAULT_ZONE }: ScheduleInFile,
  now: Instant,
): 'never' | 'passed' | undefined {
  if (expression === undefined) return undefined;
  const schedule = parseSchedule(expression, timezone);
  if (nextSlot(schedule, { after: now, start: now }) !== undefined) return undefined;
  const ever = nextSlot(schedule, { after: 0, start: 0 });
  return ever === undefined ? 'never' : 'passed';
}

/** AWS documents the singular for 1 and the plural for more, and refuses anything else in rules of its event bus. */
function unitWarning({ path, expression = '' }: ScheduleInFile): Problem[] {
  const [, count = '', unit = '', plural = ''] =
    /^rate\(\s*(\d{1,9})\s+(minute|hour|day)(s?)\s*\)$/.exec(expression.trim()) ?? [];
  if (count === '' || (Number(count) === 1) === (plural === '')) return [];
  const meant = `rate(${count} ${unit}${Number(count) === 1 ? '' : 's'})`;
  const what = `The unit does not agree with the number ${count}`;
  return [{ path, what, hint: `write ${meant}: some services of AWS refuse the other form` }];
}

/** The days of work in the numbers of unix are other days for AWS, which counts them from Sunday on. */
function dayWarning({ path, expression = '' }: ScheduleInFile): Problem[] {
  if (!/^\s*cron\((?:\S+\s+){4}1-5\s/.test(expression)) return [];
  const what = 'Day 1 of a week is Sunday, so 1-5 is Sunday to Thursday';
  return [{ path, what, hint: 'write MON-FRI in place of 1-5, or SUN-THU if you mean these days' }];
}

function neverRuns({ path }: ScheduleInFile): Problem {
  const hint = 'choose a day that exists, such as L for the last day of a month';
  return { path, what: 'This schedule never runs', hint };
}

function hasPassed({ path }: ScheduleInFile): Problem {
  const hint = 'remove it, or set a later time. Until then it does not run again';
  return { path, what: 'The last time of this schedule has passed', hint };
}
