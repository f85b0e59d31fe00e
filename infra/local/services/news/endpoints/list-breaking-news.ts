import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { articleForm, type WireArticle } from '../article-answer.ts';
import { envelope, pageOf } from '../envelope.ts';
import { groupStories } from '../../kit/group-stories.ts';
import { comparedOf } from '../library/entry.ts';
import { type Hit, sortHits, type SortOrder, sortOrderOf } from '../library/library.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/read-parameters.ts';
import { findMatching } from './search-articles.ts';

/** What a single outlet prints is no event. */
const LEAST_ARTICLES = 2;

/** The articles of an event leave these out (news service, breaking news). */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'robots_compliant',
  'custom_tags',
  'all_links_data',
  'additional_domain_info',
]);

/**
 * Answers `breaking_news`: the stories with the most articles in the last 24 hours; pages and the total count events.
 * An event is named for its earliest article: filters do not change its id, the passing of time may. `sort_by` orders
 * the events and the articles of each: the largest event first, or that with the newest or the best-ranked article.
 */
export async function listBreakingNews(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const page = pageOf(await eventsOf(newsroom, parameters), parameters);
  const toArticle = articleForm(newsroom, parameters);
  const shown = parameters.number('top_n_articles') ?? 1;
  const events = page.items.map(({ id, hits }) => ({
    event_id: id,
    articles_count: hits.length,
    articles: hits.slice(0, shown).map((hit) => lean(toArticle(hit))),
  }));
  return envelope(page, { parameters, body: { breaking_news_events: events } });
}

interface BreakingEvent {
  id: string;
  hits: Hit[];
}

async function eventsOf(newsroom: Newsroom, parameters: Parameters): Promise<BreakingEvent[]> {
  const { now } = parameters;
  const day = newsroom.library.entries.filter(
    ({ visibleAt, publishedAt }) => visibleAt <= now && publishedAt >= now - DAY && publishedAt <= now,
  );
  const found = await findMatching(newsroom, {
    parameters,
    also: ({ publishedAt }) => publishedAt >= now - DAY,
  });
  const wanted = new Map(found.map((hit) => [hit.entry, hit]));
  const order = sortOrderOf(parameters.text('sort_by'));
  return groupStories(day.map((entry) => comparedOf(entry, { byTitle: true })))
    .map((places) => places.flatMap((place) => day[place] ?? []))
    .map((story) => ({
      id: idOf('event', story[0]?.id ?? ''),
      hits: sortHits(
        story.flatMap((entry) => wanted.get(entry) ?? []),
        order,
      ),
    }))
    .filter(({ hits }) => hits.length >= LEAST_ARTICLES)
    .toSorted(
      (a, b) =>
        placeOf(a, order) - placeOf(b, order) || b.hits.length - a.hits.length || (a.id < b.id ? -1 : 1),
    );
}

/** The place of an event by its first article, lower first; all alike in the order of their size. */
function placeOf({ hits: [first] }: BreakingEvent, order: SortOrder): number {
  if (!first || order === 'relevancy') return 0;
  return order === 'date' ? -first.entry.publishedAt : first.entry.rank;
}

function lean(article: WireArticle): WireArticle {
  return Object.fromEntries(Object.entries(article).filter(([key]) => !LEFT_OUT.has(key)));
}
