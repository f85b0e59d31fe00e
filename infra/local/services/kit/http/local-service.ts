import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Service } from '../../../../../shared/domain/lib/errors.ts';
import type { RequestFault } from '../faults/fault-rules.ts';
import type { Caller, KeyRule } from '../plan/keys.ts';
import type { UsageLimits } from '../plan/usage.ts';
import type { ErrorShape } from './refusal.ts';

/**
 * One upstream service on this machine. The host listens, checks keys, counts calls, plays faults and words errors; the
 * service only answers.
 */
export interface LocalService {
  name: Service;
  /** The path of the service on the common port: `/news`. The routes of its app are written without it. */
  prefix: string;
  app: ServiceApp;
  keys: KeyRule;
  errors: ErrorShape;
  limits: UsageLimits;
  /**
   * Other paths on the common port under which its paths are served as well, such as `/news/api` for `/news`: clients that
   * others wrote append a fixed path to the address.
   */
  aliases?: Readonly<Record<string, string>>;
  /** Paths that need no key (liveness). Their calls are not counted. */
  openPaths?: readonly string[];
  /** Paths whose calls neither count against the plan nor are refused for it (subscription). */
  uncountedPaths?: readonly string[];
  /** Ends the timers and deliveries of the service. The host has stopped listening by then. */
  close?(): Promise<void>;
}

/**
 * The routes of a service. A handler throws `RequestRefused` to end a call with an error of the service; any other
 * exception becomes a 500 in the service's shape and a line on stderr.
 */
export type ServiceApp = Hono<ServiceEnv>;

/** One call of a service, as its handler gets it. */
export type Call = Context<ServiceEnv>;

export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Undefined for a path of no service. */
    service: LocalService | undefined;
    /** What goes wrong with this call. */
    fault: RequestFault | undefined;
    /** Who calls. At an open path the key is empty. */
    caller: Caller;
    /** Reads the whole body, once. @throws RequestRefused 413 above the limit, 400 when the caller broke off. */
    body: () => Promise<Buffer>;
  };
}
