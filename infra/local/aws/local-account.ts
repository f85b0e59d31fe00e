/** The account of the stack on this machine. */
export const ACCOUNT = '000000000000';
export const REGION = 'eu-west-1';
export const STACK_ID = '00000000-0000-0000-0000-000000000000';

/** Settings for every client of an engine. The engines accept any signature. */
export const localCredentials = {
  region: REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;

export interface EngineAddress {
  /** `http://127.0.0.1:PORT` */
  url: string;
}

/** `arn:aws:sqs:eu-west-1:000000000000:runs` */
export function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
}
