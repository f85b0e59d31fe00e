import { describe, expect, it } from 'vitest';
import { estimateCalls, estimateCosts } from '../../../../infra/cli/plan/estimate-calls.ts';
import type { Stack } from '../../../../infra/cli/stack/stack.ts';
import { TransportError } from '../../../../shared/domain/lib/errors.ts';
import { aWatch } from '../../../ports/examples.ts';
import { ADVICE, FILE, memoryStack, NOW, openWorld, openApplied } from '../open-world.ts';

const CHANGED = FILE.replace('q: Acme', 'q: Acme, lang: [en]')
  .replace('press@acme.example] }', 'agency@example.com], quiet_hours: { from: "22:00", to: "07:00" } }')
  .replace(
    'watches:\n',
    'watches:\n  jane-doe: { kind: authors, query: { author_name: Jane Doe }, alert: { channel: press-team } }\n',
  );

describe('what would change', () => {
  it('is shown by field, and a changed query by its consequence', async () => {
    const { call, write } = await openApplied();
    write(CHANGED);
    const { code, out } = await call('plan');
    expect(code).toBe(2);
    expect(out).toContain('+  jane-doe');
    expect(out).toContain('~  acme-news  query.lang: (none) -> ["en"]');
    expect(out).toContain('changed query: the next run collects a baseline over its lookback');
    expect(out).toContain('~  press-team  email: ["press@acme.example"] -> ["agency@example.com"]');
    expect(out).toContain('quietHours: (none) -> {"from":"22:00","to":"07:00","except":"critical"}');
    expect(out).toContain('+  email agency@example.com  receives a message');
    expect(out).toContain('-  email press@acme.example');
    expect(out).toContain('2 to add, 2 to change, 1 to remove.');
  });

  it('names the feeds that come and go, whatever their order', async () => {
    const { call, write } = openWorld({ stack: memoryStack().stack });
    const withFeeds = (...names: string[]) => {
      const urls = names.map((name) => `https://${name}.example/rss`).join(', ');
      write(FILE.replace('watches:\n', `feeds: { blogs: { urls: [${urls}] } }\nwatches:\n`));
    };
    withFeeds('a', 'b');
    expect((await call('plan')).out).toMatch(/feeds\n +\+ +blogs +2 feeds/);
    await call('apply');
    withFeeds('b', 'a');
    expect((await call('plan')).out).toContain('No changes.');
    withFeeds('c', 'b');
    const { out } = await call('plan');
    expect(out).toContain('~  blogs  feed: https://a.example/rss -> (none)');
    expect(out).toContain('feed: (none) -> https://c.example/rss');
    expect(out).toContain('0 to add, 1 to change, 0 to remove.');
    withFeeds(...Array.from({ length: 30 }, (_, n) => `n${n}`));
    expect((await call('plan')).out).toContain('and 22 other feeds');
    write(FILE);
    expect((await call('plan')).out).toMatch(/- +blogs/);
  });

  it('is one JSON document with --json, and nothing else on stdout', async () => {
    const { call } = openWorld();
    const { code, out } = await call('plan', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      stack: null,
      watches: { added: ['acme-news'], changed: [], removed: [] },
      channels: { added: ['press-team', 'operators'], changed: [], removed: [] },
      watchlists: { added: [], changed: [], removed: [] },
      feeds: { added: [], changed: [], removed: [] },
      reports: { added: [], changed: [], removed: [] },
      subscriptions: {
        added: ['email press@acme.example', 'email oncall@acme.example'],
        changed: [],
        removed: [],
      },
      edits: [],
      calls: {
        total: 3_164,
        allowed: 100_000,
        overBudget: false,
        reserve: 151,
        watches: [{ id: 'acme-news', runs: 2_923, calls: 3_013 }],
      },
      costs: [],
      bill: expect.objectContaining({ currency: 'USD', findings: 20, usd: expect.any(Number) }),
      questions: [],
      judges: [],
    });
  });

  it('shows everything as new when the local stack was stopped, and says why', async () => {
    const { stack } = memoryStack();
    const asleep = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const watch = { ...stack.definitions.ofFile.watch, all: () => Promise.reject(asleep) };
    const definitions = { ...stack.definitions, ofFile: { ...stack.definitions.ofFile, watch } };
    const { call } = openWorld({ stack: { ...stack, definitions } });
    const { code, err, out } = await call('plan', '--json');
    expect(code).toBe(2);
    expect(err).toContain('No answer from bellwether-test');
    expect(JSON.parse(out)).toMatchObject({ stack: null });
  });
});

