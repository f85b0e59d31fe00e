import { expect, it } from 'vitest';
import { adviseOnJobs } from '../../../../infra/cli/plan/print-advice.ts';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

it('asks about the dates of the first job of a watch, as well as about its query', async () => {
  const compiled = compileWatches(
    `operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  cuts: { kind: extraction, query: { query: Layoffs }, lookback: 7d, alert: { channel: press } }
`,
    { file: 'watches.yaml', now: NOW },
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const { stack } = memoryStack();
  const asked: object[] = [];
  const advise: typeof stack.adviseOn = (query, limits) => {
    asked.push(query);
    return stack.adviseOn(query, limits);
  };
  const found = await adviseOnJobs(compiled.desired.watches, {
    stack: { ...stack, adviseOn: advise },
    now: () => NOW,
  });
  expect(asked).toEqual([
    { query: 'Layoffs', start_date: '2026-11-14T08:00:00.000Z', end_date: '2026-11-21T08:00:00.000Z' },
  ]);
  expect(found).toMatchObject([
    { id: 'cuts', advice: { dates: { changes: ['The plan looks back 14 days.'] } } },
  ]);
});

it('and plan shows how the service would change them', async () => {
  const { call, write } = openWorld({ stack: memoryStack().stack });
  write(`operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  cuts: { kind: extraction, query: { query: Layoffs }, alert: { channel: press } }
`);
  expect((await call('plan')).out).toContain('The plan looks back 14 days.');
});
