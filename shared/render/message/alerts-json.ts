import { ARCHIVE } from '../../domain/findings/credit.ts';
import {
  type Alert,
  type AlertItem,
  findingsBehind,
  type Occasion,
  watchesOf,
} from '../../domain/alerts/alert.ts';
import { type FactChange, type Publication, TOPICS } from '../../domain/findings/finding.ts';
import { findingsLink } from '../../domain/pages/signed-link.ts';
import type { StorySummary } from '../../domain/alerts/story-summary.ts';
import { bareHost } from '../../domain/text/clean-text.ts';
import { readableHost } from '../../domain/text/host-name.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { countFitting, safeLink, shortLine } from '../text/plain-text.ts';
import type { MessageView, StoryView } from './message-view.ts';
import { type LinkOf, MOST_LISTED } from './view-message.ts';

const TEXT_LIMIT = 2_000;
const TITLE_LIMIT = 500;
const NAME_LIMIT = 200;
const SUMMARY_LIMIT = 300;
/** How many topics of a kind an item names. */
const MOST_TOPICS = 5;

/**
 * A message as one JSON document, and how many of its alerts it has: the first ones, as many as fit; `count` is the
 * number of all. `stories` are what e-mail and SMS list: alerts about one story together, with its articles. Where
 * some alerts do not fit, `all` has the links to every one of them. Texts from the news are on one line, without
 * invisible characters.
 *
 * @param room the largest document, in bytes inside JSON.
 */
export function alertsJson(
  alerts: readonly Alert[],
  { view, room, linkOf }: { view: MessageView; room: number; linkOf?: LinkOf | undefined },
): { text: string; listed: number } {
  const { channel, because, all, critical, stories, muted } = view;
  const shown = alerts.slice(0, MOST_LISTED);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const led = new Map(stories.map((story) => [story.alertIds[0], story]));
  const documents = (most: number) =>
    shown.map((alert) => {
      const story = led.get(alert.id);
      return { alert: entryOf(alert, linkOf?.(alert)), story: story && storyEntryOf(story, { byId, most }) };
    });
  const fits = (most: number) => countFitting(room, documents(most).map(textOf)) === shown.length;
  const entries = documents(ARTICLE_LIMITS.find(fits) ?? FEWEST_ARTICLES);
  const fitting = countFitting(room, entries.map(textOf));
  const listed = entries.slice(0, fitting);
  const isCut = fitting < alerts.length && all !== undefined;
  const document = {
    v: 1,
    channel,
    because,
    count: alerts.length,
    critical,
    alerts: listed.map(({ alert }) => alert),
    stories: listed.flatMap(({ story }) => story ?? []),
    ...(muted && { muted }),
    ...(isCut && { all: { page: all, json: `${all}/json` } }),
  };
  return { text: JSON.stringify(document), listed: fitting };
}

/** How many articles of a story a document lists, at most. */
const MOST_ARTICLES = 20;

/** How many articles of each story a document lists: fewer, where it would list fewer alerts otherwise. */
const ARTICLE_LIMITS = [MOST_ARTICLES, 5, 1] as const;
const FEWEST_ARTICLES = 0;

function textOf(entry: object): string {
  return JSON.stringify(entry);
}

/** One alert, as documents for programs have it. */
export function entryOf(alert: Alert, receipt: string | undefined) {
  return {
    id: alert.id,
    receipt,
    watch: alert.watchId,
    watches: alert.watchId === undefined ? undefined : watchesOf(alert),
    kind: alert.watchKind,
    brand: alert.brand,
    brandName: alert.brandName,
    severity: alert.severity,
    occasion: occasionOf(alert.occasion),
    createdAt: isoOf(alert.createdAt),
    items: alert.items.map(itemOf),
    all: allOf(alert, receipt),
    story: alert.story && storyOf(alert.story),
  };
}

/** Where the findings behind an alert are, if it has only some of them. */
function allOf(alert: Alert, receipt: string | undefined) {
  const behind = findingsBehind(alert);
  if (!behind || receipt === undefined) return undefined;
  const page = findingsLink(receipt);
  return { count: behind.count, page, json: `${page}/json` };
}

function occasionOf(occasion: Occasion): Occasion {
  if (!('text' in occasion)) return occasion;
  const text = shortLine(occasion.text, TEXT_LIMIT);
  if (occasion.type === 'incident') return { ...occasion, text };
  const { short } = occasion;
  const shown = {
    ...occasion,
    text,
    ...(short !== undefined && { short: shortLine(short, NAME_LIMIT) }),
  };
  return { ...shown, ...(occasion.changes && { changes: occasion.changes.map(changeOf) }) };
}

function changeOf({ name, from, to }: FactChange): FactChange {
  return { name, from: short(from), to: short(to) };
}

