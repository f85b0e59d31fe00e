import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWatches, WatchesRefused } from '../../../infra/watches-file/compile-watches.ts';

describe('readWatches', () => {
  it('stops a deployment of a wrong file, and says where it is wrong', async () => {
    const wrong = join('test', 'infra', 'fixtures', 'wrong-watches.yaml');
    await expect(readWatches(wrong)).rejects.toThrow(WatchesRefused);
    await expect(readWatches(wrong)).rejects.toThrow(/wrong-watches\.yaml:\d+:\d+: error: /);
  });
});
