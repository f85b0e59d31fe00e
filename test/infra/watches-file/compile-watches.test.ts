import { describe, expect, it } from 'vitest';
import {
  compileWatches,
  type FileProblem,
  readWatches,
  WatchesRefused,
  printProblems,
} from '../../../infra/watches-file/compile-watches.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { fullForm } from '../../full-form.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../processor-time.ts';
import { join } from 'node:path';

const now = Date.UTC(2026, 10, 21, 8);

let serial = 0;
/** So many mistakes in one file. The full form has more than an editor ever holds. */
const MANY = fullForm(4_000, 20_000);

const HEAD =
  'operators: { email: [oncall@acme.example] }\nchannels: { press: { email: [press@acme.example] } }\n';

function compile(text: string) {
  return compileWatches(text, { file: 'watches.yaml', now });
}

/** Every problem as `LINE:COLUMN path | what | expected | found | hint`. */
function problemsOf(text: string): string[] {
  const compiled = compile(text);
  return compiled.ok ? [] : compiled.problems.map(print);
}

function warningsOf(text: string): string[] {
  return compile(text).warnings.map(print);
}

function print({ line, column, path, what, expected = '', found = '', hint = '' }: FileProblem): string {
  return `${line}:${column} ${path} | ${what} | ${expected} | ${found} | ${hint}`;
}

/** A file with one watch, its entries one to a line from line 5 on, indented by four. */
function watch(...lines: string[]): string {
  return `${HEAD}watches:\n  w:\n${['kind: search', ...lines].map((line) => `    ${line}\n`).join('')}`;
}

function query(fields: string, channelName = 'press'): string {
  return watch(`query: ${fields}`, `alert: { channel: ${channelName} }`);
}

function channel(fields: string): string {
  return `operators: { email: [oncall@acme.example] }\nchannels:\n  c: ${fields}\nwatches: {}\n`;
}

