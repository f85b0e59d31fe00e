import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drillOrderBody,
  extractionOrderSchema,
  runOrderBody,
  runOrderSchema,
  scheduledOrderBody,
  watchOrderSchema,
  decideOrderBody,
  decideOrderSchema,
} from '../../../shared/contracts/orders.ts';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import { type RunOrder, TRACKS } from '../../../shared/domain/watches/watch.ts';
import { NOON } from '../../ports/examples.ts';

const read = (body: string) => runOrderSchema.parse(parseJson(body));

describe('the body of a run order', () => {
  it('reads back as it was written', () => {
    const instant = fc.integer({ min: 0, max: NOON * 2 });
    const orders: fc.Arbitrary<RunOrder> = fc.record(
      {
        watchId: fc.string({ minLength: 1, unit: 'grapheme' }),
        scheduledFor: instant,
        track: fc.constantFrom(...TRACKS),
        continuation: fc.nat(),
        byHand: fc.constant(true as const),
        window: fc.record({ from: instant, to: instant }),
      },
      { requiredKeys: ['watchId', 'scheduledFor', 'track', 'continuation'] },
    );
    fc.assert(
      fc.property(orders, (order) => {
        expect(read(runOrderBody(order))).toEqual(order);
      }),
    );
  });

  it('has its times in a form that people can read in the queue', () => {
    const window = { from: NOON - DAY, to: NOON };
    const body = runOrderBody({
      watchId: 'a',
      scheduledFor: NOON,
      track: 'backfill',
      continuation: 2,
      window,
    });
    expect(JSON.parse(body)).toEqual({
      v: 1,
      watchId: 'a',
      scheduledFor: '2026-11-20T12:00:00.000Z',
      track: 'backfill',
      continuation: 2,
      window: { from: '2026-11-19T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' },
    });
  });

  it('of a schedule is complete once the scheduler has put its slot in', () => {
    const filled = scheduledOrderBody('acme-news').replace(
      '<aws.scheduler.scheduled-time>',
      '2026-11-20T12:00:00Z',
    );
    expect(read(filled)).toEqual({
      watchId: 'acme-news',
      scheduledFor: NOON,
      track: 'live',
      continuation: 0,
    });
  });

  it.each([
    ['no JSON', 'acme-news'],
    ['no watch', '{"v":1,"watchId":"","scheduledFor":"2026-11-20T12:00:00Z"}'],
    ['a time without zone', '{"v":1,"watchId":"a","scheduledFor":"2026-11-20T12:00:00"}'],
    [
      'half a window',
      '{"v":1,"watchId":"a","scheduledFor":"2026-11-20T12:00:00Z","window":{"from":"2026-11-20T12:00:00Z"}}',
    ],
  ])('with %s is refused', (_name, body) => {
    expect(runOrderSchema.safeParse(parseJson(body)).success).toBe(false);
  });
});

describe('a message of a runs queue', () => {
  const readAny = (body: string) => watchOrderSchema.parse(parseJson(body));

  it('may begin a drill, and reads back as it was written', () => {
    const drill = { id: 'ab12CD34ef', channels: ['press-team'], sms: false, orderedAt: NOON };
    expect(readAny(drillOrderBody(drill))).toEqual({ kind: 'drill', ...drill });
  });
});

describe('what the workflow calls its functions with', () => {
  it.each([
    [
      { Error: 'TypeError', Cause: '{"errorType":"TypeError","errorMessage":"x is not a function"}' },
      'TypeError: x is not a function',
    ],
    [{ Error: 'States.Timeout', Cause: 'plain words' }, 'States.Timeout: plain words'],
    [{ Error: 'States.Timeout' }, 'States.Timeout: '],
    [{}, 'States.Unknown: '],
  ])('says why a step failed: %j', (failure, text) => {
    expect(extractionOrderSchema.parse({ jobId: 'abc', failure }).failure).toBe(text);
  });
});

it('an order to decide names its space, and reads back as it was written', () => {
  const order = { space: 'brand.acme.normal', waits: 3 };
  expect(decideOrderSchema.parse(parseJson(decideOrderBody(order)))).toEqual(order);
});

it.each([
  ['a newer version', '{"v":2,"space":"watch.a","waits":0}'],
  ['no space', '{"v":1,"space":"","waits":0}'],
  ['no number of waits', '{"v":1,"space":"watch.a"}'],
])('with %s it is refused', (_name, body) => {
  expect(decideOrderSchema.safeParse(parseJson(body)).success).toBe(false);
});
