import { clustersOf } from './cluster-articles.ts';
import { repeatDecision } from './repeat-decision.ts';
import { reasonOf } from './join-reason.ts';
import { type Article, JOIN } from './join-rule.ts';
import { addToStory, isOtherEvent, likelyStories, openStoriesNear } from './open-stories.ts';
import { isNextPartOf } from './series.ts';
import { similarity, SAME_STORY, textSimilarity } from './similarity.ts';
import {
  hasWholeTextOf,
  isEditedTitle,
  isTextOfTitle,
  SAME_TEXT,
  saysTitle,
  type SimilarityProfile,
} from './similarity-profile.ts';
import {
  addArticle,
  createStory,
  type Home,
  isRemembered,
  listingStory,
  lists,
  renameStory,
  signaturesOfStory,
  type StoryCandidates,
  storiesNear,
  storyAtKey,
} from './story-candidates.ts';
import { currentStoryId, type StoryArticle } from './story-record.ts';
import { queueMerge } from './story-merges.ts';

/**
 * Assigns findings to stories: each to the story that has it already, or else to the story that was decided when the part was
 * begun before, or else to the story of the service's group of near-copies, or else to the story of which it is a copy. The
 * others are clustered (cluster-articles.ts). A cluster joins the open story to which its articles most likely belong
 * (join-rule.ts), or else begins one. Assigning a finding again gives the same story, however much of the first time was written.
 */
export function assignStories(candidates: StoryCandidates, profiles: readonly SimilarityProfile[]): void {
  const undecided = candidates.decided ? repeatDecision(candidates, profiles, assignTo) : profiles;
  const left = undecided.filter((profile) => {
    const home =
      storyWith(candidates, profile) ??
      storyOfGroup(candidates, profile) ??
      storyOfCopies(candidates, profile);
    if (home) assignTo(candidates, profile, home);
    return !home;
  });
  const clusters = left.length > 1 ? clustersOf(left, candidates.open) : [left];
  for (const [first, ...others] of clusters) {
    if (!first) continue;
    const likely = likeliest(candidates, [first, ...others]);
    if (!likely) assignTo(candidates, first, { id: createStory(candidates, first) });
    const id = likely?.id ?? first.newStoryId;
    for (const profile of likely ? [first, ...others] : others) {
      const group = storyOfGroup(candidates, profile);
      assignTo(
        candidates,
        profile,
        group ?? {
          id,
          joined: reasonOf(profile, { story: candidates.open.stories.get(id), odds: likely?.odds }),
        },
      );
    }
  }
  for (const profile of undecided) queueMerges(candidates, profile);
}

/**
 * Queues the stories that must be merged with the story of an assigned finding: the story of its group, together with
 * the story of which the finding is a copy; every story with the same article; and the story of its title with that of its text.
 */
export function queueMerges(candidates: StoryCandidates, profile: SimilarityProfile): void {
  const { finding } = profile;
  const assigned = candidates.assigned.get(finding.fingerprint);
  if (assigned === undefined) return;
  const id = currentStoryId(candidates, assigned);
  const group = storyOfGroup(candidates, profile)?.id;
  if (group !== undefined) {
    queueMerge(candidates, group, id);
    const others = copiedStories(candidates, profile);
    const [copied] = others.filter((other) => other !== currentStoryId(candidates, group));
    if (copied !== undefined) queueMerge(candidates, group, copied);
  }
  for (const other of storiesNear(candidates, profile)) {
    if (
      other !== id &&
      listingStory(candidates, { id: other, fingerprint: finding.fingerprint }) !== undefined
    )
      queueMerge(candidates, currentStoryId(candidates, id), other);
  }
  const [titled, printed] = storiesOfTitleAndText(candidates, profile);
  if (titled !== undefined && printed !== undefined) queueMerge(candidates, titled, printed);
}

/** The open story that has the title of a finding, and another one that has its whole text: the finding shows that they are one. */
function storiesOfTitleAndText(
  candidates: StoryCandidates,
  profile: SimilarityProfile,
): [string | undefined, string | undefined] {
  const near = storiesNear(candidates, profile);
  const { title, outlet, at } = profile.article.headline;
  const hasTitle = (id: string) =>
    candidates.open.stories
      .get(id)
      ?.headlines.some((one) => one.title === title && (one.outlet !== outlet || one.at !== at));
  const titled = near.find(hasTitle);
  if (titled === undefined || !isTextOfTitle(profile)) return [undefined, undefined];
  return [titled, near.find((id) => id !== titled && hasWholeText(candidates, profile, id))];
}

function assignTo(candidates: StoryCandidates, profile: SimilarityProfile, { id, joined }: Home): void {
  const { fingerprint } = profile.finding;
  // A story that lists it already goes on to do so, though it was merged into another one since.
  const story = lists(candidates, { id, fingerprint }) ? id : currentStoryId(candidates, id);
  candidates.assigned.set(fingerprint, id);
  if (joined) candidates.joined.set(fingerprint, joined);
  addArticle(candidates, story, profile);
  addToStory(candidates.open, story, profile.article);
  renameStory(candidates, story, profile.finding.title);
}

