import type { SeenItem } from '../../../shared/domain/feeds/feed.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { defined } from '../../../shared/domain/lib/fields.ts';
import type { Explanation } from '../../../shared/domain/pages/receipt.ts';
import { isSameAddress } from '../../../shared/domain/text/clean-text.ts';
import { DAY, SECOND } from '../../../shared/domain/time/instant.ts';
import { textsOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { explainArticle } from '../../../shared/use-cases/explain/explain-article.ts';
import type { Stack } from '../stack/stack.ts';

/** So long, in days, the poller keeps what feeds showed. */
const KEPT = 35;

/** The item of an address, as a feed showed it first; also one that no watch has stored. */
export async function shownInFeeds(address: string, stack: Stack): Promise<SeenItem | undefined> {
  const now = stack.now();
  for await (const { items } of stack.feeds.finds({ from: now - KEPT * DAY, to: now + SECOND })) {
    const shown = items.find(({ link }) => link !== undefined && isSameAddress(link, address));
    if (shown) return shown;
  }
  return undefined;
}

/** What became of an item that a feed showed, in each of these watches of feeds. */
export async function explainShown(
  item: SeenItem,
  { watches, stack }: { watches: readonly Watch[]; stack: Stack },
): Promise<Explanation[]> {
  const lists = await stack.feedLists.all();
  const readers = lists.filter(({ urls }) => urls.includes(item.feed)).map(({ name }) => name);
  return Promise.all(
    watches.map(async (watch): Promise<Explanation> => {
      if (!textsOf(watch.query['feeds']).some((name) => readers.includes(name)))
        return {
          watchId: watch.id,
          standing: 'not-matched',
          text: `A feed showed it that the watch does not read: ${item.feed}.`,
        };
      const window = { from: item.seenAt, to: item.seenAt + SECOND };
      const page = await stack.askService('feeds', (source) =>
        source.fetchPage({ watch, window, page: 1 }, { deadline: Number.POSITIVE_INFINITY }),
      );
      const found = page.items.find(({ fingerprint }) => fingerprint === item.key)?.read();
      const finding = found ?? findingOf(item);
      return explainArticle({ watch, finding, matches: found !== undefined, now: stack.now() }, stack);
    }),
  );
}

/** The item as a watch would find it that looks for no words. */
function findingOf({ key, seenAt, title, link, snippet, authors, language, outlet }: SeenItem): Finding {
  return defined<Finding>({
    fingerprint: key,
    service: 'feeds',
    type: 'article',
    indexedAt: seenAt,
    title,
    link,
    snippet,
    authors,
    language,
    outlet,
    matched: [],
  });
}
