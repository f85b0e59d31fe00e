import { idOf } from '../lib/hash.ts';
import { DAY, type Instant } from '../time/instant.ts';

/**
 * What a person can order about a story: to take an article out of it, to make it one with another story, to mute it. The
 * words are stored, and are in forms.
 */
export const STORY_ORDERS = ['split', 'join', 'mute'] as const;
export type StoryOrderKind = (typeof STORY_ORDERS)[number];

/** An order of a person about the stories of one watch. It stays recorded, also when it is undone. */
export interface StoryOrder {
  kind: StoryOrderKind;
  watchId: string;
  /** The story on whose page it was given. */
  story: string;
  /** Of a split the fingerprint of the article, of a join the id of the other story. */
  about?: string;
  /** When the page with the form was opened, and when the order was undone. */
  at: Instant;
  undoneAt?: Instant;
  /**
   * The two stories that it changes, recorded before the first change: of a split the story that the article leaves and its
   * new one, of a join the one that stays and the one that goes into it.
   */
  stories?: readonly [string, string];
  /** What the holder of the lease made of it. `gone`: there is nothing to change. Absent: nothing yet. */
  result?: 'done' | 'undone' | 'gone';
  /** Of a mute, which the deliverer applies: its silence, and until when it mutes. */
  silenceId?: string;
  mutedUntil?: Instant;
  /** Grows with each write, so that nobody overwrites what he has not read. */
  revision: number;
  expiresAt: Instant;
}

/** How long orders are kept: a year and a month, as what readers do about alerts. */
const KEPT = 400 * DAY;

/** The order that is given now, in place of `was`, which somebody gave about the same before. */
export function newStoryOrder(
  given: Pick<StoryOrder, 'kind' | 'watchId' | 'story' | 'about' | 'at' | 'silenceId' | 'mutedUntil'>,
  was?: StoryOrder,
): StoryOrder {
  const revision = (was?.revision ?? 0) + 1;
  if (!was || !isStoryOrderWaiting(was)) return { ...given, revision, expiresAt: given.at + KEPT };
  // The order before is still in work: it is only not undone any more.
  const { undoneAt: _undone, ...same } = was;
  return { ...same, revision };
}

/** An order with changes, to be put in place of it. */
export function changedOrder(order: StoryOrder, changes: Partial<StoryOrder>): StoryOrder {
  return { ...order, ...changes, revision: order.revision + 1 };
}

/** What an order is about, within its watch: there is one order about the same. */
export function storyOrderKey({ kind, story, about = '' }: StoryOrder): string {
  if (kind === 'split') return `split#${about}`;
  if (kind === 'mute') return `mute#${story}`;
  return `join#${[story, about].toSorted().join('#')}`;
}

/** Whether the holder of the lease still has to carry out an order, or to take it back. */
export function isStoryOrderWaiting({ kind, undoneAt, stories, result }: StoryOrder): boolean {
  if (kind === 'mute' || result === 'gone') return false;
  return undoneAt === undefined ? result !== 'done' : stories !== undefined && result !== 'undone';
}

/** The id of the story that a split begins. It depends on the order, so that a repeat gives the same. */
export function splitStoryId({ about = '', at }: Pick<StoryOrder, 'about' | 'at'>): string {
  return idOf('story', 'split', about, String(at));
}
