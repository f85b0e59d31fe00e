import type { ExtractionContext } from '../../context.ts';
import { clusterArticles } from '../../pipeline/cluster.ts';
import type { SourceArticle } from '../../ports.ts';
import type { Job } from '../job.ts';
import { citationOf, type Draft, recordIdOf } from './work.ts';

/**
 * Sorts what was fetched into clusters, separately for each entity. Earlier clusters stay and may gain articles: of a
 * record these become further citations; a refused cluster is judged again with them.
 */
export function clusterFetched(context: ExtractionContext, job: Job): void {
  const fetched = context.store.fetched.list({ within: job.id });
  const articles = new Map(fetched.map(({ article }) => [article.id, article]));
  const drafts = context.store.drafts.list({ within: job.id });
  for (const foundFor of job.entities.length > 0 ? job.entities.map(({ id }) => id) : ['']) {
    const mine = drafts.filter((draft) => draft.foundFor === foundFor);
    const clusters = clusterArticles(
      fetched.filter((item) => item.foundFor.includes(foundFor)).map(({ article }) => article),
      mine.map((draft) => ({ id: draft.firstArticle, articles: articlesOf(draft, articles) })),
    );
    for (const { id, articles: members } of clusters) {
      const known = mine.find(({ firstArticle }) => firstArticle === id);
      if (known?.articles.length === members.length) continue;
      putDraft(context, { job, known, foundFor, members });
    }
  }
}

function articlesOf(draft: Draft, articles: ReadonlyMap<string, SourceArticle>): SourceArticle[] {
  return draft.articles.flatMap((id) => articles.get(id) ?? []);
}

interface Grown {
  job: Job;
  known: Draft | undefined;
  foundFor: string;
  members: readonly SourceArticle[];
}

function putDraft({ store }: ExtractionContext, { job, known, foundFor, members }: Grown): void {
  const ids = members.map(({ id }) => id);
  const firstArticle = known?.firstArticle ?? ids[0] ?? '';
  const id = known?.id ?? `${job.id}/${foundFor}/${firstArticle}`;
  const state = known === undefined || known.state === 'refused' ? 'waiting' : known.state;
  store.drafts.put(id, { id, firstArticle, foundFor, articles: ids, state }, job.id);
  const record = store.records.get(recordIdOf(id));
  if (record) store.records.put(record.id, { ...record, citations: members.map(citationOf) }, job.id);
}

/** The articles of a draft, first one first. */
export function draftArticles({ store }: ExtractionContext, job: Job, draft: Draft): SourceArticle[] {
  return draft.articles.flatMap((id) => store.fetched.get(`${job.id}/${id}`)?.article ?? []);
}
