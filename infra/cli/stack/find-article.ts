import type { Finding, Publication } from '../../../shared/domain/findings/finding.ts';
import { RefusedError } from '../../../shared/domain/lib/errors.ts';
import { wordsIn, wordTexts } from '../../../shared/domain/query/words.ts';
import { NEWS_ANSWER_CAP } from '../../../shared/domain/services/news-rules.ts';
import {
  bareHost,
  cleanText,
  isSameAddress,
  isTracking,
  readable,
} from '../../../shared/domain/text/clean-text.ts';
import { headlineOf } from '../../../shared/domain/text/headline.ts';
import { DAY, HOUR, type Instant, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { textsOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { publicationOf } from '../../../shared/providers/http/lenient.ts';
import type { Article, ListedArticle } from '../../../shared/providers/news/articles.ts';
import type { NewsClient } from '../../../shared/providers/news/create-news-client.ts';
import { articleReadingOf, articleToFinding } from '../../../shared/providers/news/to-finding.ts';

/** An article as the news service has it. */
export interface FoundArticle extends Publication {
  title: string;
  link: string;
  /** When the service parsed it. Undefined where the service does not say. */
  indexedAt: Instant | undefined;
  /** The article as a watch would find it, and whether it matches the words of its query. */
  asFoundBy: (watch: Watch) => { finding: Finding; matches: boolean };
}

/** The result of a search for an article, and how far back it went. */
export interface ArticleSearch {
  /** Undefined: the service does not have it in that time. */
  article: FoundArticle | undefined;
  /**
   * In days: fewer than `LOOKED_BACK` where the plan has a shorter history. Undefined: the stack uses no news service.
   */
  lookedBack: number | undefined;
}

/**
 * A span as long as the plan's history must still begin within the history when the service reads it (news service,
 * dates).
 */
const WITHIN_HISTORY = HOUR;
/** How many words of a title to search for. */
const TITLE_WORDS = 12;
/** With fewer words, an address does not say which article it is. */
const LEAST_WORDS = 2;

interface Asking {
  client: NewsClient;
  now: Instant;
}

/**
 * Searches the article of an address. The service refuses a span beyond the history of the plan (news service, dates).
 * Then this reads the plan, and searches within its history.
 */
export async function findArticle(address: string, { client, now }: Asking): Promise<ArticleSearch> {
  try {
    // The path by address searches a month back unless it is given more (news service, search_by_link).
    const article = await findSince(address, { client, now, since: now - LOOKED_BACK * DAY });
    return { article, lookedBack: LOOKED_BACK };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal !== 'plan') throw error;
    const days = (await client.subscription()).historical_days ?? 0;
    // The plan has no shorter history, so the refusal has another reason.
    if (days <= 0 || days >= LOOKED_BACK) throw error;
    const since = now - days * DAY + WITHIN_HISTORY;
    return { article: await findSince(address, { client, now, since }), lookedBack: days };
  }
}

/**
 * Searches the article by its address first. That path may find only pages that mention it (news service,
 * differences), so the next searches are among the latest articles of its outlet, and by the words in the address.
 * Only a search returns when the service parsed an article, so an article found by its address is searched again by
 * its title. Three calls at most.
 */
async function findSince(
  address: string,
  { client, now, since: from }: Asking & { since: Instant },
): Promise<FoundArticle | undefined> {
  const since = new Date(from).toISOString();
  const links = waysToWrite(address);
  const { articles } = await client.searchByLink({ links, from_: since, page_size: 100 });
  const article = withAddress(address, articles);
  const window = { from, to: now + SECOND };
  if (article?.parse_date !== undefined) return foundOf(article, { address, window });
  const dated = article
    ? await findAgain(article, { client, since })
    : await findInOutlet(address, { client, since });
  const found = dated ?? article;
  return found && foundOf(found, { address, window });
}

function withAddress(address: string, listed: readonly ListedArticle[]): Article | undefined {
  return listed
    .map(({ read }) => read())
    .find(({ link }) => link !== undefined && isSameAddress(link, address));
}

/** The parameters of every search here: all outlets, and the time of parsing. */
const ANY_OUTLET = { by_parse_date: true, ranked_only: false } as const;

async function findAgain(
  { id, title }: Article,
  { client, since }: { client: NewsClient; since: string },
): Promise<Article | undefined> {
  const words = wordTexts(cleanText(title ?? '')).slice(0, TITLE_WORDS);
  if (words.length === 0) return undefined;
  const q = `"${words.join(' ')}"`;
  const search = { ...ANY_OUTLET, q, search_in: ['title'], from_: since, page_size: 100 };
  const { articles } = await client.search(search);
  return articles.find((one) => one.id === id)?.read();
}

async function findInOutlet(
  address: string,
  { client, since }: { client: NewsClient; since: string },
): Promise<Article | undefined> {
  const sources = [outletIn(address)];
  const search = {
    ...ANY_OUTLET,
    sources,
    from_: since,
    sort_by: 'date',
    page_size: NEWS_ANSWER_CAP,
  } as const;
  const latest = await client.search({ ...search, q: '*' });
  const found = withAddress(address, latest.articles);
  const words = headlineWordsIn(address);
  if (found || (latest.total_pages ?? 1) <= 1 || words.length < LEAST_WORDS) return found;
  const { articles } = await client.search({ ...search, q: words.map((word) => `"${word}"`).join(' ') });
  return withAddress(address, articles);
}

function foundOf(article: Article, { address, window }: { address: string; window: Window }): FoundArticle {
  return {
    title: headlineOf(article.title ?? '', { domain: article.domain_url, name: article.name_source }),
    link: article.link ?? address,
    ...publicationOf(article),
    indexedAt: article.parse_date,
    asFoundBy: (watch) => {
      const sight = articleReadingOf(watch);
      const texts = searchedTexts(article, watch);
      return {
        finding: articleToFinding(article, { sight, window }),
        matches:
          watch.kind === 'links'
            ? mentionsOneOf(article, watch)
            : ((texts && sight.query?.matches(texts.map(wordsIn))) ?? true),
      };
    },
  };
}

/** The texts that a query searches, by its `search_in`. Undefined where the article lacks one of them. */
function searchedTexts(article: Article, { query }: Watch): string[] | undefined {
  const { search_in: given = 'title_content' } = query;
  const fields = JSON.stringify(given);
  if (/translated|summary/.test(fields)) return undefined;
  return [
    ...(fields.includes('title') ? [cleanText(article.title ?? '')] : []),
    ...(fields.includes('content') ? [cleanText(article.content || article.description || '')] : []),
  ];
}

/** Whether the text of an article links to what a watch of links searches: an address, or a whole domain. */
function mentionsOneOf(
  { id, all_links: links, all_domain_links: domains }: Article,
  { query }: Watch,
): boolean {
  const [wanted, ids] = [textsOf(query['links']), textsOf(query['ids'])];
  const hosts = [...domains, ...links.map(outletIn)].map((host) => host.toLowerCase());
  return (
    ids.includes(id) ||
    wanted.some((one) => hosts.includes(one.toLowerCase()) || links.some((link) => isSameAddress(link, one)))
  );
}

/** How many days back an article is searched. */
export const LOOKED_BACK = 90;

/**
 * The forms in which an index may hold a page: as it was given, and plain, with and without www, over http and https.
 */
function waysToWrite(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [address];
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name));
  const search = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const host = bareHost(url.host);
  const plain = ['https', 'http'].flatMap((scheme) =>
    [host, `www.${host}`].flatMap((one) =>
      [path, `${path}/`].map((end) => `${scheme}://${one}${end}${search}`),
    ),
  );
  return [...new Set([address, ...plain])];
}

/** The host of an address without www: the outlet. */
function outletIn(address: string): string {
  return bareHost(URL.parse(address)?.hostname ?? '');
}

/** Words of a headline in the last part of a path: `acme-opens-a-plant-4711.html` has three. */
function headlineWordsIn(address: string): string[] {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? '';
  const words = readable(last)
    .replace(/\.\w+$/, '')
    .split(/[^\p{L}\p{M}]+/u);
  return words.filter((word) => word.length >= SHORTEST_WORD).slice(0, MOST_WORDS);
}

const SHORTEST_WORD = 4;
const MOST_WORDS = 4;
