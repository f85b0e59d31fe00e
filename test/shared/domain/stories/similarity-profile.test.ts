import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysAround, copyKeysOf, dayKeysOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import { NOON } from '../../../ports/examples.ts';

const TITLE = 'Acme Corp to cut 1,200 jobs in Chicago';
const TEXT = Array.from({ length: 200 }, (_, at) => `report${(at * 7919) % 1009}`).join(' ');
const share = (a: readonly string[], b: readonly string[]) => a.some((key) => b.includes(key));
const meet = (a: [string, string?], b: [string, string?]) =>
  share(copyKeysOf(signatureOf(...a)), copyKeysOf(signatureOf(...b)));

describe('similarity keys of copies', () => {
  it('bring near copies together', () => {
    expect(meet([TITLE], [`UPDATE 1-${TITLE}`])).toBe(true);
    expect(meet(['Something else altogether', TEXT], [TITLE, TEXT])).toBe(true);
    expect(meet(['Bank!'], ['bank'])).toBe(true);
  });

  it('keep strangers apart', () => {
    expect(meet(['Heavy rain floods streets'], ['Researchers store solar power'])).toBe(false);
  });
});

describe('similarity keys of a day', () => {
  const keys = (title: string, at: number) => dayKeysOf(signatureOf(title), at);

  it('are shared by titles with a common heavy word on that day', () => {
    expect(share(keys('Titanfall sells out', NOON), keys('Fans queue for Titanfall', NOON + HOUR))).toBe(
      true,
    );
    expect(share(keys('Titanfall sells out', NOON), keys('Fans queue for Titanfall', NOON + DAY))).toBe(
      false,
    );
  });

  it('are found from the days before and after', () => {
    const near = keysAround(signatureOf('Fans queue for Titanfall'), NOON);
    for (const days of [-1, 1])
      expect(share(keys('Titanfall sells out', NOON + days * DAY), near)).toBe(true);
    expect(share(keys('Titanfall sells out', NOON + 2 * DAY), near)).toBe(false);
  });
});

it('similarity keys are few and plain, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const signature = signatureOf(title, TEXT);
      const keys = [...copyKeysOf(signature), ...dayKeysOf(signature, NOON)];
      expect(keys.length).toBeLessThanOrEqual(8);
      for (const key of keys) expect(key).toMatch(/^[a-z0-9-]{2,24}$/);
    }),
  );
});
