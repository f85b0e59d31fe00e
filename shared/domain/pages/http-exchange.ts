/** A request from the internet: everything in it is the sender's word. */
export interface HttpRequest {
  method: string;
  /** `/r/abc`, without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The bytes that were sent. */
  body: Uint8Array;
}

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}
