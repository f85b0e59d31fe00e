import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import type { Plan } from '../kit/plan/plan.ts';
import { newsArticle } from './news-article.ts';
import type { ArticleField } from './search-request.ts';
import type { StoredEvent } from './stored-event.ts';

/** An article as it is attached. */
export type AttachedArticle = Record<string, unknown>;

/** The ids of an event's articles that the service has at `now`, each once, in the order in which it got them. */
export function sourceIds({ sources }: StoredEvent, now: Instant): string[] {
  return [...new Set(sources.filter(({ parsedAt }) => parsedAt <= now).map(({ articleId }) => articleId))];
}

/**
 * Id, title, link and media of an article, and the requested fields, nested where their name has a dot: as the news
 * service has them. A text that is not known is empty; a value of the language layer that is not known is left out.
 */
export function attachArticle(
  article: CorpusArticle,
  { fields, plan }: { fields: readonly ArticleField[]; plan: Plan },
): AttachedArticle {
  const { nlp, ...known } = newsArticle(article, plan);
  const { id, title, link, media } = known;
  const attached: AttachedArticle = { id, title, link, media };
  for (const field of fields) {
    const [outer = field, inner] = field.split('.');
    if (inner === undefined) attached[field] = known[field] ?? '';
    else if (field === 'extraction_data.parent_url')
      nest(attached, { outer, inner, value: known['parent_url'] ?? '' });
    else nest(attached, { outer, inner, value: nlpValue(nlp, inner) });
  }
  return attached;
}

/** The theme is one text in the news service, and a list here (events service, articles). */
function nlpValue(nlp: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = nlp[name];
  if (name === 'summary') return value ?? '';
  if (name !== 'theme') return value ?? (name.startsWith('ner_') ? [] : undefined);
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : (value ?? []);
}

function nest(
  article: AttachedArticle,
  { outer, inner, value }: { outer: string; inner: string; value: unknown },
): void {
  if (value === undefined || value === null) return;
  const known = article[outer];
  article[outer] = { ...(typeof known === 'object' ? known : {}), [inner]: value };
}
