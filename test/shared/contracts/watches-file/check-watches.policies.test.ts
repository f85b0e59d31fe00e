import { describe, expect, it } from 'vitest';
import { watchDefinitionSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { printPath } from '../../../../shared/contracts/watches-file/problem.ts';
import { POLICIES } from '../../../../shared/domain/policies/registry.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';

// The `alert` block of a watch: each policy with its settings, and what it is refused for.

const QUERIES = {
  search: { q: 'acme' },
  volume: { q: 'acme' },
  events: { event_type: 'layoff' },
  extraction: { query: 'Layoffs in Europe' },
};
type Kind = keyof typeof QUERIES;

function check(
  alert: object,
  { kind = 'search', query = {}, ...more }: { kind?: Kind; query?: object } & object = {},
) {
  const checked = checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watches: {
        w: { kind, query: { ...QUERIES[kind], ...query }, alert: { channel: 'press', ...alert }, ...more },
      },
    },
    { now: NOON },
  );
  return {
    warnings: checked.warnings.map(({ path, what }) => `${printPath(path)} | ${what}`),
    watch: checked.ok ? checked.desired.watches[0] : undefined,
    problems: checked.ok
      ? []
      : checked.problems.map(({ path, what, expected = '', hint = '' }) =>
          [printPath(path).replace('watches.w.', ''), what, expected, hint].join(' | '),
        ),
  };
}

describe('each policy', () => {
  it.each([
    [{}, { when: 'story' }],
    [{ when: 'finding' }, { when: 'finding' }],
    [{ when: 'volume' }, { when: 'volume', settings: { count: 50, within: DAY, of: 'articles' } }],
    [
      { when: 'volume', count: 5, within: '2h', of: 'stories' },
      { when: 'volume', settings: { count: 5, within: 2 * HOUR, of: 'stories' } },
    ],
    [{ when: 'spike' }, { when: 'spike', settings: { within: 6 * HOUR, factor: 3, least: 10, weeks: 4 } }],
    [
      { when: 'silence', for: '7d' },
      { when: 'silence', settings: { for: 7 * DAY } },
    ],
    [
      { when: 'first_seen', of: 'author' },
      { when: 'first_seen', settings: { of: 'author' } },
    ],
    [{ when: 'sentiment' }, { when: 'sentiment', settings: { of: 'single', within: DAY, least: 5 } }],
    [
      { when: 'sentiment', of: 'mean', below: -0.2 },
      { when: 'sentiment', settings: { of: 'mean', below: -0.2, within: DAY, least: 5 } },
    ],
    [{ when: 'change' }, { when: 'change', settings: {} }],
    [
      { when: 'change', of: ['headline'] },
      { when: 'change', settings: { of: ['headline'] } },
    ],
  ])('%j has every setting filled in, and survives the store', (alert, expected) => {
    const { watch, problems } = check(alert);
    expect(problems).toEqual([]);
    expect(watch?.alert).toEqual({ channel: 'press', ...expected });
    expect(watchDefinitionSchema.parse(JSON.parse(JSON.stringify(watch)))).toEqual(watch);
  });

  it('is named in the place of an unknown one', () => {
    expect(check({ when: 'volum' }).problems).toEqual([
      `alert.when | Unknown policy "volum" | ${POLICIES.slice(0, -1).join(', ')} or ${POLICIES.at(-1)} | did you mean volume?`,
    ]);
  });

  it.each([
    [
      { when: 'volume', count: 0 },
      'alert.count | The number is too small | a whole number from 1 to 10000000',
    ],
    [{ when: 'sentiment', below: 0.5, above: 0.5 }, 'alert.above | "above" must be greater than "below"'],
    [
      { when: 'change', of: 'headline' },
      'alert.of | Wrong type of value |  | write a list in brackets: [headline]',
    ],
    [
      { when: 'change', of: ['Amount of money'] },
      'alert.of[0] | Invalid name "Amount of money" | headline, or names of facts',
    ],
    [
      { when: 'story', grows: { outlets: 5 } },
      'alert.grows | Unknown key "grows" |  | write raise in the watch, beside alert, such as raise: [{ to: critical, outlets: 10 }]',
    ],
  ])('%j is refused', (alert, problem) => {
    const { problems } = check(alert);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});

describe('a policy and what the watch finds', () => {
  it.each([
    ['volume', { when: 'volume', of: 'stories' }, {}, 'alert.of | This watch knows only numbers of articles'],
    [
      'volume',
      { when: 'volume', within: '3h' },
      { aggregation_by: 'day' },
      'alert.within | This watch counts by day',
    ],
    [
      'volume',
      { when: 'spike' },
      { aggregation_by: 'day' },
      'alert.when | The policy "spike" compares hours',
    ],
    [
      'events',
      { when: 'change', of: ['locaton'] },
      {},
      'alert.of | This watch finds events, which have no fact "locaton" |  | choose from company_name, event_date, number_of_people_laid_off',
    ],
    ['events', { when: 'change', of: ['headline'] }, {}, 'alert.of | The headline of an event is not a fact'],
    [
      'events',
      { when: 'first_seen', of: 'author' },
      {},
      'alert.of | This watch finds events, which do not name an author |  | write of: outlet or of: company',
    ],
    ['events', { when: 'sentiment' }, {}, 'alert.when | This watch finds events, which have no sentiment'],
    ['extraction', { when: 'spike' }, {}, 'alert.when | Records arrive when a job ends'],
    [
      'search',
      { when: 'first_seen', of: 'company' },
      {},
      'alert.of | The query does not ask for NLP data, so its articles name no companies |  | add include_nlp_data',
    ],
    [
      'extraction',
      { when: 'first_seen', of: 'company' },
      { mode: 'lite' },
      'alert.of | A job of mode lite returns only titles and citations, which name no company',
    ],
    [
      'search',
      { when: 'change', of: ['amount'] },
      {},
      'alert.of | This watch finds articles, which have no fact "amount" |  | write of: [headline]',
    ],
  ] as [Kind, object, object, string | undefined][])('%s with %j', (kind, alert, query, problem) => {
    const { problems } = check(alert, { kind, query });
    expect(problems).toHaveLength(problem === undefined ? 0 : 1);
    expect(problems.join('')).toContain(problem ?? '');
  });

  it('a watch for changed headlines looks back a day, one for spikes in counts four weeks, unless it says otherwise', () => {
    expect(check({ when: 'change' }).watch).toMatchObject({ overlap: DAY, lookback: DAY });
    expect(check({ when: 'change' }, { overlap: '2h' } as object).watch).toMatchObject({ overlap: 2 * HOUR });
    expect(check({ when: 'spike' }, { kind: 'volume' }).watch).toMatchObject({
      overlap: HOUR,
      lookback: 28 * DAY,
    });
    expect(check({ when: 'spike' }, { kind: 'volume', lookback: '2d' } as object).watch).toMatchObject({
      lookback: 2 * DAY,
    });
    expect(check({ when: 'spike' }).watch).toMatchObject({ lookback: DAY });
  });

  it('a watch for sentiment that asks for none is warned of', () => {
    const warned = 'watches.w.alert.when | This watch never alerts: its articles have no sentiment';
    expect(check({ when: 'sentiment' }).warnings).toContain(warned);
    expect(check({ when: 'sentiment' }, { query: { include_nlp_data: true } }).warnings).not.toContain(
      warned,
    );
    expect(check({ when: 'story' }).warnings).not.toContain(warned);
  });
});
