import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import { channelDefinitionSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';

const compile = (channel: string, operators = '') =>
  compileWatches(
    `operators: { email: [oncall@acme.example]${operators} }
channels:
  press-team: { email: [press@acme.example]${channel} }
watches:
  acme-news: { kind: search, query: { q: Acme }, alert: { channel: press-team } }
`,
    { file: 'watches.yaml', now: NOON },
  );
const channelsOf = (channel: string, operators?: string) => {
  const compiled = compile(channel, operators);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ what }) => what).join(', '));
  return Object.fromEntries(
    compiled.desired.channels.map((one) => [one.name, channelDefinitionSchema.parse(one)]),
  );
};

describe('the groups of a channel', () => {
  it('are left to the defaults where nothing is said', () => {
    expect(channelsOf('')['press-team']).not.toHaveProperty('grouping');
    expect(channelsOf('')['operators']).not.toHaveProperty('grouping');
  });

  it('have the defaults of Alertmanager beside what is said', () => {
    const defaults = { by: ['story'], wait: 30 * SECOND, interval: 5 * MINUTE, repeat: 0 };
    const groupingOf = (channel: string) => channelsOf(channel)['press-team']?.grouping;
    expect(groupingOf(', group_by: [watch, severity]')).toEqual({ ...defaults, by: ['watch', 'severity'] });
    expect(groupingOf(', group_by: []')).toEqual({ ...defaults, by: [] });
    expect(groupingOf(', group_wait: 0s, repeat_interval: 4h')).toEqual({
      ...defaults,
      wait: 0,
      repeat: 240 * MINUTE,
    });
    expect(groupingOf(', group_interval: 1h')).toEqual({ ...defaults, interval: 60 * MINUTE });
  });

  it('remind the operators as often as they wish', () => {
    const repeat = (operators: string) => channelsOf('', operators)['operators']?.grouping?.repeat;
    expect(repeat(', repeat_interval: 0s')).toBe(0);
    expect(repeat(', repeat_interval: 4h')).toBe(240 * MINUTE);
    expect(repeat(', repeat_interval: 1d')).toBeUndefined();
  });
});

it('a storm cap and the price of an SMS reach the channel', () => {
  expect(channelsOf(', storm_cap: 60, sms_price: 0.07')['press-team']).toMatchObject({
    stormCap: 60,
    smsPrice: 0.07,
  });
});

it.each([
  [', group_by: [wacth]', 'watch'],
  [', group_wait: 2h', 'from 0s to 1h'],
  [', storm_cap: 0', 'a whole number from 1 to 200'],
])('refuses %s', (channel, expected) => {
  const compiled = compile(channel);
  const problems = compiled.ok ? [] : compiled.problems;
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).toContain(expected);
});

describe('the companies of a channel', () => {
  const compiled = (companies: string, { watch = 'watchlist: suppliers', query = '' } = {}) =>
    compileWatches(
      `operators: { email: [oncall@acme.example] }
channels:
  acme-desk: { email: [desk@acme.example], companies: ${companies} }
watchlists:
  suppliers: { companies: [{ name: Acme Corp, id: S-1042 }, { name: Globex, domain: globex.example }] }
  customers: { companies: [{ name: Initech }] }
watches:
  breaches: { kind: extraction, query: { query: Breaches, ed_score_min: 1${query} }, alert: { channel: acme-desk }, ${watch} }
`,
      { file: 'watches.yaml', now: NOON },
    );

  it('reach the channel with their ids, as the service may spell a name otherwise', () => {
    const read = compiled('[acme corp, Globex]');
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const channel = read.desired.channels.find(({ name }) => name === 'acme-desk');
    const companies = ['acme corp', 'Globex', 'S-1042', 'globex.example'];
    expect(channelDefinitionSchema.parse(channel).companies).toEqual(companies);
    expect(read.warnings).toEqual([]);
  });

  it.each([
    ['[Acme Crop]', 'did you mean Acme Corp?'],
    ['[Hooli]', 'add it to the watchlist'],
    ['[]', 'The list is empty'],
    ['Acme Corp', '[Acme Corp]'],
  ])('%s is refused with its line and a hint', (companies, way) => {
    const read = compiled(companies);
    const [problem, ...others] = read.ok ? [] : read.problems;
    expect([others, problem?.line]).toEqual([[], 3]);
    expect(JSON.stringify(problem)).toContain(way);
  });

  it('are warned of where a watch follows others alone', () => {
    const warnings = [
      { path: 'watches.breaches', line: 8, what: expect.stringContaining('the watch follows others') },
    ];
    expect(compiled('[Globex]', { watch: 'watchlist: customers' })).toMatchObject({ ok: true, warnings });
    expect(compiled('[Globex]', { watch: 'severity: warning' })).toMatchObject({ ok: true, warnings: [] });
  });

  const news = (companies: string, watch: string) =>
    compileWatches(
      `plan: { nlp: true }
operators: { email: [oncall@acme.example] }
channels:
  acme-desk: { email: [desk@acme.example], companies: ${companies} }
watchlists:
  suppliers: { companies: [{ name: Acme Corp, id: S-1042 }] }
watches:
  found: { ${watch}, alert: { channel: acme-desk } }
  jobs: { kind: extraction, watchlist: suppliers, query: { query: Breaches, ed_score_min: 1 }, alert: { channel: acme-desk } }
`,
      { file: 'watches.yaml', now: NOON },
    );

  it('may be any where articles come with a language layer, but for what looks like a typo', () => {
    const layered = 'kind: search, query: { q: Acme, include_nlp_data: true }';
    expect(news('[Hooli, Acme Corp]', layered)).toMatchObject({ ok: true, warnings: [] });
    expect(news('[Acme Crop]', layered)).toMatchObject({
      ok: false,
      problems: [{ hint: 'did you mean Acme Corp?' }],
    });
  });

  it.each([
    ['articles without a language layer', 'kind: search, query: { q: Acme }', 'add include_nlp_data: true'],
    ['jobs of mode lite', 'kind: extraction, query: { query: Breaches, mode: lite }', 'remove mode: lite'],
  ])('are named by no %s, which is warned of', (_, watch, way) => {
    const hint = expect.stringContaining(way);
    const warnings = [
      { path: 'watches.found', what: expect.stringContaining('This watch never alerts'), hint },
    ];
    expect(news('[Acme Corp]', watch)).toMatchObject({ ok: true, warnings });
    expect(news('[Hooli]', watch)).toMatchObject({ ok: false });
  });
});
