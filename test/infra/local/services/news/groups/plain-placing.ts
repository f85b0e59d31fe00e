import {
  MOST_WORDS,
  NEAR_COPY,
  type Signature,
  similarity,
} from '../../../../../../shared/domain/stories/similarity.ts';
import { DAY, type Instant } from '../../../../../../shared/domain/time/instant.ts';
import { bandsOf } from '../../../../../../infra/local/services/news/groups/group-stories.ts';

// How articles are placed, in the plainest form: with signatures as they are, every candidate compared in full.

interface Story {
  first: number;
  signature: Signature;
  latest: Instant;
  copies: { number: number; signature: Signature }[];
}

const SAME_STORY = 0.4;
const LOOK_BACK = 7 * DAY;
const LOOKED_AT = 32;

/**
 * Places articles in the order in which they come: the number of the first of the story, and of the first of the near
 * copies.
 */
export function plainPlacing() {
  const byKey = new Map<string, Story[]>();
  return ({ number, visibleAt, signature }: { number: number; visibleAt: Instant; signature: Signature }) => {
    const keys = bandsOf(signature);
    const candidates = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
    let story: Story = { first: number, signature, latest: visibleAt, copies: [] };
    let most = 0;
    for (const candidate of [...candidates].toReversed()) {
      const like = similarity(signature, candidate.signature);
      if (visibleAt - candidate.latest > LOOK_BACK || like < SAME_STORY || like <= most) continue;
      [story, most] = [candidate, like];
    }
    story.latest = visibleAt;
    if (most > 0) story.signature = plainlyJoined(story.signature, signature);
    for (const key of keys) {
      const others = (byKey.get(key) ?? []).filter(
        (other) => other !== story && visibleAt - other.latest <= LOOK_BACK,
      );
      byKey.set(key, [...others, story].slice(-LOOKED_AT));
    }
    const copied = story.copies
      .slice(-LOOKED_AT)
      .find((other) => similarity(signature, other.signature) >= NEAR_COPY);
    if (!copied) story.copies.push({ number, signature });
    return { story: story.first, copies: copied?.number ?? number };
  };
}

/** The signature of a story with one more article. */
export function plainlyJoined(story: Signature, article: Signature): Signature {
  const weights = new Map(story.words.map((word, at) => [word, story.weights[at] ?? 0]));
  for (const [at, word] of article.words.entries()) {
    weights.set(word, (weights.get(word) ?? 0) + (article.weights[at] ?? 0));
  }
  const kept = [...weights]
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_WORDS)
    .toSorted((a, b) => a[0] - b[0]);
  const latest = (hashes: readonly number[]) => [...new Set(hashes)].slice(-MOST_WORDS);
  return {
    words: kept.map(([word]) => word),
    weights: kept.map(([, weight]) => Math.round(weight * 1_000) / 1_000),
    names: latest([...story.names, ...article.names]),
    figures: latest([...story.figures, ...article.figures]),
    text: story.text.length > 0 ? story.text : article.text,
  };
}
