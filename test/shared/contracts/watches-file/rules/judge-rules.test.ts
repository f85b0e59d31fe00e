import { describe, expect, it } from 'vitest';
import { checkWatches } from '../../../../../shared/contracts/watches-file/check-watches.ts';

const check = (judge: object | undefined, watch: object = {}, defaults: object = {}) =>
  checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      defaults,
      watches: {
        news: {
          kind: 'search',
          query: { q: 'acme' },
          alert: { channel: 'press' },
          ...(judge && { judge }),
          ...watch,
        },
      },
    },
    { now: 0 },
  );
const whats = (...given: Parameters<typeof check>) => {
  const { warnings, ...checked } = check(...given);
  return [...(checked.ok ? [] : checked.problems), ...warnings].map(({ path, what, hint }) => [
    path.join('.'),
    what,
    hint,
  ]);
};
const JUDGE = { model: 'small', tokens_per_month: 1_000_000 };

describe('the judge of a watch', () => {
  it('is filled in, and is no part of the version of the watch', () => {
    const judge = { ...JUDGE, relevant: 'Acme', raise: [{ to: 'critical', when: 'a fire' }], summary: true };
    const [one, other] = [check(judge), check({ ...judge, relevant: 'Acme Corp' })];
    if (!one.ok || !other.ok) throw new Error('The file is refused.');
    expect(one.desired.watches[0]?.judge).toEqual({
      relevant: 'Acme',
      raise: [{ to: 'critical', when: 'a fire' }],
      summary: 'en',
      model: 'small',
      tokensPerMonth: 1_000_000,
    });
    expect(other.desired.watches[0]?.version).toBe(one.desired.watches[0]?.version);
  });

  it.each<[string, object, object, string[]]>([
    ['asks nothing', JUDGE, {}, ['watches.news.judge', 'The model is asked nothing']],
    [
      'raises to no more than the watch has',
      { ...JUDGE, raise: [{ to: 'warning', when: 'a fire' }] },
      { severity: 'warning' },
      ['watches.news.judge.raise.0.to', 'warning is no higher than the severity of the watch, warning'],
    ],
    [
      'is never asked, since all is critical',
      { ...JUDGE, summary: true },
      { severity: 'critical' },
      ['watches.news.judge', 'The model is never asked: what is critical is sent at once, unjudged'],
    ],
    [
      'is never asked, since hours are counted',
      { ...JUDGE, summary: true },
      { alert: { channel: 'press', when: 'spike' } },
      ['watches.news.judge', 'The model is never asked: the policy spike judges hours, not findings'],
    ],
  ])('is reported where it %s', (_name, judge, watch, expected) => {
    expect(whats(judge, watch)).toContainEqual(expect.arrayContaining(expected));
  });
});

it('a brief that a model opens is a channel with its times, its model and its budget', () => {
  const brief = { at: 'cron(0 8 * * ? *)', summary: true, model: 'small', language: 'fr' };
  const checked = checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'], brief } },
      watches: { news: { kind: 'search', query: { q: 'acme' }, alert: { channel: 'press' } } },
    },
    { now: 0 },
  );
  expect(checked.ok && checked.desired.channels.find(({ name }) => name === 'press')).toMatchObject({
    brief: brief.at,
    opening: { model: 'small', language: 'fr', tokensPerMonth: 2_000_000 },
  });
});
