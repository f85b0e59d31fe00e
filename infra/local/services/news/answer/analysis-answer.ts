import { defined } from '../../../../../shared/domain/lib/fields.ts';
import type { Analyst } from '../analysis/analyst.ts';
import { givenNames } from '../analysis/analyst.ts';
import { ENTITY_KINDS } from '../analysis/english.ts';
import type { Plan } from '../../kit/plan/plan.ts';
import type { Entry } from '../library/entry.ts';
import { summaryOf } from '../library/summary.ts';

const EMBEDDINGS: ReadonlySet<string> = new Set(['new_embedding', 'qwen_embedding']);

/**
 * The nlp object of an article (news service, nlp object): what the corpus says, filled up by our own analysis. Empty
 * for an article without any. Tags, embeddings and what concerns a translation are in it only where `shown` says so.
 */
export function nlpAnswer(
  analyst: Analyst,
  { entry, plan, translated }: { entry: Entry; plan: Plan; translated: boolean },
): Record<string, unknown> {
  if (!analyst.knows(entry)) return {};
  const { record } = entry;
  const sentiment = analyst.sentiment(entry);
  const tags = analyst.tags(entry);
  return {
    ...extrasOf(entry, { plan, translated }),
    ...defined({
      theme: analyst.themes(entry).join(', ') || undefined,
      summary: summaryOf(record),
    }),
    sentiment: { title: sentiment.title ?? null, content: sentiment.content ?? null },
    ...namesOf(analyst, entry),
    ...(plan.news.tags && {
      iptc_tags_id: tags.iptc,
      iptc_tags_name: tags.iptcNames,
      iab_tags_name: tags.iab,
    }),
  };
}

/** Names are given for languages with own analysis or a corpus that gives them; null for others. */
function namesOf(analyst: Analyst, entry: Entry): Record<string, unknown> {
  const english = entry.language === 'en';
  const names = english ? analyst.entities(entry) : undefined;
  return Object.fromEntries(
    ENTITY_KINDS.map((kind) => [
      `ner_${kind}`,
      names?.[kind] ?? givenNames(entry.record, `ner_${kind}`) ?? null,
    ]),
  );
}

function extrasOf({ record }: Entry, { plan, translated }: { plan: Plan; translated: boolean }) {
  const extras = Object.entries(record.nlp ?? {}).filter(([key]) => {
    if (EMBEDDINGS.has(key)) return plan.news.embeddings;
    if (key.startsWith('translation_')) return translated;
    if (key === 'theme' || key === 'summary') return false;
    return !key.startsWith('iptc_') && !key.startsWith('iab_');
  });
  return Object.fromEntries(extras);
}