/** The story that has the finding already: an earlier try of the part may have died before it put the finding's keys. */
function storyWith(candidates: StoryCandidates, profile: SimilarityProfile): Home | undefined {
  const { fingerprint } = profile.finding;
  const [id] = comparedWith(candidates, profile).flatMap(
    (one) => listingStory(candidates, { id: currentStoryId(candidates, one), fingerprint }) ?? [],
  );
  return id === undefined ? undefined : { id };
}

function storyOfGroup(candidates: StoryCandidates, { groupKey }: SimilarityProfile): Home | undefined {
  const id = groupKey === undefined ? undefined : storyAtKey(candidates, groupKey);
  return id === undefined ? undefined : { id, joined: { by: 'group' } };
}

/**
 * The stories that a finding is compared with: those that have a key of it, and the open ones that are like it, since an edited
 * title has another key.
 */
function comparedWith(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  const open = openStoriesNear(candidates, profile).map((id) => currentStoryId(candidates, id));
  const remembered = open.filter((id) => isRemembered(candidates, id));
  return [...new Set([...storiesNear(candidates, profile), ...remembered])];
}

/** The stories of which a finding is a copy by its title and text, the most similar first; of equal ones the smallest id first. */
function copiedStories(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  return ranked(candidates, { profile, least: SAME_STORY }, similarity);
}

/**
 * The story of which a finding is a copy, by its title or its text. Titles that name other things are no copies, however alike
 * they are made, unless one only adds to the other, or both have one text that says them.
 */
function storyOfCopies(candidates: StoryCandidates, profile: SimilarityProfile): Home | undefined {
  const isOther = (id: string) =>
    isOtherEvent(candidates.open, profile.article, id) && !hasWholeText(candidates, profile, id);
  const hasEdited = (id: string) =>
    signaturesOfStory(candidates, id).some((other) => isEditedTitle(profile.signature, other));
  const byTitle = copiedStories(candidates, profile)
    .filter((id) => !isNextPartOf(candidates, profile, id))
    .find((id) => hasEdited(id) || !isOther(id));
  const id = byTitle ?? reprintedStories(candidates, profile).find((one) => !isOther(one));
  return id === undefined ? undefined : { id, joined: { by: 'copy' } };
}

/**
 * The stories that have the text of a finding, under whatever title. The text says what the finding's title says, or another outlet
 * had it before under a title of which it says so.
 */
function reprintedStories(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  const alike = ranked(candidates, { profile, least: SAME_TEXT }, textSimilarity);
  if (alike.length === 0 || isTextOfTitle(profile)) return alike;
  const { snippet, outlet } = profile.finding;
  return alike
    .flatMap((id) => candidates.records.get(id) ?? [])
    .filter(({ title, articles }) => isOfOthers(articles, outlet?.domain) && saysTitle(snippet, title))
    .map(({ id }) => id);
}

function isOfOthers(articles: readonly StoryArticle[], domain: string | undefined): boolean {
  return domain !== undefined && articles.every((article) => article.domain !== domain);
}

function hasWholeText(candidates: StoryCandidates, profile: SimilarityProfile, id: string): boolean {
  const { title = '' } = candidates.records.get(id) ?? {};
  const others = signaturesOfStory(candidates, id).filter((signature) => signature !== profile.signature);
  return others.some((signature) => hasWholeTextOf(profile, { title, signature }));
}

/** The stories that have an article at least so similar, the most similar first; of equal ones the smallest id first. */
function ranked(
  candidates: StoryCandidates,
  { profile, least }: { profile: SimilarityProfile; least: number },
  compare: typeof similarity,
): string[] {
  const scores = comparedWith(candidates, profile).map((id) => {
    const others = signaturesOfStory(candidates, id);
    return { id, score: Math.max(...others.map((other) => compare(profile.signature, other))) };
  });
  return scores
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Of a cluster no article counts for more, or against more, than these odds. */
const ODDS = { least: -2, most: 20 };

/** The open story to which the findings of a cluster most likely belong, if to any that the store still has. */
function likeliest(
  candidates: StoryCandidates,
  cluster: readonly SimilarityProfile[],
): { id: string; odds: number } | undefined {
  const { joining } = candidates;
  const above = new Map<string, number>();
  for (const { article } of cluster) {
    for (const [id, odds] of bestOdds(candidates, article))
      above.set(id, (above.get(id) ?? 0) + odds - ODDS.least);
  }
  const likely = Array.from(above, ([id, sum]) => ({ id, odds: sum / cluster.length + ODDS.least }));
  return likely
    .filter(({ id, odds }) => odds >= JOIN[joining] && isRemembered(candidates, id))
    .filter(({ id }) => !cluster.some((profile) => isNextPartOf(candidates, profile, id)))
    .toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1))[0];
}

/** The odds of an article for each story; of those that were merged into one, the best. */
function bestOdds(candidates: StoryCandidates, article: Article): Map<string, number> {
  const best = new Map<string, number>();
  for (const { id, odds } of likelyStories(candidates.open, article, { least: ODDS.least, most: Infinity })) {
    const current = currentStoryId(candidates, id);
    best.set(current, Math.max(best.get(current) ?? ODDS.least, Math.min(odds, ODDS.most)));
  }
  return best;
}
