import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openExtraction } from './open-extraction.ts';
import { covered, play, type Scenarios } from './scenario.ts';
import { JOBS } from './scenarios/jobs.ts';
import { MONITORS } from './scenarios/monitors.ts';
import { PEOPLE, PROJECTS, RESOURCES } from './scenarios/resources.ts';
import { WEBHOOKS } from './scenarios/webhooks.ts';

const ALL: Readonly<Record<string, Scenarios>> = { JOBS, MONITORS, WEBHOOKS, RESOURCES, PROJECTS, PEOPLE };

/** The methods and paths of the service, with ids as `:name`. */
const extraction = await openExtraction();
const routes = [
  ...new Set(
    extraction.service.app.routes.flatMap((one) => (one.method === 'ALL' ? [] : `${one.method} ${one.path}`)),
  ),
];
await extraction.close();
const open = ['GET /health', 'GET /version'];

// The last test counts what the others called.
describe('scenarios', { shuffle: false }, () => {
  describe.each(Object.keys(ALL))('%s', (part) => {
    it.each(Object.entries(ALL[part] ?? {}))('%s', async (_, scenario) => {
      await expect(play(scenario)).resolves.toBeUndefined();
    });
  });

  it('answer and refuse each endpoint', () => {
    const below = routes.filter((route) => !open.includes(route));
    expect(below.filter((route) => !covered.good.has(route))).toEqual([]);
    expect(below.filter((route) => !covered.refused.has(route))).toEqual([]);
  });
});

describe('each endpoint', () => {
  it('needs a key, but for liveness, which lies outside the prefix', async () => {
    const own = await openExtraction();
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const { status } = await own.call(method, path, undefined, { 'x-api-key': '' });
      expect([route, status]).toEqual([route, open.includes(route) ? 200 : 401]);
    }
    await own.close();
  });

  const CONTRACT = '../shared/contract/extraction.md';
  const here = existsSync(CONTRACT);
  if (!here) process.stderr.write(`skipped: ${CONTRACT} is not beside the checkout\n`);
  it.skipIf(!here)('is one that the contract describes, and none is missing', () => {
    const rows = readFileSync(CONTRACT, 'utf8').matchAll(
      /^\| ([A-Z, ]+) \| `([^`?]+)[^`]*` \| [^|]+ \| [^|]+ \|/gm,
    );
    const described = Array.from(rows).flatMap(([, methods = '', path = '']) =>
      methods.split(', ').map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect([...new Set([...described, ...open])].toSorted()).toEqual(routes.toSorted());
  });
});
