import { EXCLUDABLE_TOPICS } from '../../../domain/findings/topics.ts';
import { hasLanguageLayer } from '../../../domain/services/news-kinds.ts';
import type { Path, Problem } from '../problems/problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/** Warns of excluded topics that no article can have, because nothing asks for the language layer. */
export function topicWarnings(file: PartialFile): Problem[] {
  const watches = Object.entries(file.watches ?? {});
  const isRead = watches.some(([, watch]) => hasLayer(watch, file));
  return [
    ...(isRead ? [] : problemsIn(file.exclude, ['exclude'], NEEDED)),
    ...watches.flatMap(([name, watch]) => {
      const path = ['watches', name, 'exclude'];
      if (hasLayer(watch, file)) return [];
      return problemsIn(watch.exclude, path, hintFor(watch.kind));
    }),
  ];
}

const NEEDED =
  'if your plan includes NLP, write plan: { nlp: true }, or include_nlp_data: true in the query. Otherwise this excludes nothing';

function hintFor(kind: PartialWatch['kind']): string {
  if (kind === 'events') return 'add nlp.theme, nlp.ner_PER or nlp.ner_LOC to additional_article_fields';
  return kind === undefined || hasLanguageLayer(kind) ? NEEDED : `remove it: kind ${kind} has no topics`;
}

export function hasLayer({ kind, query }: PartialWatch, { plan }: PartialFile): boolean {
  if (kind === 'events') return JSON.stringify(query?.['additional_article_fields'] ?? '').includes('"nlp');
  const asked = query?.['include_nlp_data'];
  const isAsked = asked === undefined ? plan?.nlp === true : asked === true;
  return isAsked && kind !== undefined && hasLanguageLayer(kind);
}

function problemsIn(exclude: PartialWatch['exclude'], path: Path, hint: string): Problem[] {
  return EXCLUDABLE_TOPICS.filter((name) => (exclude?.[name] ?? []).length > 0).map((name) => ({
    path: [...path, name],
    atKey: true,
    what: `"${name}" needs the language layer of the news service (NLP)`,
    hint,
  }));
}
