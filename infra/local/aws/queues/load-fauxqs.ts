import { findPackageJSON } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { BuildAppOptions } from 'fauxqs';
import * as z from 'zod';

export type FauxqsStores = NonNullable<BuildAppOptions['stores']>;
export type QueueStore = FauxqsStores['sqsStore'];
export type FauxqsQueue = NonNullable<ReturnType<QueueStore['getQueueByName']>>;
type Persistence = NonNullable<QueueStore['persistence']>;

/**
 * Loads the stores of fauxqs from a folder, with all that they hold. The package's own start function always listens on every
 * network interface, and gives no access to the queues. Its exported `buildApp` takes stores, but the package exports no
 * classes to make them. So these are loaded by file, from the version that is pinned.
 */
export async function loadFauxqsStores(folder: string): Promise<{ stores: FauxqsStores; close: () => void }> {
  const { SqsStore } = await load('sqs/sqsStore.js', z.object({ SqsStore: classOf<QueueStore>() }));
  const { SnsStore } = await load(
    'sns/snsStore.js',
    z.object({ SnsStore: classOf<FauxqsStores['snsStore']>() }),
  );
  const { S3Store } = await load('s3/s3Store.js', z.object({ S3Store: classOf<FauxqsStores['s3Store']>() }));
  const { PersistenceManager } = await load(
    'persistence.js',
    z.object({ PersistenceManager: classOf<Persistence, [string]>() }),
  );
  const persistence = new PersistenceManager(folder);
  // It syncs each commit to the disk, and every message is three commits: two thirds of the time of a burst. Without that a killed
  // process loses nothing, a machine that loses power may.
  openedSchema.parse(persistence).db.exec('PRAGMA synchronous = NORMAL');
  // Version 2.4.1 loses a message that is made visible at once: it writes null into a column that does not allow it. The
  // row may stay as it is: whatever is in flight in the folder becomes visible at the next start.
  persistence.updateMessageReady = () => undefined;
  const stores: FauxqsStores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  stores.sqsStore.persistence = persistence;
  stores.s3Store.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
  return { stores, close: () => persistence.close() };
}

/** What the version that is pinned holds beside its types. */
const openedSchema = z.object({ db: z.instanceof(DatabaseSync) });

async function load<T>(file: string, exports: z.ZodType<T>): Promise<T> {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new Error('The package fauxqs is not installed: run npm ci');
  return exports.parse(await import(new URL(`dist/${file}`, pathToFileURL(manifest)).href));
}

function classOf<T, A extends unknown[] = []>() {
  return z.custom<new (...parts: A) => T>((value) => typeof value === 'function');
}
