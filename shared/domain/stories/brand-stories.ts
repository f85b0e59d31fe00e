import type { StoredFinding } from '../findings/finding.ts';
import { addressKey } from '../text/page-address.ts';
import { articleWordsOf, stemsOf } from './article-words.ts';
import { type Article, evidenceFor, JOIN, namesOthers, oddsOf, type Weigh } from './join-rule.ts';
import { addToStory, likelyStories, type OpenStories, openStories } from './open-stories.ts';
import { headlineOf } from './open-story.ts';
import type { SameStory } from './same-stories.ts';
import { isClustered } from './similarity-profile.ts';
import { weighIn } from './word-index.ts';

// Which stories of a brand's watches are one. Each watch has stories of its own (docs/decisions/each-watch-has-stories-of-its-own.md).

/** The articles that the watches of one brand found, while it is looked for stories that are one. */
export interface BrandStories {
  /** Adds an article. What has no story yet, and what is no article, is left out. */
  add(found: StoredFinding): void;
  /**
   * The ids of stories that are one: those with an article at one link, then those that the join rule takes for one at its
   * strictest. Such a story is joined with at most one of each other watch: what a watch keeps apart stays apart. `known` are
   * one already, since they have a common article; they are not among the result.
   */
  same(known: readonly SameStory[]): SameStory[];
}

/** The rule is applied to so many stories of each watch, the first that are added, and to so many articles of each. */
const MOST_STORIES = 400;
const MOST_ARTICLES = 3;
/** No article counts for more than these odds. */
const MOST_ODDS = 20;

/** A story as one watch has it. */
interface OwnStory {
  id: string;
  watchId: string;
}

/** What the rule compares. */
interface Compared extends OwnStory {
  articles: Article[];
}

export function brandStories(): BrandStories {
  const holders = new Map<string, Set<string>>();
  const byPage = new Map<string, OwnStory[]>();
  const compared = new Map<string, Map<string, Compared>>();
  const queried = new Map<string, Set<string>>();

  const compare = ({ watchId, finding }: StoredFinding, id: string): void => {
    const own = compared.get(watchId) ?? new Map<string, Compared>();
    compared.set(watchId, own);
    const story = own.get(id) ?? { id, watchId, articles: [] };
    if (story.articles.length === MOST_ARTICLES || (!own.has(id) && own.size === MOST_STORIES)) return;
    const asked = queried.get(watchId) ?? new Set();
    for (const stem of stemsOf(finding.matched.join(' '))) asked.add(stem);
    queried.set(watchId, asked);
    story.articles.push({ words: articleWordsOf(finding), headline: headlineOf(finding) });
    own.set(id, story);
  };

  return {
    add(found) {
      const { watchId, story: id, finding } = found;
      if (id === undefined || !isClustered(finding) || finding.excludedBy !== undefined) return;
      holders.set(id, (holders.get(id) ?? new Set()).add(watchId));
      if (finding.link !== undefined) noteIn(byPage, addressKey(finding.link), { id, watchId });
      compare(found, id);
    },
    same(known) {
      const joins = joinsOf(holders);
      for (const pair of known) joins.unite(pair);
      const shared = [...byPage.values()].filter(({ length }) => length > 1);
      const linked = shared.flatMap(pairsOf).toSorted(byIds);
      const alike = alikeByRule(compared, queried).map(({ pair }) => pair);
      return [...linked, ...alike].filter((pair) => joins.uniteWatches(pair));
    },
  };
}

function noteIn(pages: Map<string, OwnStory[]>, page: string, story: OwnStory): void {
  const own = pages.get(page);
  if (!own) pages.set(page, [story]);
  else if (!own.some(({ id, watchId }) => id === story.id && watchId === story.watchId)) own.push(story);
}

/** The first of the stories of a page with each other one; none if a watch has several: that is no page of an article. */
function pairsOf(stories: readonly OwnStory[]): SameStory[] {
  if (new Set(stories.map(({ watchId }) => watchId)).size < stories.length) return [];
  const [first, ...others] = [...new Set(stories.map(({ id }) => id))].toSorted();
  return first === undefined ? [] : others.map((other): SameStory => [first, other]);
}

const byIds = (one: SameStory, other: SameStory): number => (one.join(' ') < other.join(' ') ? -1 : 1);

/** Stories that become one, and the watches that have them. */
function joinsOf(holders: ReadonlyMap<string, ReadonlySet<string>>) {
  const groups = new Map<string, { watches: ReadonlySet<string>; ids: ReadonlySet<string> }>();
  const groupOf = (id: string) =>
    groups.get(id) ?? { watches: holders.get(id) ?? new Set(), ids: new Set([id]) };
  const unite = (pair: SameStory): void => {
    const [one, other] = [groupOf(pair[0]), groupOf(pair[1])];
    const group = {
      watches: new Set([...one.watches, ...other.watches]),
      ids: new Set([...one.ids, ...other.ids]),
    };
    for (const id of group.ids) groups.set(id, group);
  };
  return {
    unite,
    /** Unites two stories unless one watch has a story in both; says whether it did. */
    uniteWatches(pair: SameStory): boolean {
      const [one, other] = [groupOf(pair[0]), groupOf(pair[1])];
      const areApart = one !== other && ![...one.watches].some((watch) => other.watches.has(watch));
      if (areApart) unite(pair);
      return areApart;
    },
  };
}

/** The pairs of stories of different watches that the rule takes for one, the likeliest first, each under its ids in order. */
function alikeByRule(
  compared: ReadonlyMap<string, ReadonlyMap<string, Compared>>,
  queried: ReadonlyMap<string, ReadonlySet<string>>,
): { pair: SameStory; odds: number }[] {
  const stories = [...compared.values()].flatMap((own) => [...own.values()]);
  const best = new Map<string, { pair: SameStory; odds: number }>();
  for (const [watchId, asked] of queried) {
    const open = openStories([]);
    const others = stories.filter((story) => story.watchId !== watchId);
    const askedBy = new Map(
      others.map((story) => [story.id, queried.get(story.watchId) ?? new Set<string>()]),
    );
    for (const { id, articles } of others) for (const article of articles) addToStory(open, id, article);
    for (const { id, articles } of compared.get(watchId)?.values() ?? []) {
      for (const [other, odds] of meanOdds(articles, (article) =>
        likelyOfWatches({ article, queried: asked }, { open, queried: askedBy }),
      )) {
        const pair: SameStory = id < other ? [id, other] : [other, id];
        const key = pair.join(' ');
        if (id !== other && odds >= JOIN.strict && odds > (best.get(key)?.odds ?? 0))
          best.set(key, { pair, odds });
      }
    }
  }
  return [...best.values()].toSorted((a, b) => b.odds - a.odds || byIds(a.pair, b.pair));
}

/** By story, the mean odds of some articles. */
function meanOdds(
  articles: readonly Article[],
  likely: (article: Article) => { id: string; odds: number }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const article of articles)
    for (const { id, odds } of likely(article)) sums.set(id, (sums.get(id) ?? 0) + Math.min(odds, MOST_ODDS));
  return new Map(Array.from(sums, ([id, sum]) => [id, sum / articles.length]));
}

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
 * either watch asks for has no weight. Odds are infinite for a story that has the same headline.
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
      const weigh: Weigh = (word, of, part) => (asked?.has(word) ? 0 : weighWords(word, of, part));
      if (namesOthers(article, { story, weigh })) return [];
      return [{ id, odds: oddsOf(evidenceFor(article, { story, weigh })) }];
    })
    .toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1));
}
