import { expect, it } from 'vitest';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';

function warningsOf(query: string) {
  const text = `operators: { email: [oncall@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  w:
    kind: search
    query: ${query}
    alert: { channel: press }
`;
  const compiled = compileWatches(text, { file: 'watches.yaml', now: Date.UTC(2026, 10, 21) });
  expect(compiled.ok).toBe(true);
  return compiled.warnings.map(({ line, column, path, what, hint }) => ({ line, column, path, what, hint }));
}

it('warns of an operator in small letters at its place, with the whole query as it was meant', () => {
  expect(warningsOf(`{ q: '"Acme Corp" and globex' }`)).toEqual([
    {
      line: 6,
      column: 30,
      path: 'watches.w.query.q',
      what: 'The service searches for the word "and": it reads AND only in capitals',
      hint: `write q: '"Acme Corp" AND globex'`,
    },
  ]);
});

it('warns of typographic quotes, and gives a query with brackets where they are then missing', () => {
  const [warning] = warningsOf('{ q: “Acme Corp” or globex merger }');
  expect(warning).toMatchObject({ line: 6, column: 17, hint: `write q: '"Acme Corp" OR (globex merger)'` });
});

it.each([
  `{ q: '"research and development"' }`,
  '{ q: prix or argent, lang: [fr] }',
  '{ q: prix or argent, lang: fr }',
  '{ q: Acme Not Hilfe, lang: [de, en] }',
])('does not warn of %s', (query) => {
  expect(warningsOf(query)).toEqual([]);
});
