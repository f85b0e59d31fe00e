import { defined } from '../lib/fields.ts';
import type { Accents } from '../query/fold.ts';
import { compileQuery, type Matcher, type TextRange } from '../query/match.ts';
import { textsOf, wordsWith } from '../query/words.ts';
import { readableHost } from '../text/host-name.ts';
import { shorten } from '../text/clean-text.ts';
import {
  type ExcludedTopics,
  type Finding,
  FINDING_BYTES,
  type FindingArticle,
  type FindingEntity,
  type Outlet,
  TOPICS,
  type Translation,
} from './finding.ts';

/** The largest size of each part, in bytes as JSON. Together they leave room for a snippet in every finding. */
const MOST = {
  title: 1_500,
  link: 1_000,
  authors: 600,
  matched: 1_000,
  domain: 260,
  name: 300,
  code: 20,
  phrase: 300,
  articleTitle: 200,
  fact: 200,
  facts: 2_400,
  entityName: 120,
  entities: 1_200,
  companies: 600,
  summary: 1_200,
  translatedTitle: 600,
  translatedText: 900,
  topics: 300,
  similar: 900,
} as const;
/** How many articles of an event or a record are kept, if there is room. */
const MOST_ARTICLES = 50;
const encoder = new TextEncoder();

/**
 * Cuts a finding to the size that the store allows: each part to its own limit, and the snippet to the rest. A link
 * that is too long is left out.
 */
export function fitFinding(finding: Finding): Finding {
  const { link, outlet, language, excludedBy, facts, entities, companies, articles } = finding;
  const withoutTexts: Finding = defined<Finding>({
    ...finding,
    title: cutTitle(finding.title, MOST.title),
    authors: cutList(finding.authors, MOST.authors),
    matched: cutList(finding.matched, MOST.matched),
    link: fitLink(link),
    outlet: outlet && fitOutlet(outlet),
    language: cutOptional(language, MOST.code),
    excludedBy: cutOptional(excludedBy, MOST.phrase),
    facts: facts && fitFacts(facts),
    entities: entities && fitEntities(entities),
    companies: companies && cutList(companies, MOST.companies),
    articles: articles && [],
    snippet: '',
    ...NO_EXTRAS,
  });
  const withSnippet = { ...withoutTexts, snippet: cut(finding.snippet, bytesLeftIn(withoutTexts)) };
  const withExtras = addExtras(withSnippet, finding);
  if (!articles) return withExtras;
  return { ...withExtras, articles: fitArticles(articles, bytesLeftIn(withExtras)) };
}

/** What is kept only if there is room. */
const NO_EXTRAS = {
  summary: undefined,
  translation: undefined,
  fields: undefined,
  image: undefined,
  similar: undefined,
  ...Object.fromEntries(TOPICS.map((name) => [name, undefined])),
};

/** Adds what the language layer says, the most useful first, each part if it fits. */
function addExtras(
  finding: Finding,
  { summary, translation, fields, image, similar, ...given }: Finding,
): Finding {
  const translated: Translation = defined<Translation>({
    title: translation?.title && cutTitle(translation.title, MOST.translatedTitle),
    text: cutOptional(translation?.text, MOST.translatedText),
  });
  const extras: Partial<Finding>[] = [
    ...(translation ? [{ translation: translated }] : []),
    ...(fields ? [{ fields: fitFacts(fields) }] : []),
    ...(summary === undefined ? [] : [{ summary: cut(summary, MOST.summary) }]),
    ...TOPICS.flatMap((name) => (given[name] ? [{ [name]: cutList(given[name], MOST.topics) }] : [])),
    { image: fitLink(image) },
    ...(similar ? [{ similar: fitArticles(similar, MOST.similar) }] : []),
  ];
  return extras.reduce<Finding>((now, extra) => {
    const next = defined<Finding>({ ...now, ...extra });
    return bytesLeftIn(next) < 0 ? now : next;
  }, finding);
}

/** How many bytes a finding may still grow. */
function bytesLeftIn(finding: Finding): number {
  return FINDING_BYTES - encoder.encode(JSON.stringify(finding)).length;
}

function fitLink(link: string | undefined): string | undefined {
  return link !== undefined && bytesInJson(link) <= MOST.link ? link : undefined;
}

/** The first of some values, as many as fit into so many bytes of JSON. */
function firstThatFit<T>(values: readonly T[], room: number): T[] {
  let left = room;
  return values.filter((value) => {
    left -= encoder.encode(JSON.stringify(value)).length + 1;
    return left >= 0;
  });
}

function fitArticles(articles: readonly FindingArticle[], room: number): FindingArticle[] {
  const cutOnes = articles.slice(0, MOST_ARTICLES).map(({ title, link, ...published }) =>
    defined<FindingArticle>({
      ...published,
      title: cutTitle(title, MOST.articleTitle),
      link: fitLink(link),
    }),
  );
  return firstThatFit(cutOnes, room);
}

function fitEntities(entities: readonly FindingEntity[]): FindingEntity[] {
  const cutOnes = entities.map(({ name, key, relation, role, website, people, ...rest }) =>
    defined<FindingEntity>({
      ...rest,
      name: cut(name, MOST.entityName),
      key: cutOptional(key, MOST.entityName),
      relation: cutOptional(relation, MOST.entityName),
      role: cutOptional(role, MOST.entityName),
      website: cutOptional(website, MOST.entityName),
      people: people && cutList(people, MOST.entityName),
    }),
  );
  return firstThatFit(cutOnes, MOST.entities);
}