describe('what a sound file asks for', () => {
  it('fills in every default', () => {
    const compiled = compile(query('{ q: Acme }'));
    expect(compiled).toMatchObject({
      ok: true,
      callsPerMonth: undefined,
      warnings: [],
      desired: {
        watches: [
          {
            id: 'w',
            kind: 'search',
            query: { q: 'Acme' },
            schedule: 'rate(15 minutes)',
            timezone: 'UTC',
            overlap: HOUR,
            lookback: DAY,
            firstRun: 'silent',
            severity: 'info',
            priority: 5,
            alert: { when: 'story', channel: 'press' },
            exclude: { domains: [], phrases: [] },
            keep: 'summary',
            retention: 400 * DAY,
          },
        ],
        channels: [
          { name: 'press', email: ['press@acme.example'], sms: [], timezone: 'UTC', minSeverity: 'info' },
          {
            name: 'operators',
            email: ['oncall@acme.example'],
            sms: [],
            timezone: 'UTC',
            minSeverity: 'info',
          },
        ],
      },
    });
    expect(compiled.ok && JSON.parse(JSON.stringify(compiled.desired))).toEqual(
      compiled.ok && compiled.desired,
    );
  });

  it('gives watches that ask for jobs the prices of the plan, without a new query for another price', () => {
    const watchesAt = (plan: string) => {
      const compiled = compile(`
plan: ${plan}
operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  cuts: { kind: extraction, query: { query: Layoffs }, alert: { channel: press } }
  news: { kind: search, query: { q: Acme }, alert: { channel: press } }
`);
      if (!compiled.ok) throw new Error('the file has problems');
      return compiled.desired.watches;
    };
    const usual = watchesAt('{ credits_per_record: 10 }');
    expect(usual.map(({ prices }) => prices)).toEqual([undefined, undefined]);
    const other = watchesAt('{ credits_per_record: 2.5 }');
    expect(other.map(({ prices }) => prices)).toEqual([{ perRecord: 2.5, perLiteJob: 100 }, undefined]);
    expect(other[0]?.version).toBe(usual[0]?.version);
  });

  it('lets a watch go before the defaults, and adds exclusions of file, brand and watch', () => {
    const compiled = compile(`
plan: { calls_per_month: 5000 }
defaults: { schedule: rate(1 hour), timezone: Europe/Paris, severity: warning, priority: 2, channel: press, overlap: 15m }
operators: { sms: ["+33600000000"] }
exclude: { domains: [spam.example], phrases: [advert] }
channels:
  press:
    email: [press@acme.example, press@acme.example]
    quiet_hours: { from: "22:00", to: "07:00" }
    brief: cron(0 8 ? * MON-FRI *)
brands: { acme: { names: [Acme], exclude: [acme comics] } }
watches:
  w:
    kind: authors
    query: { author_name: Jane Doe, lang: "en, fr" }
    brand: acme
    severity: critical
    exclude: { domains: [junk.example], phrases: [advert, quiz] }
`);
    expect(compiled).toMatchObject({
      ok: true,
      callsPerMonth: 5000,
      desired: {
        watches: [
          {
            query: { author_name: 'Jane Doe', lang: ['en', 'fr'] },
            schedule: 'rate(1 hour)',
            timezone: 'Europe/Paris',
            overlap: 15 * MINUTE,
            severity: 'critical',
            priority: 2,
            brand: 'acme',
            exclude: {
              domains: ['spam.example', 'junk.example'],
              phrases: ['advert', 'acme comics', 'quiz'],
            },
            alert: { when: 'story', channel: 'press' },
          },
        ],
        channels: [
          {
            email: ['press@acme.example'],
            timezone: 'Europe/Paris',
            quietHours: { from: '22:00', to: '07:00', except: 'critical' },
            brief: 'cron(0 8 ? * MON-FRI *)',
          },
          { name: 'operators', sms: ['+33600000000'] },
        ],
      },
    });
  });

  it.each([
    ['the order of keys', '{ q: Acme, lang: [en] }', '{ lang: [en], q: Acme }', true],
    ['the order of a list', '{ q: Acme, lang: [en, fr] }', '{ q: Acme, lang: [fr, en] }', true],
    ['a list written as one text', '{ q: Acme, lang: [en, fr] }', '{ q: Acme, lang: "en,fr" }', true],
    ['another query', '{ q: Acme }', '{ q: Globex }', false],
    ['another filter', '{ q: Acme }', '{ q: Acme, lang: [en] }', false],
  ])('keeps or changes the version of a watch: %s', (_, one, other, same) => {
    expect(versionOf(query(one)) === versionOf(query(other))).toBe(same);
  });

  it('changes the version with the exclusions, not with schedule, alert or severity', () => {
    const plain = versionOf(query('{ q: Acme }'));
    const alert = 'alert: { when: finding, channel: press }';
    expect(
      versionOf(watch('query: { q: Acme }', 'schedule: rate(1 hour)', 'severity: critical', alert)),
    ).toBe(plain);
    expect(versionOf(watch('query: { q: Acme }', 'exclude: { phrases: [x] }', alert))).not.toBe(plain);
  });

  it('gives a watch the first name of its brand, also of a competitor, without a new version', () => {
    const brands = 'brands: { acme: { names: [Acme Corp, Acme], competitors: { globex: [Globex Inc] } } }\n';
    const text = (brand: string) =>
      watch('query: { q: Acme }', `brand: ${brand}`, 'alert: { channel: press }');
    for (const [brand, brandName] of [
      ['acme', 'Acme Corp'],
      ['globex', 'Globex Inc'],
    ] as const)
      expect(compile(`${brands}${text(brand)}`)).toMatchObject({
        desired: { watches: [{ brand, brandName, version: versionOf(query('{ q: Acme }')) }] },
      });
  });

  it('keeps the version when the plan has the language layer, and adds excluded topics of the file to those of a watch', () => {
    const plain = versionOf(query('{ q: Acme }'));
    const text = `plan: { nlp: true }\n${query('{ q: Acme }')}`;
    expect(versionOf(text)).toBe(plain);
    expect(compile(text)).toMatchObject({ desired: { watches: [{ withNlp: true }] } });
    expect(compile(query('{ q: Acme }'))).not.toMatchObject({ desired: { watches: [{ withNlp: true }] } });
    const own = watch(
      'query: { q: Acme }',
      'exclude: { themes: [Sports], iptc_tags: ["15000000"] }',
      'alert: { channel: press }',
    );
    const excluded = `exclude: { themes: [Travel] }\n${own}`;
    expect(compile(excluded)).toMatchObject({
      desired: {
        watches: [{ exclude: { topics: { themes: ['Travel', 'Sports'], iptc_tags: ['15000000'] } } }],
      },
    });
    expect(versionOf(excluded)).not.toBe(plain);
  });

  it.each([
    [
      'taxonomies in a mapping',
      '{ q: Acme, custom_tags: { market: "a,b", team: [c] } }',
      '{ q: Acme, custom_tags.market: [a, b], custom_tags.team: [c] }',
    ],
    [
      'a boolean as text',
      '{ q: Acme, ranked_only: "false", is_opinion: "true" }',
      '{ q: Acme, ranked_only: false, is_opinion: true }',
    ],
  ])('takes the other form of the service, and it is the same watch: %s', (_, one, other) => {
    expect(problemsOf(query(one))).toEqual([]);
    const desiredOf = (text: string) =>
      Object.entries(compile(query(text))).find(([key]) => key === 'desired');
    expect(desiredOf(one)).toBeDefined();
    expect(desiredOf(one)).toEqual(desiredOf(other));
  });
});

