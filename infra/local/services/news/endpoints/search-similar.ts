import { similarity, type Signature, signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import { articleForm } from '../answer/article-answer.ts';
import { envelope } from '../answer/envelope.ts';
import { textOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';
import { headlineOfEntry } from '../library/headline-of-entry.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';
import { findPage } from './search-articles.ts';

/**
 * Answers `search_similar`: the articles that match `q`, each with the documents most like it on request.
 * Those are looked for among the articles that tell the same story.
 */
export async function searchSimilar(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const page = await findPage(newsroom, parameters);
  const toArticle = articleForm(newsroom, parameters);
  const withSimilar = parameters.flag('include_similar_documents') === true;
  const articles = page.items.map((hit) => ({
    ...toArticle(hit),
    ...(withSimilar && { similar_documents: similarTo(hit.entry, { newsroom, parameters }) }),
  }));
  return envelope(page, { parameters, body: { articles } });
}

interface SimilarDocument {
  id: string;
  score: number;
  title: string;
  link: string;
}

function similarTo(
  entry: Entry,
  { newsroom, parameters }: { newsroom: Newsroom; parameters: Parameters },
): SimilarDocument[] {
  const count = parameters.number('similar_documents_number') ?? 5;
  const fields = new Set(
    (parameters.text('similar_documents_fields') ?? '').split(',').map((field) => field.trim()),
  );
  const own = signatureBy(entry, fields);
  const mates = newsroom.groups.storyOf(entry);
  return mates
    .filter((mate) => mate !== entry && mate.visibleAt <= parameters.now)
    .map((mate) => ({ mate, score: similarity(own, signatureBy(mate, fields)) }))
    .toSorted((a, b) => b.score - a.score || a.mate.row - b.mate.row)
    .slice(0, count)
    .map(({ mate, score }) => ({ id: mate.id, score, title: mate.record.title, link: mate.link }));
}

function signatureBy(entry: Entry, fields: ReadonlySet<string>): Signature {
  const content = textOf(entry, 'content');
  const title = fields.has('title') ? headlineOfEntry(entry) : content.slice(0, 300);
  return signatureOf(title, fields.has('content') ? content : '');
}