function fitFacts(facts: Readonly<Record<string, string>>): Record<string, string> {
  const cutOnes = Object.entries(facts).map(([name, text]) => [name, cut(text, MOST.fact)] as const);
  return Object.fromEntries(firstThatFit(cutOnes, MOST.facts));
}

function fitOutlet(outlet: Outlet): Outlet {
  const { domain, name, country } = outlet;
  return defined<Outlet>({
    ...outlet,
    domain: cut(readableHost(domain), MOST.domain),
    name: cutOptional(name, MOST.name),
    country: cutOptional(country, MOST.code),
  });
}

/** The first entries, as many as fit whole. The first entry is always kept, cut if it must be. */
function cutList(entries: readonly string[], most: number): string[] {
  const whole = entries.map((entry) => cut(entry, most));
  // The quotes and the comma of the first one.
  return firstThatFit(whole, most + 3);
}

/** A title of at most so many bytes; a cut one ends between two graphemes, with an ellipsis of three bytes. */
function cutTitle(title: string, most: number): string {
  const kept = cut(title, most);
  return kept.length < title.length ? shorten(title, kept.length - 2) : kept;
}

function cutOptional(text: string | undefined, most: number): string | undefined {
  return text === undefined ? undefined : cut(text, most);
}

/** The beginning of a text, at most so many bytes of UTF-8, between two characters; lone surrogates are replaced. */
export function firstBytes(text: string, most: number): string {
  return cut(text, most, (part) => encoder.encode(part).length);
}

/** A UTF-16 unit takes at most so many bytes in JSON, as an escape. */
const MOST_OF_UNIT = 6;

/** A text cut to a number of bytes, between two characters; lone surrogates are replaced. */
function cut(text: string, most: number, bytesOf = bytesInJson): string {
  // A character has at least as many bytes as UTF-16 units: one unit more shows that the text is too long.
  const start = text.slice(0, most + 1).toWellFormed();
  if (start.length * MOST_OF_UNIT <= most || bytesOf(start) <= most) return start;
  let bytes = 0;
  let end = 0;
  for (const character of start) {
    bytes += bytesOf(character);
    if (bytes > most) break;
    end += character.length;
  }
  return start.slice(0, end);
}

/** Bytes of UTF-8 inside JSON, escapes included. */
function bytesInJson(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}

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
  accents: Accents;
}

export function compileExclusions(
  { domains, phrases, topics }: ExclusionRules,
  accents?: Accents,
): Exclusions {
  return {
    domains,
    accents,
    ...(topics && { topics }),
    phrases: phrases.flatMap((phrase) => {
      const words = textsOf(wordsWith(accents)(phrase)).map((text) => ({ text, wildcard: false }));
      return words.length === 0
        ? []
        : [{ phrase, matcher: compileQuery({ type: 'phrase', words }, accents) }];
    }),
  };
}

/** The first excluded phrase that occurs in one of these texts. */
export function excludedPhrase(
  { phrases, accents }: Exclusions,
  texts: readonly string[],
): string | undefined {
  if (phrases.length === 0) return undefined;
  const words = texts.map(wordsWith(accents));
  return phrases.find(({ matcher }) => matcher.matches(words))?.phrase;
}

/** The excluded domain that an outlet belongs to; a domain includes its subdomains. */
export function excludedDomain(domains: readonly string[], outlet: string | undefined): string | undefined {
  const host = outlet && readableHost(outlet);
  return domains.find((one) => {
    const domain = readableHost(one);
    return host === domain || host?.endsWith(`.${domain}`);
  });
}

/** The length of a snippet, in UTF-16 units. */
export const SNIPPET = 1_500;
/** How much of it lies before the first match. */
const LEAD = 300;
/** How far a cut may move to the next blank. Scripts without blanks are cut between characters. */
const REACH = 40;

/** The part of a text around its first match, in whole words; the beginning of the text when nothing matched. */
export function snippetOf(text: string, matches: readonly Pick<TextRange, 'start'>[]): string {
  if (text.length <= SNIPPET) return text.trim();
  const first = matches[0]?.start ?? 0;
  const room = SNIPPET - 2 * '…'.length;
  const from = Math.min(Math.max(0, first - LEAD), text.length - room);
  const start = from === 0 ? 0 : wordStart(text, from);
  const end = from + room === text.length ? text.length : wordEnd(text, from + room);
  return `${start === 0 ? '' : '…'}${text.slice(start, end).trim()}${end === text.length ? '' : '…'}`;
}

/** The start of the first whole word after `at`, or else of the character. */
function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + REACH).search(/\s/);
  return blank < 0 ? characterStart(text, at) : at + blank + 1;
}

/** The end of the last whole word before `at`, or else of the character. */
function wordEnd(text: string, at: number): number {
  const blank = text.slice(at - REACH, at).search(/\s\S*$/);
  return blank < 0 ? characterStart(text, at) : at - REACH + blank;
}

/** Moves a position off the middle of a surrogate pair. */
function characterStart(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
