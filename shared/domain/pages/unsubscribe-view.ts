/** What a page says about a recipient of mail, and what the recipient can do. */
export interface UnsubscribeView {
  /** The name of the channel. */
  channel: string;
  /** The address, masked; undefined where the channel does not name it any more. */
  address?: string;
  /** When it unsubscribed; undefined while it gets the mail of the channel. */
  unsubscribedAt?: number;
  /** The token of the form that undoes it. */
  undo?: string;
  /** What the form that was just sent did. */
  done?: 'unsubscribed' | 'undone';
  timezone: string;
}
