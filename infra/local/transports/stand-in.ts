import type { IncomingHttpHeaders } from 'node:http';

/** An answer that a stand-in gives. */
export interface StandInAnswer {
  status: number;
  body: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the service has the message. Default: when the status says so. */
  isTaken?: boolean;
}

/** What a request asked for, by path. */
export interface StandInRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
