import { listWords } from '../day-names.ts';
import type { Compared, CountRow, ReportNumbers } from '../report-numbers.ts';
import { loadedOnce } from '../../lib/loaded-once.ts';

/** A smaller growth, in articles, is not reported. */
const LEAST_GROWTH = 5;
/** Nor one below a quarter more. */
const LEAST_FACTOR = 1.25;
/** Countries whose names take an article. */
const WITH_ARTICLE =
  /^(?:United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Central|Dominican|Czech|Isle)\b/;

const countries = loadedOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }));

interface Grown extends Compared {
  name: string;
}

/**
 * What grew most since the days before, if they may be compared: a story, a theme and the outlets of a country. Undefined if
 * nothing did, or nothing was found before. Contains news text.
 */
export function growthSentence({
  articles,
  topStories,
  topTopics,
  topCountries,
  compared,
}: Pick<ReportNumbers, 'articles' | 'topStories' | 'topTopics' | 'topCountries' | 'compared'>):
  | string
  | undefined {
  // After nothing, all is growth.
  if (!compared.isEqual || articles.before === 0) return undefined;
  const stories = topStories.map(({ central, articles, before }) => ({
    name: `“${central.title}”`,
    now: articles,
    before,
  }));
  const rows = (all: readonly CountRow[], name: (key: string) => string) =>
    all.map(({ key, articles }) => ({ name: name(key), ...articles }));
  const grown = [
    mostGrown(stories.filter(({ before }) => before > 0)),
    mostGrown(rows(topTopics.theme, (key) => `the theme ${key}`)),
    mostGrown(rows(topCountries, countryWords)),
  ].flatMap((one) => one ?? []);
  if (grown.length === 0) return undefined;
  const [first, ...others] = grown.map(({ name, now, before }) => ({
    name,
    counts: [count(now), count(before)],
  }));
  const named = [first, ...others].flatMap((one, index) =>
    one ? [`${one.name} (${one.counts[0]}${index === 0 ? ' articles' : ''} after ${one.counts[1]})`] : [],
  );
  return `Growth came from ${listWords(named)}.`;
}

function mostGrown(rows: readonly Grown[]): Grown | undefined {
  const [top] = rows.toSorted((one, other) => other.now - other.before - (one.now - one.before));
  const isLarge = top && top.now - top.before >= LEAST_GROWTH && top.now >= LEAST_FACTOR * top.before;
  return isLarge ? top : undefined;
}

/** `outlets in the United States`; a code that is no country stays as it is. */
function countryWords(code: string): string {
  const name = /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code;
  return `outlets in ${WITH_ARTICLE.test(name) ? 'the ' : ''}${name}`;
}

function count(n: number): string {
  return n.toLocaleString('en');
}
