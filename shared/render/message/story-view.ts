import { findingsBehind } from '../../domain/alerts/alert-findings.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { storyKey } from '../../domain/alerts/grouping.ts';
import { defined } from '../../domain/lib/fields.ts';
import { actionsOn } from '../../domain/pages/reader-action.ts';
import { findingsLink } from '../../domain/pages/page-links.ts';
import { compareSeverity, type Severity } from '../../domain/watches/watch.ts';
import { formatCount } from '../text/format-values.ts';
import { isVisible, oneLine, shorten, shortLine } from '../text/plain-text.ts';
import { updateOf } from './alert-title.ts';
import { describeAlert, nameOf, spreadText } from './describe-alert.ts';
import type { Entry, EntryLinks } from './entries.ts';
import type { Spread, StoryLinks, StoryView } from './message-view.ts';

const BRAND_LIMIT = 60;
const WORDS_LIMIT = 200;
const MOST_WATCHES = 5;

/** What a message says about one of its entries. */
export function viewStory(
  entry: Entry,
  { timezone, ...links }: { timezone: string } & EntryLinks,
): StoryView {
  const { lead, others } = entry;
  const alerts = [lead, ...others];
  const { headline, lines, item, examples = [] } = describeAlert(lead, timezone);
  const watches = watchesOf(alerts);
  const brand = shortLine(brandOf(alerts) ?? '', BRAND_LIMIT);
  const brandName = shortLine(brandNameOf(alerts) ?? '', BRAND_LIMIT);
  return defined<StoryView>({
    key: storyKey(lead),
    alertIds: alerts.map(({ id }) => id),
    headline,
    update: updateOf(lead),
    brand: isVisible(brand) ? brand : undefined,
    brandName: isVisible(brandName) ? brandName : undefined,
    severity: worstOf(alerts),
    isNews: isNews(lead),
    spread: isNews(lead) ? spreadOf(lead) : undefined,
    notes: lines,
    text: item?.text,
    english: item?.english,
    facts: item?.facts ?? [],
    topics: item?.topics ?? [],
    source: item?.source,
    link: item?.link,
    examples,
    foundBy: watches.slice(0, MOST_WATCHES),
    moreWatches: Math.max(0, watches.length - MOST_WATCHES),
    links: linksOf(lead, links),
  });
}

/** Whether an alert is about the news: not about Bellwether itself, and no report. */
export function isNews({ items }: Alert): boolean {
  return items.length > 0;
}

/** The most severe of these alerts. */
export function worstOf(alerts: readonly Pick<Alert, 'severity'>[]): Severity {
  return alerts.reduce<Severity>(
    (worst, { severity }) => (compareSeverity(severity, worst) > 0 ? severity : worst),
    'info',
  );
}

/** The name of the brand of these alerts, if they agree on it; its key where older versions made all of them. */
export function brandNameOf(alerts: readonly Alert[]): string | undefined {
  const brand = brandOf(alerts);
  return brand && (alerts.find(({ brandName }) => brandName !== undefined)?.brandName ?? brand);
}

/** Whether a headline names a brand, so that the name need not stand before it. */
export function isNamedIn(headline: string, brand: string): boolean {
  return headline.toLowerCase().includes(brand.toLowerCase());
}

/** The brand of these alerts, if they agree. */
function brandOf(alerts: readonly Alert[]): string | undefined {
  const brands = new Set(alerts.map(({ brand }) => brand));
  return brands.size === 1 ? alerts[0]?.brand : undefined;
}

function spreadOf({ story }: Alert): Spread | undefined {
  if (!story) return undefined;
  const { articles, outlets, countries } = story;
  return { articles, outlets, countries, text: spreadText(story) };
}

/** Which watches found an entry, and the words that matched. */
function watchesOf(alerts: readonly Alert[]): { name: string; matched: string[] }[] {
  const found = alerts.filter((alert) => alert.watchId !== undefined && isNews(alert));
  return Array.from(Map.groupBy(found, nameOf), ([name, own]) => ({ name, matched: wordsOf(own) }));
}

function wordsOf(alerts: readonly Alert[]): string[] {
  const words = alerts.flatMap(({ items }) => items.flatMap(({ matched }) => matched.map(oneLine)));
  const shown = shorten([...new Set(words.filter(isVisible))].join(', '), WORDS_LIMIT);
  return shown === '' ? [] : shown.split(', ');
}

function linksOf(alert: Alert, { linkOf, quieterOf }: EntryLinks): StoryLinks {
  const why = linkOf?.(alert);
  return defined<StoryLinks>({
    why,
    quieter: actionsOn(alert).length > 0 ? quieterOf?.(alert) : undefined,
    findings: findingsOf(alert, why),
  });
}

/** Where all findings are that a policy has counted; a story says how many outlets have it, and promises no list. */
function findingsOf(alert: Alert, receipt: string | undefined): StoryLinks['findings'] {
  const { count, period } = findingsBehind(alert) ?? {};
  if (count === undefined || !period || receipt === undefined) return undefined;
  const text = `Listed here: ${alert.items.length} of ${formatCount(count, 'finding')}.`;
  return { text, link: findingsLink(receipt) };
}
