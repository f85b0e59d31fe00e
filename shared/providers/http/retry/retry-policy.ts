import { SECOND } from '../../../domain/time/instant.ts';

/** When a kind of operation is repeated, and how long it may take. All times are in milliseconds. */
export interface RetryPolicy {
  /** The most requests, including the first. */
  tries: number;
  /**
   * `always`: a repeat changes nothing, so it follows resets, cut bodies, 5xx and 429. `unsent`: a repeat could act
   * twice, so it follows only when the service certainly accepted nothing: no connection, or a 429.
   */
  repeat: 'always' | 'unsent';
  /** Whether a request that timed out is repeated. */
  repeatTimeouts: boolean;
  /** Whether a 429 without a wait is repeated after our own wait. Otherwise it is thrown. */
  repeatUntimedThrottle: boolean;
  /** Our own waits: a random part of `firstWait`, then of twice that, and so on up to `longestWait`. */
  firstWait: number;
  longestWait: number;
  /** The longest wait that the server may request within a call. A longer one is thrown. */
  longestServerWait: number;
  /** The limit of one try, from its start to the last byte. */
  tryLimit: number;
  /** The limit of the whole call, including waits. */
  callLimit: number;
}

/**
 * Article searches. Our waits are at most 1 + 2 = 3 s, the server's at most 2 x 20 = 40 s. The service stops after
 * 30 s, so a try gets 45 s. A search that timed out is not repeated: the run halves its window instead.
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
 * Other operations that can be repeated: reading, deleting, setting a value. Waits as above. A try gets 60 s, as in
 * public clients. A time-out is repeated, because the request cannot be made smaller.
 */
export const READING: RetryPolicy = { ...SEARCHING, repeatTimeouts: true, tryLimit: 60 * SECOND };

/**
 * Calls that act twice when repeated: submit, continue, create, trigger. Repeated only when nothing was accepted. Our waits
 * are at most 3 s, the server's 40 s. A 429 without a wait means that all job slots are busy: minutes, not seconds.
 */
export const DOING: RetryPolicy = {
  ...READING,
  repeat: 'unsent',
  repeatTimeouts: false,
  repeatUntimedThrottle: false,
};
