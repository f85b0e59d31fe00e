import { describe, expect, it } from 'vitest';
import { extractionOrderSchema } from '../../../../shared/contracts/orders/extraction-order.ts';

describe('what the workflow calls its functions with', () => {
  it('names the extraction; the answer of the step before comes along', () => {
    const order = extractionOrderSchema.parse({ jobId: 'abc', next: 'poll', waitSeconds: 0 });
    expect(order).toMatchObject({ jobId: 'abc' });
    expect(order.failure).toBeUndefined();
    expect(extractionOrderSchema.safeParse({}).success).toBe(false);
  });

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
