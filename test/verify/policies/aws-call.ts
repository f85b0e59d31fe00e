/** One request to AWS, as it was sent. */
export interface AwsCall {
  /** The name that the signature gives the service: `dynamodb`, `sqs`. */
  service: string;
  method: string;
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** What a call is called in messages: `dynamodb PutItem`, `s3 GET /bucket/key`. */
export function nameOfCall({ service, method, url, headers, body }: AwsCall): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return `${service} ${target.split('.').at(-1)}`;
  const action = service === 'sns' ? new URLSearchParams(body).get('Action') : undefined;
  return action ? `${service} ${action}` : `${service} ${method} ${url.split('?')[0]}`;
}

/** The account and the region whose ARNs a call names. */
export interface Place {
  account: string;
  region: string;
}
