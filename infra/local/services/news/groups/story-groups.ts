import { setImmediate as nextTurn } from 'node:timers/promises';
import { copyKeysOf } from '../../../../../shared/domain/stories/similarity-profile.ts';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import {
  joinedSignature,
  similarity,
  NEAR_COPY,
  type Signature,
} from '../../../../../shared/domain/stories/similarity.ts';
import type { Entry } from '../library/entry.ts';
import type { Library } from '../library/library.ts';

/** An article with what it is compared by. */
interface Signed {
  entry: Entry;
  signature: Signature;
}

/** The articles of one story. */
export class Story {
  readonly entries: Entry[] = [];
  readonly copies: Copies[] = [];
  signature: Signature;
  latest: Instant;
  readonly #first: Entry;

  constructor({ entry, signature }: Signed) {
    this.#first = entry;
    this.signature = signature;
    this.latest = entry.visibleAt;
  }

  /** Stable: made from the article that was visible first. */
  get id(): string {
    return idOf('story', this.#first.id);
  }
}

/** Articles that are near copies of the first of them. */
export class Copies {
  readonly signature: Signature;
  readonly #first: Entry;

  constructor({ entry, signature }: Signed) {
    this.#first = entry;
    this.signature = signature;
  }

  /** Stable: made from the article that was visible first. Making it takes 10 µs. */
  get id(): string {
    return idOf('copies', this.#first.id);
  }
}

/** Where an article belongs. */
export interface Membership {
  story: Story;
  copies: Copies;
}

/** The stories of a library. Working them out takes about 200 µs an article. */
export interface StoryGroups {
  /** Places all articles that are visible by `now`, until `signal` fires; lets other requests in between. */
  carryOn(now: Instant, signal?: AbortSignal): Promise<void>;
  /** Where an article belongs, if it has been placed. */
  membershipOf(entry: Entry): Membership | undefined;
}

/** From this likeness on an article belongs to a group; few words in common are enough for what is similar. */
const SAME_STORY = 0.4;

/** An article is compared with the articles of this long before it (news service, near copies). */
const LOOK_BACK = 7 * DAY;

/** Of the stories that share a band, and of the copies in a story, only this many of the latest are compared. */
const LOOKED_AT = 32;

/** So many articles, about 20 ms of work, are placed before others get a turn. */
const TURN = 100;

/** Groups articles in the order in which they become visible, so that later ones never change the groups of earlier. */
export function openStoryGroups({
  entries,
  signatures,
}: Pick<Library, 'entries' | 'signatures'>): StoryGroups {
  const members: Membership[] = [];
  const byBand = new Map<string, Story[]>();
  const next = (now: Instant) => {
    const entry = entries[members.length];
    return entry && entry.visibleAt <= now ? entry : undefined;
  };
  return {
    async carryOn(now, signal) {
      for (let entry = next(now); entry; entry = next(now)) {
        if (signal?.aborted) return;
        members.push(place({ entry, signature: signatures.of(entry) }, byBand));
        if (members.length % TURN === 0) await nextTurn();
      }
    },
    membershipOf: (entry) => members[entry.row - 1],
  };
}

function place(signed: Signed, byBand: Map<string, Story[]>): Membership {
  const { entry, signature } = signed;
  const bands = copyKeysOf(signature);
  const candidates = new Set(bands.flatMap((band) => byBand.get(band) ?? []));
  const story = mostLike([...candidates], signed) ?? new Story(signed);
  story.entries.push(entry);
  story.latest = entry.visibleAt;
  if (story.entries.length > 1) story.signature = joinedSignature(story.signature, signature);
  for (const band of bands) {
    const known = byBand.get(band);
    if (known) keepLatest(known, story);
    else byBand.set(band, [story]);
  }
  return { story, copies: copiesIn(story, signed) };
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
function mostLike(stories: readonly Story[], { entry, signature }: Signed): Story | undefined {
  let best: Story | undefined;
  let most = 0;
  for (const story of stories.toReversed()) {
    if (entry.visibleAt - story.latest > LOOK_BACK) continue;
    const like = similarity(signature, story.signature, Math.max(most, SAME_STORY));
    if (like >= SAME_STORY && like > most) [best, most] = [story, like];
    if (most === 1) break;
  }
  return best;
}

function copiesIn(story: Story, signed: Signed): Copies {
  const known = story.copies
    .slice(-LOOKED_AT)
    .find(({ signature }) => similarity(signed.signature, signature, NEAR_COPY) >= NEAR_COPY);
  if (known) return known;
  const copies = new Copies(signed);
  story.copies.push(copies);
  return copies;
}
