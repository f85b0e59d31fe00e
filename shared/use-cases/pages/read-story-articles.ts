import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { StoryEntry } from '../../domain/pages/inbox.ts';
import type { Story } from '../../domain/stories/story.ts';
import type { Definitions, Findings } from '../ports/ports.ts';

interface StoryArticlePorts {
  definitions: Pick<Definitions, 'watches'>;
  findings: Pick<Findings, 'read'>;
}

/**
 * Stories with their articles, at most `most` of each, the earliest first. A story knows its articles by their fingerprints:
 * what a watch has stored of them is read, watch by watch, and each article once. Those of a watch that is gone are left out.
 */
export async function withArticles(
  stories: readonly Story[],
  { ports, most }: { ports: StoryArticlePorts; most: number },
): Promise<StoryEntry[]> {
  const wanted = stories.flatMap(({ members }) => members.slice(0, most));
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
