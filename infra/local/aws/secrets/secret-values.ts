import type { LocalStack } from '../template/local-stack.ts';

/** The values given by the environment variable that names their secret, by the ARNs of the secrets. */
export function secretValues(
  { functions }: LocalStack,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = functions.flatMap(({ environment }) => Object.entries(environment));
  return Object.fromEntries(
    named.flatMap(([variable, arn]) => {
      const value = given[variable];
      return value === undefined ? [] : [[arn, value]];
    }),
  );
}
