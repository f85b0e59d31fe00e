import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemsOf } from '../../shared/domain/stories/article-words.ts';
import { inHalf, type Row, rowsOf, titleOf } from './labelled-news.ts';

const FILE = join(import.meta.dirname, '../../shared/domain/stories/stem-counts.ts');

/** A stem in fewer texts says nothing about its rarity. */
const FEWEST = 4;
/**
 * A stem that so many texts have in lower case, and few have as a name, is an ordinary word: it counts as no rarer
 * than this.
 */
const ORDINARY = { texts: 2, names: 0.3, rarity: 5 };
/** Rarities are rounded to this. */
const GRAIN = 0.5;
const LINE = 20_000;

/** Counts in how many openly licensed titles and short texts each stem occurs, and writes the table of rarities. */
export function writeStemCounts(): void {
  const texts = [
    ...rowsOf('news-authors.ndjson').map((row) => `${row.title} ${row.description ?? ''}`),
    ...inHalf(rowsOf('news-stories.ndjson'), 'fit').map(titleOf),
    ...rowsOf('news-bodies.ndjson').flatMap(paragraphsOf),
  ];
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const ordinary = ordinaryStems();
  const rounded = (count: number) => Math.round(Math.log(texts.length / count) / GRAIN) * GRAIN;
  const rarity = (stem: string, count: number) =>
    ordinary.has(stem) ? Math.min(ORDINARY.rarity, rounded(count)) : rounded(count);
  const kept = [...counts].filter(([stem, count]) => count >= FEWEST || ordinary.has(stem));
  const levels = [...Map.groupBy(kept, ([stem, count]) => rarity(stem, count))].toSorted(([a], [b]) => a - b);
  const lines = levels.flatMap(([level, stems]) =>
    parts(stems.map(([stem]) => stem).toSorted()).map((part) => `  [${level}, '${part}'],\n`),
  );
  writeFileSync(
    FILE,
    `/**\n * Stems of words by rarity: the logarithm of how many of ${texts.length} openly licensed English titles and short texts there are for\n * one that has the stem, at most 5 for ordinary words. Counts only; written by \`npm run fit-stories\`.\n */\nexport const STEMS_BY_RARITY: readonly (readonly [rarity: number, stems: string])[] = [\n${lines.join('')}];\n`,
  );
}

/** The stems of words that texts have in lower case inside of sentences. */
function ordinaryStems(): ReadonlySet<string> {
  const texts = [
    ...rowsOf('news-authors.ndjson').map(({ description }) => description ?? ''),
    ...rowsOf('news-bodies.ndjson').flatMap((row) =>
      row.language === 'en' ? (row.content ?? '').split(/\n+/) : [],
    ),
  ];
  const [small, names] = [new Map<string, number>(), new Map<string, number>()];
  for (const text of texts) {
    const inside = [...text.matchAll(/(?<![.!?:"“]\s*|^)\b\p{L}+/gu)].map(([word]) => word);
    const isSmall = (word: string) => /^\p{Ll}/u.test(word);
    countIn(small, inside.filter(isSmall));
    countIn(
      names,
      inside.filter((word) => !isSmall(word)),
    );
  }
  const kept = [...small].filter(
    ([stem, count]) => count >= ORDINARY.texts && count >= ORDINARY.names * (names.get(stem) ?? 0),
  );
  return new Set(kept.map(([stem]) => stem));
}

function countIn(counts: Map<string, number>, words: readonly string[]): void {
  for (const stem of stemsOf(words.join(' '))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
}

/** The first sentences of each paragraph of an English text. */
function paragraphsOf({ content, language }: Row): string[] {
  if (language !== 'en') return [];
  const paragraphs = (content ?? '').split(/\n+/).filter((text) => text.length > 60);
  return paragraphs.map((text) => text.slice(0, 300));
}

function parts(stems: readonly string[]): string[] {
  const text = stems.join(' ');
  return text.length <= LINE
    ? [text]
    : [stems.slice(0, stems.length / 2), stems.slice(stems.length / 2)].flatMap(parts);
}
