/** Texts by name. */
export type Fields = Readonly<Record<string, string>>;

/** A request from the internet. Nothing in it can be trusted. */
export interface HttpRequest {
  method: string;
  /** `/r/abc`, without the query. */
  path: string;
  query: Fields;
  /** Names in lower case. */
  headers: Fields;
  body: Uint8Array;
}

/** The answer to a request. */
export interface HttpAnswer {
  status: number;
  headers: Fields;
  /** Cookies to set, each with its attributes. */
  cookies?: readonly string[];
  body: string;
  /** The body is a file in Base64. */
  isBase64Encoded?: true;
}

/** Where Slack sends what people press: the "Request URL" of the interactivity of the app. */
export const SLACK_PATH = '/slack/actions';
/** Where PagerDuty sends what people do with incidents: the address of a webhook subscription (V3). */
export const PAGERDUTY_PATH = '/pagerduty/webhook';
