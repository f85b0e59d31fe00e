import { idOf } from '../lib/hash.ts';
import { DAY, type Instant } from '../time/instant.ts';

/**
 * What a person can order about a story: to take an article out of it, to mute it. The words are stored, and are in
 * forms.
 */
export const STORY_ORDERS = ['split', 'mute'] as const;
export type StoryOrderKind = (typeof STORY_ORDERS)[number];

/** An order of a person about a story. It stays recorded, also when it is undone. */
export interface StoryOrder {
  kind: StoryOrderKind;
  space: string;
  /** What it is about, within its space: there is one order about the same. */
  key: string;
  /** The story on whose page it was given. */
  story: string;
  /** Of a split: the fingerprint of the article, and the story that it gets. */
  article?: string;
  made?: string;
  /** When the page with the form was opened, and when the order was undone. */
  at: Instant;
  undoneAt?: Instant;
  /** What the holder of the lease of the space made of it. `gone`: there is nothing to change. Absent: nothing yet. */
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

/** What a person has given an order about. */
type Given = Pick<StoryOrder, 'kind' | 'space' | 'story' | 'article' | 'at' | 'silenceId' | 'mutedUntil'>;

/** The order that is given now, in place of `was`, which somebody gave about the same before. */
export function newStoryOrder(given: Given, was?: StoryOrder): StoryOrder {
  const revision = (was?.revision ?? 0) + 1;
  if (was && isStoryOrderWaiting(was)) {
    // The order before is still in work: it is only not undone any more, however far that has come.
    const { undoneAt: _undone, result: _result, ...same } = was;
    return { ...same, revision };
  }
  const { article, at } = given;
  const made = article === undefined ? {} : { made: idOf('story', 'split', article, String(at)) };
  return { ...given, ...made, key: storyOrderKey(given), revision, expiresAt: at + KEPT };
}

/** An order with changes, to be put in place of it. */
export function changedOrder(order: StoryOrder, changes: Partial<StoryOrder>): StoryOrder {
  return { ...order, ...changes, revision: order.revision + 1 };
}

/** What an order is about. */
export function storyOrderKey({
  kind,
  story,
  article,
}: Pick<StoryOrder, 'kind' | 'story' | 'article'>): string {
  return article === undefined ? `${kind}#${story}` : `${kind}#${article}`;
}

/**
 * Whether the holder of the lease still has to carry out an order, or to take it back: also where it was undone before
 * a result was recorded, since it may be carried out in part.
 */
export function isStoryOrderWaiting({ kind, undoneAt, result }: StoryOrder): boolean {
  if (kind === 'mute' || result === 'gone') return false;
  return result !== (undoneAt === undefined ? 'done' : 'undone');
}
