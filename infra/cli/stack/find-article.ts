import type { Finding } from '../../../shared/domain/finding.ts';
import { DAY, SECOND, type Instant } from '../../../shared/domain/instant.ts';
import { wordTexts } from '../../../shared/domain/query/words.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import type { Article } from '../../../shared/providers/news/article.ts';
import type { NewsClient } from '../../../shared/providers/news/create-news-client.ts';
import { sightOf, toFinding } from '../../../shared/providers/news/to-finding.ts';

/** An article as the news service has it. */
export interface FoundArticle {
  title: string;
  link: string;
  publishedAt: Instant | undefined;
  /** When the service parsed it; undefined where it does not say. */
  indexedAt: Instant | undefined;
  /** The article as a watch would find it, and whether it matches the words of its query. */
  asFoundBy: (watch: Watch) => { finding: Finding; matches: boolean };
}

/** How far back an article is looked for: the path's own default is a month (news service, search_by_link). */
const BACK = 90 * DAY;
/** So many words of a title find it again. */
const TITLE_WORDS = 12;

/**
 * Looks for the article of an address, by the address and once more by its title: only a search tells when the service
 * parsed it. Two calls at most.
 */
export async function findArticle(
  address: string,
  { client, now }: { client: NewsClient; now: Instant },
): Promise<FoundArticle | undefined> {
  const since = new Date(now - BACK).toISOString();
  const { articles } = await client.searchByLink({ links: [address], from_: since, page_size: 100 });
  const article = articles.find(({ link }) => link !== undefined && isSameAddress(link, address));
  if (!article) return undefined;
  const dated = article.parse_date === undefined ? await findDated(article, { client, since }) : article;
  return foundOf(dated ?? article, { address, now });
}

async function findDated(
  { id, title }: Article,
  { client, since }: { client: NewsClient; since: string },
): Promise<Article | undefined> {
  const words = wordTexts(title ?? '').slice(0, TITLE_WORDS);
  if (words.length === 0) return undefined;
  const q = `"${words.join(' ')}"`;
  const search = {
    q,
    search_in: ['title'],
    from_: since,
    by_parse_date: true,
    ranked_only: false,
    page_size: 100,
  };
  const { articles } = await client.search(search);
  return articles.find((one) => one.id === id);
}

function foundOf(article: Article, { address, now }: { address: string; now: Instant }): FoundArticle {
  const window = { from: now - BACK, to: now + SECOND };
  return {
    title: article.title ?? '',
    link: article.link ?? address,
    publishedAt: article.published_date,
    indexedAt: article.parse_date,
    asFoundBy: (watch) => {
      const sight = sightOf(watch);
      const texts = [article.title ?? '', article.content || article.description || ''];
      return {
        finding: toFinding(article, { sight, window }),
        matches: sight.query?.matches(texts.map(wordTexts)) ?? true,
      };
    },
  };
}

/** The same page, whatever the scheme, a leading www, a last slash, or what follows a hash. */
function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}

function addressKey(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname, search } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`;
}
