import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { type Article, articleOf } from '../../../../shared/domain/stories/open-story.ts';
import { addToStory, likestStory, type OpenStories } from '../../../../shared/domain/stories/open-stories.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

export const SPACE = 'watch.acme-news';

/** An article of an outlet of its own that no rank makes sure, so many minutes after noon. */
export function foundAt(n: number, title: string, changes: Partial<Finding> = {}): Finding {
  const at = NOON + n * MINUTE;
  const outlet = { domain: `outlet-${n}.example` };
  return aFinding(n, { title, snippet: '', outlet, indexedAt: at, publishedAt: at, ...changes });
}

export const articleAt = (n: number, title: string, changes: Partial<Finding> = {}): Article =>
  articleOf(foundAt(n, title, changes));

export const atHour = (n: number, title: string, changes: Partial<Finding> = {}): Finding =>
  foundAt((n * HOUR) / MINUTE, title, changes);

/** Puts an article into the story that it is like, or into one of its own, and gives back which one. */
export function placed(open: OpenStories, article: Article): string {
  const like = likestStory(open, article, { width: 'normal' });
  const isHome = like !== undefined && like.likeness >= 1;
  const id = isHome ? like.story.id : article.fingerprint;
  addToStory(open, article, { id });
  return id;
}
