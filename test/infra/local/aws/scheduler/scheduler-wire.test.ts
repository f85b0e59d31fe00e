import { expect, it } from 'vitest';
import { countRequests } from '../../../../../infra/local/aws/scheduler/scheduler-wire.ts';

it('takes 250 requests of a kind in a second and 50 lists, and refuses more until the second is over', () => {
  let now = 5_000;
  const count = countRequests(undefined, () => now);
  const send = (kind: string, times: number) => {
    for (let n = 0; n < times; n += 1) count(kind);
  };
  send('POST', 250);
  send('GET', 250);
  send('list', 50);
  now = 5_999;
  for (const kind of ['POST', 'GET', 'list']) expect(() => count(kind)).toThrow('Rate exceeded');
  now = 6_000;
  send('POST', 250);
  expect(() => count('POST')).toThrow('Rate exceeded');
});