/** The text without its mark §, and the place of the mark as `LINE:COLUMN`. */
function marked(text: string): { text: string; place: string } {
  const before = text.slice(0, text.indexOf('§')).split('\n');
  return { text: text.replace('§', ''), place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}` };
}

/**
 * Undefined where a problem at the mark holds every fragment; otherwise what was wanted, and all problems there are.
 */
function shortfall(markedText: string, fragments: readonly string[]): string | undefined {
  const { text, place } = marked(markedText);
  const problems = problemsOf(text);
  const found = problems.some(
    (problem) => problem.startsWith(`${place} `) && fragments.every((fragment) => problem.includes(fragment)),
  );
  return found ? undefined : `${place} ${fragments.join(' … ')}\nbut:\n${problems.join('\n')}`;
}

function versionOf(text: string): string | undefined {
  const compiled = compile(text);
  if (!compiled.ok) throw new Error(problemsOf(text).join('\n'));
  return compiled.desired.watches[0]?.version;
}

describe('broken YAML is reported with its place', () => {
  it.each([
    ['an empty file', '§', 'The file is empty'],
    ['an anchor', 'a: &x §1\n', 'anchors and aliases'],
    ['a merge key', 'watches: { §<<: {} }\n', 'merge keys'],
    ['a key that is a list', '? §[a, b]\n: 1\n', 'A key must be a plain text'],
    ['a key that reaches into objects', '§__proto__: { x: 1 }\n', '__proto__'],
    [
      'a key that no mapping can be compared with',
      'operators: { email: { length: { §toString: 1 } } }\nwatches: {}\n',
      'A key cannot be called "toString"',
    ],
  ])('%s', (_, text, fragment) => {
    expect(shortfall(text, [fragment])).toBeUndefined();
  });

  it.each([
    ['brackets without end', '['.repeat(500_000)],
    ['a staircase', Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}k:\n`).join('')],
    ['a file of megabytes', `# ${'x'.repeat(1_100_000)}`],
    [
      'a bomb of aliases',
      `a: &a [x, x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join('\n')}\n`,
    ],
    [
      'thousands of wrong keys',
      `${HEAD}watches:\n  w:\n${'    parameter_@: 1\n'.repeat(MANY).replaceAll('@', () => `${(serial += 1)}`)}`,
    ],
  ])('hostile text is refused soon: %s', (_, text) => {
    expect(processorSeconds(() => expect(compile(text).ok).toBe(false))).toBeLessThan(LINEAR_SECONDS);
  });
});

