import { describe, expect, it } from 'vitest';
import { killAndRestart } from './kill-and-restart.ts';

describe('a stack that is killed in the middle of a run', () => {
  it('has lost nothing when it has worked to its end', async () => {
    const count = 150;
    const kills = 2;
    const aftermath = await killAndRestart({ count, kills, random: Math.random, longest: 2_000 });
    expect(aftermath).toMatchObject({ kills, stored: count, told: count, accepted: count, pending: 0 });
    expect(aftermath.mostRepeats).toBeLessThanOrEqual(2);
  });
});
