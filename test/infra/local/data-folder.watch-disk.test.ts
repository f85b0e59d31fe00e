import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { watchDisk } from '../../../infra/local/data-folder.ts';

it('ends with one line when the disk becomes full, and says that nothing is lost', async () => {
  const states = [{ free: 1e12 }, { free: 1e12 }, { free: 1_000 }];
  const watched = watchDisk(tmpdir(), { every: 1, read: () => states.shift() ?? { free: 0 } });
  await expect(watched).rejects.toThrow(
    /^The disk of .* is full: 0 MB are free.* What it has accepted is saved\.$/,
  );
  expect(states).toEqual([]);
});
