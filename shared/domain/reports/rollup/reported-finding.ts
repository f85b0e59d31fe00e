import { sentimentOf, type StoredFinding } from '../../findings/finding.ts';
import { defined } from '../../lib/fields.ts';
import { dayOf } from '../../time/instant.ts';
import {
  COUNTED_TOPICS,
  type CountedTopic,
  type Example,
  findingTime,
  type OutletRollup,
  type Quote,
} from './day-rollup.ts';
import { sentimentSumOf } from './sentiment-share.ts';

/** The longest texts; names and titles of real news are shorter. */
const LONGEST = { title: 240, link: 600, name: 80, domain: 80, code: 8, quote: 480 } as const;
const MOST_COAUTHORS = 9;

/** A finding as reports list it; `dayIn` reads the days of the report's zone (default UTC). */
export function exampleOf(found: StoredFinding, dayIn = dayOf): Example {
  const { finding, watchId } = found;
  const { fingerprint, type, title, link, outlet } = finding;
  const mood = sentimentSumOf(sentimentOf(finding));
  const [author, ...others] = authorsOf(found);
  const coauthors = others.slice(0, MOST_COAUTHORS);
  return defined<Example>({
    fingerprint,
    watchId,
    type,
    at: findingTime(found, dayIn),
    title: cut(title, LONGEST.title),
    english: cutOptional(finding.translation?.title, LONGEST.title),
    link: link !== undefined && link.length <= LONGEST.link ? link : undefined,
    domain: cutOptional(outlet?.domain, LONGEST.domain),
    rank: outlet?.rank,
    country: cutOptional(outlet?.country, LONGEST.code),
    author,
    coauthors: coauthors.length > 0 ? coauthors : undefined,
    mood: mood.count > 0 ? mood.sum : undefined,
    story: found.story ?? finding.fingerprint,
  });
}

/** The outlet of an article as reports count it, with this one article; undefined where it has none. */
export function outletOf({ finding }: StoredFinding): { domain: string; counts: OutletRollup } | undefined {
  const { outlet } = finding;
  return (
    outlet && {
      domain: cut(outlet.domain, LONGEST.domain),
      counts: defined<OutletRollup>({
        count: 1,
        mood: sentimentSumOf(sentimentOf(finding)),
        name: cutOptional(outlet.name, LONGEST.name),
        country: cutOptional(outlet.country, LONGEST.code),
        rank: outlet.rank,
      }),
    }
  );
}

/** The language of an article as reports count it: ISO 639-1. */
export function languageOf({ finding: { language } }: StoredFinding): string | undefined {
  return cutOptional(language, LONGEST.code);
}

/** The authors of an article as reports count them, each once. */
export function authorsOf({ finding }: StoredFinding): string[] {
  const names = finding.authors.map((name) => cut(name.trim(), LONGEST.name));
  return [...new Set(names)].filter((name) => name !== '');
}

/** What an article is about as reports count it, each topic once. */
export function topicsOf({ finding }: StoredFinding, kind: CountedTopic): string[] {
  const names = (finding[COUNTED_TOPICS[kind]] ?? []).map((name) => cut(name.trim(), LONGEST.name));
  return [...new Set(names)].filter((name) => name !== '');
}

/** The beginning of what is stored of the text of an article; undefined where it has none. */
export function quoteOf({ finding: { snippet, outlet } }: StoredFinding): Quote | undefined {
  const text = cut(snippet.trim(), LONGEST.quote);
  if (text === '') return undefined;
  return defined<Quote>({ text, domain: cutOptional(outlet?.domain, LONGEST.domain), rank: outlet?.rank });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : text.slice(0, most).toWellFormed();
}

function cutOptional(text: string | undefined, most: number): string | undefined {
  return text === undefined ? undefined : cut(text, most);
}
