import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

function compile(part: object, beside: Record<string, string> = {}) {
  const text = stringify({
    operators: { email: ['ops@acme.example'] },
    channels: { press: { email: ['press@acme.example'] } },
    ...part,
  });
  return compileWatches(text, { file: 'watches.yaml', now: NOW, readBeside: (name) => beside[name] });
}

const watching = (watch: object, more: object = {}) => ({
  ...more,
  watches: {
    cuts: { kind: 'extraction', query: { query: 'Layoffs' }, alert: { channel: 'press' }, ...watch },
  },
});

function watchOf(part: object, beside?: Record<string, string>) {
  const compiled = compile(part, beside);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { watch: compiled.desired.watches[0]!, lists: compiled.desired.watchlists };
}

function problemsOf(part: object, beside?: Record<string, string>) {
  const compiled = compile(part, beside);
  return compiled.ok ? [] : compiled.problems.map(({ path, what }) => `${path}: ${what}`);
}

const SUPPLIERS = { watchlists: { suppliers: { companies: [{ name: 'Acme', domain: 'Acme.example' }] } } };

describe('watches of mode monitor', () => {
  it('run daily, fill the gap before their first run, and are on unless the file says otherwise', () => {
    const { watch } = watchOf(watching({ mode: 'monitor' }));
    expect(watch).toMatchObject({ monitor: { backfill: true }, schedule: 'cron(0 6 * * ? *)' });
    expect(watch.disabled).toBeUndefined();
    const off = watchOf(watching({ mode: 'monitor', backfill: false, enabled: false }));
    expect(off.watch).toMatchObject({ monitor: { backfill: false }, disabled: true });
    expect(watchOf(watching({ mode: 'job' })).watch.monitor).toBeUndefined();
  });

  it.each([['by a rate', { schedule: 'rate(6 hours)' }]])(
    'are refused %s: runs lie a day apart',
    (_name, settings) => {
      expect(problemsOf(watching({ mode: 'monitor', ...settings }))).toEqual([
        'watches.cuts.schedule: The service does not accept this schedule for a monitor',
      ]);
    },
  );

  it('are refused with jobs of mode lite, and a backfill without a monitor', () => {
    expect(problemsOf(watching({ mode: 'monitor', query: { query: 'Layoffs', mode: 'lite' } }))).toEqual([
      'watches.cuts.query.mode: A monitor cannot repeat a job of mode lite',
    ]);
    expect(problemsOf(watching({ backfill: true }))).toEqual([
      'watches.cuts.backfill: Only a monitor uses "backfill"',
    ]);
  });

  it('keep their version when only the schedule changes, and get another with another watchlist', () => {
    const plain = watchOf(watching({ mode: 'monitor' })).watch;
    expect(watchOf(watching({ mode: 'monitor', schedule: 'cron(0 7 * * ? *)' })).watch.version).toBe(
      plain.version,
    );
    const listed = watchOf(watching({ mode: 'monitor', watchlist: 'suppliers' }, SUPPLIERS)).watch;
    expect(listed.version).not.toBe(plain.version);
  });
});

