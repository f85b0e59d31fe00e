import { expect, it } from 'vitest';
import { placeWhileQuiet } from '../../../../../../infra/local/services/news/groups/place-while-quiet.ts';

/** Groups that count how often they are asked for, and a delay whose end the test decides. */
function quiet({ fails = false } = {}) {
  const seen = { placed: 0, refreshed: 0, closed: 0 };
  let over = (): void => undefined;
  const placed = async () => {
    seen.placed += 1;
    if (fails) throw new Error('no memory');
  };
  const work = placeWhileQuiet({ placed }, (begin) => {
    over = begin;
    return { refresh: () => (seen.refreshed += 1), close: () => (seen.closed += 1) };
  });
  return { seen, work, over: () => over() };
}

it('places the articles after a quiet time, which begins again when somebody asks', () => {
  const { seen, work, over } = quiet();
  work.asked();
  expect(seen).toEqual({ placed: 0, refreshed: 1, closed: 0 });
  over();
  work.asked();
  expect(seen).toEqual({ placed: 1, refreshed: 1, closed: 0 });
  work.stop();
  expect(seen.closed).toBe(1);
});

it('leaves an error to who asks for near copies', async () => {
  const { seen, over } = quiet({ fails: true });
  over();
  await new Promise(setImmediate);
  expect(seen.placed).toBe(1);
});
