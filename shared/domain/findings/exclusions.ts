import { compileQuery, type Matcher } from '../query/match.ts';
import { wordsIn, wordTexts } from '../query/words.ts';
import type { ExcludedTopics } from './topics.ts';

/** What a watch never alerts on, as `watches.yaml` says it. */
interface ExclusionRules {
  domains: readonly string[];
  phrases: readonly string[];
  topics?: ExcludedTopics;
}

/** The rules, compiled once for all items of a page. */
export interface Exclusions {
  domains: readonly string[];
  phrases: readonly { phrase: string; matcher: Matcher }[];
  topics?: ExcludedTopics;
}

export function compileExclusions({ domains, phrases, topics }: ExclusionRules): Exclusions {
  return {
    domains,
    ...(topics && { topics }),
    phrases: phrases.flatMap((phrase) => {
      const words = wordTexts(phrase).map((text) => ({ text, wildcard: false }));
      return words.length === 0 ? [] : [{ phrase, matcher: compileQuery({ type: 'phrase', words }) }];
    }),
  };
}

/** The first excluded phrase that occurs in one of these texts. */
export function excludedPhrase({ phrases }: Exclusions, texts: readonly string[]): string | undefined {
  const words = texts.map(wordsIn);
  return phrases.find(({ matcher }) => matcher.matches(words))?.phrase;
}

/** The excluded domain that an outlet belongs to; a domain includes its subdomains. */
export function excludedDomain(domains: readonly string[], outlet: string | undefined): string | undefined {
  const host = outlet?.toLowerCase();
  return domains.find((domain) => host === domain || host?.endsWith(`.${domain}`));
}
