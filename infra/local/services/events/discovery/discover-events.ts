import { setImmediate as breathe } from 'node:timers/promises';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../../kit/corpus/corpus.ts';
import type { EventSource, StoredEvent } from '../stored-event.ts';
import { companyKey } from './company-name.ts';
import { breachRule } from './read-breach.ts';
import { disruptionRule } from './read-disruption.ts';
import { fundingRule } from './read-funding.ts';
import { layoffRule } from './read-layoff.ts';
import { tariffRule } from './read-tariff.ts';
import { type Report, reportOf } from './report.ts';
import type { DiscoveryRule, Finding } from './rule.ts';

const RULES: readonly DiscoveryRule[] = [breachRule, fundingRule, layoffRule, disruptionRule, tariffRule];

/** Articles on one event follow each other within so many days; later ones are of another. */
const SAME_EVENT = 10 * DAY;

/** Figures that differ by more than this part are of two events: early reports round and correct. */
const SAME_FIGURE = 0.2;

/** After so many articles others get their turn. */
const BATCH = 200;

/**
 * Finds events in articles by rules: who, how many, how much, where and when are taken from the text. Articles on the
 * same event are grouped: the first gives the facts and dates the extraction, the others are further sources.
 */
export async function discoverEvents(articles: readonly CorpusArticle[]): Promise<StoredEvent[]> {
  const gathered = new Map<string, GatheredEvent[]>();
  const inOrder = articles.toSorted((a, b) => a.parsedAt - b.parsedAt);
  for (const [index, article] of inOrder.entries()) {
    if (index % BATCH === BATCH - 1) await breathe();
    for (const { rule, finding } of findingsIn(article)) gather(gathered, { rule, finding, article });
  }
  return [...gathered.values()].flat();
}

interface GatheredEvent extends StoredEvent {
  sources: EventSource[];
  lastAt: Instant;
  figure: number | undefined;
}

interface Found {
  rule: DiscoveryRule;
  finding: Finding;
}

function findingsIn(article: CorpusArticle): Found[] {
  const { title, description, content } = article.record;
  const text = `${title}\n${description ?? ''}\n${content ?? ''}`;
  const rules = RULES.filter(({ trigger }) => trigger.test(text));
  const report: Report | undefined = rules.length > 0 ? reportOf(article) : undefined;
  if (!report) return [];
  return rules.flatMap((rule) => {
    const finding = rule.read(report);
    return finding ? [{ rule, finding }] : [];
  });
}

function gather(
  gathered: Map<string, GatheredEvent[]>,
  { rule, finding, article }: Found & { article: CorpusArticle },
): void {
  const key = `${rule.type} ${finding.subject ?? companyKey(finding.company ?? '')}`;
  const known = gathered.get(key) ?? [];
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
    eventAt: finding.eventAt ?? Math.floor(article.publishedAt / DAY) * DAY,
    extractedAt: article.parsedAt,
    body: finding.describe(),
    sources: [source],
    lastAt: article.parsedAt,
  });
  gathered.set(key, known);
}

/** Of one subject, close in time, and with a figure that does not speak against it. */
function isSame(event: GatheredEvent, { finding, at }: { finding: Finding; at: Instant }): boolean {
  if (at - event.lastAt > SAME_EVENT) return false;
  if (event.figure === undefined || finding.figure === undefined) return true;
  const larger = Math.max(event.figure, finding.figure);
  return larger - Math.min(event.figure, finding.figure) <= larger * SAME_FIGURE;
}
