import { timesIn, tokensOf } from '../../kit/find-pattern.ts';
import type { Concept } from './concepts.ts';
import type { Reading } from './reading.ts';
import type { Entity, ExtractedRecord } from '../stored.ts';

/** An entity found in a record, with its score from 1 to 10 (extraction service, connected_entities). */
type Connection = NonNullable<ExtractedRecord['connections']>[number];

const LEGAL_FORM =
  /(?<![\s,])[\s,]+(?:inc|corp|corporation|co|company|ltd|limited|llc|plc|gmbh|ag|sa|s\.a|nv|group|holdings?)\.?$/i;

/** The names under which an entity may occur in a text: also without its legal form. */
export function namesOfEntity({ name, company }: Entity): Concept {
  const written = [name, name.replace(LEGAL_FORM, ''), ...(company?.alternative_names ?? [])];
  const phrases = written
    .map((text) => tokensOf(text).map(({ word }) => word))
    .filter((phrase) => phrase.length > 0);
  const forms = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]));
  return { kind: 'name', label: name, forms: [...forms.values()] };
}

/**
 * How a cluster names an entity; undefined when it does not. The score is 1, and grows with titles that name it (up
 * to 5), with how often the text does (up to 3), and with its domain or a key person (1 each); 10 is the most. It is
 * the main actor when more than half of the titles name it.
 */
export function connectionOf(entity: Entity, reading: Reading): Connection | undefined {
  const { forms } = namesOfEntity(entity);
  const most = (words: Parameters<typeof timesIn>[1]) =>
    Math.max(0, ...forms.map((form) => timesIn(form, words)));
  const times = most(reading.words());
  if (times === 0) return undefined;
  const titled = most(reading.titleWords());
  const articles = reading.articles.length;
  const share = Math.min(1, titled / Math.min(articles, 5));
  const beside = [entity.company?.domain, ...(entity.company?.key_persons ?? [])].filter(
    (name) => name && reading.text.includes(name),
  ).length;
  const score = 1 + (titled > 0 ? 2 : 0) + 3 * share + Math.min(3, times - 1) + Math.min(2, beside);
  const where = share > 0.5 ? 'the main actor' : 'named';
  return {
    entityId: entity.id,
    score: Math.min(10, Math.round(score)),
    association: share > 0.5 ? 'event_associated' : 'mention',
    relation: `${entity.name} is ${where}: ${times} mentions in ${articles} articles`.slice(0, 100),
  };
}
