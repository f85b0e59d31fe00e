import type { Ports } from '../../ports/ports.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { StoryEntry } from '../../../domain/pages/inbox.ts';
import type { Story } from '../../../domain/stories/story.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Holders } from './story-parts.ts';

/** Where the articles of stories are read. */
export interface ArticleReading {
  timeline: Pick<Ports['timeline'], 'articles'>;
  watches: readonly Watch[];
  /** They are asked first for an article: a version before had articles of several watches in one story. */
  holders: Holders;
}

/** Reads articles, each once, from the first watch that has it. Articles of removed watches are left out. */
export async function readArticles(
  fingerprints: Iterable<string>,
  { timeline, watches, holders }: ArticleReading,
): Promise<Map<string, StoredFinding>> {
  const found = new Map<string, StoredFinding>();
  const ids = watches.map(({ id }) => id);
  const wanted = Array.from(new Set(fingerprints), (fingerprint) => {
    const has = (id: string) => holders.get(fingerprint)?.has(id) ?? false;
    return { fingerprint, asked: ids.toSorted((one, other) => Number(has(other)) - Number(has(one))) };
  });
  for (let round = 0; ; round += 1) {
    const keys = wanted.flatMap(({ fingerprint, asked }) => {
      const watchId = asked[round];
      return watchId === undefined || found.has(fingerprint) ? [] : [{ watchId, fingerprint }];
    });
    if (keys.length === 0) return found;
    for (const one of await timeline.articles(keys)) found.set(one.finding.fingerprint, one);
  }
}

/** Reads the articles of stories, at most `most` of each, the earliest first. A story holds fingerprints. */
export async function readStoryArticles(
  stories: readonly Story[],
  { most, ...reading }: ArticleReading & { most: number },
): Promise<StoryEntry[]> {
  // Two stories may have an article in common.
  const found = await readArticles(
    stories.flatMap(({ members }) => members.slice(0, most)),
    reading,
  );
  return stories.map((story) => ({
    story,
    articles: story.members
      .slice(0, most)
      .flatMap((fingerprint) => found.get(fingerprint) ?? [])
      .toSorted((one, other) => one.finding.indexedAt - other.finding.indexedAt),
  }));
}
