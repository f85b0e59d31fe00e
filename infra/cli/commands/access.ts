import * as z from 'zod';
import { MINUTE, wallClockOf } from '../../../shared/domain/time/instant.ts';
import { inboxLink, type PageLinks } from '../../../shared/domain/pages/signed-link.ts';
import { stackCommand, unknownName } from '../command.ts';
import { plainText, printAmount, printTable, timeOrNull } from '../print-values.ts';
import { readNumber } from '../read-span.ts';
import { FEED_SUBJECTS, feedLink, type SharedFeed } from '../../../shared/domain/pages/shared-feed.ts';
import { CliFailure } from '../failure.ts';
import { knownTo, NOUNS } from './silence.ts';
import type { Session } from '../../../shared/domain/pages/sign-in.ts';

// Who may read what a stack has: links to its pages, addresses of feeds, sessions of people, keys of programs.

/** In minutes. */
const USUAL = 60;
const LONGEST = 720;

/** Prints a link to the pages. */
export const open = stackCommand({
  usage: 'open [options]',
  about: `Prints a link to the pages of a stack: watches, sent alerts, stories, reports and extractions. Anyone who has the link
can read these pages until it expires. Each alert also contains a link to its own receipt. Changes nothing.`,
  options: {
    minutes: { type: 'string', value: 'N', about: 'how long the link is valid, 1 to 720 (default 60)' },
    browse: { type: 'boolean', about: 'also open the link in a browser' },
  },
  async run({ values, stack }, world) {
    const life = (readNumber('--minutes', values.minutes, { most: LONGEST }) ?? USUAL) * MINUTE;
    const until = stack.now() + life;
    const link = inboxLink(until, await stack.pageLinks());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    world.stderr.write(`This link is valid until ${wallClockOf(until, timeZone).slice(11)} (${timeZone}):\n`);
    if (values.browse) world.browse(link);
    return { text: `${link}\n`, document: { link, validUntil: timeOrNull(until) } };
  },
});

/** Shares feeds by their addresses. */
export const share = stackCommand({
  usage: 'share [channel|brand|watch NAME] [options]',
  about: `Prints the address of a feed for readers of feeds: what a channel was alerted of, or what a brand or a watch found in the last 7 days.
It is Atom, and with /json behind it JSON Feed. Anyone who has the address can read the feed until you revoke it. Without a name, the
command lists the feeds that are shared.

  bellwether share channel press-team
  bellwether share watch acme-news --articles
  bellwether share --revoke 4fK2mPq81Z`,
  options: {
    articles: { type: 'boolean', about: 'an entry for each article (default: for each story)' },
    revoke: { type: 'string', value: 'ID', about: 'end the address of the feed with this id at once' },
  },
  takes: { what: 'channel, brand or watch, and a name', least: 0, most: 2 },
  async run({ values, positionals: [subject, name = ''], stack }) {
    if (values.revoke !== undefined) {
      const revoked = await stack.revokeFeed(values.revoke);
      if (!revoked)
        throw new CliFailure(`${stack.name} shares no feed ${plainText(values.revoke)}.`, {
          hint: 'run bellwether share for a list',
        });
      return {
        text: `${revoked.id}: revoked. Its address answers 410 from now on.\n`,
        document: feedDocument(revoked),
      };
    }
    const links = await stack.pageLinks();
    if (subject === undefined) {
      const feeds = (await stack.sharedFeeds.all()).filter(({ revokedAt }) => revokedAt === undefined);
      const rows = feeds.map((one) => [
        one.id,
        `${one.entries} of ${one.of} ${plainText(one.name)}`,
        feedLink(one, links),
      ]);
      return {
        text: feeds.length === 0 ? 'No feed is shared.\n' : printTable(rows),
        document: { feeds: feeds.map((one) => feedDocument(one, links)) },
      };
    }
    const of = FEED_SUBJECTS.find((one) => one === subject);
    if (!of)
      throw new CliFailure(`Unknown subject "${plainText(subject)}".`, {
        hint: `write ${FEED_SUBJECTS.join(', ')} and a name, such as bellwether share channel press-team`,
      });
    const known = (await knownTo(stack))[of];
    if (!known.includes(name)) throw unknownName([of, NOUNS[of]], name, { known, where: stack.name });
    const feed = await stack.shareFeed({ of, name, entries: values.articles ? 'articles' : 'stories' });
    return { text: `${feedLink(feed, links)}\n`, document: feedDocument(feed, links) };
  },
});

