import { matches, matchesArn } from './patterns.ts';

/** Values of condition keys of one request. A key that the request does not carry is absent. */
export type Context = Readonly<Record<string, readonly string[]>>;

/** `{ operator: { key: values } }`, as a policy writes it, with all values as lists of texts. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

type Test = (given: string, wanted: string) => boolean;

const TESTS: Readonly<Record<string, Test>> = {
  StringEquals: (given, wanted) => given === wanted,
  StringEqualsIgnoreCase: (given, wanted) => given.toLowerCase() === wanted.toLowerCase(),
  StringLike: (given, wanted) => matches(wanted, given),
  ArnEquals: (given, wanted) => matchesArn(wanted, given),
  ArnLike: (given, wanted) => matchesArn(wanted, given),
  Bool: (given, wanted) => given === wanted,
  NumericEquals: (given, wanted) => Number(given) === Number(wanted),
  NumericLessThan: (given, wanted) => Number(given) < Number(wanted),
  NumericLessThanEquals: (given, wanted) => Number(given) <= Number(wanted),
  NumericGreaterThan: (given, wanted) => Number(given) > Number(wanted),
  NumericGreaterThanEquals: (given, wanted) => Number(given) >= Number(wanted),
};

const NEGATED: Readonly<Record<string, string>> = {
  StringNotEquals: 'StringEquals',
  StringNotLike: 'StringLike',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
  NumericNotEquals: 'NumericEquals',
};

/**
 * Whether a request fulfils all conditions of a statement (IAM reference, Condition operators, and Multivalued context
 * keys).
 *
 * @throws Error for an operator that is not known here: a guess would be worth nothing.
 */
export function fulfils(conditions: Conditions, context: Context): boolean {
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, wanted, valuesOf(context, key))),
  );
}

/** Names of keys are compared without regard to case. */
function valuesOf(context: Context, key: string): readonly string[] | undefined {
  return Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
}

function holds(operator: string, wanted: readonly string[], given: readonly string[] | undefined): boolean {
  const [, set = '', plain = '', ifExists = ''] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const isMissing = given === undefined || given.length === 0;
  if (plain === 'Null') return wanted.includes(String(isMissing));
  const negated = NEGATED[plain];
  const test = TESTS[negated ?? plain];
  if (!test)
    throw new Error(`The condition operator ${operator} is not known here. Add it to conditions.ts.`);
  if (isMissing) return ifExists !== '' || set === 'ForAllValues' || (negated !== undefined && set === '');
  const one = (value: string): boolean => {
    const found = wanted.some((text) => test(value, text));
    return negated === undefined ? found : !found;
  };
  return set === 'ForAnyValue' ? given.some(one) : given.every(one);
}
