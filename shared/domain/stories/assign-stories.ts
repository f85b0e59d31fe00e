import { defined } from '../lib/fields.ts';
import { clustersOf } from './cluster-articles.ts';
import { reasonOf } from './join-reason.ts';
import { type Article, JOIN } from './join-rule.ts';
import { addToStory, isOtherEvent, likelyStories, openStoriesNear } from './open-stories.ts';
import { isNextPartOf } from './series.ts';
import { SAME_STORY, similarity, textSimilarity } from './similarity.ts';
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
  beginStory,
  type Home,
  isRemembered,
  lists,
  renameStory,
  signaturesOfStory,
  storiesNear,
  storyAtKey,
  type StoryCandidates,
} from './story-candidates.ts';
import type { StoryArticle } from './story-record.ts';

/**
 * Assigns findings to stories: each to the story that has it already, or else to the story of the service's group of near-copies,
 * or else to the story of which it is a copy. The others are clustered (cluster-articles.ts). A cluster joins the open story to
 * which its articles most likely belong (join-rule.ts), or else begins one.
 */
export function assignStories(candidates: StoryCandidates, profiles: readonly SimilarityProfile[]): void {
  const left = profiles.filter((profile) => {
    const home =
      storyWith(candidates, profile) ??
      storyOfGroup(candidates, profile) ??
      storyOfCopies(candidates, profile);
    if (home) assignTo(candidates, profile, home);
    return !home;
  });
  const clusters = left.length > 1 ? clustersOf(left, candidates.open) : [left];
  for (const cluster of clusters) {
    const [first] = cluster;
    if (!first) continue;
    const likely = likeliest(candidates, cluster);
    const id = likely?.id ?? first.newStoryId;
    for (const profile of cluster) {
      const story = candidates.open.stories.get(id);
      const joined =
        profile === first && !likely ? undefined : reasonOf(profile, { story, odds: likely?.odds });
      assignTo(candidates, profile, storyOfGroup(candidates, profile) ?? defined<Home>({ id, joined }));
    }
  }
}

/**
 * Assigns findings of a part to the stories that an earlier try decided, in the same order, however much of it was written.
 */
export function assignAsDecided(
  candidates: StoryCandidates,
  profiles: readonly SimilarityProfile[],
  decided: ReadonlyMap<string, Home>,
): void {
  const byId = new Map(profiles.map((profile) => [profile.finding.fingerprint, profile]));
  for (const [fingerprint, home] of decided) {
    const profile = byId.get(fingerprint);
    if (profile) assignTo(candidates, profile, home);
  }
}

function assignTo(candidates: StoryCandidates, profile: SimilarityProfile, home: Home): void {
  const { id } = home;
  const { finding, article } = profile;
  if (!candidates.records.get(id)) beginStory(candidates, id, profile);
  candidates.assigned.set(finding.fingerprint, home);
  addArticle(candidates, id, profile);
  addToStory(candidates.open, id, article);
  renameStory(candidates, id, finding.title);
}

/** The story that has the finding already: another watch of the space has found it. */
function storyWith(candidates: StoryCandidates, profile: SimilarityProfile): Home | undefined {
  const { fingerprint } = profile.finding;
  const id = comparedWith(candidates, profile).find((one) => lists(candidates, { id: one, fingerprint }));
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
  const open = openStoriesNear(candidates, profile).filter((id) => isRemembered(candidates, id));
  return [...new Set([...storiesNear(candidates, profile), ...open])];
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

/** The odds of an article for each story, none above the most. */
function bestOdds({ open }: StoryCandidates, article: Article): Map<string, number> {
  const likely = likelyStories(open, article, { least: ODDS.least, most: Infinity });
  return new Map(likely.map(({ id, odds }) => [id, Math.min(odds, ODDS.most)]));
}
