import { S3Client } from '@aws-sdk/client-s3';
import type { RawStore } from '../../use-cases/ports/findings.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { s3RawStore } from './s3-raw-store.ts';

/** The raw store with a client of its own. */
export function openRawStore(bucket: string): RawStore {
  return s3RawStore(new S3Client(boundedRequests()), bucket);
}
