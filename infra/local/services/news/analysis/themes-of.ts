import type { NEWS_THEMES } from '../../../../../shared/domain/services/news-values.ts';
import { wordTexts } from '../../../../../shared/domain/query/words.ts';
import { THEMES } from './themes.ts';

/** A word of the title says as much as so many of the text. */
const TITLE_WEIGHT = 3;
/** A second theme must be at least this strong beside the first. */
const SECOND_THEME = 0.6;

const LONG_ENOUGH = 4;

/** The one or two themes of an English article, strongest first; `General` where no word names one. */
export function themesOf({ title, text }: { title: string; text: string }): string[] {
  const points = new Map<string, number>();
  const count = (words: readonly string[], weight: number) => {
    for (const word of words) {
      for (const theme of themesOfWord(word)) points.set(theme, (points.get(theme) ?? 0) + weight);
    }
  };
  count(wordTexts(title), TITLE_WEIGHT);
  count(wordTexts(text), 1);
  const [first, second] = [...points].toSorted((a, b) => b[1] - a[1]);
  if (!first) return ['General' satisfies (typeof NEWS_THEMES)[number]];
  return second && second[1] >= first[1] * SECOND_THEME ? [first[0], second[0]] : [first[0]];
}

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100_000;

/** Longer beginnings fit any ending, short ones (`tv`, `ai`) only the whole word and its plural. */
function themesOfWord(word: string): readonly string[] {
  const found = known.get(word);
  if (found) return found;
  const fits = (start: string) =>
    start.length >= LONG_ENOUGH ? word.startsWith(start) : word === start || word === `${start}s`;
  const themes = [...THEMES].flatMap(([theme, { words }]) => (words.some(fits) ? [theme] : []));
  if (known.size < MOST_KNOWN) known.set(word, themes);
  return themes;
}
