/** A request from the internet. Nothing in it can be trusted. */
export interface HttpRequest {
  method: string;
  /** `/r/abc`, without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** The answer to a request. */
export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Cookies to set, each with its attributes. */
  cookies?: readonly string[];
  body: string;
  /** The body is a file in Base64. */
  isBase64Encoded?: true;
}
