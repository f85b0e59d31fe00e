import type { FeedDocument } from './feed.ts';

/** What a server wants to be asked with, so that it can answer that nothing has changed. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** Why a feed could not be read. `busy`: the server asks for patience. `gone`: it says that the feed has ended. */
export const FEED_FAILURES = [
  'busy',
  'gone',
  'missing',
  'refused',
  'server-error',
  'unreachable',
  'private-address',
  'too-slow',
  'too-large',
  'too-many-redirects',
  'not-a-feed',
] as const;
export type FeedFailure = (typeof FEED_FAILURES)[number];

/** What a poll of a feed brought. */
export type FeedAnswer = FeedFacts &
  (
    | { status: 'read'; document: FeedDocument; validators: Validators }
    | { status: 'unchanged' }
    | { status: 'failed'; failure: FeedFailure; text: string }
  );

interface FeedFacts {
  /** Where the feed has moved for good, as its server says. */
  movedTo?: string;
  /** Milliseconds for which the answer is good, as its headers say. */
  freshFor?: number;
  /** Milliseconds for which the server wants no request. */
  retryAfter?: number;
}
