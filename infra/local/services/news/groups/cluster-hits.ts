import { type Signature, signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import { textOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';
import type { Hit } from '../library/find-hits.ts';
import { summaryOf } from '../library/summary.ts';
import type { Parameters } from '../request/parameters.ts';
import { headlineOfEntry } from '../library/headline-of-entry.ts';
import { groupStories } from './group-stories.ts';

/** From this day on `clustering_variable` has no effect (news service, parameters). */
const ONE_WAY = Date.UTC(2026, 0, 1);

/** Groups the hits of one page into stories, in their order. */
export async function clusterHits(hits: readonly Hit[], parameters: Parameters): Promise<Hit[][]> {
  const tightness = parameters.number('clustering_threshold');
  const variable = parameters.text('clustering_variable') ?? 'content';
  const articles = hits.map(({ entry }) => ({
    title: headlineOfEntry(entry),
    signature: signatureBy(entry, variable),
  }));
  const groups = await groupStories(articles, { ...(tightness !== undefined && { tightness }) });
  return groups.map((places) => places.flatMap((place) => hits[place] ?? []));
}

function signatureBy(entry: Entry, variable: string): Signature {
  const { record, publishedAt } = entry;
  const title = headlineOfEntry(entry);
  if (publishedAt >= ONE_WAY || variable === 'content') return signatureOf(title, textOf(entry, 'content'));
  return signatureOf(title, variable === 'summary' ? summaryOf(record) : '');
}