describe('a wrong value is reported with its place, what was expected, what was found and a hint', () => {
  it.each([
    [
      'a report on nobody',
      `${HEAD}watches: {}\nreports:\n  weekly: { schedule: cron(0 8 ? * MON *), brand: §acme, channel: press }\n`,
      'reports.weekly.brand',
      'There is no brand "acme"',
      'add acme to brands',
    ],
    [
      'a report by a rate',
      `${HEAD}watches: {}\nreports:\n  weekly: { schedule: §rate(7 days), brand: acme, channel: press }\n`,
      'reports.weekly.schedule',
      'A report needs a cron() expression',
      '',
    ],
    [
      'a missing section',
      '§watches: {}\nchannels: {}\n',
      'operators',
      'The key "operators" is missing',
      'add it',
    ],
    ['a duration too long', watch('lookback: §500d'), 'The duration is too long', '1m to 400d'],
    ['a zone in small letters', watch('timezone: §europe/paris'), 'spelled Europe/Paris'],
    ['an offset as zone', watch('timezone: §"+01:00"'), 'An offset is not a time zone', 'Europe/Paris'],
    [
      'the operators as channel',
      query('{ q: a }', '§operators'),
      'cannot alert the operators',
      'same addresses',
    ],
    [
      'a channel called operators',
      channel('{}').replace('  c:', '  §operators:'),
      'A channel cannot be called "operators"',
      'own section',
    ],
    [
      'operators without address',
      '§operators: {}\nchannels: {}\nwatches: {}\n',
      'no address',
      'at least one of',
    ],
    [
      'an http address',
      channel('{ https: [§"http://hooks.acme.example"] }'),
      'channels.c.https[0]',
      'Invalid https address',
      'start with https://',
    ],
    [
      'a queue by its address',
      channel('{ queue: [§"https://sqs.example/1/q"] }'),
      'channels.c.queue[0]',
      'Invalid queue',
      'ARN',
    ],
    [
      'quiet hours of no length',
      channel('{ email: [a@b.example], quiet_hours: { from: "07:00", to: §"07:00" } }'),
      'the same time',
      'two different times',
    ],
  ])('%s', (_, text, ...fragments) => {
    expect(shortfall(text, fragments)).toBeUndefined();
  });
});

describe('a query that the service would refuse is refused before', () => {
  it.each([
    ['an empty q', "{ q: §'' }", 'watches.w.query.q', 'The query is empty'],
    ['a forbidden sign behind an escaped quote', "{ q: §'a''s b/c' }", 'The character /'],
    ['a number in place of a list', '{ q: a, lang: §5 }', 'watches.w.query.lang', 'Wrong type', 'a list'],
    ['a rank too low', '{ q: a, from_rank: §0 }', 'too small', 'from 1 to 999999'],
    [
      'ranks in the wrong order',
      '{ q: a, from_rank: 9, to_rank: §3 }',
      'from_rank must not be greater than to_rank',
    ],
    [
      'a taxonomy without name',
      '{ q: a, §custom_tags: [b] }',
      'name of a taxonomy',
      'custom_tags.<taxonomy>',
    ],
  ])('%s', (_, fields, ...fragments) => {
    expect(shortfall(query(fields), fragments)).toBeUndefined();
  });
});

it('reports all errors at once, in the order of the file, none of them twice', () => {
  const text = `defaults: { timezone: Europe/Pari }
operators: { email: [oncall] }
channels:
  press: { email: [press@acme.example], brief: cron(0 8 31 2 ? *) }
  Night: { sms: [+33600000000] }
brands: { acme: { names: [] } }
watches:
  one: { kind: evants, severity: criticl, brand: acmee, alert: { channel: pres }, prioriti: 3 }
  two: { kind: search, query: { q: 'a OR b c', lang: [eng], page: 2 }, alert: { channel: Night } }
  three: { lookback: 1x }
`;
  const places = problemsOf(text).map((problem) => problem.split(' | ')[0]);
  expect(places).toEqual([
    '1:23 defaults.timezone',
    '2:22 operators.email[0]',
    '4:48 channels.press.brief',
    '5:3 channels.Night',
    '5:18 channels.Night.sms[0]',
    '6:26 brands.acme.names',
    '8:3 watches.one.query',
    '8:16 watches.one.kind',
    '8:34 watches.one.severity',
    '8:50 watches.one.brand',
    '8:75 watches.one.alert.channel',
    '8:83 watches.one.prioriti',
    '9:44 watches.two.query.q',
    '9:55 watches.two.query.lang[0]',
    '9:61 watches.two.query.page',
    '10:3 watches.three.kind',
    '10:3 watches.three.query',
    '10:3 watches.three.alert.channel',
    '10:22 watches.three.lookback',
  ]);
});

