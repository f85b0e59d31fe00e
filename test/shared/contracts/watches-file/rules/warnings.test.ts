import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';
import { NOON } from '../../../../ports/examples.ts';

function warningsOf(query: string, { kind = 'search', lookback = '1d' } = {}) {
  const text = `operators: { email: [oncall@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  w:
    kind: ${kind}
    query: ${query}
    lookback: ${lookback}
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

it('warns of a lookback that is cut at what a new watch of the archive is looked back for', () => {
  expect(warningsOf('{ q: Acme }', { kind: 'world', lookback: '7d' })).toEqual([]);
  expect(warningsOf('{ q: Acme }', { kind: 'world', lookback: '30d' })).toMatchObject([
    { line: 7, hint: expect.stringContaining('npx bellwether backfill w --from 30d') },
  ]);
});

describe('job warnings', () => {
  const SUPPLIERS = { suppliers: { companies: [{ name: 'Acme', domain: 'acme.example' }] } };

  /** The warnings about a watch, as `path: text`. The file has no problems. */
  function warningsOf(watch: object): string[] {
    const text = stringify({
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watchlists: SUPPLIERS,
      watches: { w: { alert: { channel: 'press' }, ...watch } },
    });
    const compiled = compileWatches(text, { file: 'watches.yaml', now: Date.parse('2026-11-21T08:00:00Z') });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return compiled.warnings.map(({ path, what }) => `${path}: ${what}`);
  }

  const job = (query: object, more: object = {}) => ({
    kind: 'extraction',
    query: { query: 'Layoffs', ...query },
    ...more,
  });
  const watched = { watchlist: 'suppliers' };
  const AT = 'watches.w.query';

  describe('what only public material about the services refuses is a warning', () => {
    it.each([
      [
        'fewer than ten records',
        job({ limit: 3 }),
        `${AT}.limit: The service may refuse fewer than 10 records`,
      ],
      [
        'a score that is left out',
        job({}, watched),
        `${AT}.query: The service may leave out records in which each company has a score below 2`,
      ],
      [
        'all news without companies',
        job({ query: 'all company news' }),
        `${AT}.query: The service refuses a query for all news without companies`,
      ],
      [
        'a language that is not listed',
        { kind: 'search', query: { q: 'a', lang: ['en', 'ha'] } },
        `${AT}.lang: The service does not list the language "ha"`,
      ],
      [
        'outlets of no country',
        { kind: 'search', query: { q: 'a', predefined_sources: ['top 5 ZZ'] } },
        `${AT}.predefined_sources: The service has no list of outlets "top 5 ZZ"`,
      ],
    ])('%s', (_, watch, warning) => {
      expect(warningsOf(watch)).toEqual([warning]);
    });

    it.each([
      ['a score', job({ ed_score_min: 2 }, watched)],
      ['all news of companies', job({ query: '*', ed_score_min: 1 }, watched)],
      [
        'listed languages',
        { kind: 'search', query: { q: 'a', lang: ['en', 'cn'], predefined_sources: ['top 5 GB'] } },
      ],
    ])('but not %s', (_, watch) => {
      expect(warningsOf(watch)).toEqual([]);
    });
  });
});

describe('what can never hold on feeds is a warning', () => {
  const warned = (rest: string) => {
    const compiled = compileWatches(
      `operators: { email: [oncall@acme.example] }
channels: { press: { email: [a@acme.example] } }
feeds: { list: { urls: [https://a.example/rss] } }
watches:
  w: { kind: feeds, query: { q: Acme, feeds: list }, ${rest} }
`,
      { file: 'watches.yaml', now: NOON },
    );
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return compiled.warnings.map(({ path, what, hint }) => `${path}: ${what} | ${hint}`);
  };
  const raised = (rule: string) => warned(`alert: { channel: press }, raise: [${rule}]`);

  it.each([
    ['when: change', 'This watch never alerts: each of its items is stored once'],
    ['when: first_seen, of: country', 'This watch never alerts: feeds do not say in which country'],
    [
      'when: sentiment, below: 0',
      'This watch never alerts: its articles have no sentiment | write when: story',
    ],
  ])('%s', (when, what) => {
    expect(warned(`alert: { ${when}, channel: press }`)).toEqual([
      expect.stringContaining(`watches.w.alert.when: ${what}`),
    ]);
  });

  it.each([
    ['{ to: critical, top_rank: 100 }', 'top_rank', 'have no rank of an outlet'],
    ['{ to: critical, countries: 3 }', 'countries', 'have no country of an outlet'],
  ])('%s', (rule, key, what) => {
    expect(raised(rule)).toEqual([
      expect.stringMatching(`watches.w.raise\\[0\\].${key}: This rule never holds: .*${what} \\| remove it`),
    ]);
  });
});

describe('reach warnings', () => {
  function warningsOf(channels: string, watches: string): string[] {
    const compiled = compileWatches(
      `operators: { email: [oncall@acme.example] }
channels:
  press: { email: [a@acme.example] }
${channels}
watches:
${watches}
`,
      { file: 'watches.yaml', now: NOON },
    );
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return compiled.warnings.map(({ path, what }) => `${path}: ${what}`);
  }
  const watch = (rest: string) => `  acme: { kind: search, query: { q: Acme }, ${rest} }`;
  const DUTY = '  duty: { sms: ["+33600000000"], min_severity: critical }';

  describe('a channel that nobody reaches', () => {
    it('has a severity above all that its watches reach', () => {
      const both = watch('severity: warning, alert: { channels: [press, duty] }');
      expect(warningsOf(DUTY, both)).toEqual([
        'channels.duty.min_severity: Nobody reaches this channel: it takes critical and above, and its watches alert with warning at most',
      ]);
    });

    it('is reached as soon as a rule raises so far, or another watch is critical', () => {
      const raised = watch('alert: { channels: [press, duty] }, raise: [{ to: critical, outlets: 10 }]');
      expect(warningsOf(DUTY, raised)).toEqual([]);
      const other = '  b: { kind: search, query: { q: B }, severity: critical, alert: { channel: duty } }';
      expect(warningsOf(DUTY, `${watch('alert: { channels: [press, duty] }')}\n${other}`)).toEqual([]);
    });

    it('is said at the watch where that has no other channel', () => {
      expect(
        warningsOf(
          DUTY,
          `${watch('alert: { channel: duty }')}\n  b: { kind: search, query: { q: B }, alert: { channel: press } }`,
        ),
      ).toEqual([
        'watches.acme: This watch never alerts: its severity is info, and the channel "duty" takes critical and above',
      ]);
    });

    it('is named by no watch and by no report', () => {
      const own = watch('alert: { channel: press }, brand: acme');
      expect(warningsOf(DUTY, watch('alert: { channel: press }'))).toEqual([
        'channels.duty: No watch uses "duty", and no report: nobody reaches this channel',
      ]);
      const reports = `${own}\nbrands: { acme: { names: [Acme] } }\nreports: { weekly: { brand: acme, schedule: cron(0 8 ? * MON *), channel: duty } }`;
      expect(warningsOf(DUTY, reports)).toEqual([]);
    });
  });

  it('a transport of a channel may be out of reach alone', () => {
    const channel =
      '  team: { email: [a@acme.example], sms: { to: ["+33600000000"], min_severity: critical }, pagerduty: { key_secret: PAGER, min_severity: warning } }';
    const of = (part: string) =>
      `channels.team.${part}.min_severity: Nobody reaches ${part} of this channel: it takes ${part === 'sms' ? 'critical' : 'warning'} and above, and its watches alert with info at most`;
    const others = '\n  b: { kind: search, query: { q: B }, alert: { channel: press } }';
    expect(warningsOf(channel, `${watch('alert: { channel: team }')}${others}`)).toEqual([
      of('sms'),
      of('pagerduty'),
    ]);
  });

  it('a brief in which nothing can wait is warned of', () => {
    const channel = '  team: { email: [a@acme.example], now: info, brief: cron(0 8 ? * * *) }';
    expect(warningsOf(channel, watch('alert: { channels: [press, team] }'))).toEqual([
      'channels.team.now: The brief never holds an alert: `now: info` sends all of them at once',
    ]);
  });
});

it('warns of forms of a name that the news service may not find', () => {
  const said = (q: string) => warningsOf(`{ q: ${JSON.stringify(q)} }`).map(({ what }) => what);
  expect(said('Élodin')).toEqual(['The news service may not find "Élodin" where it is written "elodin"']);
  expect(said('(Élodin OR elodin) AND acme')).toEqual([]);
  expect(said('"Qor++"')).toEqual([
    'The news service may not see the signs of "Qor++", and find the word without them',
  ]);
});

it('exact accents bind feeds: the watch, or the defaults, are noted where a service decides what is found', () => {
  const compile = (defaults: object, changes: Record<string, object> = {}) => {
    const compiled = compileWatches(
      stringify({
        operators: { email: ['oncall@acme.example'] },
        channels: { press: { email: ['press@acme.example'] } },
        feeds: { trade: { urls: ['https://a.example/feed'] } },
        defaults: { channel: 'press', ...defaults },
        watches: {
          feed: { kind: 'feeds', query: { q: 'Pérez', feeds: ['trade'] }, ...changes['feed'] },
          news: { kind: 'search', query: { q: 'Pérez' }, ...changes['news'] },
        },
      }),
      { file: 'watches.yaml', now: NOON },
    );
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return {
      noted: compiled.warnings.filter(({ what }) => what.includes('é for e')).map(({ path }) => path),
      accents: compiled.desired.watches.map(({ accents }) => accents),
      versions: compiled.desired.watches.map(({ version }) => version),
    };
  };
  const exact = { accents: 'exact' };
  const folded = compile({});
  expect(folded).toMatchObject({ noted: [], accents: [undefined, undefined] });
  expect(compile(exact)).toMatchObject({ noted: ['defaults.accents'], accents: ['exact', 'exact'] });
  expect(compile({}, { feed: exact })).toMatchObject({ noted: [], accents: ['exact', undefined] });
  expect(compile(exact).versions).not.toEqual(folded.versions);
});
