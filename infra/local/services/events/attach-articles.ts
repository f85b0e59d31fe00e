import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../kit/corpus/corpus.ts';
import type { ArticleField } from './search-request.ts';
import type { StoredEvent } from './stored-event.ts';

/** An article as it is attached: a value the corpus does not have is left out. */
export type AttachedArticle = Record<string, unknown>;

/** The ids of an event's articles that the service has at `now`, in the order in which it got them. */
export function sourceIds({ sources }: StoredEvent, now: Instant): string[] {
  return sources.filter(({ parsedAt }) => parsedAt <= now).map(({ articleId }) => articleId);
}

/** Id, title, link and media of an article, and the requested fields, nested where their name has a dot. */
export function attachArticle(
  { id, record }: CorpusArticle,
  fields: readonly ArticleField[],
): AttachedArticle {
  const article: AttachedArticle = { id, title: record.title };
  put(article, { link: record.link, media: record.media });
  for (const field of fields) {
    const [outer = field, inner] = field.split('.');
    if (inner === undefined) put(article, { [field]: record[field] });
    else if (field === 'extraction_data.parent_url')
      nest(article, { outer, inner, value: record.parent_url });
    else nest(article, { outer, inner, value: nlpValue(record.nlp, inner) });
  }
  return article;
}

function nlpValue(nlp: CorpusArticle['record']['nlp'], name: string): unknown {
  const value = nlp?.[name];
  return name === 'theme' && typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
}

function nest(
  article: AttachedArticle,
  { outer, inner, value }: { outer: string; inner: string; value: unknown },
): void {
  if (value === undefined || value === null) return;
  const known = article[outer];
  article[outer] = { ...(typeof known === 'object' ? known : {}), [inner]: value };
}

function put(article: AttachedArticle, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) article[key] = value;
  }
}
