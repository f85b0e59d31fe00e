import type { Alert } from '../../domain/alerts/alert.ts';
import { MOST_OTHERS, withOthers } from '../../domain/stories/story.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * The alert on what has become of a story, with the articles that its watch has stored before: the first of them, up to 19 beside
 * its own. One read of at most 19 items.
 */
export async function withStoryArticles(
  { alert, members }: { alert: Alert; members: readonly string[] },
  { findings }: Pick<Ports, 'findings'>,
): Promise<Alert> {
  const { story, watchId, items } = alert;
  if (!story || watchId === undefined) return alert;
  const own = new Set(items.map(({ fingerprint }) => fingerprint));
  const wanted = members.filter((fingerprint) => !own.has(fingerprint)).slice(0, MOST_OTHERS);
  if (wanted.length === 0) return alert;
  const found = (await findings.read(watchId, wanted)).map(({ finding }) => finding);
  const inOrder = found.toSorted((a, b) => a.indexedAt - b.indexedAt);
  return { ...alert, story: withOthers(story, inOrder) };
}
