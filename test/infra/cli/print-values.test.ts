import { expect, it } from 'vitest';
import { printJson } from '../../../infra/cli/print-values.ts';

it('puts into one line what fits into it, and each entry of the rest into a line of its own', () => {
  const long = 'x'.repeat(80);
  expect(printJson({ a: [1, null, 'é"'], b: {}, c: { long, more: [long] } })).toBe(
    `{\n  "a": [1, null, "é\\""],\n  "b": {},\n  "c": {\n    "long": "${long}",\n    "more": ["${long}"]\n  }\n}`,
  );
});
