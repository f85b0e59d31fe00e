import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { NEAR_COPY } from '../../../../../shared/domain/stories/similarity.ts';
import { MOST_NUMBERS, type PackedSignature, type PackedSignatures } from '../library/packed-signatures.ts';
import { openJoining } from './joined-signatures.ts';
import { packedSimilarity } from './packed-similarity.ts';

/** An article that is placed. */
export interface Arrival {
  /** That of its signature. */
  number: number;
  visibleAt: Instant;
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
  signature: PackedSignature;
  /** Whether the signature is that of several articles joined, in numbers of its own. */
  isJoined: boolean;
  latest: Instant;
  /** The first article of each group of near copies. */
  copies: number[];
  /** The article that was compared with it last. */
  comparedWith: number;
}

/** From this likeness on an article belongs to a group; few words in common are enough for what is similar. */
const SAME_STORY = 0.4;

/** An article is compared with the articles of this long before it (news service, near copies). */
const LOOK_BACK = 7 * DAY;

/** Of the stories that share a band, and of the copies in a story, only this many of the latest are compared. */
const LOOKED_AT = 32;

/** Groups articles, which come in the order in which they become visible, so that later ones never change the groups of earlier. */
export function openPlacing(signatures: PackedSignatures): (arrival: Arrival) => Place {
  const byBand: Story[][] = [];
  const joined = openJoining();
  return (arrival) => {
    const { number, visibleAt, bands } = arrival;
    const signature = signatures.at(number);
    const known = mostLike(candidatesFor(arrival, byBand), { visibleAt, signature });
    const story = known ?? storyOf(arrival, signature);
    story.latest = visibleAt;
    if (known) keep(joined(known.signature, signature), known);
    for (const band of bands) {
      const others = byBand[band];
      if (others) keepLatest(others, story);
      else byBand[band] = [story];
    }
    const isCopy = (other: number) =>
      packedSimilarity(signature, signatures.at(other), NEAR_COPY) >= NEAR_COPY;
    const copied = story.copies.slice(-LOOKED_AT).find(isCopy);
    if (copied === undefined) story.copies.push(number);
    return { story: story.first, copies: copied ?? number };
  };
}

function storyOf({ number, visibleAt }: Arrival, signature: PackedSignature): Story {
  return { first: number, signature, isJoined: false, latest: visibleAt, copies: [], comparedWith: number };
}

/** The stories that share a band with an article, each once. */
function candidatesFor({ number, bands }: Arrival, byBand: readonly Story[][]): Story[] {
  const candidates: Story[] = [];
  for (const band of bands) {
    for (const story of byBand[band] ?? []) {
      if (story.comparedWith === number) continue;
      story.comparedWith = number;
      candidates.push(story);
    }
  }
  return candidates;
}

/** The story that an article is most like; of equal ones the last. */
function mostLike(
  stories: readonly Story[],
  { visibleAt, signature }: { visibleAt: Instant; signature: PackedSignature },
): Story | undefined {
  let best: Story | undefined;
  let most = 0;
  for (const story of stories.toReversed()) {
    if (visibleAt - story.latest > LOOK_BACK) continue;
    const like = packedSimilarity(signature, story.signature, Math.max(most, SAME_STORY));
    if (like >= SAME_STORY && like > most) [best, most] = [story, like];
    if (most === 1) break;
  }
  return best;
}

/** Gives a story its signature, in numbers of its own. */
function keep(signature: PackedSignature, story: Story): void {
  if (!story.isJoined) story.signature = { numbers: new Uint32Array(MOST_NUMBERS), at: 0 };
  story.isJoined = true;
  story.signature.numbers.set(signature.numbers);
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
