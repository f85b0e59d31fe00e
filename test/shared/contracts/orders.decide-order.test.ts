import { expect, it } from 'vitest';
import { decideOrderBody, decideOrderSchema } from '../../../shared/contracts/orders.ts';
import { parseJson } from '../../../shared/contracts/parse-as.ts';

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
