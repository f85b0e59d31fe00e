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
 * user of the machine and any page in a browser can reach their ports. Threads and other processes get them from this
 * one.
 */
export const localCredentials: { region: string; credentials: LocalCredentials } = {
  region: REGION,
  credentials: {
    accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('hex'),
  },
};

/**
 * Whether a request comes from a client with the credentials of this stack. Its key id is as secret as the key here: so
 * no signature is checked.
 */
export function isFromOwnClient({ authorization }: { authorization?: string | undefined }): boolean {
  return authorization?.includes(`Credential=${localCredentials.credentials.accessKeyId}/`) === true;
}

export interface EngineAddress {
  /** `http://127.0.0.1:PORT` */
  url: string;
}

/** `arn:aws:sqs:eu-west-1:000000000000:runs` */
export function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
}
