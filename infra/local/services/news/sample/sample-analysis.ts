import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import type { Chance } from '../../kit/chance.ts';
import type { Facts } from './facts.ts';
import type { Text } from './write-text.ts';

interface Analysed {
  facts: Facts;
  text: Text;
  /** The text in English, for an article in another language. */
  translation: Text | undefined;
  chance: Chance;
}

/** What the language layer says of an article: entities of another language are found in the translation. */
export function sampleAnalysis({ facts, text, translation, chance }: Analysed): ArticleRecord['nlp'] {
  const { topic } = facts;
  const tone = (spread: number) =>
    Math.round(Math.max(-1, Math.min(1, topic.tone + (chance() - 0.5) * spread)) * 100) / 100;
  const english = translation ?? text;
  const names = entitiesOf(facts, `${english.title}\n${english.content}`);
  return {
    theme: topic.themes.join(', '),
    summary: text.lead,
    sentiment: { title: tone(0.8), content: tone(0.4) },
    ...(translation
      ? { ner_ORG: null, ner_PER: null, ner_LOC: null, ner_MISC: null, translation_summary: translation.lead }
      : prefixed('ner', names)),
    ...(translation && prefixed('translation_ner', names)),
    iptc_tags_id: [topic.iptc.id],
    iptc_tags_name: [topic.iptc.name],
    iab_tags_name: [topic.iab],
  };
}

type Entities = Record<'ORG' | 'PER' | 'LOC' | 'MISC', { entity_name: string; count: number }[]>;

function entitiesOf(facts: Facts, text: string): Entities {
  const { company, rival, chief, officer, citizen, investor, city, product } = facts;
  const counted = (names: readonly string[]) =>
    names.flatMap((name) => {
      const count = text.split(name).length - 1;
      return count > 0 ? [{ entity_name: name, count }] : [];
    });
  return {
    ORG: counted([company.name, rival.name, investor]),
    PER: counted([chief, officer, citizen]),
    LOC: counted([...new Set([city.name, company.home])]),
    MISC: counted([product]),
  };
}

function prefixed(prefix: string, entities: Entities): Record<string, Entities[keyof Entities]> {
  return Object.fromEntries(Object.entries(entities).map(([kind, names]) => [`${prefix}_${kind}`, names]));
}
