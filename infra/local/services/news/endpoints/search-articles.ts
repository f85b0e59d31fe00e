import { analysisFilters } from '../filters/analysis-filter.ts';
import { contentFilters } from '../filters/content-filter.ts';
import { sourceFilters } from '../filters/source-filter.ts';
import { timeFilter } from '../filters/time-filter.ts';
import { articleForm } from '../answer/article-answer.ts';
import { envelope, type Page, pageOf } from '../answer/envelope.ts';
import { columnsOf } from '../library/columns.ts';
import { findEntries, type Hit, type Keep, type Search, scored } from '../library/find-hits.ts';
import { sortHits, sortOrderOf } from '../library/sort-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';

/** Answers `search`, `latest_headlines` and `authors`: articles that pass all filters and match `q` where there is one. */
export function searchArticles(newsroom: Newsroom, parameters: Parameters): Record<string, unknown> {
  const page = findPage(newsroom, parameters);
  const toArticle = articleForm(newsroom, parameters);
  return envelope(page, { parameters, body: { articles: page.items.map(toArticle) } });
}

/** The page of hits that a request asks for. Only relevancy needs the score of every hit; else the page's are enough. */
function findPage(newsroom: Newsroom, parameters: Parameters): Page<Hit> {
  const { library } = newsroom;
  const { query, keep } = searchOf(newsroom, parameters);
  const entries = findEntries(library, { query, keep });
  const order = sortOrderOf(parameters.text('sort_by'));
  if (order === 'relevancy') return pageOf(sortHits(scored(library, { query, entries }), order), parameters);
  const unscored = entries.map((entry) => ({ entry, score: 0 }));
  const page = pageOf(sortHits(unscored, order), parameters);
  const shown = page.items.map(({ entry }) => entry).toSorted((a, b) => a.row - b.row);
  return { ...page, items: sortHits(scored(library, { query, entries: shown }), order) };
}

/** What a request looks for. */
export function searchOf({ outlets, analyst }: Newsroom, parameters: Parameters): Search {
  const keeps: Keep[] = [
    timeFilter(parameters),
    ...sourceFilters(parameters, outlets),
    ...contentFilters(parameters),
    ...analysisFilters(parameters, analyst),
  ];
  const { query } = parameters;
  return {
    keep: (entry) => keeps.every((keep) => keep(entry)),
    query: query && { node: query, columns: columnsOf(parameters.list('search_in')) },
  };
}
