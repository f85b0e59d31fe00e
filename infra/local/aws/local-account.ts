import { randomBytes } from 'node:crypto';

/** The account of the stack on this machine. */
export const ACCOUNT = '000000000000';
export const REGION = 'eu-west-1';
export const STACK_ID = '00000000-0000-0000-0000-000000000000';

/** What a request to an engine is signed with. */
export interface LocalCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Settings for every client of an engine. Each process has credentials of its own, and its engines refuse others: any
 * user of the machine can reach their ports. Threads and other processes get them from this one.
 */
export const localCredentials: { region: string; credentials: LocalCredentials } = {
  region: REGION,
  credentials: {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('hex'),
  },
};

export interface EngineAddress {
  /** `http://127.0.0.1:PORT` */
  url: string;
}

/** `arn:aws:sqs:eu-west-1:000000000000:runs` */
export function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
}
