import { setImmediate as breathe } from 'node:timers/promises';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { EVENT_TYPES, type EventType } from '../../../../../shared/domain/services/event-filters.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../../kit/corpus/article-record.ts';
import type { EventSource, StoredEvent } from '../stored-event.ts';
import { companyKey } from '../../kit/names/company-name.ts';
import { breachRule } from './read-breach.ts';
import { disruptionRule } from './read-disruption.ts';
import { fundingRule } from './read-funding.ts';
import { layoffRule } from './read-layoff.ts';
import { tariffRule } from './read-tariff.ts';
import { type DiscoveryRule, type Finding, type Report, reportOf } from './report.ts';

const RULES: readonly DiscoveryRule[] = [breachRule, fundingRule, layoffRule, disruptionRule, tariffRule];

/** Articles on one event follow each other within so many days; later ones are of another. */
const SAME_EVENT = 10 * DAY;

/** Figures of which one is less than so much of the other are of two events: early reports round and correct. */
const SAME_FIGURE = 0.55;

/** The rules read English. An article without a language may be in it. */
const ENGLISH = 'en';

/** After so many articles others get their turn. */
const BATCH = 200;

/**
 * Finds events of some types in articles by rules: who, how many, how much, where and when are taken from the text.
 * Articles on the same event are grouped: the first gives the facts and dates the extraction, the others are further
 * sources. Events of one type do not depend on those of others.
 */
export async function discoverEvents(
  articles: readonly CorpusArticle[],
  types: readonly EventType[] = EVENT_TYPES,
): Promise<StoredEvent[]> {
  const rules = RULES.filter(({ type }) => types.includes(type));
  const gathered: Gathered = { events: new Map(), longer: new Map() };
  const inOrder = articles.toSorted(byTime);
  for (const [index, article] of inOrder.entries()) {
    if (index % BATCH === BATCH - 1) await breathe();
    for (const { rule, finding } of findingsIn(article, rules)) gather(gathered, { rule, finding, article });
  }
  return [...gathered.events.values()].flat();
}

/** The order of the corpus decides nothing: articles of one instant are read in the order of their ids. */
function byTime(a: CorpusArticle, b: CorpusArticle): number {
  return a.parsedAt - b.parsedAt || (a.id < b.id ? -1 : 1);
}

interface Gathered {
  /** By type and subject. */
  events: Map<string, GatheredEvent[]>;
  /** Keys of longer names by each shorter form: `layoff acme innovation` by `layoff acme`. */
  longer: Map<string, string>;
}

interface GatheredEvent extends StoredEvent {
  sources: EventSource[];
  lastAt: Instant;
  figure: number | undefined;
  share: number | undefined;
}

interface Found {
  rule: DiscoveryRule;
  finding: Finding;
}

function findingsIn(article: CorpusArticle, all: readonly DiscoveryRule[]): Found[] {
  const { title, description, content, language } = article.record;
  if (language && language !== ENGLISH) return [];
  const text = `${title}\n${description ?? ''}\n${content ?? ''}`;
  const rules = all.filter(({ trigger }) => trigger.test(text));
  const report: Report | undefined = rules.length > 0 ? reportOf(article) : undefined;
  if (!report) return [];
  return rules.flatMap((rule) => {
    const finding = rule.read(report);
    return finding ? [{ rule, finding }] : [];
  });
}

function gather(gathered: Gathered, { rule, finding, article }: Found & { article: CorpusArticle }): void {
  const key =
    finding.subject === undefined
      ? keyAmong(gathered, `${rule.type} ${companyKey(finding.company ?? '')}`)
      : `${rule.type} ${finding.subject}`;
  const known = gathered.events.get(key) ?? [];
  const source = { articleId: article.id, parsedAt: article.parsedAt };
  const same = known.findLast((event) => isSame(event, { finding, at: article.parsedAt }));
  if (same) {
    same.sources.push(source);
    same.lastAt = article.parsedAt;
    return;
  }
  known.push({
    id: idOf('event', key, article.id),
    type: rule.type,
    company: finding.company,
    figure: finding.figure,
    share: finding.share,
    eventAt: finding.eventAt ?? Math.floor(article.publishedAt / DAY) * DAY,
    extractedAt: article.parsedAt,
    body: finding.describe(),
    sources: [source],
    lastAt: article.parsedAt,
  });
  gathered.events.set(key, known);
}

/** The key of `Acme Innovation` is that of `Acme` where one is known already, and the other way round. */
function keyAmong({ events, longer }: Gathered, key: string): string {
  if (events.has(key)) return key;
  const words = key.trimEnd().split(' ');
  const shorter = words.map((_, at) => words.slice(0, at).join(' ')).slice(2);
  const known = longer.get(key) ?? shorter.findLast((form) => events.has(form));
  if (known !== undefined) return known;
  for (const form of shorter) if (!longer.has(form)) longer.set(form, key);
  return key;
}

/** Of one subject, close in time, and with a figure that does not speak against it. */
function isSame(event: GatheredEvent, { finding, at }: { finding: Finding; at: Instant }): boolean {
  if (at - event.lastAt > SAME_EVENT) return false;
  return agree(event.figure, finding.figure) && agree(event.share, finding.share);
}

function agree(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return Math.min(one, other) >= Math.max(one, other) * SAME_FIGURE;
}
