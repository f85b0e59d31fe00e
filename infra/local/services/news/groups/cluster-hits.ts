import { likeness, type Signature, signatureOf } from '../../../../../shared/domain/likeness.ts';
import type { Entry } from '../library/entry.ts';
import type { Hit } from '../library/find-hits.ts';
import { summaryOf } from '../library/summary.ts';
import type { Parameters } from '../request/parameters.ts';

/** From this day on `clustering_variable` has no effect (news service, parameters). */
const ONE_WAY = Date.UTC(2026, 0, 1);

/** Groups the hits of one page, in their order: each joins the first cluster whose first article it is like enough. */
export function clusterHits(hits: readonly Hit[], parameters: Parameters): Hit[][] {
  const threshold = parameters.number('clustering_threshold') ?? 0.7;
  const variable = parameters.text('clustering_variable') ?? 'content';
  const clusters: { signature: Signature; hits: Hit[] }[] = [];
  for (const hit of hits) {
    const signature = signatureBy(hit.entry, variable);
    const found = clusters.find((cluster) => likeness(cluster.signature, signature) >= threshold);
    if (found) found.hits.push(hit);
    else clusters.push({ signature, hits: [hit] });
  }
  return clusters.map((cluster) => cluster.hits);
}

function signatureBy({ record, publishedAt }: Entry, variable: string): Signature {
  if (publishedAt >= ONE_WAY || variable === 'content')
    return signatureOf(record.title, record.content ?? '');
  return signatureOf(record.title, variable === 'summary' ? summaryOf(record) : '');
}