it('refuses more watches and addresses than the stack can hold', () => {
  const watches = Array.from({ length: 1_001 }, (_, n) => `  w${n}: { kind: search, query: { q: a } }\n`);
  expect(problemsOf(`${HEAD}watches:\n${watches.join('')}`)[0]).toMatch(
    /^3:1 watches \| The file has 1001 watches, the maximum is 1000/,
  );
  const emails = (name: string, count: number) =>
    `  ${name}: { email: [${Array.from({ length: count }, (_, n) => `${name}${n}@acme.example`).join(', ')}] }\n`;
  const file = (count: number) =>
    channel('{ sms: ["+33600000000"] }').replace(
      'watches:',
      `${emails('d', 100)}${emails('e', count)}watches:`,
    );
  expect(problemsOf(file(99)).join('\n')).toMatch(
    /^2:1 channels \| The channels have 201 addresses, the maximum is 200/,
  );
  expect(problemsOf(file(98))).toEqual([]);
  expect(warningsOf(file(48)).join('\n')).toContain('150 addresses');
  expect(warningsOf(file(47)).join('\n')).not.toContain('addresses');
});

describe('what is allowed and probably not meant is a warning', () => {
  it.each([
    [
      'a parameter that the plan may lack',
      query('{ q: a, §theme: [Tech] }'),
      'watches.w.query.theme',
      'plan: { nlp: true }',
    ],
    [
      'a parameter that the plan lacks',
      `plan: { tags: false }\n${query('{ q: a, §iab_tags: [x] }')}`,
      'your plan does not include topic tags',
    ],
    ['a very long query', query(`{ q: §${'ab '.repeat(400)}}`), 'split it'],
    ['everything', query("{ q: §'*' }"), 'This query matches every article'],
    ['Chinese without script', query('{ q: a, lang: §[en, zh] }'), 'cn for simplified'],
    ['paid content allowed', query('{ q: a, is_paid_content: §true }'), 'does not filter anything'],
    [
      'a brand nobody uses',
      `${HEAD}watches: {}\nbrands: { §acme: { names: [Acme] } }\n`,
      'No watch uses "acme"',
    ],
    [
      'a time that has passed',
      watch('query: { q: a }', 'schedule: §at(2026-11-01T08:00:00)', 'alert: { channel: press }'),
      'has passed',
    ],
    [
      'excluded themes without the language layer',
      watch('query: { q: a }', 'exclude: { §themes: [Sports] }', 'alert: { channel: press }'),
      '"themes" needs the language layer',
      'plan: { nlp: true }',
    ],
    [
      'excluded themes of events without their articles',
      watch(
        'query: { event_type: layoff }',
        'exclude: { §themes: [Sports] }',
        'alert: { channel: press }',
      ).replace('kind: search', 'kind: events'),
      'add nlp.theme',
    ],
  ])('%s', (_, markedText, ...fragments) => {
    const { text, place } = marked(markedText);
    expect(problemsOf(text)).toEqual([]);
    const here = warningsOf(text).filter((warning) => warning.startsWith(`${place} `));
    expect(here.some((warning) => fragments.every((fragment) => warning.includes(fragment)))).toBe(true);
  });

  it.each([
    [
      'the plan has what it needs',
      `plan: { nlp: true }\n${query('{ q: a, theme: [Tech], include_nlp_data: true }')}`,
    ],
    ['what it needs is switched off', query('{ q: a, include_nlp_data: false }')],
    ['everything of a few sources', query("{ q: '*', sources: [acme.example] }")],
  ])('no warning: %s', (_, text) => {
    expect(warningsOf(text)).toEqual([]);
  });
});

describe('readWatches', () => {
  it('stops a deployment of a wrong file, and says where it is wrong', () => {
    const wrong = join('test', 'infra', 'fixtures', 'wrong-watches.yaml');
    expect(() => readWatches(wrong)).toThrow(WatchesRefused);
    expect(() => readWatches(wrong)).toThrow(/wrong-watches\.yaml:\d+:\d+: error: /);
  });
});

describe('the services that a stage does not use', () => {
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
});
