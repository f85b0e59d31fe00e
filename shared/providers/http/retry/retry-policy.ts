import { SECOND } from '../../../domain/time/instant.ts';

/** When a kind of operation is sent again, and how long it may take. All times are in milliseconds. */
export interface RetryPolicy {
  /** Requests at most, the first included. */
  tries: number;
  /**
   * `always`: asking twice changes nothing, so resets, cut bodies, 5xx and 429 are asked again. `unsent`: it would be
   * done twice, so it is sent again only when it is certain that the service took nothing: no connection, or a 429.
   */
  repeat: 'always' | 'unsent';
  /** Whether a question that ran out of time is asked again as it is. */
  repeatTimeouts: boolean;
  /** Whether a 429 without a time of its own is asked again after our own wait, or handed to the caller. */
  repeatUntimedThrottle: boolean;
  /** Our own waits: a random part of `firstWait`, then of twice as much, and so on up to `longestWait`. */
  firstWait: number;
  longestWait: number;
  /** The longest wait that the server may ask for within a call; a longer one is handed to the caller. */
  longestServerWait: number;
  /** For one try, from its start to the last byte. */
  tryLimit: number;
  /** For the whole call, waits included. */
  callLimit: number;
}

/**
 * Article searches. Own waits add up to at most 1 + 2 = 3 s, the server's to at most 2 x 20 = 40 s. The service gives up after
 * 30 s, so a try gets 45 s. A search that ran out of time is not repeated: the run halves its window instead.
 */
export const SEARCHING: RetryPolicy = {
  tries: 3,
  repeat: 'always',
  repeatTimeouts: false,
  repeatUntimedThrottle: true,
  firstWait: SECOND,
  longestWait: 2 * SECOND,
  longestServerWait: 20 * SECOND,
  tryLimit: 45 * SECOND,
  callLimit: 150 * SECOND,
};

/**
 * Everything else that can be asked twice: reading, deleting, setting a value. Waits as above; a try gets 60 s, as in
 * public clients, and a time-out is repeated because there is nothing to make smaller.
 */
export const READING: RetryPolicy = { ...SEARCHING, repeatTimeouts: true, tryLimit: 60 * SECOND };

/**
 * Calls that a repeat would do twice: submit, continue, create, trigger. Sent again only when nothing was accepted; waits add
 * up to at most 3 s of our own, or 40 s named by the server. A 429 without a time means busy job slots: minutes, not seconds.
 */
export const DOING: RetryPolicy = {
  ...READING,
  repeat: 'unsent',
  repeatTimeouts: false,
  repeatUntimedThrottle: false,
};
