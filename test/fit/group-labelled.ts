import {
  type Evidence,
  evidenceFor,
  headlineVerdict,
  JOIN,
  type Weights,
  WEIGHTS,
} from '../../shared/domain/stories/join-rule.ts';
import { addToStory, likelyStories, openStories } from '../../shared/domain/stories/open-stories.ts';
import { weighIn } from '../../shared/domain/stories/open-story.ts';
import type { Labelled } from './labelled-news.ts';

/** A group of articles that the rule made one story, and its articles by true story. */
export interface Grouped {
  members: Labelled[];
  truths: Map<string, number>;
}

/** One comparison of an article with a story, and whether most of that story is of the article's true story. */
export type Compared = (evidence: Evidence, isTrue: boolean) => void;

interface How {
  weights?: Weights;
  join?: number;
  compared?: Compared;
  /** The stems of what the watch asks for. */
  queried?: ReadonlySet<string>;
}

/** How many of the likeliest stories are compared when examples are gathered. */
const EXAMPLES = 12;

/** Groups articles as a watch does that runs after each of them. */
export function groupLabelled(
  articles: readonly Labelled[],
  { weights = WEIGHTS, join = JOIN.normal, compared, queried }: How = {},
): Grouped[] {
  const open = openStories([], queried);
  const groups = new Map<string, Grouped>();
  for (const article of articles) {
    const likely = likelyStories(open, article, {
      least: compared ? -Infinity : join,
      most: compared ? EXAMPLES : 1,
      weights,
    });
    if (compared) {
      const weigh = weighIn(open, article.headline.at);
      for (const { id } of likely) {
        const story = open.stories.get(id);
        if (!story || headlineVerdict(article.headline, story)) continue;
        const [main] = [...(groups.get(id)?.truths ?? [])].toSorted((a, b) => b[1] - a[1]);
        compared(evidenceFor(article, { story, weigh }), main?.[0] === article.truth);
      }
    }
    const [best] = likely;
    const id = best && best.odds >= join ? best.id : article.id;
    addToStory(open, id, article);
    const group: Grouped = groups.get(id) ?? { members: [], truths: new Map() };
    group.members.push(article);
    group.truths.set(article.truth, (group.truths.get(article.truth) ?? 0) + 1);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Stories made for each true story, and the share of them that mix true stories. */
export function figuresOf(groups: readonly Grouped[]): { perStory: number; mixed: number } {
  const truths = new Set(groups.flatMap(({ truths: of }) => [...of.keys()]));
  const mixed = groups.filter(({ truths: of }) => of.size > 1);
  return { perStory: groups.length / truths.size, mixed: mixed.length / groups.length };
}
