import { type Article, evidenceFor, namesOthers, oddsOf, type Weigh } from './join-rule.ts';
import { likelyStories, type OpenStories, weighIn } from './open-stories.ts';

/** An article, and the stems that its watch asks for. */
interface Asked {
  article: Article;
  queried: ReadonlySet<string>;
}

/** Stories of several watches, and by story the stems that its watch asks for. */
interface StoriesOfWatches {
  open: OpenStories;
  queried: ReadonlyMap<string, ReadonlySet<string>>;
}

/** How many stories the rule is applied to in full for an article. */
const MOST_LIKELY = 12;
/** Below these odds no comparison of two watches brings a story to the strict threshold. */
const LEAST = 0;

/**
 * The stories of other watches to which an article may belong by the join rule, with their odds, the most likely first. What
 * either watch asks for weighs nothing. Odds are infinite for a story that has the same headline.
 */
export function likelyOfWatches(
  { article, queried }: Asked,
  stories: StoriesOfWatches,
): { id: string; odds: number }[] {
  const open = { ...stories.open, queried };
  const weighWords = weighIn(open, article.headline.at);
  return likelyStories(open, article, { least: LEAST, most: MOST_LIKELY })
    .flatMap(({ id, odds }) => {
      const story = open.stories.get(id);
      if (!story || odds === Number.POSITIVE_INFINITY) return [{ id, odds }];
      const asked = stories.queried.get(id);
      const weigh: Weigh = (word, of) => (asked?.has(word) ? 0 : weighWords(word, of));
      if (namesOthers(article, { story, weigh })) return [];
      return [{ id, odds: oddsOf(evidenceFor(article, { story, weigh })) }];
    })
    .toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1));
}
