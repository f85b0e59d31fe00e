import { expect, it } from 'vitest';
import { checkServices, compileWatches, printProblems } from '../../../infra/watches-file/compile-watches.ts';

const FILE = `operators: { email: [oncall@acme.example] }
channels:
  press: { email: [press@acme.example] }
watches:
  acme-news: { kind: search, query: { q: Acme }, alert: { channel: press } }
  acme-layoffs:
    kind: events
    query: { event_type: layoff }
    alert: { channel: press }
`;
const unused = { services: ['events', 'extraction'] as const, file: 'infra/stages/prod.yaml' };
const compile = (services?: typeof unused) =>
  compileWatches(FILE, { file: 'watches.yaml', now: 0, ...(services && { unused: services }) });

it('a watch of a service that the stage does not use is refused at its line', () => {
  const compiled = compile(unused);
  expect(compiled.ok).toBe(false);
  if (compiled.ok) return;
  expect(printProblems(compiled.problems, 'error').trimEnd().split('\n')).toEqual([
    'watches.yaml:7:11: error: watches.acme-layoffs.kind: The watch needs the events service, which this stage does not use',
    '    found:    events',
    '    hint:     write its address as services.events in infra/stages/prod.yaml, or remove the watch',
  ]);
});

it('and a file whose services are all used is accepted', () => {
  expect(compile().ok).toBe(true);
  expect(checkServices([{ id: 'a', kind: 'search' }], unused)).toEqual([]);
});
