import { setImmediate as nextTurn } from 'node:timers/promises';
import { copyKeysOf } from '../../../../../shared/domain/stories/similarity-profile.ts';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import {
  joinedSignature,
  similarity,
  NEAR_COPY,
  type Signature,
  signatureOf,
} from '../../../../../shared/domain/stories/similarity.ts';
import { textOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';
import { headlineOfEntry } from '../library/headline-of-entry.ts';

/** The articles of one story. */
export interface Story {
  /** Stable: made from the article that was visible first. */
  id: string;
  signature: Signature;
  entries: Entry[];
  copies: Copies[];
  latest: Instant;
}

/** Articles that are near copies of the first of them. */
export interface Copies {
  /** Stable: made from the article that was visible first. */
  id: string;
  signature: Signature;
}

/** Where an article belongs. */
export interface Membership {
  story: Story;
  copies: Copies;
}

/** The stories of a library. Working them out takes about 250 µs an article. */
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
const TURN = 80;

/** Groups articles in the order in which they become visible, so that later ones never change the groups of earlier. */
export function openStoryGroups(entries: readonly Entry[]): StoryGroups {
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
        members.push(place(entry, byBand));
        if (members.length % TURN === 0) await nextTurn();
      }
    },
    membershipOf: (entry) => members[entry.row - 1],
  };
}

function place(entry: Entry, byBand: Map<string, Story[]>): Membership {
  const signature = signatureOf(headlineOfEntry(entry), textOf(entry, 'content'));
  const bands = copyKeysOf(signature);
  const candidates = new Set(bands.flatMap((band) => byBand.get(band) ?? []));
  const story = mostLike(candidates, { entry, signature }) ?? newStory(entry, signature);
  story.entries.push(entry);
  story.latest = entry.visibleAt;
  if (story.entries.length > 1) story.signature = joinedSignature(story.signature, signature);
  for (const band of bands) {
    const recent = (byBand.get(band) ?? []).filter(({ latest }) => entry.visibleAt - latest <= LOOK_BACK);
    byBand.set(band, [...recent.filter((known) => known !== story), story].slice(-LOOKED_AT));
  }
  return { story, copies: copiesIn(story, { entry, signature }) };
}

interface Signed {
  entry: Entry;
  signature: Signature;
}

function mostLike(stories: Iterable<Story>, { entry, signature }: Signed): Story | undefined {
  let best: Story | undefined;
  let least = SAME_STORY;
  for (const story of stories) {
    if (entry.visibleAt - story.latest > LOOK_BACK) continue;
    const like = similarity(signature, story.signature);
    if (like >= least) [best, least] = [story, like];
  }
  return best;
}

function newStory(entry: Entry, signature: Signature): Story {
  return {
    id: idOf('story', entry.id),
    signature,
    entries: [],
    copies: [],
    latest: entry.visibleAt,
  };
}

function copiesIn(story: Story, { entry, signature }: Signed): Copies {
  const known = story.copies
    .slice(-LOOKED_AT)
    .find((copies) => similarity(signature, copies.signature) >= NEAR_COPY);
  if (known) return known;
  const copies = { id: idOf('copies', entry.id), signature };
  story.copies.push(copies);
  return copies;
}
