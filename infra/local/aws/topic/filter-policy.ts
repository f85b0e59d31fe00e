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

const keysSchema = z.record(z.string(), z.array(condition).min(1, 'is empty'));
type Keys = z.infer<typeof keysSchema>;
/** Names of operators. An object of `$or` with one of them as a key makes SNS take `$or` for an attribute. */
const RESERVED = new Set([
  'anything-but',
  'cidr',
  'equals-ignore-case',
  'exists',
  'numeric',
  'prefix',
  'suffix',
]);
/** With at least two parts, `$or` is an operator: one of them must hold. Without, it is the name of an attribute. */
export const filterPolicySchema = z.union([
  z
    .object({
      $or: z.array(keysSchema.refine((keys) => Object.keys(keys).every((key) => !RESERVED.has(key)))).min(2),
    })
    .catchall(keysSchema.valueType),
  keysSchema,
]);
export type FilterPolicy = z.infer<typeof filterPolicySchema>;

/** Keys that must all hold, and parts of which one must hold, if there are any. */
function partsOf(policy: FilterPolicy): { keys: Keys; parts: readonly Keys[] } {
  const parts: Keys[] = [];
  for (const [name, conditions] of Object.entries(policy))
    for (const one of conditions) {
      const read = tryParse(keysSchema, one);
      if (name === '$or' && read.success) parts.push(read.data);
    }
  const rest = tryParse(
    keysSchema,
    Object.fromEntries(Object.entries(policy).filter(([name]) => name !== '$or' || parts.length === 0)),
  );
  return { keys: rest.data ?? {}, parts };
}

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
  const { keys, parts } = partsOf(policy);
  // The guide does not say how keys of `$or` are counted: here each counts.
  const count = [keys, ...parts].reduce((sum, one) => sum + Object.keys(one).length, 0);
  if (count > MOST_KEYS) throw reason('Filter policy can not have more than 5 keys');
  const combinations =
    combinationsOf(keys) *
    (parts.length === 0 ? 1 : parts.reduce((sum, one) => sum + combinationsOf(one), 0));
  if (combinations > MOST_COMBINATIONS) throw reason('Filter policy is too complex');
  return policy;
}

function combinationsOf(keys: Keys): number {
  return Object.values(keys).reduce((product, values) => product * values.length, 1);
}

/** Whether a message with these attributes passes: each key needs one condition that holds, and so does one part. */
export function passes(policy: FilterPolicy, attributes: MessageAttributes): boolean {
  const { keys, parts } = partsOf(policy);
  return holdAll(keys, attributes) && (parts.length === 0 || parts.some((part) => holdAll(part, attributes)));
}

function holdAll(keys: Keys, attributes: MessageAttributes): boolean {
  return Object.entries(keys).every(([key, conditions]) =>
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
