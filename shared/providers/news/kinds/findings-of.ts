import { excludedDomain } from '../../../domain/findings/exclusions.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import type { UnusableItem } from '../../../domain/findings/quarantine.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { FoundItems } from '../../../use-cases/ports/source.ts';
import { foundItems } from '../../http/found-items.ts';
import type { Article } from '../article.ts';
import { articleReadingOf, articleToFinding } from '../findings/to-finding.ts';
import type { PageAsk } from './fetch-kind.ts';

/** Articles as findings of a watch, with their JSON if the watch keeps it. */
export function findingsOf(
  articles: readonly Article[],
  {
    ask: { watch, window },
    indexedAt,
    unusable,
  }: {
    ask: PageAsk;
    indexedAt: ((article: Article, window: Window) => Instant) | undefined;
    unusable: readonly UnusableItem[];
  },
): FoundItems {
  const sight = articleReadingOf(watch);
  return foundItems(articles, {
    toFinding(article) {
      const finding = articleToFinding(article, { sight, window });
      const placed = indexedAt ? { ...finding, indexedAt: indexedAt(article, window) } : finding;
      return withoutOutlets(placed, watch.exclude.domains);
    },
    keepRaw: watch.keep === 'full',
    unusable,
  });
}

/** Not every path can exclude outlets. A finding from an excluded outlet causes no alert. */
function withoutOutlets(finding: Finding, domains: readonly string[]): Finding {
  const excludedBy = finding.excludedBy ?? excludedDomain(domains, finding.outlet?.domain);
  return excludedBy === undefined ? finding : { ...finding, excludedBy };
}
