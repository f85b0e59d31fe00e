import { describe, expect, it } from 'vitest';
import { checkOutlets } from '../../../../infra/cli/plan/check-services.ts';
import type { OutletFilter, OutletList, Stack } from '../../../../infra/cli/stack/stack.ts';
import { GoneError } from '../../../../shared/domain/lib/errors.ts';
import { memoryStack, openWorld } from '../open-world.ts';

const WORLD = ['bbc.co.uk', 'reuters.com', 'lemonde.fr', 'guardian.co.uk'];

/** A service with some outlets. */
function serviceOf(outlets: readonly string[], message = '3 sources match') {
  const asked: OutletFilter[] = [];
  const answer = async (filter: OutletFilter): Promise<OutletList> => {
    asked.push(filter);
    const domains = outlets.filter((domain) => {
      if ('source_url' in filter) return filter.source_url.some((one) => one.endsWith(domain));
      if ('source_name' in filter) return filter.source_name.some((one) => domain.includes(one));
      return filter.predefined_sources.some((one) => /us$/i.test(one));
    });
    return { domains, message, dropped: 0 };
  };
  return { asked, answer };
}

const file = (query: string) => `
operators: { email: [oncall@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  w: { kind: search, query: { q: Acme, ${query} }, alert: { channel: press } }
`;

/** The output of a command for a file, with a service. */
async function run(command: 'plan' | 'doctor', query: string, outlets: Stack['outlets']) {
  const { stack } = memoryStack();
  const world = openWorld({ stack: { ...stack, outlets } });
  world.write(file(query));
  if (command === 'doctor') await world.call('apply');
  return world.call(command);
}

describe('plan reports outlets that the service does not have', () => {
  it('with the nearest one, in two calls, and does not fail', async () => {
    const { asked, answer } = serviceOf(WORLD);
    const { code, err } = await run(
      'plan',
      'sources: [bbc.co.uk, bbc.com, www.lemonde.fr], not_sources: [reuter.com]',
      answer,
    );
    expect(code).toBe(2);
    expect(err).toContain('Watch w: the news service has no outlet "bbc.com" (query.sources).');
    expect(err).toContain('did you mean bbc.co.uk?');
    expect(err).toContain('has no outlet "reuter.com" (query.not_sources)');
    expect(err).toContain('did you mean reuters.com?');
    expect(err).not.toContain('lemonde');
    expect(asked).toHaveLength(2);
  });

  it('with the line and the column of the value in the file, as validate names them', async () => {
    const { answer } = serviceOf(WORLD);
    const { err } = await run('plan', 'lang: [en],\n    sources: [bbc.co.uk,\n      bbc.com]', answer);
    expect(err).toMatch(
      /^watches\.yaml:7:7: warning: watches\.w\.query\.sources\[1\]: Watch w: the news service has no outlet "bbc\.com"/m,
    );
  });

  it.each([
    [
      'a list that the plan shortens',
      serviceOf([], 'Your plan shows at most 1000 sources').answer,
      'only a part',
    ],
    ['a list without outlets', serviceOf([]).answer, 'lists no outlets'],
    [
      'no list',
      () =>
        Promise.reject(new GoneError('the path is gone', { service: 'news', operation: 'POST /sources' })),
      'Outlets were not checked',
    ],
  ])('reports nothing with %s', async (_, answer, why) => {
    const { code, err } = await run('plan', 'sources: [bbc.com]', answer);
    expect(code).toBe(2);
    expect(err).toContain(why);
    expect(err).not.toContain('has no outlet');
  });

  it('takes no call where no watch names an outlet, and says so without a stack', async () => {
    const { asked, answer } = serviceOf(WORLD);
    await run('plan', 'lang: [en]', answer);
    expect(asked).toEqual([]);
    expect(await checkOutlets([], { stack: undefined, now: () => 0 })).toEqual({ calls: 0, unknown: [] });
  });
});

describe('doctor', () => {
  it('gives a hint, and exit code 0 stays possible', async () => {
    const { out } = await run('doctor', 'sources: [bbc.com, reuters.com]', serviceOf(WORLD).answer);
    expect(out).toContain('hint     Watch w: the news service has no outlet "bbc.com" (query.sources).');
  });
});
