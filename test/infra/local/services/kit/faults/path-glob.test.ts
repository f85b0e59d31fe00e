import { expect, it } from 'vitest';
import { pathGlob } from '../../../../../../infra/local/services/kit/faults/path-glob.ts';

it.each([
  ['/search', '/search', true],
  ['/search', '/search/x', false],
  ['/search', '/xsearch', false],
  ['/a.c', '/abc', false],
  ['*', '', true],
  ['*', '/a\n/b', true],
  ['/api/{name}', '/api/x', true],
  ['/api/{name}', '/api/x/y', false],
  ['/api/{name}', '/api/', false],
  ['/api/{name}/jobs', '/api/x/jobs', true],
  ['/api/*', '/api/', true],
  ['*/jobs', '/a/jobs/b/jobs', true],
  ['/a/*/c/*/e', '/a/b/c/d/e', true],
  ['/a/*/c/*/e', '/a/c/c/c/c/e', true],
  ['/a/*/c/*/e', '/a/b/c/d/f', false],
  ['/*{name}b*c', '/xxb/yc', true],
  ['/**/x', '/a/x', true],
])('%s covers %j: %s', (pattern, path, covers) => {
  expect(pathGlob(pattern)(path)).toBe(covers);
});

it('many stars take no longer than the path is long', () => {
  const start = process.cpuUsage();
  expect(pathGlob(`/${'*a'.repeat(20)}*x`)(`/${'a'.repeat(4_000)}`)).toBe(false);
  const { user, system } = process.cpuUsage(start);
  expect(user + system).toBeLessThan(1_000_000);
});
