import type { MessageView } from '../message/message-view.ts';

/** A message in the form of a transport. */
export interface Form {
  /** What the transport gets, as one text: JSON or HTML. */
  body: string;
  /** How many of its first stories it lists. */
  listed: number;
}

/** Makes the form of a message. */
export type FormOf = (view: MessageView) => Form;
