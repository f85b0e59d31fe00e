import * as z from 'zod';
import { hiddenFailure } from '../http/hidden-failure.ts';
import { identifier, items, maybe, maybeFlag, maybeNumber, maybeObject, maybeText } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { READING } from '../http/retry/retry-policy.ts';
import { operation, type NewsCalls } from './ask.ts';

const additional = z.object({
  nb_articles_for_7d: maybeNumber,
  country: maybeText,
  language: maybeText,
  lang: maybeText,
  rank: maybeNumber,
  is_news_domain: maybeFlag,
  news_domain_type: maybeText,
  news_type: maybeText,
  /** A share as text, such as `100%`. */
  robots_compliant: maybeText,
});

const outlet = z
  .object({
    domain_url: identifier,
    name_source: maybeText,
    logo: maybeText,
    language: maybeText,
    lang: maybeText,
    country: maybeText,
    additional_info: maybe(additional),
  })
  .transform(({ lang, ...source }) => ({
    ...source,
    language: source.language ?? lang ?? source.additional_info?.language ?? source.additional_info?.lang,
    country: source.country ?? source.additional_info?.country,
  }));

/** An entry is an object or a domain. */
const source = z.preprocess((value) => (typeof value === 'string' ? { domain_url: value } : value), outlet);

const answer = z
  .object({ message: maybeText, sources: items(source), user_input: maybeObject })
  .transform(({ sources: { kept, dropped }, ...rest }) => ({ ...rest, sources: kept, dropped }));

/** The available outlets, on one page. `message` says when the plan shortened the list. */
export type SourcesAnswer = z.infer<typeof answer>;

/** Media outlets by language, country, name or rank. */
export function sources(calls: NewsCalls) {
  const read = jsonReader(answer, hiddenFailure);
  return operation(calls, { path: 'sources', policy: READING, read });
}
