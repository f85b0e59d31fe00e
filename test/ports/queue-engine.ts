import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';

/** The embedded engine of queues and buckets. */
export async function openQueueEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-queues-'));
  const engine = await startQueueEngine(folder);
  const close = async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  };
  return { engine, close };
}
