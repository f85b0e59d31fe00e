import { createRequire } from 'node:module';
import type model from 'wink-eng-lite-web-model';
import type WinkNLP from 'wink-nlp';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import { namesIn } from '../kit/read-english.ts';

/** The kinds of named entities (news service, nlp object). */
export const ENTITY_KINDS = ['PER', 'ORG', 'LOC', 'MISC'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A name in an article and how often it occurs there. */
export interface Entity {
  entity_name: string;
  count: number;
}

export type Entities = Readonly<Record<EntityKind, readonly Entity[]>>;

/** Loaded at the first question: most starts end without one. */
const wink = loadedOnce(() => {
  const require = createRequire(import.meta.url);
  const winkNLP: typeof WinkNLP = require('wink-nlp');
  const english: typeof model = require('wink-eng-lite-web-model');
  return winkNLP(english, ['sbd', 'negation', 'sentiment']);
});

/** How a text in English reads, from -1 to 1. */
export function sentimentOf(text: string): number {
  // The library takes this function as the name of what it is to give.
  // oxlint-disable-next-line typescript/unbound-method
  const score: unknown = wink().readDoc(text).out(wink().its.sentiment);
  return typeof score === 'number' ? Math.round(score * 10_000) / 10_000 : 0;
}

/** The people, organizations and places that an English text names. */
export function entitiesIn(text: string): Entities {
  const { people, organizations, places } = namesIn(text);
  return { PER: counted(people), ORG: counted(organizations), LOC: counted(places), MISC: [] };
}

function counted(names: readonly string[]): Entity[] {
  return Array.from(
    Map.groupBy(names, (name) => name),
    ([name, { length }]) => ({ entity_name: name, count: length }),
  );
}
