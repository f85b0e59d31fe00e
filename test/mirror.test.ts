import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Tests that are named for no source yet. The list only gets shorter: give a test the path of what it proves. */
const EXCEPTIONS: readonly string[] = [
  'test/infra/cli/commands/commands-that-change.test.ts',
  'test/infra/cli/local-stack.test.ts',
  'test/infra/cli/reference.test.ts',
  'test/infra/functions.test.ts',
  'test/infra/local/inspect.test.ts',
  'test/infra/local/services/endpoints/every-endpoint.test.ts',
  'test/infra/local/services/extraction/datasets/entities-datasets.test.ts',
  'test/infra/local/services/extraction/fuzz.test.ts',
  'test/infra/local/services/extraction/jobs/job-calls.test.ts',
  'test/infra/local/services/extraction/jobs/job-walk.test.ts',
  'test/infra/local/services/extraction/jobs/kill.test.ts',
  'test/infra/local/services/news/exactness.test.ts',
  'test/infra/local/services/news/hostile-requests.test.ts',
  'test/infra/local/services/news/real-corpus.test.ts',
  'test/infra/local/services/news/visibility.test.ts',
  'test/infra/logical-ids.test.ts',
  'test/infra/nag.test.ts',
  'test/infra/snapshot.test.ts',
  'test/infra/stack-environment.test.ts',
  'test/infra/stack-feeds.test.ts',
  'test/infra/watches-file/monitors.test.ts',
  'test/infra/watches-file/mutations.test.ts',
  'test/infra/watches-file/sample.test.ts',
  'test/shared/contracts/watches-file/channels.test.ts',
  'test/shared/contracts/watches-file/events.test.ts',
  'test/shared/contracts/watches-file/kinds.test.ts',
  'test/shared/contracts/watches-file/policies.test.ts',
  'test/shared/domain/policies/counting.test.ts',
  'test/shared/domain/policies/items.test.ts',
  'test/shared/providers/extraction/answers.test.ts',
  'test/shared/providers/extraction/paths.test.ts',
  'test/shared/providers/extraction/requests.test.ts',
  'test/shared/providers/http/answers.test.ts',
  'test/shared/providers/news/answers.test.ts',
  'test/shared/providers/news/iterators.test.ts',
  'test/shared/providers/news/requests.test.ts',
  'test/shared/providers/plans.test.ts',
];

const tests = globSync('test/{shared,functions,infra}/**/*.test.ts');

/** What a test is named for: `test/a/x.test.ts` and `test/a/x.ASPECT.test.ts` prove `a/x.ts`, or the folder `a/x`. */
function sourceOf(test: string): string {
  const path = test.replace(/^test\//, '').replace(/(\.[\w-]+)?\.test\.ts$/, '');
  return [path, `${path}.mjs`].find((source) => existsSync(source)) ?? `${path}.ts`;
}

const strays = tests.filter((test) => !existsSync(sourceOf(test))).toSorted();

it('every test of a source is named for it, at the same path', () => {
  expect(strays.filter((test) => !EXCEPTIONS.includes(test))).toEqual([]);
});

it('every exception is still one', () => {
  expect(EXCEPTIONS.filter((test) => !strays.includes(test))).toEqual([]);
});

it('this test finds the tests, and the source of a property test', () => {
  expect(tests.length).toBeGreaterThan(100);
  expect(sourceOf('test/shared/domain/a.property.test.ts')).toBe('shared/domain/a.ts');
});
