import { describe, expect, it } from 'vitest';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { printPath } from '../../../../shared/contracts/watches-file/problem.ts';
import { NOON } from '../../../ports/examples.ts';

// What the query of each kind takes, from the table of the service's parameters.

function check(watch: object) {
  return checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watches: { w: { alert: { channel: 'press' }, ...watch } },
    },
    { now: NOON },
  );
}

function problemsOf(watch: object): string[] {
  const checked = check(watch);
  return checked.ok
    ? []
    : checked.problems.map(({ path, what, hint }) => `${printPath(path)} | ${what} | ${hint}`);
}

describe('each kind of the news service', () => {
  it.each([
    ['headlines', { when: '24h' }, 'Each run sets "when" itself', 'remove it: each run asks for the time'],
    [
      'headlines',
      { q: 'acme' },
      'The service does not accept "q" for kind headlines',
      'remove it, or use kind search, similar or volume',
    ],
    ['breaking', { sort_by: 'date' }, 'Each run sets "sort_by" itself', 'reads all results'],
    [
      'breaking',
      { countries: ['FR'] },
      'The service does not accept "countries" for kind breaking',
      'remove it',
    ],
    ['links', {}, 'The request needs either links or ids, and not both', ''],
    [
      'links',
      { links: ['a.example'], 'custom_tags.mine': ['A'] },
      'The service does not accept "custom_tags.mine" for kind links',
      '',
    ],
  ])('%s refuses %j', (kind, query, what, hint) => {
    const problems = problemsOf({ kind, query });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(what);
    expect(problems[0]).toContain(hint);
  });
});

describe('a watch that counts', () => {
  it('has no articles to tell: a policy for articles is refused, one for counts is taken, and so is none', () => {
    const alert = { channel: 'press', when: 'story' };
    expect(problemsOf({ kind: 'volume', query: { q: 'acme' }, alert })).toEqual([
      'watches.w.alert.when | The policy "story" needs articles, but kind volume finds only their numbers | ' +
        'use volume, spike or silence, or remove "when" to store the numbers without alerts. For alerts about articles, ' +
        'add a watch of kind search',
    ]);
    for (const when of ['volume', 'spike', 'silence']) {
      const alert = { channel: 'press', when };
      expect(problemsOf({ kind: 'volume', query: { q: 'acme' }, alert })).toEqual([]);
    }
  });
});

describe('a watch of jobs', () => {
  const asked = { query: 'Layoffs at car makers in Europe' };
  const criteria = {
    validators: [{ name: 'is_layoff', description: 'The article tells of a layoff' }],
    enrichments: [{ name: 'jobs', description: 'How many jobs are cut', type: 'number' }],
  };

  it('takes the parameters of a job, runs once a day and looks back five days unless it says otherwise', () => {
    const query = { ...asked, ...criteria, limit: 50, mode: 'base', source_groups: ['newswires'] };
    expect(problemsOf({ kind: 'extraction', query })).toEqual([]);
    const read = (more: object = {}) => {
      const checked = check({ kind: 'extraction', query, ...more });
      return checked.ok ? checked.desired.watches[0] : undefined;
    };
    expect(read()).toMatchObject({ query, schedule: 'rate(1 day)', lookback: 5 * 86_400_000 });
    expect(read({ schedule: 'cron(0 6 ? * MON *)', lookback: '7d' })).toMatchObject({
      schedule: 'cron(0 6 ? * MON *)',
      lookback: 7 * 86_400_000,
    });
    const other = { ...criteria, enrichments: [{ ...criteria.enrichments[0], type: 'text' }] };
    expect(read({ query: { ...query, ...other } })?.version).not.toBe(read()?.version);
  });

  it.each([
    [{ ...asked, start_date: '2026-11-01' }, 'Each run sets "start_date" itself', 'lookback'],
    [{ ...asked, webhook_ids: ['a'] }, 'A watch does not use webhook_ids', 'its channel'],
    [{ ...asked, schema: '[NAME]' }, '"schema" is the old name', 'summary_template'],
    [{ ...asked, ed_association_type: 'mention' }, 'ed_association_type needs connected_dataset_ids', ''],
  ])('refuses %j', (query, what, hint) => {
    const problems = problemsOf({ kind: 'extraction', query });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(what);
    expect(problems[0]).toContain(hint);
  });
});
