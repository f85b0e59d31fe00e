import type { Explanation, ArticleStage } from '../../../shared/domain/pages/explanation.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import { plainText, timeOrNull } from '../print-values.ts';
import type { FoundArticle } from '../stack/find-article.ts';

/** What is known about an article or an alert. */
export interface Explained {
  /** Its title, or its address. News text. */
  subject: string;
  article?: Pick<FoundArticle, 'title' | 'link' | 'publishedAt' | 'indexedAt'>;
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
];

/** The explanation as text: the service first, then the watches, the most important first. */
export function printExplanation(explained: Explained, now: Instant): string {
  const { subject, article, service = 'news', noLongerShown: gone, explanations } = explained;
  const lines = [plainText(subject)];
  if (article) {
    const has = gone
      ? `no longer has this article (searched ${gone.lookedBack} days). It was stored earlier:`
      : 'has it:';
    lines.push(`  The ${service} service ${has} ${timesOf(article, now)}.`);
  }
  if (explanations.length === 0) lines.push('  No watch searches for articles, so none can alert on it.');
  const sorted = explanations.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { watchId, standing, text, window, messageId, alertId } of sorted) {
    lines.push('', `${watchId === undefined ? '' : `${watchId}: `}${standing}`, `  ${plainText(text)}`);
    if (window) lines.push(`  Window: ${timeOrNull(window.from)} to ${timeOrNull(window.to)}`);
    if (alertId !== undefined)
      lines.push(`  Alert ${alertId}${messageId === undefined ? '' : `, message ${messageId}`}`);
  }
  return `${lines.join('\n')}\n`;
}

function timesOf(
  { indexedAt, publishedAt }: Pick<FoundArticle, 'indexedAt' | 'publishedAt'>,
  now: Instant,
): string {
  const since =
    indexedAt === undefined
      ? 'since an unknown time'
      : `since ${timeOrNull(indexedAt)}, ${formatRelativeTime(indexedAt, now)}`;
  const published = publishedAt === undefined ? '' : `; published ${timeOrNull(publishedAt)}`;
  return `${since}${published}`;
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
          indexedAt: timeOrNull(article.indexedAt),
        }
      : null,
    noLongerShown: noLongerShown !== undefined,
    explanations: explanations.map(({ window, dueAt, ...rest }) => ({
      ...rest,
      window: window ? { from: timeOrNull(window.from), to: timeOrNull(window.to) } : null,
      dueAt: timeOrNull(dueAt),
    })),
  };
}
