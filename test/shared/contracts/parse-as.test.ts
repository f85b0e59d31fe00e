import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  extractionOrderSchema,
  reportOrderSchema,
  runOrderSchema,
  webhookOrderSchema,
} from '../../../shared/contracts/orders.ts';
import { parseAs, tryParse } from '../../../shared/contracts/parse-as.ts';

/** A length that no comparison can turn into a number. */
const ODD = JSON.parse('{"length":{"toString":1,"valueOf":2}}') as unknown;
const ORDERS = {
  watchId: runOrderSchema,
  reportId: reportOrderSchema,
  key: webhookOrderSchema,
  jobId: extractionOrderSchema,
};

it.each(Object.entries(ORDERS))(
  'an order with an object as %s is refused, as other orders are',
  (field, schema) => {
    const order = { v: 1, scheduledFor: '2026-11-20T12:00:00Z', [field]: ODD };
    expect(tryParse(schema, order).success).toBe(false);
    expect(() => parseAs(schema, order)).toThrow(z.ZodError);
  },
);

it('values nested deeper than the stack are refused', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  expect(() => parseAs(z.json(), deep)).toThrow(z.ZodError);
});

it('gives what the schema gives, and hides no other error', () => {
  expect(parseAs(z.string().transform(Number), '7')).toBe(7);
  const broken = z.unknown().transform(() => {
    throw new Error('broken');
  });
  expect(() => parseAs(broken, 1)).toThrow('broken');
});

it('functions, adapters and engines read outside values in no other way', () => {
  const files = globSync(
    '{functions,shared/aws,shared/contracts/orders,infra/local/aws/{http,scheduler,secrets,topic,workflow}}/**/*.ts',
  );
  const others = files.filter((file) =>
    /(?<!\b(?:JSON|Date|URL))\.(?:parse|safeParse)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(others).toEqual([]);
});
