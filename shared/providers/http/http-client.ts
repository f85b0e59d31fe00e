import type { Dispatcher } from 'undici';
import type { Service } from '../../domain/lib/errors.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import type { CallOptions } from './call-options.ts';
import type { Endpoint, Parcel } from './endpoint.ts';
import type { Reader } from './reader.ts';

/** One call: its endpoint, its content, and how its answer is read. */
export interface Call<T> extends Parcel {
  endpoint: Endpoint;
  read: Reader<T>;
}

/** The base of the typed clients: address, key, time limits, retries and errors of one service. */
export interface HttpClient {
  /**
   * Sends a request until it has a usable answer, as far as the endpoint's retry policy allows, and reads the answer.
   * @throws UpstreamError of the last try; the reason of `options.signal` when it ended the call; the errors of the
   * function that reads the key.
   */
  call<T>(call: Call<T>, options?: CallOptions): Promise<T>;
  /** Closes the connections when the running calls have their answers. */
  close(): Promise<void>;
}

/** The settings of the HTTP client of one service. */
export interface HttpClientSettings {
  service: Service;
  /** With the prefix of all paths: `https://news.example/api`. */
  baseUrl: string;
  /** The header that carries the key. */
  keyHeader: string;
  /** Called before each try, so that a changed key is used at once. It should cache the key. */
  key: () => Promise<string>;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  clock: Clock;
  /** At least 0 and less than 1, as `Math.random`. It varies our own waits. */
  random: () => number;
  dispatcher: Dispatcher;
  /** The largest answer, compressed or not, in bytes. */
  bodyLimit: number;
  /** The most requests that start per second. Default: unlimited. */
  perSecond?: number;
}