describe('watchlists', () => {
  it('stand in the file, each company under a key of its own', () => {
    const { watch, lists } = watchOf(
      watching({ watchlist: 'suppliers', query: { query: '*', fetch_all_watchlist_news: true } }, SUPPLIERS),
    );
    expect(watch.watchlist).toBe('suppliers');
    expect(lists).toEqual([
      {
        name: 'suppliers',
        companies: [
          { key: 'acme.example', name: 'Acme', domain: 'acme.example', alternativeNames: [], keyPersons: [] },
        ],
      },
    ]);
  });

  it('come from a CSV file beside it', () => {
    const csv =
      'name,id,domain,alternative_names,key_persons\nAcme,a-1,acme.example,ACME; Acme Inc,Jo Doe\nGlobex,,,,\n';
    const file = { watchlists: { suppliers: { file: 'suppliers.csv' } } };
    expect(watchOf(watching({ watchlist: 'suppliers' }, file), { 'suppliers.csv': csv }).lists).toEqual([
      {
        name: 'suppliers',
        companies: [
          {
            key: 'a-1',
            name: 'Acme',
            domain: 'acme.example',
            alternativeNames: ['ACME', 'Acme Inc'],
            keyPersons: ['Jo Doe'],
          },
          { key: 'globex', name: 'Globex', alternativeNames: [], keyPersons: [] },
        ],
      },
    ]);
  });

  it.each([
    ['that is not there', {}, 'The file suppliers.csv cannot be read'],
    [
      'without names and domains',
      { 'suppliers.csv': 'id\nC-1\n' },
      'The file suppliers.csv has neither a column "name" nor "domain"',
    ],
    [
      'with another column',
      { 'suppliers.csv': 'name,phone\nAcme,1\n' },
      'The file suppliers.csv has an unknown column "phone"',
    ],
    ['in another script', { 'suppliers.csv': 'name\nCaf\uFFFD\n' }, 'The file suppliers.csv is not in UTF-8'],
    [
      'that is none',
      { 'suppliers.csv': 'name,domain\n"Acme,acme.example\n' },
      'The file suppliers.csv is not valid CSV',
    ],
  ])('refuse a CSV %s', (_name, beside, what) => {
    const file = { watchlists: { suppliers: { file: 'suppliers.csv' } } };
    const [problem = '', ...more] = problemsOf(watching({ watchlist: 'suppliers' }, file), beside);
    expect(problem).toContain(`watchlists.suppliers.file: ${what}`);
    expect(more).toEqual([]);
  });

  it.each([
    [
      'semicolons and another case',
      '\uFEFFName;Domain;Alternative names\r\n"Acme; Corp";acme.example;"A;B"\r\n',
    ],
    ['quotes', 'name,domain,alternative_names\n"Acme; Corp", acme.example ,"A;B;"\n'],
  ])('come from a CSV file with %s', (_, csv) => {
    const file = { watchlists: { suppliers: { file: 'suppliers.csv' } } };
    const { lists } = watchOf(watching({ watchlist: 'suppliers' }, file), { 'suppliers.csv': csv });
    expect(lists?.[0]?.companies).toMatchObject([
      { key: 'acme.example', name: 'Acme; Corp', alternativeNames: ['A', 'B'] },
    ]);
  });

  it('say in which line of the CSV file a company is wrong', () => {
    const file = { watchlists: { suppliers: { file: 'suppliers.csv' } } };
    const csv = 'name,domain\nAcme,acme.example\n\nGlobex,https://globex.example\nAcme Corp,ACME.example\n';
    const compiled = compile(watching({ watchlist: 'suppliers' }, file), { 'suppliers.csv': csv });
    expect(compiled.ok ? [] : compiled.problems).toMatchObject([
      { file: 'suppliers.csv', line: 4, path: 'domain', found: 'https://globex.example' },
      { file: 'suppliers.csv', line: 5, what: 'The watchlist has the company "acme.example" twice' },
    ]);
  });

  it('refuse companies that stand twice, a list that is empty, and one that a watch only thinks of', () => {
    const twice = { watchlists: { suppliers: { companies: [{ name: 'Acme' }, { name: 'ACME' }] } } };
    expect(problemsOf(watching({ watchlist: 'suppliers' }, twice))).toEqual([
      'watchlists.suppliers.companies[1]: The watchlist has the company "acme" twice',
    ]);
    expect(problemsOf(watching({ watchlist: 'suppliers' }, { watchlists: { suppliers: {} } }))).toEqual([
      'watchlists.suppliers: The watchlist has no companies',
    ]);
    expect(problemsOf(watching({ watchlist: 'supplier' }, SUPPLIERS))).toEqual([
      'watches.cuts.watchlist: There is no watchlist "supplier"',
    ]);
  });

  it('are needed by what works on companies alone', () => {
    const query = { query: 'Layoffs', ed_association_type: 'mention' };
    expect(problemsOf(watching({ query }))[0]).toContain('watches.cuts.query.ed_association_type');
    expect(problemsOf(watching({ query, watchlist: 'suppliers' }, SUPPLIERS))).toEqual([]);
  });
});
