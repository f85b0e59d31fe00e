import { HOUR, MINUTE, wireTimeOf } from '../../../domain/time/instant.ts';
import { isNewsKind, PATH_OF_KIND } from '../../../domain/services/news-kinds.ts';
import { parameterNamesOf } from '../../../domain/services/news-parameters.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { PageAsk } from './fetch-kind.ts';

/** A window of parse time. */
export function parsedIn(window: Window) {
  return { ...publishedIn(window), by_parse_date: true };
}

/** A window of publication time. */
export function publishedIn({ from, to }: Window) {
  return { from_: wireTimeOf(from), to_: wireTimeOf(to) };
}

/** A longer span is requested in days: documented examples have only few hours. */
const MOST_HOURS = 72;

/** The `when` that includes the start of a window, plus 1 minute, because the service uses its own clock. */
export function parsedSince({ window, now }: Pick<PageAsk, 'window' | 'now'>) {
  const hours = Math.max(1, Math.ceil((now - window.from + MINUTE) / HOUR));
  return { when: hours <= MOST_HOURS ? `${hours}h` : `${Math.ceil(hours / 24)}d`, by_parse_date: true };
}

/** Adds the domains that are excluded for all watches to those of the query. */
export function withoutDomains({ query, exclude }: Watch): { not_sources?: readonly string[] } {
  if (exclude.domains.length === 0) return {};
  const own = query['not_sources'] ?? [];
  const listed =
    typeof own === 'string' ? own.split(',').map((part) => part.trim()) : Array.isArray(own) ? own : [];
  return { not_sources: [...new Set([...listed, ...exclude.domains])] };
}

/** What a run adds for a plan with the language layer, on paths that take it. What the query says itself counts more. */
export function languageLayer({ kind, withNlp }: Watch): Readonly<Record<string, true>> {
  if (!withNlp || !isNewsKind(kind)) return {};
  const taken = parameterNamesOf(PATH_OF_KIND[kind]);
  const added = ['include_nlp_data', 'include_translation_fields'].filter((name) => taken.includes(name));
  return Object.fromEntries(added.map((name) => [name, true] as const));
}