function feedDocument({ madeAt, revokedAt, ...feed }: SharedFeed, links?: PageLinks) {
  const times = { madeAt: timeOrNull(madeAt), revokedAt: timeOrNull(revokedAt) };
  return { ...feed, ...times, ...(links && { link: feedLink(feed, links) }) };
}

/** Lists who has signed in to the pages, and signs people out. */
export const sessions = stackCommand({
  usage: 'sessions [PERSON] [options]',
  about: `Lists who has signed in to the pages of a stack. PERSON is a mail address, a subject of the issuer or a name; left out, all are
listed. To keep somebody out, change their groups at the issuer, or roles in the stage file, and end their sessions.`,
  options: { end: { type: 'boolean', about: 'end these sessions: the next page asks to sign in again' } },
  takes: { what: 'at most one person', least: 0, most: 1 },
  async run({ positionals: [person], values, stack }) {
    const all = await stack.sessions.all(stack.now());
    const found = all.filter((one) => person === undefined || isOf(one, person));
    if (values.end && found.length === 0)
      throw new CliFailure('There is no such session.', { hint: 'run bellwether sessions for a list' });
    if (values.end) for (const { id } of found) await stack.sessions.end(id, stack.now());
    const rows = found.map(({ identity: { name, mail, subject, groups }, at }) => [
      plainText(name),
      plainText(mail ?? subject),
      plainText(groups.join(', ')),
      new Date(at).toISOString(),
    ]);
    const count = printAmount(found.length, 'session');
    const text = `${printTable(rows)}${count}${values.end ? ' ended' : ''}.\n`;
    const document = {
      ended: values.end ?? false,
      sessions: found.map(({ identity, at, expiresAt }) => ({
        ...identity,
        since: timeOrNull(at),
        until: timeOrNull(expiresAt),
      })),
    };
    return { text, document };
  },
});

function isOf({ identity: { name, mail, subject } }: Session, person: string): boolean {
  return [name, mail, subject].includes(person);
}

const keySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  brands: z.union([z.string(), z.array(z.string())]),
  usedAt: z.string().default('never'),
  revokedAt: z.string().optional(),
  key: z.string().default(''),
});
const pageSchema = z.object({ items: z.array(keySchema) });

/** Makes, lists and revokes keys of the HTTP API. */
export const key = stackCommand({
  usage: 'key create NAME|list|revoke ID [options]',
  about: `Makes a key with which a program calls the HTTP API (docs/api.md), lists the keys, or revokes one: it is refused from then on.
The key is printed once: only a hash of it is stored.

  bellwether key create dashboard --read --brands acme`,
  options: {
    read: { type: 'boolean', about: 'it only reads (default)' },
    write: { type: 'boolean', about: 'it also silences and acknowledges' },
    brands: { type: 'string', value: 'A,B', about: 'the brands that it sees (default: everything)' },
    'per-minute': {
      type: 'string',
      value: 'N',
      about: 'how many calls it may make in a minute (default 120)',
    },
  },
  takes: { what: 'create NAME, list, or revoke ID', least: 1, most: 2 },
  async run({ values, positionals: [act, what = ''], stack }, world) {
    const call = { role: 'editor', target: '/keys' } as const;
    if (act === 'create') {
      const { brands } = values;
      const perMinute = readNumber('--per-minute', values['per-minute'], { most: 6_000 });
      const role = values.write ? 'editor' : 'reader';
      const body = { name: what, role, brands: brands?.split(','), perMinute };
      const { key: made, ...rest } = await stack.callApi({ ...call, method: 'POST', body }, keySchema);
      world.stderr.write(`Key ${rest.id}. Keep it now: nothing shows it again.\n`);
      return { text: `${made}\n`, document: { ...rest, key: made } };
    }
    if (act === 'revoke') {
      const target = `/keys/${encodeURIComponent(what)}`;
      const revoked = await stack.callApi({ ...call, method: 'DELETE', target }, keySchema);
      return { text: `${revoked.id}: revoked. The API refuses it from now on.\n`, document: revoked };
    }
    if (act !== 'list')
      throw new CliFailure(`Unknown word "${plainText(act ?? '')}".`, {
        hint: 'write create, list or revoke',
      });
    const { items } = await stack.callApi({ ...call, method: 'GET' }, pageSchema);
    const rows = items.map(({ id, name, role, brands, usedAt, revokedAt }) => {
      const state = revokedAt === undefined ? `last used ${usedAt}` : `revoked ${revokedAt}`;
      return [id, plainText(name), role, String(brands), state];
    });
    return { text: rows.length > 0 ? printTable(rows) : 'No keys.\n', document: { keys: items } };
  },
});
