import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import * as z from 'zod';
import { tryParse } from '../../../../shared/contracts/parse-as.ts';
import type { MessageAttributes } from './published-message.ts';
import { invalidParameter } from './sns-wire.ts';

const condition = z.union([
  z.string(),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'anything-but': z.union([z.string(), z.array(z.string())]) }),
]);

export const filterPolicySchema = z.record(z.string(), z.array(condition).min(1, 'is empty'));
export type FilterPolicy = z.infer<typeof filterPolicySchema>;

/** The most keys of one policy, and the most combinations of values, that SNS accepts. */
const MOST_KEYS = 5;
const MOST_COMBINATIONS = 150;

/**
 * Reads a filter policy over attributes.
 *
 * @throws EngineRefused for what SNS refuses, and for conditions that this machine cannot decide (numbers, addresses).
 */
export function parseFilterPolicy(text: string): FilterPolicy {
  const reason = (why: string) => invalidParameter(`FilterPolicy: ${why}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw reason('failed to parse JSON');
  }
  const read = tryParse(filterPolicySchema, parsed);
  if (!read.success)
    throw reason(`a condition is not valid, or not known on this machine: ${z.prettifyError(read.error)}`);
  const policy = read.data;
  if (Object.keys(policy).length > MOST_KEYS) throw reason('Filter policy can not have more than 5 keys');
  const combinations = Object.values(policy).reduce((product, values) => product * values.length, 1);
  if (combinations > MOST_COMBINATIONS) throw reason('Filter policy is too complex');
  return policy;
}

/** Whether a message with these attributes passes: each key of the policy needs one condition that holds. */
export function passes(policy: FilterPolicy, attributes: MessageAttributes): boolean {
  return Object.entries(policy).every(([key, conditions]) =>
    conditions.some((one) => holds(one, lookUp(attributes, key)?.value)),
  );
}

function holds(one: z.infer<typeof condition>, value: string | undefined): boolean {
  if (typeof one === 'object' && 'exists' in one) return one.exists === (value !== undefined);
  if (value === undefined) return false;
  if (typeof one === 'string') return one === value;
  if ('prefix' in one) return value.startsWith(one.prefix);
  if ('suffix' in one) return value.endsWith(one.suffix);
  return ![one['anything-but']].flat().includes(value);
}
