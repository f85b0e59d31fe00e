import { HOUR, type Instant, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import type { Chance } from '../../kit/clock.ts';
import { between, type Facts, pick, shuffled } from './facts.ts';
import {
  type Desk,
  deskOf,
  OUTLETS,
  SAMPLE_LANGUAGES,
  type SampleLanguage,
  type SampleOutlet,
} from './world.ts';
import { drawOutline, editOutline, type Outline } from './write-text.ts';

/** One outlet's article on a story. */
export interface Printing {
  outlet: SampleOutlet;
  language: SampleLanguage;
  outline: Outline;
  publishedAt: Instant;
}

/** How many outlets take a story up: most stories few, some very many. */
const REACHES = [
  { weight: 24, least: 1, most: 2 },
  { weight: 30, least: 2, most: 6 },
  { weight: 31, least: 5, most: 13 },
  { weight: 15, least: 16, most: 34 },
];

const BY_LANGUAGE = Map.groupBy(OUTLETS, ({ language }) => language);

/**
 * Who prints a story, when, and in which words: the agency first where several do, most others word for word after it,
 * some edited, some in words of their own. Large stories cross into other languages.
 */
export function printingsOf(
  facts: Facts,
  { chance, reach = reachOf(chance), spread = 14 * HOUR, first }: PrintingOptions,
): Printing[] {
  return languagesOf(facts, { chance, reach, first }).flatMap((language, index) => {
    const desk = deskOf(language, facts.topicId);
    if (!desk) return [];
    const count = index === 0 ? reach : Math.max(1, Math.round(reach * 0.2));
    const wire = drawOutline(desk, chance);
    return outletsFor(language, { count, chance }).map((outlet, place) => ({
      outlet,
      language,
      outline: place === 0 ? wire : copyOf(wire, desk, chance),
      publishedAt: facts.at + index * 25 * MINUTE + (place === 0 ? 0 : delayOf(spread, chance)),
    }));
  });
}

interface PrintingOptions {
  chance: Chance;
  /** Outlets in the story's first language. */
  reach?: number;
  /** Within what time most of them print it. */
  spread?: number;
  /** The language in which it begins. */
  first?: SampleLanguage | undefined;
}

function reachOf(chance: Chance): number {
  let left = chance() * 100;
  const { least, most } = REACHES.find(({ weight }) => (left -= weight) < 0) ?? { least: 1, most: 1 };
  return between(least, most, chance);
}

/** Three in five stories begin in English; what few outlets print stays in one language. */
function languagesOf(
  { topicId }: Facts,
  { chance, reach, first: given }: Omit<PrintingOptions, 'reach'> & { reach: number },
): SampleLanguage[] {
  const able = SAMPLE_LANGUAGES.filter((language) => deskOf(language, topicId));
  const drawn = chance() < 0.6 ? 'en' : pick(able, chance);
  const first = given ?? drawn;
  const others = shuffled(
    able.filter((language) => language !== first),
    chance,
  );
  return [first, ...others.slice(0, reach >= 16 ? 4 : reach >= 5 ? 1 : 0)];
}

function outletsFor(
  language: SampleLanguage,
  { count, chance }: { count: number; chance: Chance },
): SampleOutlet[] {
  const all = shuffled(BY_LANGUAGE.get(language) ?? [], chance);
  const agencies = all.filter(({ wire }) => wire);
  const others = all.filter(({ wire }) => !wire);
  return count > 1 ? [...agencies, ...others].slice(0, count) : others.slice(0, 1);
}

function copyOf(wire: Outline, desk: Desk, chance: Chance): Outline {
  const kind = chance();
  if (kind < 0.6) return wire;
  return kind < 0.86 ? editOutline(wire, desk, chance) : drawOutline(desk, chance);
}

/** Most copies come soon, a few late. */
function delayOf(spread: number, chance: Chance): number {
  return MINUTE + Math.round(chance() ** 2.5 * spread);
}
