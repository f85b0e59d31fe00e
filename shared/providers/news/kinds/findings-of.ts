import { excludedDomain } from '../../../domain/findings/exclusions.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { Article } from '../article.ts';
import { articleReadingOf, articleToFinding } from '../to-finding.ts';
import type { KindPage, PageAsk } from './fetch-kind.ts';

/** Articles as findings of a watch, with their JSON if the watch keeps it. */
export function findingsOf(
  articles: readonly Article[],
  {
    ask: { watch, window },
    indexedAt,
  }: { ask: PageAsk; indexedAt: ((article: Article, window: Window) => Instant) | undefined },
): Pick<KindPage, 'findings' | 'raw'> {
  const sight = articleReadingOf(watch);
  const found = articles.map((article) => {
    const finding = articleToFinding(article, { sight, window });
    const placed = indexedAt ? { ...finding, indexedAt: indexedAt(article, window) } : finding;
    return { finding: withoutOutlets(placed, watch.exclude.domains), raw: article.raw };
  });
  return {
    findings: found.map(({ finding }) => finding),
    ...(watch.keep === 'full' && {
      raw: new Map(found.map(({ finding, raw }) => [finding.fingerprint, JSON.stringify(raw)])),
    }),
  };
}

/** Not every path can exclude outlets. A finding from an excluded outlet causes no alert. */
function withoutOutlets(finding: Finding, domains: readonly string[]): Finding {
  const excludedBy = finding.excludedBy ?? excludedDomain(domains, finding.outlet?.domain);
  return excludedBy === undefined ? finding : { ...finding, excludedBy };
}
