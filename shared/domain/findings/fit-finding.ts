import {
  FINDING_BYTES,
  type Finding,
  type FindingArticle,
  type FindingEntity,
  type Outlet,
} from './finding.ts';

/** What each part may weigh, in bytes as JSON. Together they leave room for a snippet in every finding. */
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
} as const;
/** Of an event or a record, so many articles are kept, where there is room. */
const MOST_ARTICLES = 50;
const encoder = new TextEncoder();

/**
 * Cuts a finding to what the store takes, whatever the news says: each part to its measure, and the snippet to what is
 * left of the whole. A link that is too long is left out: half a link leads nowhere.
 */
export function fitFinding(finding: Finding): Finding {
  const { link, outlet, language, excludedBy, facts, entities, companies } = finding;
  const fitted: Finding = {
    ...finding,
    title: cut(finding.title, MOST.title),
    authors: cutList(finding.authors, MOST.authors),
    matched: cutList(finding.matched, MOST.matched),
    ...(link !== undefined && { link: weightOf(link) > MOST.link ? undefined : link }),
    ...(outlet && { outlet: fitOutlet(outlet) }),
    ...(language !== undefined && { language: cut(language, MOST.code) }),
    ...(excludedBy !== undefined && { excludedBy: cut(excludedBy, MOST.phrase) }),
    ...(facts && { facts: fitFacts(facts) }),
    ...(entities && { entities: fitEntities(entities) }),
    ...(companies && { companies: cutList(companies, MOST.companies) }),
    ...(finding.articles && { articles: [] }),
    snippet: '',
  };
  const snippet = cut(finding.snippet, roomIn(fitted));
  const notified = { ...fitted, snippet };
  if (!finding.articles) return notified;
  return { ...notified, articles: fitArticles(finding.articles, roomIn(notified)) };
}

/** What a finding may still gain, in bytes. */
function roomIn(finding: Finding): number {
  return FINDING_BYTES - encoder.encode(JSON.stringify(finding)).length;
}

/** The first articles, as many as fit. */
function fitArticles(articles: readonly FindingArticle[], room: number): FindingArticle[] {
  const kept: FindingArticle[] = [];
  let left = room;
  for (const { title, link, publishedAt } of articles.slice(0, MOST_ARTICLES)) {
    const article = {
      title: cut(title, MOST.articleTitle),
      ...(link !== undefined && weightOf(link) <= MOST.link && { link }),
      ...(publishedAt !== undefined && { publishedAt }),
    };
    left -= encoder.encode(JSON.stringify(article)).length + 1;
    if (left < 0) break;
    kept.push(article);
  }
  return kept;
}

/** The first entities, as many as fit. */
function fitEntities(entities: readonly FindingEntity[]): FindingEntity[] {
  let left: number = MOST.entities;
  const short = (text: string | undefined) => text && cut(text, MOST.entityName);
  const kept = entities.map(({ name, key, relation, role, ...rest }) => ({
    ...rest,
    name: cut(name, MOST.entityName),
    ...(key !== undefined && { key: short(key) }),
    ...(relation !== undefined && { relation: short(relation) }),
    ...(role !== undefined && { role: short(role) }),
  }));
  return kept.filter((entity) => {
    left -= encoder.encode(JSON.stringify(entity)).length + 1;
    return left >= 0;
  });
}

/** The first facts, as many as fit. */
function fitFacts(facts: Readonly<Record<string, string>>): Record<string, string> {
  let left: number = MOST.facts;
  const kept = Object.entries(facts).map(([name, text]) => [name, cut(text, MOST.fact)] as const);
  return Object.fromEntries(
    kept.filter(([name, text]) => {
      left -= weightOf(name) + weightOf(text) + 6;
      return left >= 0;
    }),
  );
}

function fitOutlet(outlet: Outlet): Outlet {
  const { domain, name, country } = outlet;
  return {
    ...outlet,
    domain: cut(domain, MOST.domain),
    ...(name !== undefined && { name: cut(name, MOST.name) }),
    ...(country !== undefined && { country: cut(country, MOST.code) }),
  };
}

/** The first entries, as many as fit whole; the first one is cut rather than left out. */
function cutList(entries: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let left: number = most;
  for (const entry of entries) {
    const whole = cut(entry, most);
    left -= weightOf(whole) + 3;
    if (left < 0 && kept.length > 0) break;
    kept.push(whole);
  }
  return kept;
}

/** A text cut to a weight between two characters, with half characters replaced. */
function cut(text: string, most: number): string {
  // No character weighs less than its UTF-16 units: one unit more is enough to see that the text is too heavy.
  const start = text.slice(0, most + 1).toWellFormed();
  if (weightOf(start) <= most) return start;
  let weight = 0;
  let end = 0;
  for (const character of start) {
    weight += weightOf(character);
    if (weight > most) break;
    end += character.length;
  }
  return start.slice(0, end);
}

/** Bytes of UTF-8 inside JSON, escapes included. */
function weightOf(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}
