import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { RawStore } from '../../shared/use-cases/ports/findings.ts';

/** The raw store, whose client of S3 is loaded with the first finding that has raw JSON. */
export function lateRawStore(bucket: string): RawStore {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/s3/open-raw-store.ts')).openRawStore(bucket),
  );
  return { put: async (...given) => (await open()).put(...given) };
}
