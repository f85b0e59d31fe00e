import type { ArticleStage, Explanation, FoundBy } from '../../../shared/domain/pages/explanation.ts';
import type { Publication } from '../../../shared/domain/findings/finding.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import { dayOf, wireTimeOf, type Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import { namedTime } from '../../../shared/domain/time/wall-clock.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import { plainText, timeOrNull } from '../print-values.ts';
import type { FoundArticle } from '../stack/find-article.ts';

/** What is known about an article or an alert. */
export interface Explained {
  /** Its title, or its address. News text. */
  subject: string;
  article?: Pick<FoundArticle, 'title' | 'link' | 'indexedAt' | keyof Publication>;
  /** The service that has it; default news. */
  service?: Service;
  /** The service no longer returns it, over so many days; the article is the stored one. */
  noLongerShown?: { lookedBack: number };
  explanations: readonly Explanation[];
}

/** The most important first. */
const ORDER: readonly ArticleStage[] = [
  'told',
  'failed-delivery',
  'on-its-way',
  'held',
  'storm-cap',
  'silenced',
  'joined',
];

/** The explanation as text: the service first, then the watches, the most important first. */
export function printExplanation(explained: Explained, now: Instant): string {
  const { subject, article, service = 'news', noLongerShown: gone, explanations } = explained;
  const lines = [plainText(subject)];
  if (article) {
    const has = gone
      ? `no longer has this article (searched ${gone.lookedBack} days). It was stored earlier:`
      : 'has it:';
    const whoHas = service === 'feeds' ? 'A feed showed it:' : `The ${service} service ${has}`;
    lines.push(`  ${whoHas} ${timesOf(article, { now, timezone: zoneIn(explanations) })}.`);
  }
  if (explanations.length === 0) lines.push('  No watch searches for articles, so none can alert on it.');
  const sorted = explanations.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { watchId, standing, text, window, foundBy, messageId, alertId, timezone = 'UTC' } of sorted) {
    lines.push('', `${watchId === undefined ? '' : `${watchId}: `}${standing}`, `  ${plainText(text)}`);
    if (window) lines.push(`  ${windowText(window, { foundBy, timezone })}`);
    if (foundBy) lines.push(...runLines(foundBy, timezone).map((line) => `  ${plainText(line)}`));
    if (alertId !== undefined)
      lines.push(`  Alert ${alertId}${messageId === undefined ? '' : `, message ${messageId}`}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The window that found it, in the zone of its receipt. */
function windowText(
  { from, to }: Window,
  { foundBy, timezone }: { foundBy: FoundBy | undefined; timezone: string },
): string {
  const [begin, end] = [from, to].map((at) => namedTime(at, timezone));
  const doubt = 'several cover it, this is the latest, and another one may have found it first';
  return `Window: ${begin} to ${end}${foundBy?.isCertain === false ? `: ${doubt}` : ''}`;
}

function runLines({ run, requestId, late }: FoundBy, timezone: string): string[] {
  const recount = late ? ', found by the daily recount' : '';
  const at = run?.scheduledFor === undefined ? '' : ` of ${namedTime(run.scheduledFor, timezone)}`;
  const name = run?.track === 'backfill' ? 'Backfill' : at === '' ? 'Job' : 'Run';
  return [
    ...(run ? [`${name}${at}: ${run.id}${recount}`] : []),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ];
}

function timesOf(
  { indexedAt, ...publication }: Pick<FoundArticle, 'indexedAt' | keyof Publication>,
  { now, timezone }: { now: Instant; timezone: string },
): string {
  const since =
    indexedAt === undefined
      ? 'since an unknown time'
      : `since ${namedTime(indexedAt, timezone)}, ${formatRelativeTime(indexedAt, now)}`;
  const published = namedPublication(publication, timezone);
  return published === '' ? since : `${since}; published ${published}`;
}

/** A time of publication with its zone; a date without a time as it is. Empty where it is not known. */
function namedPublication({ publishedAt, publishedPrecision }: Publication, timezone: string): string {
  if (publishedAt === undefined) return '';
  if (publishedPrecision === 'date') return dayOf(publishedAt);
  if (publishedPrecision === undefined) return namedTime(publishedAt, timezone);
  return `${wireTimeOf(publishedAt).replace('T', ' ')} (time zone unknown)`;
}

/** The zone of all explanations; UTC where they have several. */
function zoneIn(explanations: readonly Explanation[]): string {
  const [zone = 'UTC', ...others] = new Set(explanations.flatMap(({ timezone }) => timezone ?? []));
  return others.length === 0 ? zone : 'UTC';
}

function rankOf({ standing }: Explanation): number {
  const rank = ORDER.indexOf(standing);
  return rank < 0 ? ORDER.length : rank;
}

/** The same as JSON. */
export function explanationDocument({ subject, article, noLongerShown, explanations }: Explained): object {
  return {
    subject,
    article: article
      ? {
          title: article.title,
          link: article.link,
          publishedAt: timeOrNull(article.publishedAt),
          publishedPrecision: article.publishedPrecision ?? null,
          indexedAt: timeOrNull(article.indexedAt),
        }
      : null,
    noLongerShown: noLongerShown !== undefined,
    explanations: explanations.map(({ window, dueAt, foundBy, timezone = 'UTC', ...rest }) => ({
      ...rest,
      window: window ? { from: timeOrNull(window.from), to: timeOrNull(window.to) } : null,
      dueAt: timeOrNull(dueAt),
      timezone,
      foundBy: foundBy ? foundByDocument(foundBy) : null,
    })),
  };
}

function foundByDocument({ run, requestId, late, hits, isCertain }: FoundBy): object {
  return {
    run: run ? { id: run.id, track: run.track, scheduledFor: timeOrNull(run.scheduledFor) } : null,
    requestId: requestId ?? null,
    hits: hits ?? null,
    late: late ?? false,
    certain: isCertain,
  };
}
