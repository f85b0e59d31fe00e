import { expect, it } from 'vitest';
import { openLoadLine } from '../../../../../infra/local/aws/functions/load-line.ts';

/** A line for one thread at a time: what has started, and how to end what loads. */
function openLine() {
  const line = openLoadLine(1);
  const started: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = (name: string, isFirst: boolean) =>
    line.ask({
      isFirst,
      start: () => {
        started.push(name);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        return end.promise;
      },
    });
  const endOne = async (fails = false) => {
    if (fails) ends.shift()?.reject(new Error('broken'));
    else ends.shift()?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, ask, endOne };
}

it('loads one thread after another, and functions without a thread before those that want one more', async () => {
  const { started, ask, endOne } = openLine();
  ask('runs', true);
  ask('runs again', false);
  ask('alerts', true);
  ask('pages', true);
  expect(started).toEqual(['runs']);
  for (let loaded = 0; loaded < 3; loaded += 1) await endOne();
  expect(started).toEqual(['runs', 'alerts', 'pages', 'runs again']);
});

it('goes on when a thread cannot load, and leaves out what has left the line', async () => {
  const { started, ask, endOne } = openLine();
  ask('broken', true);
  const left = ask('left', true);
  ask('next', true);
  left.leave();
  await endOne(true);
  expect(started).toEqual(['broken', 'next']);
});
