import { excludedDomain } from '../../../domain/findings/exclusions.ts';
import type { Finding, FoundItem } from '../../../domain/findings/finding.ts';
import { fingerprintOf } from '../../../domain/findings/fingerprint.ts';
import type { UnusableItem } from '../../../domain/findings/quarantine.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { FoundPage } from '../../../use-cases/ports/source.ts';
import type { ListedArticle } from '../article.ts';
import { indexedWithin } from '../findings/indexed-time.ts';
import { articleReadingOf, articleToFinding } from '../findings/to-finding.ts';
import type { PageAsk } from './fetch-kind.ts';

/** Articles as items of a page. Their texts are compared with the query when an item is read: most were seen before. */
export function foundArticles(
  articles: readonly ListedArticle[],
  {
    ask: { watch, window },
    indexedAt = indexedWithin,
    unusable,
  }: {
    ask: PageAsk;
    indexedAt: ((article: ListedArticle, window: Window) => Instant) | undefined;
    unusable: readonly UnusableItem[];
  },
): Pick<FoundPage, 'items' | 'unusable'> {
  const sight = articleReadingOf(watch);
  const itemOf = (listed: ListedArticle): FoundItem => {
    const { id, source } = listed;
    const at = indexedAt(listed, window);
    const read = () => {
      const finding = { ...articleToFinding(listed.read(), { sight, window }), indexedAt: at };
      return withoutOutlets(finding, watch.exclude.domains);
    };
    return { fingerprint: fingerprintOf(id), indexedAt: at, read, source };
  };
  return { items: articles.map(itemOf), unusable };
}

/** Not every path can exclude outlets. A finding from an excluded outlet causes no alert. */
function withoutOutlets(finding: Finding, domains: readonly string[]): Finding {
  const excludedBy = finding.excludedBy ?? excludedDomain(domains, finding.outlet?.domain);
  return excludedBy === undefined ? finding : { ...finding, excludedBy };
}
