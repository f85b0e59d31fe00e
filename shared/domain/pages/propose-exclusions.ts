import { wordTexts } from '../query/words.ts';
import type { ReaderAction } from './reader-action.ts';

/** What readers found wrong with a watch, as lines for its `exclude` in `watches.yaml`. Nothing is changed by it. */
export interface ProposedExclusions {
  /** Outlets of which readers want less, or of which most of what was not relevant comes. */
  domains: readonly string[];
  /** Words that headlines which were not relevant share, or else the whole headline. */
  phrases: readonly string[];
}

/** So many of what was not relevant must be of one outlet before it is proposed. */
const LEAST_OF_OUTLET = 3;
const MOST = 10;

/**
 * Proposes exclusions from what readers did about a watch.
 *
 * @param titles the headlines of the alerts, by alert id.
 * @param excluded what the watch excludes already.
 * @param wanted texts of its query and brand: what it looks for is not proposed.
 */
export function proposeExclusions(
  actions: readonly ReaderAction[],
  given: {
    titles: ReadonlyMap<string, string>;
    excluded: ProposedExclusions;
    wanted: readonly string[];
  },
): ProposedExclusions {
  const active = actions.filter(({ undoneAt }) => undoneAt === undefined);
  const wrong = [
    ...new Map(
      active.filter(({ kind }) => kind === 'not-relevant').map((action) => [action.alertId, action]),
    ).values(),
  ];
  const less = active.flatMap(({ kind, domain }) => (kind === 'less-outlet' ? (domain ?? []) : []));
  const often = [...Map.groupBy(wrong, ({ domain }) => domain)].flatMap(([domain, all]) =>
    domain !== undefined && all.length >= LEAST_OF_OUTLET ? [domain] : [],
  );
  const titles = wrong.flatMap(({ alertId }) => given.titles.get(alertId) ?? []);
  return {
    domains: newOnes([...less, ...often], given.excluded.domains),
    phrases: newOnes(phrasesOf(titles, given.wanted), given.excluded.phrases),
  };
}

function newOnes(found: readonly string[], known: readonly string[]): string[] {
  return [...new Set(found)].filter((one) => !known.includes(one)).slice(0, MOST);
}

/** Pairs of words that two of the headlines share, the most frequent first. A headline that shares none is proposed whole. */
function phrasesOf(titles: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(wanted.flatMap(wordTexts));
  const pairs = titles.map((title) => pairsIn(title, known));
  const counts = new Map<string, number>();
  for (const pair of pairs.flat()) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1).toSorted((a, b) => b[1] - a[1]);
  const names = new Set(shared.map(([pair]) => pair));
  const alone = titles.filter(
    (title, n) => !pairs[n]?.some((pair) => names.has(pair)) && saysMore(title, known),
  );
  return [...names, ...alone];
}

/** Whether a headline has words of its own: as a phrase, one without them would exclude what the watch looks for. */
function saysMore(title: string, known: ReadonlySet<string>): boolean {
  return wordTexts(title).filter((word) => word.length >= 4 && !known.has(word)).length >= 2;
}

/** The pairs of neighbours in a headline, each once. A pair of short words, or of words that the watch looks for, says nothing. */
function pairsIn(title: string, known: ReadonlySet<string>): string[] {
  const words = wordTexts(title);
  const pairs = words.slice(1).flatMap((word, n) => {
    const both = [words[n] ?? '', word];
    const isPlain = both.some((one) => one.length < 4) || both.every((one) => known.has(one));
    return isPlain || both.some((one) => known.has(one)) ? [] : [both.join(' ')];
  });
  return [...new Set(pairs)];
}
