import type { QueryNode } from '../../../../../../shared/domain/query/ast.ts';
import type { ExtractionContext } from '../../context.ts';
import { namesOfEntity } from '../../pipeline/connect.ts';
import { companySearch, searchesOf } from '../../pipeline/search-plan.ts';
import type { SourceArticle } from '../../ports.ts';
import type { Job } from '../job.ts';
import type { Fetched } from './work.ts';

/** One search of a turn: for the question itself, or for one entity of a watchlist. */
interface Search {
  foundFor: string;
  query: QueryNode;
}

/** How many turns the question gives work for, at most as many as the service is set to take. */
export function turnsOf(job: Job, turns: number): number {
  return Math.min(turns, searchesOf(subjectOf(job)).length);
}

/** The searches of the job's present turn. Each entity is searched, and later clustered, separately. */
export function searchesOfTurn(job: Job): Search[] {
  const all = searchesOf(subjectOf(job));
  const subject = all[job.turn - 1] ?? all.at(-1) ?? { type: 'everything' };
  if (job.entities.length === 0) return [{ foundFor: '', query: subject }];
  return job.entities.map((entity) => ({
    foundFor: entity.id,
    query: companySearch([namesOfEntity(entity)], subject),
  }));
}

/** A job for all news of its entities has no subject. */
function subjectOf({ order, analysis }: Job) {
  return order.allNews ? [] : (analysis?.concepts ?? []);
}

/** Fetches the articles of a turn. The result follows from the job and the index alone. */
export async function fetchTurn(context: ExtractionContext, job: Job): Promise<Fetched[]> {
  const groups = context.settings.sourceGroups.filter(({ slug }) => job.order.sourceGroups.includes(slug));
  const domains = groups.length > 0 ? groups.flatMap((group) => group.domains) : undefined;
  const scope = { from: job.order.from, to: job.order.to, domains, limit: context.settings.articlesPerTurn };
  const found = new Map<string, Fetched>();
  for (const { foundFor, query } of searchesOfTurn(job)) {
    for (const article of await context.articles.find(query, scope)) note(found, { article, foundFor });
  }
  return [...found.values()];
}

function note(
  found: Map<string, Fetched>,
  { article, foundFor }: { article: SourceArticle; foundFor: string },
): void {
  const known = found.get(article.id);
  if (known) known.foundFor.push(foundFor);
  else found.set(article.id, { article, foundFor: [foundFor] });
}

/** Adds fetched articles to those of earlier turns. */
export function keepFetched({ store }: ExtractionContext, jobId: string, fetched: readonly Fetched[]): void {
  for (const { article, foundFor } of fetched) {
    const id = `${jobId}/${article.id}`;
    const known = store.fetched.get(id)?.foundFor ?? [];
    store.fetched.put(id, { article, foundFor: [...new Set([...known, ...foundFor])] }, jobId);
  }
}