function storyOf({ id, articles, outlets, countries, bestRank, sentiment }: StorySummary) {
  return { id, articles, outlets, countries, bestRank, sentiment };
}

/** One item of an alert, as documents for programs have it. */
export function itemOf({
  fingerprint,
  title,
  link,
  outlet,
  publishedAt,
  publishedPrecision,
  matched,
  entities,
  tags,
  marks,
  updatedAt,
  archive,
  image,
  robotsCompliant,
  similar,
  summary,
  translation,
  ...rest
}: AlertItem) {
  return {
    id: fingerprint,
    title: shortLine(title, TITLE_LIMIT),
    link: safeLink(link),
    outlet: outlet && {
      ...outlet,
      domain: short(outlet.domain),
      name: short(outlet.name),
      country: short(outlet.country),
    },
    publishedAt: publishedAt === undefined ? undefined : isoOf(publishedAt),
    publishedPrecision,
    matched: matched.map((one) => short(one)),
    companies: entities?.map(({ name, key, score, relation, role, website, people }) => ({
      name: short(name),
      key: short(key),
      score,
      relation: short(relation),
      role,
      website: short(website),
      people: people?.map((one) => short(one)),
    })),
    marks,
    updatedAt: updatedAt === undefined ? undefined : isoOf(updatedAt),
    image: safeLink(image),
    credit: archive && ARCHIVE,
    robotsCompliant,
    similar: similar?.slice(0, MOST_TOPICS).map(articleOf),
    summary: summary && shortLine(summary, SUMMARY_LIMIT),
    translation: translation && {
      title: translation.title && shortLine(translation.title, TITLE_LIMIT),
      text: translation.text && shortLine(translation.text, SUMMARY_LIMIT),
    },
    ...Object.fromEntries(
      TOPICS.map((name) => [name, rest[name]?.slice(0, MOST_TOPICS).map((one) => short(one))]),
    ),
    tags: tags && Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, short(value)])),
  };
}

function short(text: string): string;
function short(text: string | undefined): string | undefined;
function short(text: string | undefined): string | undefined {
  return text && shortLine(text, NAME_LIMIT);
}

const STORY_TITLE_LIMIT = 200;
const OUTLET_LIMIT = 100;

/** An article of a story, as documents for programs have it. */
interface ArticleEntry {
  title: string;
  link: string | undefined;
  outlet: string | undefined;
  publishedAt: string | undefined;
}

/**
 * A story of a message, as documents for programs have it: what people read of it, and its articles.
 *
 * @param byId the alerts of the message.
 */
function storyEntryOf(
  { key, headline, update, brand, brandName, severity, facts, text, spread, alertIds, links }: StoryView,
  { byId, most }: { byId: ReadonlyMap<string, Alert>; most: number },
) {
  const alerts = alertIds.flatMap((id) => byId.get(id) ?? []);
  const articles = articlesOf(alerts);
  return {
    id: key,
    headline,
    update,
    brand,
    brandName: brandName === brand ? undefined : brandName,
    severity,
    alerts: alertIds,
    text,
    facts,
    outlets: spread?.outlets,
    countries: spread?.countries,
    articleCount: Math.max(articles.length, ...alerts.map(countOf)),
    articles: articles.slice(0, most),
    why: links.why,
    quieter: links.quieter,
  };
}

/** How many articles are behind an alert. */
function countOf({ story, items, occasion }: Alert): number {
  const seen = 'seen' in occasion ? (occasion.seen?.articles ?? 0) : 0;
  const sources = items.length === 1 ? (items[0]?.articleCount ?? 0) : 0;
  return Math.max(seen, sources, story?.articles ?? items.length);
}

/** The articles that the alerts of a story know, each once. */
function articlesOf(alerts: readonly Alert[]): ArticleEntry[] {
  const all = alerts.flatMap(({ items, story }) => [
    ...items.flatMap(
      (item) => item.articles?.map(articleOf) ?? [articleOf({ ...item, outlet: item.outlet?.domain })],
    ),
    ...[...(story?.silent?.shown ?? []), ...(story?.others ?? [])].map(({ domain: outlet, ...sibling }) =>
      articleOf({ ...sibling, outlet }),
    ),
  ]);
  return [...new Map(all.map((article) => [article.link ?? article.title, article])).values()];
}

function articleOf({
  title,
  link,
  outlet,
  publishedAt,
}: Publication & { title: string; link?: string | undefined; outlet?: string | undefined }): ArticleEntry {
  const safe = safeLink(link);
  const host = outlet ?? (safe === undefined ? undefined : bareHost(readableHost(new URL(safe).hostname)));
  return {
    title: shortLine(title, STORY_TITLE_LIMIT),
    link: safe,
    outlet: host && shortLine(host, OUTLET_LIMIT),
    publishedAt: publishedAt === undefined ? undefined : isoOf(publishedAt),
  };
}
