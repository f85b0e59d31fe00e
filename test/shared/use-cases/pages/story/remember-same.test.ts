import { expect, it } from 'vitest';
import type { SameStory } from '../../../../../shared/domain/stories/same-stories.ts';

it('finds the pairs of a list once while it is in one state, and again in another', async () => {
  const same = rememberSame();
  const found: string[] = [];
  const ask = (list: string, state: string) =>
    same.of(list, state, async (): Promise<SameStory[]> => {
      found.push(`${list} ${state}`);
      return [[list, state]];
    });
  expect(await ask('monday', '1')).toEqual([['monday', '1']]);
  expect(await ask('monday', '1')).toEqual([['monday', '1']]);
  expect(await ask('tuesday', '1')).toEqual([['tuesday', '1']]);
  expect(await ask('monday', '2')).toEqual([['monday', '2']]);
  expect(found).toEqual(['monday 1', 'tuesday 1', 'monday 2']);
});

it('keeps nothing of a try that failed', async () => {
  const same = rememberSame();
  await expect(same.of('monday', '1', () => Promise.reject(new Error('throttled')))).rejects.toThrow(
    'throttled',
  );
  expect(await same.of('monday', '1', async () => [['a', 'b']])).toEqual([['a', 'b']]);
});

it('keeps a thousand lists at most', async () => {
  const same = rememberSame();
  let found = 0;
  const ask = (list: number) =>
    same.of(`${list}`, '', async () => {
      found += 1;
      return [];
    });
  for (let list = 0; list <= 1_000; list += 1) await ask(list);
  await ask(1_000);
  expect(found).toBe(1_001);
  await ask(0);
  expect(found).toBe(1_002);
});
