import type { Dispatcher } from 'undici';
import type { Service } from '../../domain/lib/errors.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import type { CallOptions } from './call-options.ts';
import type { Endpoint, Parcel } from './endpoint.ts';
import type { Reader } from './reader.ts';

/** One call: what is asked, what goes with it, and how the answer is read. */
export interface Call<T> extends Parcel {
  endpoint: Endpoint;
  read: Reader<T>;
}

/** The base of the typed clients: addresses, key, time limits, retries and errors of one service. */
export interface HttpClient {
  /**
   * Sends a request until it has a usable answer, as the endpoint's policy allows, and reads it.
   * @throws UpstreamError of the last try; the reason of `options.signal` when that ended the call; whatever the
   * provider of the key throws.
   */
  call<T>(call: Call<T>, options?: CallOptions): Promise<T>;
  /** Ends the connections once the calls that still run have their answers. */
  close(): Promise<void>;
}

/** What a client of one service is made of. */
export interface HttpClientSettings {
  service: Service;
  /** With every leading part of the path: `https://news.example/api`. */
  baseUrl: string;
  /** The header that carries the key. */
  keyHeader: string;
  /** Asked before each try, so that a changed key is used at once; it should remember what it read. */
  key: () => Promise<string>;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  clock: Clock;
  /** 0 up to but not including 1, as `Math.random`: spreads our own waits. */
  random: () => number;
  dispatcher: Dispatcher;
  /** The largest answer, packed or unpacked, in bytes. */
  bodyLimit: number;
  /** No more requests than this start in a second. Left out: unlimited. */
  perSecond?: number;
}
