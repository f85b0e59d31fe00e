import { FEED_SUBJECTS, feedLink, type SharedFeed } from '../../../shared/domain/pages/shared-feed.ts';
import type { PageLinks } from '../../../shared/domain/pages/signed-link.ts';
import { stackCommand, unknownName } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printTable, timeOrNull } from '../print-values.ts';
import { knownTo, NOUNS } from './silence.ts';

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
        document: documentOf(revoked),
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
        document: { feeds: feeds.map((one) => documentOf(one, links)) },
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
    return { text: `${feedLink(feed, links)}\n`, document: documentOf(feed, links) };
  },
});

function documentOf({ madeAt, revokedAt, ...feed }: SharedFeed, links?: PageLinks) {
  const times = { madeAt: timeOrNull(madeAt), revokedAt: timeOrNull(revokedAt) };
  return { ...feed, ...times, ...(links && { link: feedLink(feed, links) }) };
}
