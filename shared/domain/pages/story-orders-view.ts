import type { StoryOrder, StoryOrderKind } from '../stories/story-order.ts';

/** What a form of the page of a story came to. */
export type StoryNotice =
  | { is: 'given'; kind: StoryOrderKind }
  | { is: 'undone'; kind: StoryOrderKind }
  /** The text names no story that is stored. */
  | { is: 'unknown-story' }
  | { is: 'same-story' }
  | { is: 'other-brand' }
  /** Another person was faster: the article is not in the story any more, or the order is not in force. */
  | { is: 'changed-meanwhile' };

/** An order as the page lists it: once, also where several watches have it. */
export interface GivenOrder {
  order: StoryOrder;
  /** Of a split: the title of the article, if it is stored. News text. */
  title?: string;
  /** Whether it waits for a watch. */
  waits: boolean;
}

/** What a person can order about a story, and what people have ordered. */
export interface StoryOrdersView {
  /** The token of the forms of each kind, and of those that undo one. */
  tokens: Readonly<Record<StoryOrderKind | 'undo', string>>;
  /** The latest first. */
  given: readonly GivenOrder[];
  /** Whether it is muted now. */
  muted: boolean;
  notice?: StoryNotice;
}

/** What names an order in a form: one person's order may be an order of several watches. */
export function orderName({ kind, about = '', at }: StoryOrder): string {
  return kind === 'split' ? `split ${at} ${about}` : `${kind} ${at}`;
}
