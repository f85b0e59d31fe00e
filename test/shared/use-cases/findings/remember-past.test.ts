import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { rememberPast } from '../../../../shared/use-cases/findings/remember-past.ts';
import { aStoredFinding, NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';

/** Remembering findings over a store that counts how often it is asked for the past. */
function counted() {
  const store = memoryStore();
  const clock = heldClock(NOON);
  const asked: string[] = [];
  const findings = rememberPast(
    {
      ...store.findings,
      foundFrom(watchId, from, limit) {
        asked.push(watchId);
        return watchId === 'broken'
          ? Promise.reject(new Error('no'))
          : store.findings.foundFrom(watchId, from, limit);
      },
    },
    clock,
  );
  const past = (watchId: string) => findings.foundFrom(watchId, [clock.now() - HOUR], 10);
  return { store, clock, asked, past };
}

it('the past of each watch is read once in half an hour', async () => {
  const { store, clock, asked, past } = counted();
  const one = aStoredFinding(1, { watchId: 'one', foundAt: NOON - HOUR / 2 });
  await store.findings.put(one);
  expect(await past('one')).toEqual([one]);
  expect(await past('two')).toEqual([]);
  clock.at += 29 * MINUTE;
  expect(await past('one')).toEqual([one]);
  expect(asked).toEqual(['one', 'two']);
  clock.at += MINUTE;
  await past('one');
  expect(asked).toEqual(['one', 'two', 'one']);
});

it('what could not be read is read again', async () => {
  const { asked, past } = counted();
  await expect(past('broken')).rejects.toThrow('no');
  await expect(past('broken')).rejects.toThrow('no');
  expect(asked).toEqual(['broken', 'broken']);
});

it('the watch that was read longest ago is forgotten for another one', async () => {
  const { asked, past } = counted();
  for (let n = 0; n <= 30; n += 1) await past(`watch-${n}`);
  await past('watch-1');
  expect(asked).toHaveLength(31);
  await past('watch-0');
  expect(asked).toHaveLength(32);
});
