import type { Ports } from '../../ports/ports.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { StoryEntry } from '../../../domain/pages/inbox.ts';
import type { Story } from '../../../domain/stories/story.ts';

/**
 * Reads the articles of stories, at most `most` of each, the earliest first. A story holds fingerprints: the articles are
 * read watch by watch, each once. Articles of removed watches are left out.
 */
export async function readStoryArticles(
  stories: readonly Story[],
  {
    ports,
    most,
  }: {
    ports: Pick<Ports, 'findings'> & { definitions: Pick<Ports['definitions'], 'watches'> };
    most: number;
  },
): Promise<StoryEntry[]> {
  // Two stories may have an article in common, and a read names each key once.
  const wanted = [...new Set(stories.flatMap(({ members }) => members.slice(0, most)))];
  const found = new Map<string, StoredFinding>();
  for (const { id } of wanted.length === 0 ? [] : await ports.definitions.watches()) {
    const left = wanted.filter((fingerprint) => !found.has(fingerprint));
    if (left.length === 0) break;
    for (const one of await ports.findings.read(id, left)) found.set(one.finding.fingerprint, one);
  }
  return stories.map((story) => ({
    story,
    articles: story.members
      .slice(0, most)
      .flatMap((fingerprint) => found.get(fingerprint) ?? [])
      .toSorted((one, other) => one.finding.indexedAt - other.finding.indexedAt),
  }));
}
