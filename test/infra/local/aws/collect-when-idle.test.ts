import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectWhenIdle } from '../../../../infra/local/aws/collect-when-idle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('collects garbage once after five seconds of rest, and never while the thread is asked', () => {
  const collect = vi.fn<() => void>();
  const used = collectWhenIdle(collect);
  for (let step = 0; step < 10; step += 1) {
    vi.advanceTimersByTime(4_500);
    used();
  }
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
  used();
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('does nothing in a Node without the means', () => {
  collectWhenIdle(undefined)();
  expect(vi.getTimerCount()).toBe(0);
});
