import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import { UNRANKED } from '../../../../../shared/domain/findings/finding.ts';
import type { Entry } from './entry.ts';

/** A media outlet, put together from its articles. */
export interface Outlet {
  domain: string;
  name: string;
  /** The languages of its articles, the most frequent first. */
  languages: readonly string[];
  country: string;
  rank: number;
  entries: readonly Entry[];
  /** An article that speaks for the outlet in everything else. */
  sample: ArticleRecord;
}

/** The outlets of a corpus. */
export type Outlets = ReturnType<typeof outletsOf>;

export function outletsOf(entries: readonly Entry[]) {
  const known = entries.filter(({ domain }) => domain !== '');
  const all = [...Map.groupBy(known, ({ domain }) => domain)]
    .map(([domain, own]) => outletOf(domain, own))
    .toSorted((a, b) => a.rank - b.rank || (a.domain < b.domain ? -1 : 1));
  return {
    /** Best-ranked first. */
    all,
    /** The domains that an entry such as `top 50 US` means: ranked outlets of the country, best first. */
    best(entry: string): string[] {
      const [, count = '0', country = ''] = /^top (\d+) ([a-z]{2})$/i.exec(entry) ?? [];
      const ranked = all.filter(
        (outlet) => outlet.country === country.toUpperCase() && outlet.rank < UNRANKED,
      );
      return ranked.slice(0, Number(count)).map(({ domain }) => domain);
    },
  };
}

function outletOf(domain: string, entries: readonly Entry[]): Outlet {
  const sample = entries.find(({ sourceName }) => sourceName !== '')?.record;
  return {
    domain,
    name: sample?.name_source ?? domain,
    languages: byFrequency(entries.map(({ language }) => language)),
    country: byFrequency(entries.map(({ country }) => country))[0] ?? '',
    rank: entries.reduce((best, { rank }) => Math.min(best, rank), UNRANKED),
    entries,
    sample: sample ?? { title: domain },
  };
}

/** Texts that are not empty, each once, the most frequent first. */
function byFrequency(texts: readonly string[]): string[] {
  const counts = [...Map.groupBy(texts, (text) => text)].filter(([text]) => text !== '');
  return counts.toSorted((a, b) => b[1].length - a[1].length).map(([text]) => text);
}
