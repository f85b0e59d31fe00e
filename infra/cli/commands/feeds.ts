import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isFeedAddress } from '../../../shared/contracts/watches-file/schema/feeds-schema.ts';
import { type FeedFacts, feedFactsOf, type FeedState } from '../../../shared/domain/feeds/feed.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import { formatRelativeTime, formatSpan, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { decodeDocument } from '../../../shared/domain/text/decode-document.ts';
import { fetchFeed, type FeedPolling } from '../../../shared/providers/feeds/fetch-feed.ts';
import { findFeeds } from '../../../shared/providers/feeds/find-feeds.ts';
import { readFeedList } from '../../watches-file/read-feed-list.ts';
import { pollingOf } from '../stack/read-once.ts';
import { command, OPTIONS, type Said, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printTable } from '../print-values.ts';
import { feedNotes, feedsStatus } from '../read-status.ts';
import type { World } from '../world.ts';

/** Finds the feeds of a site, and checks feeds. */
export const feeds = command({
  usage: 'feeds find SITE | feeds check FILE|ADDRESS [options]',
  about: `find lists the feeds of a site: those that its page names, or those at usual paths, and its news sitemaps. check reads each feed of an
OPML file, of a text file with an address on each line, or one feed: whether it can be read, its format, its items, how often there is a new
one, and how long it stays. Where a stack polls feeds, check also shows what that stack may have missed. Exit code 1 when a feed cannot be
read, or when none is found.`,
  options: { ...STACK_OPTIONS, json: OPTIONS.json },
  takes: { what: 'find SITE or check FILE', least: 2, most: 2 },
  async run({ values, positionals }, world) {
    const [action, subject = ''] = positionals;
    if (action === 'find') return find(subject, world);
    if (action !== 'check')
      throw new CliFailure(`Unknown action ${JSON.stringify(action)}.`, {
        hint: 'write find SITE or check FILE',
      });
    const states = await statesOf(world, values);
    return check(await addressesIn(subject, world), { world, states });
  },
});

async function find(site: string, world: World): Promise<Said> {
  const address = /^https?:\/\//i.test(site) ? site : `https://${site}`;
  if (!isFeedAddress(address))
    throw new CliFailure(`Invalid site ${JSON.stringify(site)}.`, {
      hint: 'write a domain, such as news.example',
    });
  const found = await findFeeds(address, pollingOf([address], world));
  const list = found.map(({ url, by, document: { format, title, items } }) => {
    return { url, by, format, title, items: items.length };
  });
  const rows = list.map(({ url, format, title, items }) => {
    return [plainText(url), format, printAmount(items, 'item'), plainText(title)];
  });
  return {
    text:
      found.length === 0
        ? `No feeds found at ${plainText(address)}. Look for a link called RSS on its pages.\n`
        : printTable(rows),
    document: { site: address, feeds: list },
    code: found.length === 0 ? 1 : 0,
  };
}

/** What a check says of a feed. Times are instants, spans milliseconds. */
type Checked = {
  url: string;
  title?: string;
  format?: string;
  movedTo?: string;
  error?: string;
} & Partial<FeedFacts>;

async function check(
  urls: readonly string[],
  { world, states }: { world: World; states: readonly FeedState[] },
): Promise<Said> {
  const polling = pollingOf(urls, world);
  const checked = await inParallel(urls, (url) => checkOne(url, polling));
  const wanted = new Set(urls);
  const known = feedsStatus(states.filter(({ url }) => wanted.has(url)));
  const notes = feedNotes({ ...known, failing: [], moved: [] }, world.now());
  return {
    text: [printChecked(checked, world.now()), ...notes.map((line) => `${line}\n`)].join(''),
    document: { feeds: checked, missed: known.missed },
    code: checked.some(({ error }) => error !== undefined) ? 1 : 0,
  };
}

async function checkOne(url: string, polling: FeedPolling): Promise<Checked> {
  const answer = await fetchFeed(url, polling);
  const moved = answer.movedTo === undefined ? {} : { movedTo: answer.movedTo };
  if (answer.status === 'failed') return { url, ...moved, error: answer.text };
  if (answer.status === 'unchanged') return { url, ...moved };
  const { title, format } = answer.document;
  return { url, title, format, ...moved, ...feedFactsOf(answer.document) };
}

function printChecked(checked: readonly Checked[], now: Instant): string {
  const span = (length: number | undefined) =>
    length === undefined ? '-' : formatSpan(Math.max(MINUTE, Math.round(length / MINUTE) * MINUTE));
  const rows = checked.map(({ url, error, format = '-', items, newest, rhythm, visible }) => [
    plainText(url),
    error === undefined ? format : 'cannot be read',
    String(items ?? '-'),
    newest === undefined ? '-' : formatRelativeTime(newest, now),
    span(rhythm),
    span(visible),
  ]);
  const notes = checked.flatMap(({ url, error, movedTo }) => [
    ...(error === undefined ? [] : [`${plainText(url)}: ${plainText(error)}\n`]),
    ...(movedTo === undefined
      ? []
      : [`${plainText(url)} has moved to ${plainText(movedTo)}: write the new address.\n`]),
  ]);
  return [printTable([['FEED', 'FORMAT', 'ITEMS', 'NEWEST', 'EVERY', 'STAY FOR'], ...rows]), ...notes].join(
    '',
  );
}

async function addressesIn(subject: string, { folder }: World): Promise<string[]> {
  if (isFeedAddress(subject)) return [subject];
  const bytes = await readFile(resolve(folder, subject)).catch((cause: unknown) => {
    throw new CliFailure(`Cannot read ${subject}.`, {
      hint: 'name an OPML file, a text file with an address on each line, or an address with https://',
      cause,
    });
  });
  const read = readFeedList(decodeDocument(bytes), subject);
  if ('fault' in read) throw new CliFailure(`${read.fault.what}.`, { hint: read.fault.hint });
  return read.urls;
}

/** The states of a stack that polls feeds. None where no stack runs. */
async function statesOf(
  world: World,
  choice: Parameters<World['openStack']>[0],
): Promise<readonly FeedState[]> {
  const stack = await world.openStack(choice);
  return stack?.polls.feeds && !stack.isStopped ? stack.feeds.states() : [];
}
