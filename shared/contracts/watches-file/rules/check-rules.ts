import { OPERATORS } from '../../../domain/channels/channel.ts';
import { isNewsKind, PATH_OF_KIND } from '../../../domain/services/news-kinds.ts';
import { newsRequestBreaches } from '../../../domain/services/news-rules.ts';
import { memberOf, namesIn } from '../document/member-of.ts';
import type { Problem } from '../problems/problem.ts';
import { isName, LONGEST_NAME } from '../../../domain/lib/name.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { checkPolicy } from './alert-rules.ts';
import { checkChannels } from './channel-rules.ts';
import { checkCompanies } from './company-rules.ts';
import { type CheckedFile, checkNamed } from './check-named.ts';
import { checkRaise } from './raise-rules.ts';
import { checkFeedNames, checkFeeds } from './feed-rules.ts';
import { checkReports } from './report-rules.ts';
import { checkJobs, checkWatchlists } from './watchlist-rules.ts';

const MOST = { watches: 500, channels: 100, brands: 500, watchlists: 50, feeds: 50, reports: 100 } as const;

/** Checks the rules between the parts of the file, except those about schedules. */
export function checkRules(file: CheckedFile): Problem[] {
  return [
    ...checkNames(file),
    ...checkChannels(file),
    ...Object.entries(file.valid.watches ?? {}).flatMap(([name, watch]) => checkWatch(name, { watch, file })),
    ...checkDefaultChannel(file),
    ...checkReports(file),
    ...checkWatchlists(file.valid),
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
    ...checkPolicy(watch, path),
    ...checkRaise(watch, { path, raw: file.raw }),
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
