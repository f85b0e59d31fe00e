import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import {
  joinedSignature,
  similarity,
  NEAR_COPY,
  type Signature,
} from '../../../../../shared/domain/stories/similarity.ts';

/** An article with what it is compared by. */
export interface Signed {
  number: number;
  visibleAt: Instant;
  signature: Signature;
  /** The numbers of the keys that it may share with its copies. */
  bands: readonly number[];
}

/** Where an article belongs: the numbers of the first article of its story, and of the first one that it is a near copy of. */
export interface Place {
  story: number;
  copies: number;
}

/** The articles of one story. */
interface Story {
  first: number;
  signature: Signature;
  latest: Instant;
  /** The first article of each group of near copies. */
  copies: Signed[];
}

/** From this likeness on an article belongs to a group; few words in common are enough for what is similar. */
const SAME_STORY = 0.4;

/** An article is compared with the articles of this long before it (news service, near copies). */
const LOOK_BACK = 7 * DAY;

/** Of the stories that share a band, and of the copies in a story, only this many of the latest are compared. */
const LOOKED_AT = 32;

/** Groups articles, which come in the order in which they become visible, so that later ones never change the groups of earlier. */
export function openPlacing(): (article: Signed) => Place {
  const byBand: Story[][] = [];
  return (article) => place(article, byBand);
}

function storyOf({ number, signature, visibleAt }: Signed): Story {
  return { first: number, signature, latest: visibleAt, copies: [] };
}

function place(signed: Signed, byBand: Story[][]): Place {
  const { signature, visibleAt, bands } = signed;
  const candidates: Story[] = [];
  for (const band of bands) {
    for (const story of byBand[band] ?? []) if (!candidates.includes(story)) candidates.push(story);
  }
  const story = mostLike(candidates, signed) ?? storyOf(signed);
  story.latest = visibleAt;
  if (story.first !== signed.number) story.signature = joinedSignature(story.signature, signature);
  for (const band of bands) {
    const known = byBand[band];
    if (known) keepLatest(known, story);
    else byBand[band] = [story];
  }
  return { story: story.first, copies: copiesIn(story, signed) };
}

/** Puts a story at the end of those of a band, and takes out those that no article joins any more. */
function keepLatest(known: Story[], story: Story): void {
  let kept = 0;
  for (const other of known) {
    if (other === story || story.latest - other.latest > LOOK_BACK) continue;
    known[kept] = other;
    kept += 1;
  }
  known[kept] = story;
  known.length = kept + 1;
  if (known.length > LOOKED_AT) known.shift();
}

/** The story that an article is most like; of equal ones the last. */
function mostLike(stories: readonly Story[], { visibleAt, signature }: Signed): Story | undefined {
  let best: Story | undefined;
  let most = 0;
  for (const story of stories.toReversed()) {
    if (visibleAt - story.latest > LOOK_BACK) continue;
    const like = similarity(signature, story.signature, Math.max(most, SAME_STORY));
    if (like >= SAME_STORY && like > most) [best, most] = [story, like];
    if (most === 1) break;
  }
  return best;
}

function copiesIn(story: Story, signed: Signed): number {
  const known = story.copies
    .slice(-LOOKED_AT)
    .find(({ signature }) => similarity(signed.signature, signature, NEAR_COPY) >= NEAR_COPY);
  if (known) return known.number;
  story.copies.push(signed);
  return signed.number;
}