describe('the calls per month', () => {
  const callsOf = (schedule: string) =>
    estimateCalls([aWatch({ schedule, timezone: 'Europe/Paris' })], { allowed: undefined, now: NOW })
      .watches[0];

  it.each([
    ['rate(15 minutes)', 2_923, 3_013],
    ['rate(1 day)', 31, 121],
    ['cron(0 8 ? * MON *)', 5, 20],
    ['at(2026-12-01T08:00:00)', 1, 4],
    ['at(2026-01-01T08:00:00)', 0, 0],
  ])('%s runs %i times and calls %i times', (schedule, runs, calls) => {
    const found = callsOf(schedule);
    expect(Math.abs((found?.runs ?? 0) - runs)).toBeLessThanOrEqual(runs * 0.01);
    expect(Math.abs((found?.calls ?? 0) - calls)).toBeLessThanOrEqual(Math.ceil(calls * 0.01));
  });

  it('of the other services are separate: calls to the events service, and the maximum credits of jobs', () => {
    const daily = { schedule: 'rate(1 day)' };
    const watches = [
      aWatch({ id: 'news', ...daily }),
      aWatch({ id: 'breaches', kind: 'events', query: { event_type: 'data_breach' }, ...daily }),
      aWatch({ id: 'cuts', kind: 'extraction', query: { query: 'layoffs', limit: 50 }, ...daily }),
      aWatch({ id: 'scan', kind: 'extraction', query: { query: 'layoffs', mode: 'lite' }, ...daily }),
    ];
    expect(estimateCalls(watches, { allowed: undefined, now: NOW }).watches.map(({ id }) => id)).toEqual([
      'news',
    ]);
    expect(estimateCosts(watches, NOW)).toEqual([
      {
        service: 'events',
        unit: 'calls',
        watches: [{ id: 'breaches', runs: 31, amount: 31 + 30 }],
        total: 61,
      },
      {
        service: 'extraction',
        unit: 'credits',
        watches: [
          { id: 'cuts', runs: 31, amount: 31 * 500 },
          { id: 'scan', runs: 31, amount: 31 * 100 },
        ],
        total: 18_600,
      },
    ]);
  });

  it('above 90% of the plan are refused without --over-budget', async () => {
    const { call, write } = openWorld({ stack: memoryStack().stack });
    write(FILE.replace('100000', '3500'));
    const refused = await call('plan');
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('total      3,164  of 3,500: 91%');
    expect(refused.err).toContain('more than 90% of the 3,500');
    expect(refused.err).toMatch(/correct plan\.calls_per_month \(watches\.yaml:\d+\)/);
    expect(refused.err).toContain('--over-budget');
    expect((await call('plan', '--over-budget')).code).toBe(2);
    expect((await call('apply')).code).toBe(1);
    expect((await call('apply', '--over-budget')).code).toBe(0);
    write(FILE.replace('100000', '3600'));
    expect((await call('plan')).code).toBe(0);
  });
});

describe('the queries of extraction watches', () => {
  const ASKING = `${FILE}  cuts: { kind: extraction, query: { query: Layoffs }, lookback: 7d, alert: { channel: press-team } }\n`;
  const PLACE = { file: 'watches.yaml', line: ASKING.split('\n').length - 1 };
  const planWith = async (stack: Stack | undefined, ...args: string[]) => {
    const { call, write } = openWorld({ stack });
    write(ASKING);
    return call('plan', ...args);
  };
  const document = async (stack: Stack | undefined) => {
    const { code, out } = await planWith(stack, '--json');
    return { code, questions: (JSON.parse(out) as { questions: unknown }).questions };
  };

  it('are shown with the advice of the service and its suggested dates', async () => {
    const { stack } = memoryStack();
    const asked: object[] = [];
    const adviseOn: Stack['adviseOn'] = (query, limits) => {
      asked.push(query);
      return stack.adviseOn(query, limits);
    };
    const { code, out } = await planWith({ ...stack, adviseOn });
    expect(code).toBe(2);
    expect(asked).toEqual([
      { query: 'Layoffs', start_date: '2026-11-14T08:00:00.000Z', end_date: '2026-11-21T08:00:00.000Z' },
    ]);
    expect(out).toContain(`advice of the extraction service on the queries
  cuts (watches.yaml:${PLACE.line}): needs work (confidence 0.63): Too vague. It names no kind of event.
    Name what happens. Example: Layoffs at car makers
    dates: the first job covers 7d; the service suggests 2026-11-16 to 2026-11-21
    The plan looks back 14 days.
    suggested criteria: is_a_layoff
    suggested fields: company, number_of_people
`);
    const dates = { from: '2026-11-16T08:00:00.000Z', to: '2026-11-21T08:00:00.000Z' };
    expect(await document(stack)).toEqual({
      code: 2,
      questions: [{ id: 'cuts', ...ADVICE, dates: { ...dates, changes: ADVICE.dates.changes }, ...PLACE }],
    });
  });

  const { stack } = memoryStack();
  const keyed = (key: () => Promise<string>): Stack => ({
    ...stack,
    services: { ...stack.services, extraction: { ...stack.services.extraction, key } },
  });
  const down = new TransportError('No answer.', { service: 'extraction', operation: 'POST /validate' });
  it.each<[string, Stack | undefined, string]>([
    ['no stack', undefined, 'no stack with a key answers'],
    [
      'a key that cannot be read',
      keyed(() => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }))),
      'AWS denied the request: no',
    ],
    ['no answer', { ...stack, adviseOn: () => Promise.reject(down) }, 'TransportError: No answer'],
  ])('get no advice with %s, the reason is shown, and the plan is complete', async (_, given, notAsked) => {
    expect(await document(given)).toEqual({ code: 2, questions: [{ id: 'cuts', notAsked, ...PLACE }] });
    expect((await planWith(given)).out).toContain(
      `  cuts (watches.yaml:${PLACE.line}): no advice: ${notAsked.replace(/\.$/, '')}.\n`,
    );
  });
});
